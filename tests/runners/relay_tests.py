"""Tests of the relay of every language, whatever its codec and mode."""

import random
import time
from pathlib import Path

import pytest
from relay.python_driver import LAST_BARRIER, Asked, barrier, driving, last_barrier, message, replies
from runners.modes import of_modes
from runners.relay_cases import CHANGING, PASSING, Cases
from runners.relays import MIB, TIMEOUT_S, Relayed, arrived_once, counted, frames_of, peak_bytes, prove

from serbench.runner.process import ask


class Relays(Cases):
    """Tests of what is sent on, what is counted, and what barriers do."""

    def test_describe_names_the_modes_of_a_codec(self, relayed: Relayed, codec: str) -> None:
        described = ask(relayed.runner(codec), "describe", {}, TIMEOUT_S)
        told = {reply.text("name"): reply.fields.get("fields") != "0" for reply in replies(described, "mode")}
        expected = dict(self.modes[codec])
        if len(expected) > 1:
            expected |= dict.fromkeys(CHANGING, True)
        assert told == expected
        assert "relay" in [reply.text("name") for reply in replies(described, "verb")]

    @pytest.mark.parametrize("over_tcp", [False, True])
    def test_every_message_arrives_once_where_it_belongs(
        self, relayed: Relayed, codec: str, mode: str, route: str, over_tcp: bool, tmp_path: Path
    ) -> None:
        runner, contents = relayed.runner(codec), relayed.messages[codec]
        asked = Asked(mode, route, sources=2, sinks=4)
        with driving(runner, asked, None if over_tcp else tmp_path) as driver:
            driver.open_sinks()
            for source in range(asked.sources):
                driver.send(source, frames_of(source, contents))
            conversation = driver.end()
        arrived = arrived_once(driver)
        keys = relayed.touches if route == "fields" else range(len(contents))
        assert len({key % asked.sinks for key in keys}) > 2
        for place, sink in enumerate(driver.sinks):
            assert sink.left == b""
            for source in range(asked.sources):
                of_source = [frame.number for frame in sink.messages if frame.source == source]
                assert of_source == [number for number, key in enumerate(keys) if key % asked.sinks == place]
        for source in range(asked.sources):
            came = [arrived[source, number] for number in range(len(contents))]
            if mode in PASSING:
                assert came == list(contents)
            else:
                prove(runner, relayed.corpus, came, tmp_path / "came")
        last = last_barrier(conversation)
        size_in, size_out = 2 * sum(map(len, contents)), sum(map(len, arrived.values()))
        assert counted(last, "frames", "bytes_in", "bytes_out") == [2 * len(contents), size_in, size_out]
        assert counted(last, "undecodable", "undeliverable", "torn", "updated_in_place") == [0, 0, 0, 0]
        if mode not in PASSING:
            assert last.count("copied_bytes") >= size_out
        assert last.count("cpu_ns") > 0
        # The kernel adds up what its cores have counted only now and then.
        assert 0 < last.count("resident_bytes") <= peak_bytes(conversation) + MIB

    @of_modes
    def test_barriers_wait_for_every_source_and_ask_for_phases(
        self, relayed: Relayed, codec: str, mode: str, tmp_path: Path
    ) -> None:
        contents = relayed.messages[codec]
        count = len(contents)
        asked = Asked(mode, self.route(codec, mode), sources=2, sinks=2, block=3)
        with driving(relayed.runner(codec), asked, tmp_path) as driver:
            driver.open_sinks()
            # What follows a barrier waits for the other source's.
            ahead = message(0, count, contents[0])
            driver.send(0, [*frames_of(0, contents), barrier(1, with_phases=True), ahead])
            driver.send(1, [message(1, 0, contents[1])])
            time.sleep(0.05)
            assert not any(frame.is_barrier for sink in driver.sinks for frame in sink.frames)
            driver.send(1, [barrier(1, with_phases=True), *frames_of(1, contents)[1:]])
            for source in (0, 1):
                driver.send(source, [barrier(2)])
            for sink in driver.sinks:
                sink.wait_for_barrier(2)
            conversation = driver.end()
        barriers = replies(conversation, "barrier")
        assert [reply.count("number") for reply in barriers] == [1, 2, LAST_BARRIER]
        assert [reply.count("frames") for reply in barriers] == [count + 1, 2 * count + 1, 2 * count + 1]
        tags = [reply.tag for reply in conversation.replies if reply.tag in ("barrier", "phase")]
        assert tags == ["barrier", "barrier"] + ["phase"] * len(self.steps[mode]) + ["barrier"]
        phases = replies(conversation, "phase")
        assert tuple(reply.text("name") for reply in phases) == tuple(self.steps[mode])
        spent_ns = barriers[1].count("cpu_ns") - barriers[0].count("cpu_ns")
        assert 0 < sum(reply.count("cpu_ns") for reply in phases) <= spent_ns
        passed = [frame.sequence for frame in driver.sinks[0].frames if frame.is_barrier]
        assert passed == [barrier(1, with_phases=True).sequence, barrier(2).sequence]
        assert len(arrived_once(driver)) == 2 * count + 1

    def test_nobody_waits_for_a_source_that_has_ended(
        self, relayed: Relayed, floor: str, tmp_path: Path
    ) -> None:
        with driving(relayed.runner(floor), Asked(sources=2), tmp_path) as driver:
            driver.open_sinks()
            driver.send(0, [barrier(7)])
            driver.sources[1].close()
            driver.sinks[0].wait_for_barrier(7)
            conversation = driver.end()
        assert [reply.count("number") for reply in replies(conversation, "barrier")] == [7, LAST_BARRIER]

    def test_barriers_out_of_step_end_the_relay(self, relayed: Relayed, floor: str, tmp_path: Path) -> None:
        with driving(relayed.runner(floor), Asked(sources=2), tmp_path) as driver:
            driver.open_sinks()
            driver.send(0, [barrier(1)])
            driver.send(1, [barrier(2)])
            (failed,) = replies(driver.end(), "failed")
        both = [self.differing_barriers.format(*numbers) for numbers in ((1, 2), (2, 1))]
        assert failed.text("detail") in both

    @of_modes
    def test_frames_that_come_in_pieces(
        self, relayed: Relayed, codec: str, mode: str, tmp_path: Path
    ) -> None:
        contents = relayed.messages[codec][:8]
        stream = b"".join(frame.encoded for frame in frames_of(0, contents))
        cuts = sorted(random.Random(1).sample(range(1, len(stream)), 40))
        with driving(relayed.runner(codec), Asked(mode), tmp_path) as driver:
            driver.open_sinks()
            for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
                driver.sources[0].sendall(stream[begin:end])
                time.sleep(0.002)
            conversation = driver.end()
        assert last_barrier(conversation).count("frames") == len(contents)
        assert [frame.number for frame in driver.sinks[0].messages] == list(range(len(contents)))
        if mode in PASSING:
            assert [frame.message for frame in driver.sinks[0].messages] == contents

    def test_frames_larger_than_all_buffers(self, relayed: Relayed, floor: str, tmp_path: Path) -> None:
        sizes = (3 * MIB, 0, 1, 102_400, 102_388, 5 * MIB)
        contents = [bytes([number]) * size for number, size in enumerate(sizes)]
        stream = b"".join(frame.encoded for frame in frames_of(0, contents))
        asked = Asked(sinks=2, largest_frame_bytes=5 * MIB)
        with driving(relayed.runner(floor), asked, tmp_path) as driver:
            driver.open_sinks()
            for begin in range(0, len(stream), 99_991):
                driver.sources[0].sendall(stream[begin : begin + 99_991])
            conversation = driver.end()
        assert last_barrier(conversation).count("bytes_out") == sum(sizes)
        assert arrived_once(driver) == {(0, number): content for number, content in enumerate(contents)}
