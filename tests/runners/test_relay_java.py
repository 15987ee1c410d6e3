"""The relay of Java: what every mode sends on, what it counts, and what it does when ends fail."""

import re
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from relay.python_driver import (
    HEADER,
    LAST_MARK,
    Asked,
    Driver,
    driving,
    last_mark,
    mark,
    message,
    refused,
    replies,
)
from runners.relays import TIMEOUT_S, Relayed, arrived_once, frames_of, prove, relayed_by

from serbench.runner.process import ask
from serbench.runner.reply import Reply

pytestmark = pytest.mark.slow
WORKLOAD = "tweet"
RAW = "java/memcpy"
ANY = "java/bytebuffer"
# Whether a mode routes by fields too.
MODES_OF = {
    "java/protobuf": {"forward": False, "peek": True, "fresh": True, "message": True},
    ANY: {"forward": False, "peek": True, "fresh": True},
    "java/protostuff": {"forward": False, "reuse": True, "fresh": True},
    RAW: {"forward": False},
}
MODES = [(codec, mode) for codec, modes in MODES_OF.items() for mode in modes]
ROUTED = [
    (codec, mode, route)
    for codec, mode in MODES
    for route in (("shuffle", "fields") if MODES_OF[codec][mode] else ("shuffle",))
]
PASSING = ("forward", "peek")
STEPS_OF = {
    "forward": ["read", "route", "write"],
    "peek": ["read", "copy", "decode", "route", "write"],
    "reuse": ["read", "copy", "decode", "route", "encode", "write"],
    "fresh": ["read", "copy", "decode", "route", "encode", "write"],
    "message": ["read", "copy", "decode", "route", "encode", "write"],
}
MIB = 1 << 20


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Relayed:
    return relayed_by(tuple(MODES_OF), WORKLOAD, tmp_path_factory.mktemp("messages"))


def route_of(codec: str, mode: str) -> str:
    return "fields" if MODES_OF[codec][mode] else "shuffle"


def counted(reply: Reply, *names: str) -> list[int]:
    return [reply.count(name) for name in names]


@pytest.mark.parametrize("codec", MODES_OF)
def test_describe_names_the_modes_of_a_codec(codec: str, relayed: Relayed) -> None:
    described = ask(relayed.runner(codec), "describe", {}, TIMEOUT_S)
    told = {reply.text("name"): reply.fields.get("fields") != "0" for reply in replies(described, "mode")}
    changing = {"update", "split"} if "fresh" in MODES_OF[codec] else set()
    assert told == MODES_OF[codec] | dict.fromkeys(changing, True)
    assert "relay" in [reply.text("name") for reply in replies(described, "verb")]


@pytest.mark.parametrize("over_tcp", [False, True])
@pytest.mark.parametrize(("codec", "mode", "route"), ROUTED)
def test_every_message_arrives_once_where_it_belongs(
    codec: str, mode: str, route: str, over_tcp: bool, relayed: Relayed, tmp_path: Path
) -> None:
    runner, contents = relayed.runner(codec), relayed.messages[codec]
    asked = Asked(mode, route, sources=2, sinks=3)
    with driving(runner, asked, None if over_tcp else tmp_path) as driver:
        driver.open_sinks()
        for source in range(asked.sources):
            driver.send(source, frames_of(source, contents))
        conversation = driver.end()
    arrived = arrived_once(driver)
    keys = relayed.touches if asked.route == "fields" else range(len(contents))
    assert len({key % 3 for key in keys}) == 3
    for place, sink in enumerate(driver.sinks):
        assert sink.left == b""
        for source in range(asked.sources):
            numbers = [frame.number for frame in sink.messages if frame.source == source]
            assert numbers == [number for number, key in enumerate(keys) if key % 3 == place]
    for source in range(asked.sources):
        came = [arrived[source, number] for number in range(len(contents))]
        if mode in PASSING:
            assert came == list(contents)
        else:
            prove(runner, relayed.corpus, came, tmp_path / "came")
    last = last_mark(conversation)
    size, out = 2 * sum(map(len, contents)), sum(map(len, arrived.values()))
    assert counted(last, "frames", "bytes_in", "bytes_out") == [2 * len(contents), size, out]
    assert counted(last, "undecodable", "undeliverable", "torn") == [0, 0, 0]
    # Into the array of the codec, where one reads, and into the buffers of the sinks.
    assert last.count("copied_bytes") >= (out if mode == "forward" else out + size)
    assert last.count("cpu_ns") > 0
    (memory,) = replies(conversation, "memory")
    # The kernel adds up what its cores have counted only now and then.
    assert 0 < last.count("resident_bytes") <= memory.count("peak_bytes") + MIB


@pytest.mark.parametrize(("codec", "mode"), MODES)
def test_what_follows_a_mark_waits_until_all_sources_have_sent_it(
    codec: str, mode: str, relayed: Relayed, tmp_path: Path
) -> None:
    # No more than a socket holds, for the relay takes nothing behind the mark.
    contents = relayed.messages[codec][:20]
    count = len(contents)
    asked = Asked(mode, route_of(codec, mode), sources=2, sinks=2, block=3)
    with driving(relayed.runner(codec), asked, tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [mark(1, with_phases=True), *frames_of(0, contents), mark(2)])
        time.sleep(0.2)
        assert [frame for sink in driver.sinks for frame in sink.frames] == []
        driver.send(1, [message(1, 0, contents[0]), mark(1, with_phases=True), mark(2)])
        for sink in driver.sinks:
            sink.wait_for_mark(2)
        conversation = driver.end()
    marks = replies(conversation, "mark")
    assert [reply.count("number") for reply in marks] == [1, 2, LAST_MARK]
    assert [reply.count("frames") for reply in marks] == [1, 1 + count, 1 + count]
    tags = [reply.tag for reply in conversation.replies if reply.tag in ("mark", "phase", "gc")]
    steps = ["phase"] * len(STEPS_OF[mode])
    assert tags == ["mark", "gc", "mark", *steps, "gc", "mark", "gc"]
    phases = replies(conversation, "phase")
    assert [reply.text("name") for reply in phases] == STEPS_OF[mode]
    assert all(reply.count("cpu_ns") > 0 for reply in phases)
    assert [frame.sequence for frame in driver.sinks[0].frames if frame.is_mark] == [
        mark(1, with_phases=True).sequence,
        mark(2).sequence,
    ]
    assert len(arrived_once(driver)) == 1 + count


def test_marks_out_of_step_end_the_relay(relayed: Relayed, tmp_path: Path) -> None:
    with driving(relayed.runner(RAW), Asked(sources=2), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [mark(1)])
        driver.send(1, [mark(2)])
        conversation = driver.end()
    (failed,) = replies(conversation, "failed")
    assert re.fullmatch(
        r"The mark [12] came before the mark [12] had come from every source\.", failed.text("detail")
    )


def test_nobody_waits_for_the_mark_of_a_source_that_has_ended(relayed: Relayed, tmp_path: Path) -> None:
    with driving(relayed.runner(RAW), Asked(sources=2), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [mark(7)])
        driver.sources[1].close()
        driver.sinks[0].wait_for_mark(7)
        conversation = driver.end()
    assert [reply.count("number") for reply in replies(conversation, "mark")] == [7, LAST_MARK]


@pytest.mark.parametrize(("codec", "mode"), MODES)
def test_a_source_that_ends_within_a_frame_is_torn(
    codec: str, mode: str, relayed: Relayed, tmp_path: Path
) -> None:
    content = relayed.messages[codec][0]
    asked = Asked(mode, route_of(codec, mode), sources=3)
    with driving(relayed.runner(codec), asked, tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [message(0, 0, content)])
        driver.sources[1].sendall(message(1, 0, content).encoded[:-1])
        driver.sources[2].sendall(message(2, 0, content).encoded[: HEADER.size - 1])
        conversation = driver.end()
    assert counted(last_mark(conversation), "frames", "torn") == [1, 2]
    assert list(arrived_once(driver)) == [(0, 0)]


def test_frames_larger_than_all_buffers_that_come_in_pieces(relayed: Relayed, tmp_path: Path) -> None:
    contents = [bytes([n]) * size for n, size in enumerate((3 * MIB, 0, 1, 102_400, 102_388, 5 * MIB))]
    stream = b"".join(frame.encoded for frame in frames_of(0, contents))
    with driving(relayed.runner(RAW), Asked(sinks=2, largest_frame_bytes=5 * MIB), tmp_path) as driver:
        driver.open_sinks()
        for begin in range(0, len(stream), 99_991):
            driver.sources[0].sendall(stream[begin : begin + 99_991])
        conversation = driver.end()
    assert last_mark(conversation).count("bytes_out") == sum(map(len, contents))
    arrived = arrived_once(driver)
    assert [arrived[0, number] for number in range(len(contents))] == contents


def test_an_oversized_frame_ends_the_relay_after_what_came_before(relayed: Relayed, tmp_path: Path) -> None:
    with driving(relayed.runner(RAW), Asked(largest_frame_bytes=1000), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, frames_of(0, [bytes(1000), bytes(1001)]))
        conversation = driver.end()
    (failed,) = replies(conversation, "failed")
    assert (failed.text("operation"), failed.text("outcome")) == ("relay", "error")
    assert failed.text("detail") == "A frame of 1001 bytes is longer than 1000."
    assert last_mark(conversation).count("frames") == 1
    assert arrived_once(driver) == {(0, 0): bytes(1000)}


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize(("codec", "mode"), [pair for pair in MODES if pair[1] != "forward"])
def test_a_message_that_does_not_decode_is_left_out(
    codec: str, mode: str, with_phases: bool, relayed: Relayed, tmp_path: Path
) -> None:
    sound = relayed.messages[codec]
    contents = [sound[0], b"\xff", *sound[1:5], b"\xff", sound[0][: len(sound[0]) // 3], sound[0]]
    asked = Asked(mode, route_of(codec, mode), sinks=2)
    with driving(relayed.runner(codec), asked, tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [mark(1, with_phases), *frames_of(0, contents)])
        conversation = driver.end()
    undecodable = last_mark(conversation).count("undecodable")
    arrived = arrived_once(driver)
    # Access in place reads what it wants without asking where the message ends.
    assert undecodable == 3 or (codec, mode) == (ANY, "peek")
    assert len(arrived) == len(contents) - undecodable
    assert [arrived[0, number] for number in (0, 2, 3, 4, 5, 8)] == [sound[0], *sound[1:5], sound[0]]


@pytest.mark.parametrize(("codec", "mode"), MODES)
def test_a_sink_that_dies_loses_its_frames_alone(
    codec: str, mode: str, relayed: Relayed, tmp_path: Path
) -> None:
    contents = relayed.messages[codec]
    asked = Asked(mode, route_of(codec, mode), sinks=3)
    with driving(relayed.runner(codec), asked, tmp_path) as driver:
        driver.sinks[1].die()
        driver.open_sinks()
        driver.send(0, [*frames_of(0, contents), mark(1)])
        for sink in (driver.sinks[0], driver.sinks[2]):
            sink.wait_for_mark(1)
        conversation = driver.end()
    keys = relayed.touches if asked.route == "fields" else range(len(contents))
    lost = [number for number, key in enumerate(keys) if key % 3 == 1]
    last = last_mark(conversation)
    arrived = arrived_once(driver)
    assert counted(last, "frames", "undeliverable") == [len(contents), len(lost)]
    assert sorted(number for _, number in arrived) == sorted(set(range(len(contents))) - set(lost))
    assert last.count("bytes_out") == sum(map(len, arrived.values()))


@pytest.mark.parametrize(("codec", "mode"), [(RAW, "forward"), (ANY, "fresh")])
def test_a_slow_sink_holds_its_source_back_and_memory_stays_bounded(
    codec: str, mode: str, relayed: Relayed, tmp_path: Path
) -> None:
    contents = relayed.messages[codec]
    size = sum(len(content) + HEADER.size for content in contents)
    asked = Asked(mode, route_of(codec, mode), sinks=2)
    with driving(relayed.runner(codec), asked, tmp_path) as driver:
        driver.sinks[0].open()
        driver.send(0, [mark(1)])
        driver.sinks[0].wait_for_mark(1)
        sent = sent_until_held_back(driver, contents, limit=-(-64 * MIB // size))
        assert sent < 8 * MIB
        driver.open_sinks()
        conversation = driver.end()
    before, after = replies(conversation, "mark")
    assert last_mark(conversation).count("frames") == len(arrived_once(driver))
    assert after.count("resident_bytes") - before.count("resident_bytes") < 48 * MIB


def sent_until_held_back(driver: Driver, contents: Sequence[bytes], limit: int) -> int:
    """Sends the contents so often, or until nobody takes them for a while. Returns how many bytes."""
    source, sent = driver.sources[0], 0
    source.settimeout(2.0)
    for round_ in range(limit):
        frames = [message(0, round_ * len(contents) + n, content) for n, content in enumerate(contents)]
        stream = memoryview(b"".join(frame.encoded for frame in frames))
        while stream:
            try:
                part = source.send(stream)
            except TimeoutError:
                driver.open_sinks()
                source.settimeout(TIMEOUT_S)
                source.sendall(stream)
                return sent
            sent += part
            stream = stream[part:]
    return sent


@pytest.mark.parametrize(
    ("codec", "words", "sentence"),
    [
        (RAW, {"mode": "fresh", "route": "fields"}, 'This codec has no mode "fresh".'),
        (RAW, {"mode": "peek"}, 'This codec has no mode "peek".'),
        (ANY, {"mode": "message", "route": "fields"}, 'This codec has no mode "message".'),
        (ANY, {"mode": "reuse", "route": "fields"}, 'This codec has no mode "reuse".'),
        (ANY, {"mode": "dance"}, 'There is no mode "dance".'),
        (ANY, {"route": "fields"}, 'The mode "forward" of this codec has no route "fields".'),
        (ANY, {"route": "astray"}, 'The mode "forward" of this codec has no route "astray".'),
        (ANY, {"sinks": 0}, "The value of sinks is 0, and it must be between 1 and 65536."),
        (ANY, {"block": 0}, "The value of block is 0, and it must be between 1 and 65536."),
    ],
)
def test_what_cannot_be_relayed_is_refused_in_a_sentence(
    codec: str, words: dict[str, object], sentence: str, relayed: Relayed, tmp_path: Path
) -> None:
    conversation = refused(relayed.runner(codec), Asked(**words), tmp_path)  # type: ignore[arg-type]
    assert (conversation.outcome, conversation.detail) == ("refused", sentence)


@pytest.mark.parametrize("at", ["unix:/nowhere/s", "tcp:1"])
def test_a_driver_that_does_not_listen_is_an_error(at: str, relayed: Relayed) -> None:
    conversation = ask(relayed.runner(RAW), "relay", Asked().arguments(at), TIMEOUT_S)
    assert conversation.outcome == "refused"
    assert conversation.detail.startswith(f"Nobody answers at {at}: ")


@pytest.mark.parametrize("at", ["tcp:x", "tcp:70000", "udp:1"])
def test_an_address_must_be_one(at: str, relayed: Relayed) -> None:
    conversation = ask(relayed.runner(RAW), "relay", Asked().arguments(at), TIMEOUT_S)
    assert conversation.detail == f'The value of at is "{at}" where an address belongs.'
