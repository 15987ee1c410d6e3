"""The reply of a sorter, compared with what was asked for."""

from typing import Any

import pytest

from serbench.experiments.sort.judging import SortRequest, judge_sort
from serbench.pools.judging import PoolFinding
from serbench.runner.process import Conversation
from serbench.runner.reply import Reply

SAID: dict[str, Any] = {
    "objects": 6, "bytes": 24, "data_bytes": 96, "chunks": 3, "passes": 1, "fan_in": 16, "read_bytes": 48,
    "written_bytes": 48, "decodes": 12, "accesses": 0, "comparisons": 9, "held_bytes": 100,
}  # fmt: skip


def reply(tag: str, **fields: object) -> Reply:
    return Reply(tag, {key: str(value) for key, value in fields.items()})


def phase(name: str, thread: int, wall_ns: int) -> Reply:
    return reply("phase", name=name, thread=thread, wall_ns=wall_ns, cpu_ns=wall_ns // 2)


USUAL = (phase("chunks-read", 0, 10), phase("chunks-write", 0, 20), phase("merge-write", 0, 5))


def judged(*phases: Reply, mode: str = "objects", key: str = "access", **said: object) -> PoolFinding:
    replies = (*(phases or USUAL), reply("sorted", **{**SAID, **said}), reply("memory", peak_bytes=5))
    return judge_sort(Conversation((), "ok", "", replies, "", 0, 1000), SortRequest(mode, key, 6, 2, 16))


def test_each_stage_counts_with_its_slowest_thread() -> None:
    finding = judged(
        phase("chunks-read", 0, 10),
        phase("chunks-write", 0, 20),
        phase("merge-read", 0, 100),
        phase("merge-write", 0, 50),
        phase("chunks-read", 1, 30),
        phase("chunks-write", 1, 8),
        phase("merge-write", 1, 120),
    )
    assert finding.outcome == "ok"
    assert finding.phases == {
        "chunks-read": {"wall_ns": 30, "cpu_ns": 20},
        "chunks-write": {"wall_ns": 8, "cpu_ns": 14},
        "merge-read": {"wall_ns": 100, "cpu_ns": 50},
        "merge-write": {"wall_ns": 50, "cpu_ns": 85},
    }
    assert (finding.size_bytes, finding.peak_bytes, finding.figures["comparisons"]) == (24, 5, 9)


def test_a_single_run_is_written_as_the_store() -> None:
    assert judged(chunks=1, passes=0, read_bytes=24, written_bytes=24).outcome == "ok"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"objects": 7}, "The runner handled 7 objects where 6 were requested."),
        ({"fan_in": 17}, "The runner merges 17 chunks at once where 2 to 16 were allowed."),
        ({"fan_in": 1}, "The runner merges 1 chunks at once where 2 to 16 were allowed."),
        ({"passes": 0}, "The runner reports 0 passes over 3 chunks, 16 at once."),
        ({"chunks": 1}, "The runner reports 1 passes over 1 chunks, 16 at once."),
        ({"chunks": 0, "passes": 1}, "The runner reports 1 passes over 0 chunks, 16 at once."),
        ({"fan_in": 2}, "The runner reports 1 passes over 3 chunks, 2 at once."),
        ({"read_bytes": 23}, "The runner reports read_bytes=23 for 24 bytes of objects."),
        ({"written_bytes": 0}, "The runner reports written_bytes=0 for 24 bytes of objects."),
        ({"held_bytes": "much"}, "The reply \"sorted\" has held_bytes='much' where a number belongs."),
    ],
)
def test_counts_that_are_impossible_are_refused(said: dict[str, Any], sentence: str) -> None:
    finding = judged(**said)
    assert (finding.outcome, finding.detail) == ("protocol", sentence)


@pytest.mark.parametrize(
    ("mode", "decodes", "accesses", "allowed"),
    [
        ("objects", 12, 0, True),
        ("objects", 11, 9, False),
        ("bytes", 0, 12, True),
        ("bytes", 12, 0, True),
        ("bytes", 6, 5, False),
        ("lazy", 0, 5, True),
        ("lazy", 1, 9, False),
        ("lazy", 0, 4, False),
        ("raw", 0, 0, True),
        ("raw", 0, 1, False),
        ("raw", 1, 0, False),
    ],
)
def test_each_mode_calls_its_codec(mode: str, decodes: int, accesses: int, allowed: bool) -> None:
    finding = judged(mode=mode, decodes=decodes, accesses=accesses)
    assert finding.outcome == ("ok" if allowed else "protocol")
    if not allowed:
        assert finding.detail == (
            f"The runner reports {decodes} decodes and {accesses} accesses of 6 objects, which the mode"
            f" {mode} does not allow."
        )


@pytest.mark.parametrize(
    ("decodes", "accesses", "allowed"), [(12, 0, True), (12, 1, False), (0, 12, False), (11, 0, False)]
)
def test_the_studys_key_is_decoded(decodes: int, accesses: int, allowed: bool) -> None:
    finding = judged(mode="bytes", key="study", decodes=decodes, accesses=accesses)
    assert finding.outcome == ("ok" if allowed else "protocol")


@pytest.mark.parametrize(
    ("phases", "sentence"),
    [
        (
            (phase("chunks-merge", 0, 1),),
            "The runner reports a phase chunks-merge of thread 0 that is impossible.",
        ),
        (
            (phase("chunks-read", 2, 1),),
            "The runner reports a phase chunks-read of thread 2 that is impossible.",
        ),
        ((phase("chunks-read", 0, 1),), "The runner reports no phase that uses the file."),
        ((phase("merge-write", 0, 1),), "The runner reports no phase that uses the file."),
        (
            (*USUAL[:2], phase("merge-write", 1, 971)),
            "The runner's phases took 1001 ns by its own clock, but it lived for 1000 ns only.",
        ),
    ],
)
def test_phases_that_are_impossible_are_refused(phases: tuple[Reply, ...], sentence: str) -> None:
    finding = judged(*phases)
    assert (finding.outcome, finding.detail) == ("protocol", sentence)


def test_what_the_runner_says_has_failed_is_the_finding() -> None:
    failed = reply("failed", operation="sort", outcome="error", index=3, detail="It does not decode.")
    finding = judge_sort(
        Conversation((), "ok", "", (failed,), "", 0, 9), SortRequest("bytes", "access", 6, 1, 2)
    )
    assert (finding.outcome, finding.detail) == ("wrong", "Object 3: It does not decode.")
    refused = Conversation((), "refused", "The disk is full.", (), "", 2, 9)
    assert judge_sort(refused, SortRequest("bytes", "access", 6, 1, 2)).detail == "The disk is full."
