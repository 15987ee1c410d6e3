"""The relay of Rust: what every mode sends on, what it counts, and what it does when ends fail."""

import random
import socket
import time
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
from runners.relays import TIMEOUT_S, Relayed, by_sequence, frames_of, prove, relayed_by

from serbench.runner.process import Conversation, ask

pytestmark = pytest.mark.slow
WORKLOAD = "tuples:tuples=64"
RAW = "rust/memcpy"
# Each mode with its routes.
BOTH = ("shuffle", "fields")
MODES_OF: dict[str, dict[str, tuple[str, ...]]] = {
    "rust/protobuf": {"forward": ("shuffle",), "peek": BOTH, "fresh": BOTH, "message": BOTH},
    "rust/handcoded": {"forward": ("shuffle",), "peek": BOTH, "reuse": BOTH, "fresh": BOTH},
    # Reads only what is aligned.
    "rust/flatbuffers": {"forward": ("shuffle",), "peek": BOTH, "fresh": BOTH},
    RAW: {"forward": ("shuffle",)},
}
PASSING = ("forward", "peek")
MODES = [(codec, mode) for codec, modes in MODES_OF.items() for mode in modes]
ROUTED = [(codec, mode, route) for codec, mode in MODES for route in MODES_OF[codec][mode]]
DECODING = [(codec, mode) for codec, mode in MODES if mode != "forward"]
ENCODING = ["read", "decode", "route", "encode", "write"]
PHASES_OF = {
    "forward": ["read", "route", "write"],
    "peek": ["read", "decode", "route", "write"],
    "message": ENCODING,
    "reuse": ENCODING,
    "fresh": ENCODING,
}
MIB = 1 << 20


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Relayed:
    folder = tmp_path_factory.mktemp("messages")
    return relayed_by(list(MODES_OF), WORKLOAD, folder, unit="utf8", variant="relay")


@pytest.mark.parametrize("codec", MODES_OF)
def test_describe_names_the_modes_of_a_codec(codec: str, relayed: Relayed) -> None:
    described = ask(relayed.runner(codec), "describe", {}, TIMEOUT_S)
    modes = {reply.text("name"): reply.fields.get("fields") != "0" for reply in replies(described, "mode")}
    expected = {mode: "fields" in routes for mode, routes in MODES_OF[codec].items()}
    # Those of the schema have tests of their own.
    assert modes == expected | (dict.fromkeys(("update", "split"), True) if codec != RAW else {})
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
    arrived = by_sequence(driver)
    keys = relayed.touches if route == "fields" else range(len(contents))
    for place, sink in enumerate(driver.sinks):
        assert sink.left == b""
        for source in range(asked.sources):
            of_source = [frame.number for frame in sink.messages if frame.source == source]
            assert of_source == [number for number, key in enumerate(keys) if key % 3 == place]
    for source in range(asked.sources):
        came = [arrived[frame.sequence].message for frame in frames_of(source, contents)]
        if mode in PASSING:
            assert came == list(contents)
        else:
            prove(runner, relayed.corpus, came, tmp_path / "came")
    last = last_mark(conversation)
    assert last.count("frames") == 2 * len(contents)
    assert last.count("bytes_in") == 2 * sum(map(len, contents))
    assert last.count("bytes_out") == sum(len(frame.message) for frame in arrived.values())
    assert [last.count(name) for name in ("undecodable", "undeliverable", "torn")] == [0, 0, 0]
    if mode not in PASSING:
        assert last.count("copied_bytes") >= last.count("bytes_out")
    elif mode == "forward":
        # Of large frames only the beginnings, which the next read makes whole.
        assert last.count("copied_bytes") < last.count("bytes_out")
    (memory,) = replies(conversation, "memory")
    # The system counts pages by processor and adds them up now and then.
    assert 0 < last.count("resident_bytes") < memory.count("peak_bytes") + MIB


@pytest.mark.parametrize(("codec", "mode"), MODES)
def test_marks_wait_for_every_source_and_ask_for_phases(
    codec: str, mode: str, relayed: Relayed, tmp_path: Path
) -> None:
    contents = relayed.messages[codec]
    count = len(contents)
    with driving(relayed.runner(codec), Asked(mode, sources=2, sinks=2, block=3), tmp_path) as driver:
        driver.open_sinks()
        # What follows a mark waits for the other source's.
        driver.send(0, [*frames_of(0, contents), mark(1, with_phases=True), message(0, count, contents[0])])
        driver.send(1, [message(1, 0, contents[1])])
        time.sleep(0.05)
        assert not any(frame.is_mark for sink in driver.sinks for frame in sink.frames)
        driver.send(1, [mark(1, with_phases=True), *frames_of(1, contents)[1:]])
        for source in (0, 1):
            driver.send(source, [mark(2)])
        for sink in driver.sinks:
            sink.wait_for_mark(2)
        conversation = driver.end()
    marks = replies(conversation, "mark")
    assert [reply.count("number") for reply in marks] == [1, 2, LAST_MARK]
    assert [reply.count("frames") for reply in marks] == [count + 1, 2 * count + 1, 2 * count + 1]
    lines = [reply for reply in conversation.replies if reply.tag in ("mark", "phase")]
    assert [reply.tag for reply in lines] == ["mark", "mark"] + ["phase"] * len(PHASES_OF[mode]) + ["mark"]
    phases = replies(conversation, "phase")
    assert [reply.text("name") for reply in phases] == PHASES_OF[mode]
    spent_ns = marks[1].count("cpu_ns") - marks[0].count("cpu_ns")
    assert 0 < sum(reply.count("cpu_ns") for reply in phases) <= spent_ns
    assert len(by_sequence(driver)) == 2 * count + 1


def test_nobody_waits_for_a_source_that_has_ended(relayed: Relayed, tmp_path: Path) -> None:
    with driving(relayed.runner(RAW), Asked(sources=2), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [mark(1)])
        driver.sources[1].close()
        driver.sinks[0].wait_for_mark(1)
        conversation = driver.end()
    assert [reply.count("number") for reply in replies(conversation, "mark")] == [1, LAST_MARK]


@pytest.mark.parametrize(("codec", "mode"), MODES)
def test_frames_that_come_in_pieces(codec: str, mode: str, relayed: Relayed, tmp_path: Path) -> None:
    contents = relayed.messages[codec][:8]
    stream = b"".join(frame.encoded for frame in frames_of(0, contents))
    cuts = sorted(random.Random(1).sample(range(1, len(stream)), 40))
    with driving(relayed.runner(codec), Asked(mode), tmp_path) as driver:
        driver.open_sinks()
        for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
            driver.sources[0].sendall(stream[begin:end])
            time.sleep(0.002)
        conversation = driver.end()
    assert last_mark(conversation).count("frames") == len(contents)
    assert [frame.number for frame in driver.sinks[0].messages] == list(range(len(contents)))


@pytest.mark.parametrize(("codec", "mode"), MODES)
def test_a_source_that_ends_within_a_frame_is_torn(
    codec: str, mode: str, relayed: Relayed, tmp_path: Path
) -> None:
    whole, cut = frames_of(0, relayed.messages[codec][:2])
    with driving(relayed.runner(codec), Asked(mode, sources=3), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [whole])
        driver.sources[1].sendall(cut.encoded[:-1])
        driver.sources[2].sendall(cut.encoded[: HEADER.size - 1])
        conversation = driver.end()
    last = last_mark(conversation)
    assert (last.count("frames"), last.count("torn")) == (1, 2)
    assert [frame.number for frame in driver.sinks[0].messages] == [0]


@pytest.mark.parametrize(("codec", "mode"), MODES)
def test_a_frame_that_is_too_long_ends_the_relay(
    codec: str, mode: str, relayed: Relayed, tmp_path: Path
) -> None:
    content = relayed.messages[codec][0]
    asked = Asked(mode, largest_frame_bytes=len(content))
    with driving(relayed.runner(codec), asked, tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, frames_of(0, [content, content + b"x"]))
        conversation = driver.end()
    (failed,) = replies(conversation, "failed")
    assert (failed.text("operation"), failed.text("outcome")) == ("relay", "error")
    assert failed.text("detail") == f"A frame of {len(content) + 1} bytes is longer than {len(content)}."
    assert [frame.number for frame in driver.sinks[0].messages] == [0]
    assert last_mark(conversation).count("frames") == 1


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize(("codec", "mode"), DECODING)
def test_a_message_that_does_not_decode_is_left_out(
    codec: str, mode: str, with_phases: bool, relayed: Relayed, tmp_path: Path
) -> None:
    right = relayed.messages[codec]
    sent = [b"\xff" * 7, right[0], right[1][:3], b"\xff" * 100, right[2], right[3]]
    with driving(relayed.runner(codec), Asked(mode, block=2), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [mark(1, with_phases), *frames_of(0, sent)])
        conversation = driver.end()
    last = last_mark(conversation)
    assert (last.count("frames"), last.count("undecodable")) == (6, 3)
    assert [frame.number for frame in driver.sinks[0].messages] == [1, 4, 5]


@pytest.mark.parametrize(("codec", "mode"), MODES)
def test_a_sink_that_dies_loses_its_frames_alone(
    codec: str, mode: str, relayed: Relayed, tmp_path: Path
) -> None:
    contents = relayed.messages[codec]
    with driving(relayed.runner(codec), Asked(mode, sinks=2), tmp_path) as driver:
        driver.sinks[1].die()
        driver.sinks[0].open()
        driver.send(0, frames_of(0, contents))
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
def test_a_slow_sink_holds_the_source_back(codec: str, mode: str, relayed: Relayed, tmp_path: Path) -> None:
    contents = relayed.messages[codec]
    count = 32 * MIB // max(map(len, contents))
    stream = b"".join(frame.encoded for frame in frames_of(0, [*contents] * (count // len(contents))))
    runner, asked = relayed.runner(codec), Asked(mode, sinks=2)
    with driving(runner, asked, tmp_path) as driver:
        driver.open_sinks()
        driver.sources[0].sendall(stream[: 2 * MIB])
        usual = peak_bytes(driver.end())
    with driving(runner, asked, tmp_path) as driver:
        driver.sinks[0].open()
        sent = sent_until_blocked(driver.sources[0], stream, patience_s=0.3)
        # Only what the sockets and one buffer of the relay hold.
        assert sent < 4 * MIB
        driver.sinks[1].open()
        driver.sources[0].sendall(stream[sent:])
        conversation = driver.end()
    assert len(by_sequence(driver)) == count // len(contents) * len(contents)
    assert peak_bytes(conversation) < usual + 2 * MIB


def test_what_cannot_be_relayed_is_one_sentence(relayed: Relayed, tmp_path: Path) -> None:
    def said(codec: str, asked: Asked) -> str:
        conversation = refused(relayed.runner(codec), asked, tmp_path)
        assert conversation.outcome == "refused"
        return conversation.detail

    assert said("rust/flatbuffers", Asked("message")) == 'This codec has no mode "message".'
    assert said(RAW, Asked("fresh")) == 'This codec has no mode "fresh".'
    assert said(RAW, Asked(route="fields")) == 'The mode "forward" of this codec has no route "fields".'
    assert said(RAW, Asked(sinks=0)) == "The value of sinks is 0 where 1 to 65535 belong."


@pytest.mark.parametrize(
    ("at", "why"),
    [
        ("unix:/nowhere/socket", "There is no connection to unix:/nowhere/socket: No such file or directory"),
        ("tcp:1", "There is no connection to tcp:1: Connection refused"),
        ("udp:1", 'The value of at is "udp:1" where unix:PATH or tcp:PORT belongs.'),
    ],
)
def test_where_nobody_listens(at: str, why: str, relayed: Relayed) -> None:
    conversation = ask(relayed.runner(RAW), "relay", Asked().arguments(at), TIMEOUT_S)
    assert conversation.outcome == "refused"
    assert conversation.detail.startswith(why)
