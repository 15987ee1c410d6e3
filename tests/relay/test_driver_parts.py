"""The driver of the relay against relays in Python that split messages into parts, right and wrong."""

from pathlib import Path

import pytest
from relay.driven import MESSAGES, Drive, container

# Compiles the driver.
pytestmark = pytest.mark.slow


@pytest.mark.parametrize("transport", ["unix", "tcp"])
def test_a_relay_that_splits_passes_every_stage(drive: Drive, tmp_path: Path, transport: str) -> None:
    reply = drive(["split=1"], transport=transport, same=0, split=1, rates="50%,300")
    assert (reply.status, reply.lines[-1], reply.facts("failed")) == (0, "end", [])
    # A message counts once, however many parts it has; each part begins with a byte of its own.
    size = 2 * sum(len(message) + 3 for message in MESSAGES)
    assert reply.facts("proved") == [{"frames": "18", "bytes": str(size)}] * 2
    (saturated,) = reply.facts("saturated")
    frames, bytes_in, bytes_out = (int(saturated[key]) for key in ("frames", "bytes_in", "bytes_out"))
    assert frames > 0 and bytes_out == bytes_in + 3 * frames
    assert reply.facts("latency")[1]["count"] == "30"
    for sink in range(3):
        parts = [bytes([sink]) + message[sink::3] for message in MESSAGES]
        expected = container(tmp_path / "expected.bin", parts).read_bytes()
        assert (tmp_path / f"received.bin.{sink}").read_bytes() == expected
    assert not (tmp_path / "received.bin").exists()


@pytest.mark.parametrize(
    ("misdeed", "detail"),
    [
        ("drop", "Message 5 of source 0 did not arrive at sink 2."),
        ("repeat", "Message 5 of source 0 arrived twice at sink 2."),
        ("swap", "Message 5 of source 0 arrived at sink 2 after a later one."),
        # The wrong sink has its own part of the message already.
        ("misroute", "Message 5 of source 0 arrived twice at sink 0."),
        # What is wrong in the first copy is seen in the next, which is another.
        ("exchange", "Message 14 of source 0 arrived at sink 0 altered at byte 0."),
        ("alter", "Message 14 of source 0 arrived at sink 2 altered at byte 62."),
        ("shorten", "Message 14 of source 0 arrived at sink 2 with 63 bytes instead of 62."),
        ("invent", "A frame with the unknown sequence 0007000000000000 arrived at sink 2."),
    ],
)
def test_what_a_relay_does_wrong_with_parts_is_said(drive: Drive, misdeed: str, detail: str) -> None:
    reply = drive(["split=1", f"misdeed={misdeed}"], same=0, split=1, sources=1)
    assert reply.failure == ("wrong", detail)


def test_parts_are_expected_at_every_sink(drive: Drive) -> None:
    outcome, detail = drive(same=0, split=1, sources=1).failure
    assert outcome == "wrong" and " did not arrive at sink " in detail
    # Without the key, each message has one sink.
    outcome, detail = drive(["split=1"], same=0, sources=1).failure
    assert outcome == "wrong" and " instead of sink " in detail


def test_a_message_has_the_latency_of_its_last_part(drive: Drive) -> None:
    lag = ["split=1", "lag_s=0.01"]
    stages = {"warmup_ns": 0, "saturate_ns": 0, "phases_ns": 0, "latency_ns": 500_000_000}
    reply = drive(lag, same=0, split=1, rates="20", **stages)
    assert reply.facts("latency")[0]["count"] == "10"
    assert int(reply.facts("quantile")[0]["ns"]) >= 10_000_000


def test_a_sink_that_dies_leaves_the_others_their_parts(drive: Drive) -> None:
    reply = drive(["split=1"], same=0, split=1, fault="dying-sink:4")
    assert (reply.status, reply.lines[-1], reply.facts("failed")) == (0, "end", [])
    assert [proved["frames"] for proved in reply.facts("proved")] == ["18", "18"]
