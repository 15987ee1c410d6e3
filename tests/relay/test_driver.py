"""The driver of the relay against relays in Python, right and wrong."""

import signal
import struct
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from relay.driven import MESSAGES, Drive, answered, container, words

# Compiles the driver, and lets relays be late.
pytestmark = pytest.mark.slow


@pytest.mark.parametrize("transport", ["unix", "tcp"])
@pytest.mark.parametrize("same", [0, 1])
def test_a_right_relay_passes_every_stage(drive: Drive, tmp_path: Path, transport: str, same: int) -> None:
    reply = drive(transport=transport, same=same, rates="50%,300")
    assert (reply.status, reply.lines[-1], reply.facts("failed")) == (0, "end", [])
    size = sum(map(len, MESSAGES))
    assert reply.facts("proved") == [{"frames": "18", "bytes": str(2 * size)}] * 2
    (saturated,) = reply.facts("saturated")
    assert int(saturated["frames"]) > 0 and saturated["bytes_in"] == saturated["bytes_out"]
    assert int(saturated["wall_ns"]) >= 20_000_000
    assert [latency["load"] for latency in reply.facts("latency")] == ["50%", "300"]
    assert reply.facts("latency")[1]["count"] == "30"
    assert len(reply.facts("quantile")) == 24
    # Proof, warm-up, saturation with phases asked for, phases, two rates, proof, and the relay's last.
    barriers = [(int(barrier["number"]), barrier.get("phases")) for barrier in reply.facts("barrier")]
    assert barriers == [(number, "1" if number == 3 else "0") for number in range(1, 8)] + [
        (0xFFFFFFFF, None)
    ]
    assert (tmp_path / "received.bin").read_bytes() == (tmp_path / "messages.bin").read_bytes()
    assert not (tmp_path / "socket").exists()


@pytest.mark.parametrize(
    ("misdeed", "detail"),
    [
        ("drop", "Message 5 of source 0 did not arrive at sink 2."),
        ("repeat", "Message 5 of source 0 arrived twice at sink 2."),
        ("swap", "Message 5 of source 0 arrived at sink 2 after a later one."),
        ("misroute", "Message 5 of source 0 arrived at sink 0 instead of sink 2."),
        ("alter", "Message 5 of source 0 arrived at sink 2 altered at byte 185."),
        ("shorten", "Message 5 of source 0 arrived at sink 2 with 185 bytes instead of 186."),
        ("invent", "A frame with the unknown sequence 0007000000000000 arrived at sink 2."),
    ],
)
def test_what_a_relay_does_wrong_is_said(drive: Drive, misdeed: str, detail: str) -> None:
    # With one source, so that the next frame of a sink is of the same source.
    assert drive([f"misdeed={misdeed}"], sources=1).failure == ("wrong", detail)


def test_copies_of_one_message_must_be_equal_where_nothing_else_is_known(drive: Drive) -> None:
    outcome, detail = drive(["misdeed=alter"], same=0).failure
    assert outcome == "wrong" and detail.endswith("altered at byte 185.")


def test_a_relay_that_hangs_for_a_while_is_waited_for(drive: Drive) -> None:
    reply = drive(["misdeed=hang"])
    assert (reply.status, reply.lines[-1], reply.facts("failed")) == (0, "end", [])


def test_a_relay_that_ends_early_is_named(drive: Drive) -> None:
    assert drive(["misdeed=die"]).failure == ("crashed", "The relay was killed by signal 9.")
    assert drive(["misdeed=leave"]).failure == ("error", "The relay ended before its last barrier.")
    refused = drive(["misdeed=refuse"])
    assert (refused.status, refused.lines[-1]) == (2, "error detail=Too%20much.")


def test_patience_has_an_end(drive: Drive) -> None:
    stopped = drive(["misdeed=stop"], patience_ns=300_000_000)
    assert stopped.failure == ("timeout", "Nothing has moved for 0.3 s.")
    silent = drive(["misdeed=silent"], patience_ns=300_000_000)
    assert silent.failure == ("timeout", "The relay has not connected within 0.3 s.")


@pytest.mark.parametrize("transport", ["unix", "tcp"])
def test_strangers_are_refused_and_change_nothing(drive: Drive, transport: str) -> None:
    reply = drive(["strangers=1"], transport=transport)
    assert (reply.status, reply.lines[-1], reply.facts("failed")) == (0, "end", [])
    assert [facts["frames"] for facts in reply.facts("proved")] == ["18", "18"]


def test_a_relay_without_the_secret_is_a_stranger(drive: Drive) -> None:
    # It ends by itself once its sources are closed.
    reply = drive(["misdeed=forget"], transport="tcp")
    assert reply.facts("proved") == []
    assert reply.failure == ("error", "The relay ended before its last barrier.")


def test_messages_go_where_a_list_says_and_payloads_are_expected(drive: Drive, tmp_path: Path) -> None:
    shuffled = tmp_path / "destinations"
    shuffled.write_bytes(struct.pack("<9I", *(number % 3 for number in range(9))))
    assert drive(destinations=shuffled, payloads=tmp_path / "messages.bin").facts("failed") == []
    shuffled.write_bytes(struct.pack("<9I", *([0, 1, 2] * 2 + [0, 2, 1])))
    outcome, detail = drive(destinations=shuffled).failure
    assert outcome == "wrong" and " instead of sink " in detail
    other = container(tmp_path / "payloads.bin", [message[:-1] + b"!" for message in MESSAGES])
    outcome, detail = drive(payloads=other).failure
    assert outcome == "wrong" and "altered at byte" in detail


def test_a_slow_sink_loses_nothing(drive: Drive) -> None:
    reply = drive(fault="slow-sink:2000000")
    assert (reply.lines[-1], reply.facts("failed")) == ("end", [])
    assert reply.facts("proved")[0] == reply.facts("proved")[1]


def test_a_sink_that_dies_leaves_the_others_theirs(drive: Drive) -> None:
    reply = drive(fault="dying-sink:4")
    assert (reply.status, reply.lines[-1], reply.facts("failed")) == (0, "end", [])
    # Two of three sinks are left, with three messages of nine from each of two sources.
    assert reply.facts("proved")[1]["frames"] == "12"


def test_a_source_may_end_within_a_frame(drive: Drive) -> None:
    assert drive().facts("barrier")[-1]["torn"] == "0"
    assert drive(fault="torn-frame").facts("barrier")[-1]["torn"] == "1"


def test_what_waits_behind_a_pause_counts_from_its_schedule(drive: Drive) -> None:
    """A driver that waited before it sent would find one slow message of hundreds."""
    nap = ["nap_s=0.05", "nap_after_s=0.4"]
    reply = drive(nap, warmup_ns=0, saturate_ns=0, phases_ns=0, rates="1000", latency_ns=1_000_000_000)
    (latency,) = reply.facts("latency")
    assert latency["count"] == "1000"
    assert int(latency["max_ns"]) >= 40_000_000
    at = {float(quantile["at"]): int(quantile["ns"]) for quantile in reply.facts("quantile")}
    # About 50 messages were due within the pause, so the slowest hundredth waited for most of it.
    assert at[0.99] >= 25_000_000
    assert at[0.5] < 20_000_000


def test_a_rate_that_is_too_high_is_not_achieved(drive: Drive) -> None:
    reply = drive(rates="300%", latency_ns=200_000_000, saturate_ns=200_000_000)
    (latency,) = reply.facts("latency")
    assert int(latency["achieved_per_s"]) < 0.9 * int(latency["rate_per_s"])


def test_a_request_that_cannot_be_is_an_error(driver: Path) -> None:
    reply = answered([driver, "dive"])
    assert (reply.status, reply.lines) == (2, ['error detail=There%20is%20no%20verb%20"dive".'])


def test_no_relay_survives_its_driver(driver: Path, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    sleeper = ["sh", "-c", f"echo $$ > {pid}; exec sleep 60", "relay"]
    for end in (signal.SIGKILL, None):
        pid.unlink(missing_ok=True)
        command = [str(driver), "drive", *words(tmp_path, sources=1), "--", *sleeper]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            child = _awaited(lambda: pid.read_text().strip() if pid.exists() else "")
            assert process.stdout is not None
            if end is None:
                # A reader that goes away is noticed before anything is said.
                process.stdout.close()
            else:
                process.send_signal(end)
            assert process.wait(10) != 0
        _awaited(partial(_is_gone, child))
        (tmp_path / "socket").unlink(missing_ok=True)


def _is_gone(process: str) -> str:
    return "" if Path("/proc", process).exists() else "gone"


def _awaited(look: Callable[[], str]) -> str:
    for _ in range(500):
        if found := look():
            return found
        time.sleep(0.01)
    raise AssertionError("It did not come.")


@pytest.mark.parametrize("transport", ["unix", "tcp"])
def test_capacity_is_measured(driver: Path, tmp_path: Path, transport: str) -> None:
    socket = f"socket={tmp_path / 'socket'}"
    keys = [f"messages={container(tmp_path / 'm', MESSAGES)}", f"transport={transport}", socket]
    asked = [driver, "capacity", *keys, "sinks=2", "saturate_ns=50000000"]
    (capacity,) = answered(asked).facts("capacity")
    assert int(capacity["frames"]) > 1000 and int(capacity["wall_ns"]) >= 50_000_000


@pytest.mark.parametrize("transport", ["unix", "tcp"])
def test_a_bare_copy_passes_on_what_was_sent(driver: Path, tmp_path: Path, transport: str) -> None:
    ends = ["sources=1", "sinks=1"]
    driven = [driver, "drive", *words(tmp_path, transport=transport, sources=1, sinks=1)]
    reply = answered([*driven, "--", driver, "copy", *ends])
    assert (reply.status, reply.lines[-1], reply.facts("failed")) == (0, "end", [])
    assert "codec=copy" in reply.lines[0]
    assert reply.facts("proved") == [{"frames": "9", "bytes": str(sum(map(len, MESSAGES)))}] * 2
    (saturated,) = reply.facts("saturated")
    assert int(saturated["frames"]) > 1000 and saturated["bytes_in"] == saturated["bytes_out"]
    assert (tmp_path / "received.bin").read_bytes() == (tmp_path / "messages.bin").read_bytes()


@pytest.mark.parametrize(("sources", "sinks"), [(2, 1), (1, 3), (2, 2)])
def test_a_bare_copy_has_one_source_and_one_sink(driver: Path, sources: int, sinks: int) -> None:
    reply = answered([driver, "copy", "at=tcp:1", f"sources={sources}", f"sinks={sinks}"])
    (error,) = reply.facts("error")
    assert error["detail"] == f"A copy goes from 1 source to 1 sink, not from {sources} to {sinks}."
    assert reply.status == 2
