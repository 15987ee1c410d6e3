"""The findings in a reply of driver and relay, as far as it is believed."""

import pytest

from serbench.experiments.relay.judging import ExpectedRelay, RelayFinding, judge_relay
from serbench.runner.process import Conversation
from serbench.runner.reply import ReplyReader

EXPECTED = ExpectedRelay(messages=4, sources=2, has_phases=True, rates=1)
COUNTS = (
    "bytes_in=0 bytes_out=0 undecodable=0 undeliverable=0 torn=0 wall_ns=1 copied_bytes=7 resident_bytes=9"
)
LINES = (
    "runner protocol=1 language=fake codec=a workload=w schema=s",
    "proved frames=8 bytes=80",
    f"barrier number=1 frames=8 cpu_ns=1 {COUNTS}",
    "gc operation=relay gc_ns=1 collections=1",
    f"barrier number=2 frames=10 cpu_ns=100 {COUNTS}",
    "gc operation=relay gc_ns=2 collections=1",
    "saturated frames=50 bytes_in=500 bytes_out=501 wall_ns=1000 driver_cpu_ns=3",
    f"barrier number=3 frames=60 cpu_ns=600 {COUNTS}",
    "gc operation=relay gc_ns=4 collections=3",
    f"barrier number=4 frames=70 cpu_ns=700 {COUNTS}",
    "phase name=read wall_ns=100 cpu_ns=50",
    "phase name=write wall_ns=200 cpu_ns=60",
    "latency load=50%25 rate_per_s=100 achieved_per_s=94 count=9"
    " p50_ns=1 p90_ns=2 p99_ns=3 p999_ns=4 max_ns=5",
    "quantile load=50%25 at=0.5 ns=1",
    f"barrier number=5 frames=79 cpu_ns=710 {COUNTS}",
    "proved frames=8 bytes=80",
    f"barrier number=6 frames=87 cpu_ns=720 {COUNTS}",
    f"barrier number=4294967295 frames=87 cpu_ns=730 {COUNTS}",
    "memory peak_bytes=1234",
    "end",
)


def judged(*lines: str, outcome: str = "ok", sentence: str = "") -> RelayFinding:
    reader = ReplyReader()
    for line in lines:
        reader.take(line.encode())
    return judge_relay(Conversation((), outcome, sentence, tuple(reader.replies), "", 0, 1_000_000), EXPECTED)


def test_what_a_message_allocates() -> None:
    lines = [
        line.replace("cpu_ns=100 ", "cpu_ns=100 allocations=7 allocated_bytes=1000 ").replace(
            "cpu_ns=600 ", "cpu_ns=600 allocations=132 allocated_bytes=3500 "
        )
        for line in LINES
    ]
    figures = judged(*lines).figures
    assert (figures["allocations"], figures["allocated_bytes"]) == (2.5, 50)


def test_the_share_of_messages_that_were_updated_in_place() -> None:
    lines = [
        line.replace("frames=10 ", "frames=10 updated_in_place=5 ").replace(
            "frames=60 ", "frames=60 updated_in_place=45 "
        )
        for line in LINES
    ]
    assert judged(*lines).figures["updated_in_place"] == 0.8
    assert "updated_in_place" not in judged(*LINES).figures


def changed(old: str, new: str) -> tuple[str, ...]:
    lines = tuple(line.replace(old, new) for line in LINES)
    assert lines != LINES
    return lines


def test_a_whole_reply() -> None:
    finding = judged(*LINES)
    assert (finding.outcome, finding.detail) == ("ok", "")
    assert (finding.frames, finding.wall_ns, finding.cpu_ns) == (50, 1000, 500)
    assert (finding.gc_ns, finding.collections) == (4, 3)
    assert finding.phases == {
        "read": {"wall_ns": 10, "cpu_ns": 5},
        "write": {"wall_ns": 20, "cpu_ns": 6},
    }
    assert finding.peak_bytes == 1234
    assert finding.figures.keys().isdisjoint({"allocations", "allocated_bytes"})
    (latency,) = finding.figures["latency"]
    assert (latency["achieved"], latency["quantiles"]) == (False, {"0.5": 1})


def test_a_relay_that_cannot_time_its_reading_has_the_other_phases() -> None:
    finding = judged(*changed("phase name=read", "phase name=decode"))
    assert (finding.outcome, [*finding.phases]) == ("ok", ["decode", "write"])


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("phase name=write", "phase name=decode", "The relay reports no phases."),
        ("proved frames=8", "proved frames=7", "The driver checks 7, 7 messages where 8 are checked"),
        ("barrier number=6", "v8", "The relay reports 6 barriers where 7 belong."),
        ("frames=60", "frames=59", "Relay and driver count different messages"),
        ("wall_ns=1000 ", "wall_ns=2000000 ", "The driver reports 50 messages in 2000000 ns."),
        ("p90_ns=2", "p90_ns=9", "The driver reports quantiles that do not ascend."),
        ("phase name=read", "phase name=sleep", "The relay reports a phase sleep that is impossible."),
        ("undecodable=0", "undecodable=2", "2 messages or sources could not be decoded"),
        ("torn=0", "torn=1", "1 messages or sources ended within a frame"),
        ("saturated", "v8", "The driver lacks the line of a stage."),
    ],
)
def test_what_is_not_believed(old: str, new: str, sentence: str) -> None:
    lines = tuple(line for line in changed(old, new) if not line.startswith("corpus frames=87"))
    finding = judged(*lines)
    assert finding.outcome == "protocol"
    assert sentence in finding.detail


def test_a_failure_that_the_driver_found_comes_first() -> None:
    failed = "failed operation=relay outcome=crashed detail=The%20relay%20was%20killed."
    finding = judged(LINES[0], failed, outcome="crashed", sentence="exit 1")
    assert (finding.outcome, finding.detail) == ("crashed", "The relay was killed.")
    finding = judged(LINES[0], outcome="refused", sentence="This codec has no mode x.")
    assert (finding.outcome, finding.detail) == ("unsupported", "This codec has no mode x.")
