"""The relay of C++: what every mode sends on, what it counts, and what it does when ends fail."""

import random
import socket
import struct
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from relay.python_driver import (
    HEADER,
    LAST_MARK,
    Asked,
    driving,
    last_mark,
    mark,
    message,
    refused,
    replies,
)
from runners.relays import TIMEOUT_S, Relayed, by_sequence, prove, relayed_by

from serbench.codecs.runner import Runner
from serbench.runner.process import Conversation, ask

pytestmark = pytest.mark.slow
WORKLOAD = "tuples:tuples=64"
RAW = "cpp/memcpy"
MODES_OF = {
    "cpp/protobuf": ["forward", "peek", "message", "reuse", "fresh", "update", "split"],
    "cpp/flatbuffers": ["forward", "peek", "reuse", "fresh", "update", "split"],
    "cpp/handcoded": ["forward", "peek", "reuse", "fresh", "update", "split"],
    RAW: ["forward"],
}
PASSING = ("forward", "peek")
# What the others send is proved in test_relay_cpp_changes.
SAME = ("forward", "peek", "message", "reuse", "fresh")
MODES = [(codec, mode) for codec, modes in MODES_OF.items() for mode in modes if mode in SAME]
ROUTED = [
    (codec, mode, route)
    for codec, mode in MODES
    for route in (["shuffle"] if mode == "forward" else ["shuffle", "fields"])
]
DECODING = [(codec, mode) for codec, mode in MODES if mode != "forward"]
PHASES_OF = {
    "forward": ["read", "route", "write"],
    "peek": ["read", "decode", "route", "write"],
    "message": ["read", "decode", "route", "encode", "write"],
    "reuse": ["read", "decode", "route", "encode", "write"],
    "fresh": ["read", "decode", "route", "encode", "write"],
}
MIB = 1 << 20


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Relayed:
    folder = tmp_path_factory.mktemp("messages")
    return relayed_by(list(MODES_OF), WORKLOAD, folder, unit="utf8", variant="relay")


@pytest.fixture
def runner_of(relayed: Relayed) -> Callable[[str], Runner]:
    def find(codec: str) -> Runner:
        if codec not in relayed.runners:
            pytest.skip(f"{codec} is not available on this machine")
        return relayed.runners[codec]

    return find


@pytest.mark.parametrize("codec", MODES_OF)
def test_describe_names_the_modes_of_a_codec(codec: str, runner_of: Callable[[str], Runner]) -> None:
    described = ask(runner_of(codec), "describe", {}, TIMEOUT_S)
    assert [reply.text("name") for reply in replies(described, "mode")] == MODES_OF[codec]
    assert replies(described, "verb")[-1].text("name") == "relay"


@pytest.mark.parametrize("over_tcp", [False, True])
@pytest.mark.parametrize(("codec", "mode", "route"), ROUTED)
def test_every_message_arrives_once_where_it_belongs(
    codec: str,
    mode: str,
    route: str,
    over_tcp: bool,
    relayed: Relayed,
    runner_of: Callable[[str], Runner],
    tmp_path: Path,
) -> None:
    runner = runner_of(codec)
    contents, keys = relayed.messages[codec], relayed.touches
    asked = Asked(mode, route, sources=2, sinks=3)
    with driving(runner, asked, None if over_tcp else tmp_path) as driver:
        driver.open_sinks()
        for source in range(asked.sources):
            driver.send(source, [message(source, i, content) for i, content in enumerate(contents)])
        conversation = driver.end()
    arrived = by_sequence(driver)
    for place, sink in enumerate(driver.sinks):
        assert sink.left == b""
        for source in range(asked.sources):
            of_source = [frame.number for frame in sink.messages if frame.source == source]
            assert of_source == [
                i for i in range(len(contents)) if (keys[i] if route == "fields" else i) % 3 == place
            ]
    for source in range(asked.sources):
        came = [arrived[message(source, i, b"").sequence].message for i in range(len(contents))]
        if mode in PASSING:
            assert came == list(contents)
        else:
            prove(runner, relayed.corpus, came, tmp_path / "came")
    last = last_mark(conversation)
    size = 2 * sum(map(len, contents))
    assert (last.count("frames"), last.count("bytes_in")) == (2 * len(contents), size)
    assert last.count("bytes_out") == sum(len(frame.message) for frame in arrived.values())
    assert [last.count(name) for name in ("undecodable", "undeliverable", "torn")] == [0, 0, 0]
    if mode not in PASSING:
        assert last.count("copied_bytes") >= last.count("bytes_out")
    assert 0 < last.count("cpu_ns") <= 2 * last.count("wall_ns")
    (memory,) = replies(conversation, "memory")
    assert 0 < last.count("resident_bytes") <= memory.count("peak_bytes")


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize(
    ("sinks", "sizes", "copied"),
    [
        (1, [10, 2000, 0, 3000], 0),
        (2, [2000, 2000, 3000, 2000], 0),
        (2, [10, 2000, 20, 30, 0, 3000], 60),
    ],
)
def test_only_small_frames_of_several_sinks_are_copied(
    sinks: int,
    sizes: Sequence[int],
    copied: int,
    with_phases: bool,
    runner_of: Callable[[str], Runner],
    tmp_path: Path,
) -> None:
    frames = [message(0, number, bytes([number]) * size) for number, size in enumerate(sizes)]
    with driving(runner_of(RAW), Asked(sinks=sinks), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [mark(1, with_phases), *frames])
        conversation = driver.end()
    for place, sink in enumerate(driver.sinks):
        assert sink.messages == frames[place::sinks]
    assert last_mark(conversation).count("copied_bytes") == copied


@pytest.mark.parametrize(("codec", "mode"), MODES)
def test_marks_wait_for_every_source_and_ask_for_phases(
    codec: str, mode: str, relayed: Relayed, runner_of: Callable[[str], Runner], tmp_path: Path
) -> None:
    contents = relayed.messages[codec]
    count = len(contents)
    with driving(runner_of(codec), Asked(mode, sources=2, sinks=2, block=3), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [message(0, i, content) for i, content in enumerate(contents)])
        # What follows a mark waits for the other source's.
        driver.send(0, [mark(1, with_phases=True), message(0, count, contents[0])])
        driver.send(1, [message(1, 0, contents[1])])
        time.sleep(0.05)
        assert not any(frame.is_mark for sink in driver.sinks for frame in sink.frames)
        driver.send(1, [mark(1, with_phases=True)])
        for sink in driver.sinks:
            sink.wait_for_mark(1)
        driver.send(1, [message(1, 1 + i, content) for i, content in enumerate(contents)])
        for source in (0, 1):
            driver.send(source, [mark(2)])
        for sink in driver.sinks:
            sink.wait_for_mark(2)
        conversation = driver.end()
    marks = replies(conversation, "mark")
    assert [reply.count("number") for reply in marks] == [1, 2, LAST_MARK]
    assert [reply.count("frames") for reply in marks] == [count + 1, 2 * count + 2, 2 * count + 2]
    lines = [reply for reply in conversation.replies if reply.tag in ("mark", "phase")]
    assert [reply.tag for reply in lines] == ["mark", "mark"] + ["phase"] * len(PHASES_OF[mode]) + ["mark"]
    phases = replies(conversation, "phase")
    assert [reply.text("name") for reply in phases] == PHASES_OF[mode]
    spent_ns = marks[1].count("cpu_ns") - marks[0].count("cpu_ns")
    assert 0 < sum(reply.count("cpu_ns") for reply in phases) <= spent_ns
    assert len(by_sequence(driver)) == 2 * count + 2


def test_a_source_that_has_ended_sends_no_mark(
    relayed: Relayed, runner_of: Callable[[str], Runner], tmp_path: Path
) -> None:
    with driving(runner_of(RAW), Asked(sources=2), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [mark(1)])
        driver.sources[1].close()
        driver.sinks[0].wait_for_mark(1)
        conversation = driver.end()
    assert [reply.count("number") for reply in replies(conversation, "mark")] == [1, LAST_MARK]


@pytest.mark.parametrize(("codec", "mode"), MODES)
def test_frames_that_come_in_pieces(
    codec: str, mode: str, relayed: Relayed, runner_of: Callable[[str], Runner], tmp_path: Path
) -> None:
    contents = relayed.messages[codec][:8]
    stream = b"".join(message(0, i, content).encoded for i, content in enumerate(contents))
    cuts = sorted(random.Random(1).sample(range(1, len(stream)), 40))
    with driving(runner_of(codec), Asked(mode), tmp_path) as driver:
        driver.open_sinks()
        for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
            driver.sources[0].sendall(stream[begin:end])
            time.sleep(0.002)
        conversation = driver.end()
    assert last_mark(conversation).count("frames") == len(contents)
    came = [frame.message for frame in driver.sinks[0].messages]
    assert came == list(contents)


@pytest.mark.parametrize(("codec", "mode"), MODES)
def test_a_source_that_ends_within_a_frame_is_torn(
    codec: str, mode: str, relayed: Relayed, runner_of: Callable[[str], Runner], tmp_path: Path
) -> None:
    content = relayed.messages[codec][0]
    whole, cut = message(0, 0, content), message(1, 0, content).encoded[:-1]
    with driving(runner_of(codec), Asked(mode, sources=3), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [whole])
        driver.sources[1].sendall(cut)
        driver.sources[2].sendall(cut[: HEADER.size - 1])
        conversation = driver.end()
    last = last_mark(conversation)
    assert (last.count("frames"), last.count("torn")) == (1, 2)
    assert [frame.sequence for frame in driver.sinks[0].messages] == [whole.sequence]


@pytest.mark.parametrize(("codec", "mode"), MODES)
def test_a_frame_that_is_too_long_ends_the_relay(
    codec: str, mode: str, relayed: Relayed, runner_of: Callable[[str], Runner], tmp_path: Path
) -> None:
    content = relayed.messages[codec][0]
    asked = Asked(mode, largest_frame_bytes=len(content))
    with driving(runner_of(codec), asked, tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [message(0, 0, content)])
        driver.sources[0].sendall(struct.pack("<IQ", len(content) + 1, 1) + content)
        conversation = driver.end()
    (failed,) = replies(conversation, "failed")
    assert (failed.text("operation"), failed.text("outcome")) == ("relay", "error")
    assert failed.text("detail") == (f"A frame of {len(content) + 1} bytes is longer than {len(content)}.")
    assert [frame.number for frame in driver.sinks[0].messages] == [0]
    assert last_mark(conversation).count("frames") == 1


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize(("codec", "mode"), DECODING)
def test_a_message_that_does_not_decode_is_left_out(
    codec: str,
    mode: str,
    with_phases: bool,
    relayed: Relayed,
    runner_of: Callable[[str], Runner],
    tmp_path: Path,
) -> None:
    contents = relayed.messages[codec]
    sent = [contents[0], b"\xff" * 7, contents[1], contents[2][:3], b"\xff" * 100, contents[3]]
    with driving(runner_of(codec), Asked(mode, block=2), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [mark(1, with_phases)])
        driver.send(0, [message(0, i, content) for i, content in enumerate(sent)])
        conversation = driver.end()
    last = last_mark(conversation)
    assert (last.count("frames"), last.count("undecodable")) == (6, 3)
    assert {frame.number: frame.message for frame in driver.sinks[0].messages} == {
        0: contents[0],
        2: contents[1],
        5: contents[3],
    }


@pytest.mark.parametrize(("codec", "mode"), MODES)
def test_a_sink_that_dies_loses_its_frames_alone(
    codec: str, mode: str, relayed: Relayed, runner_of: Callable[[str], Runner], tmp_path: Path
) -> None:
    contents = relayed.messages[codec]
    with driving(runner_of(codec), Asked(mode, sinks=2), tmp_path) as driver:
        driver.sinks[1].die()
        driver.sinks[0].open()
        driver.send(0, [message(0, i, content) for i, content in enumerate(contents)])
        conversation = driver.end()
    last = last_mark(conversation)
    even = range(0, len(contents), 2)
    assert [frame.number for frame in driver.sinks[0].messages] == list(even)
    assert last.count("undeliverable") == len(contents) - len(even)
    assert last.count("bytes_out") == sum(len(frame.message) for frame in driver.sinks[0].messages)


def peak_bytes(conversation: Conversation) -> int:
    (memory,) = replies(conversation, "memory")
    return memory.count("peak_bytes")


def sent_until_blocked(source: socket.socket, stream: bytes, patience_s: float) -> int:
    """Sends until nothing is taken for so long; returns how many bytes were."""
    source.settimeout(patience_s)
    sent = 0
    while sent != len(stream):
        try:
            sent += source.send(stream[sent : sent + 65536])
        except TimeoutError:
            break
    source.settimeout(TIMEOUT_S)
    return sent


@pytest.mark.parametrize(("codec", "mode"), MODES)
def test_a_slow_sink_holds_the_source_back(
    codec: str, mode: str, relayed: Relayed, runner_of: Callable[[str], Runner], tmp_path: Path
) -> None:
    contents = relayed.messages[codec]
    count = 32 * MIB // max(map(len, contents))
    frames = [message(0, i, contents[i % len(contents)]) for i in range(count)]
    stream = b"".join(frame.encoded for frame in frames)
    asked = Asked(mode, sinks=2)
    with driving(runner_of(codec), asked, tmp_path) as driver:
        driver.open_sinks()
        driver.sources[0].sendall(stream[: 2 * MIB])
        usual = peak_bytes(driver.end())
    with driving(runner_of(codec), asked, tmp_path) as driver:
        driver.sinks[0].open()
        sent = sent_until_blocked(driver.sources[0], stream, patience_s=0.3)
        # Only what the sockets and one buffer of the relay hold.
        assert sent < 4 * MIB
        driver.sinks[1].open()
        driver.sources[0].sendall(stream[sent:])
        conversation = driver.end()
    assert len(by_sequence(driver)) == count
    assert peak_bytes(conversation) < usual + 2 * MIB


def test_what_cannot_be_relayed_is_one_sentence(runner_of: Callable[[str], Runner], tmp_path: Path) -> None:
    def said(codec: str, asked: Asked) -> str:
        conversation = refused(runner_of(codec), asked, tmp_path)
        assert conversation.outcome == "refused"
        return conversation.detail

    assert said("cpp/flatbuffers", Asked("message")) == 'This codec has no mode "message".'
    assert said(RAW, Asked("fresh")) == 'This codec has no mode "fresh".'
    assert said(RAW, Asked("all")) == 'This codec has no mode "all".'
    assert said(RAW, Asked(route="fields")) == "The mode forward of this codec cannot route by fields."
    assert said(RAW, Asked(route="chance")) == 'There is no route "chance".'
    assert said(RAW, Asked(sinks=0)) == "The value of sinks is 0 where 1 to 65536 is possible."
    assert said(RAW, Asked(block=0)) == "The value of block is 0 where 1 to 65536 is possible."


@pytest.mark.parametrize(
    ("at", "why"),
    [
        ("unix:/nowhere/socket", "No such file or directory"),
        ("unix:/" + "a" * 200, "the path of a socket has at most 107 bytes"),
        ("tcp:1", "Connection refused"),
        ("tcp:http", "that is no port"),
        ("udp:1", "that is neither unix:PATH nor tcp:PORT"),
    ],
)
def test_where_nobody_listens(at: str, why: str, runner_of: Callable[[str], Runner]) -> None:
    conversation = ask(runner_of(RAW), "relay", Asked().arguments(at), TIMEOUT_S)
    assert conversation.outcome == "refused"
    assert conversation.detail == f"The relay cannot connect to {at}: {why}."
