"""Tests of the relay of every language when sources, sinks, messages or the relay itself fail."""

import os
import signal
import struct
from pathlib import Path

import pytest
from relay.python_driver import HEADER, Asked, barrier, driving, last_barrier, message, replies
from runners.modes import of_modes
from runners.relay_cases import PASSING, Cases
from runners.relays import Relayed, arrived_once, counted, frames_of, sent_until_blocked


class Failures(Cases):
    """Nothing is lost but what cannot be passed on."""

    @of_modes
    def test_a_source_that_ends_within_a_frame_is_torn(
        self, relayed: Relayed, codec: str, mode: str, tmp_path: Path
    ) -> None:
        content = relayed.messages[codec][0]
        asked = Asked(mode, self.route(codec, mode), sources=3)
        with driving(relayed.runner(codec), asked, tmp_path) as driver:
            driver.open_sinks()
            driver.send(0, [message(0, 0, content)])
            driver.sources[1].sendall(message(1, 0, content).encoded[:-1])
            driver.sources[2].sendall(message(2, 0, content).encoded[: HEADER.size - 1])
            conversation = driver.end()
        assert counted(last_barrier(conversation), "frames", "torn") == [1, 2]
        assert list(arrived_once(driver)) == [(0, 0)]

    @of_modes
    def test_a_frame_that_is_too_long_ends_the_relay_after_what_came_before(
        self, relayed: Relayed, codec: str, mode: str, tmp_path: Path
    ) -> None:
        content = relayed.messages[codec][0]
        asked = Asked(mode, largest_frame_bytes=len(content))
        with driving(relayed.runner(codec), asked, tmp_path) as driver:
            driver.open_sinks()
            driver.send(0, [message(0, 0, content)])
            driver.sources[0].sendall(struct.pack("<IQ", len(content) + 1, 1) + content)
            conversation = driver.end()
        (failed,) = replies(conversation, "failed")
        assert (failed.text("operation"), failed.text("outcome")) == ("relay", "error")
        assert failed.text("detail") == f"A frame of {len(content) + 1} bytes is longer than {len(content)}."
        assert [frame.number for frame in driver.sinks[0].messages] == [0]
        assert last_barrier(conversation).count("frames") == 1

    @pytest.mark.parametrize("with_phases", [False, True])
    def test_a_message_that_does_not_decode_is_left_out(
        self, relayed: Relayed, decoder: str, mode: str, with_phases: bool, tmp_path: Path
    ) -> None:
        right = relayed.messages[decoder]
        sent = [b"\xff" * 7, right[0], right[1][:3], b"\xff" * 100, right[2], right[3]]
        with driving(relayed.runner(decoder), Asked(mode, block=2), tmp_path) as driver:
            driver.open_sinks()
            driver.send(0, [barrier(1, with_phases), *frames_of(0, sent)])
            conversation = driver.end()
        frames, undecodable = counted(last_barrier(conversation), "frames", "undecodable")
        arrived = arrived_once(driver)
        assert (frames, len(arrived)) == (6, 6 - undecodable)
        assert {(0, 1), (0, 4), (0, 5)} <= arrived.keys()
        if (decoder, mode) not in self.any_bytes:
            assert undecodable == 3
        if mode in PASSING:
            assert [arrived[0, number] for number in (1, 4, 5)] == [right[0], right[2], right[3]]

    @of_modes
    def test_a_sink_that_dies_loses_its_frames_alone(
        self, relayed: Relayed, codec: str, mode: str, tmp_path: Path
    ) -> None:
        contents, keys = relayed.messages[codec], self.keys(relayed, codec, mode)
        asked = Asked(mode, self.route(codec, mode), sinks=4)
        dead = keys[0] % asked.sinks
        with driving(relayed.runner(codec), asked, tmp_path) as driver:
            driver.sinks[dead].die()
            driver.open_sinks()
            driver.send(0, [*frames_of(0, contents), barrier(1)])
            for place in set(range(asked.sinks)) - {dead}:
                driver.sinks[place].wait_for_barrier(1)
            conversation = driver.end()
        lost = [number for number, key in enumerate(keys) if key % asked.sinks == dead]
        last, arrived = last_barrier(conversation), arrived_once(driver)
        assert 0 < len(lost) < len(contents)
        assert counted(last, "frames", "undeliverable") == [len(contents), len(lost)]
        assert sorted(number for _, number in arrived) == sorted(set(range(len(contents))) - set(lost))
        assert last.count("bytes_out") == sum(map(len, arrived.values()))

    @of_modes
    def test_a_slow_sink_holds_its_source_back(
        self, relayed: Relayed, codec: str, mode: str, tmp_path: Path
    ) -> None:
        contents = relayed.messages[codec]
        rounds = -(-self.streamed_bytes // sum(map(len, contents)))
        stream = b"".join(frame.encoded for frame in frames_of(0, [*contents] * rounds))
        with driving(relayed.runner(codec), Asked(mode, sinks=2), tmp_path) as driver:
            driver.sinks[0].open()
            # All that is kept has been used before.
            driver.send(0, [*frames_of(0, contents[:2]), barrier(1)])
            driver.sinks[0].wait_for_barrier(1)
            sent = sent_until_blocked(driver.sources[0], stream, patience_s=0.5)
            # Only what the sockets and the buffers of the relay hold.
            assert sent < self.held_bytes
            driver.sinks[1].open()
            driver.sources[0].sendall(stream[sent:])
            conversation = driver.end()
        frames = [frame for sink in driver.sinks for frame in sink.messages]
        assert len(frames) == 2 + rounds * len(contents)
        before, after = replies(conversation, "barrier")
        assert after.count("resident_bytes") - before.count("resident_bytes") < self.grown_bytes

    @pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
    @of_modes
    def test_a_relay_that_is_stopped_leaves_nothing_behind(
        self, relayed: Relayed, codec: str, by: signal.Signals, tmp_path: Path
    ) -> None:
        mode = list(self.modes[codec])[-1]
        contents = relayed.messages[codec]
        with driving(relayed.runner(codec), Asked(mode, sinks=2), tmp_path) as driver:
            driver.open_sinks()
            driver.send(0, [*frames_of(0, contents), barrier(1)])
            for sink in driver.sinks:
                sink.wait_for_barrier(1)
            process = driver.process
            os.kill(process, by)
            conversation = driver.ended()
        assert conversation.outcome != "ok"
        assert [reply.tag for reply in conversation.replies if reply.tag == "end"] == []
        assert sorted(number for _, number in arrived_once(driver)) == list(range(len(contents)))
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)

    def test_a_driver_that_is_gone_ends_the_relay(self, relayed: Relayed, floor: str, tmp_path: Path) -> None:
        contents = relayed.messages[floor]
        with driving(relayed.runner(floor), Asked(sinks=2), tmp_path) as driver:
            for sink in driver.sinks:
                sink.die()
            driver.send(0, frames_of(0, contents))
            last = last_barrier(driver.end())
        assert counted(last, "frames", "bytes_out", "undeliverable") == [len(contents), 0, len(contents)]
