"""Forks of honest and of dishonest runners: what becomes a row, and with which outcome."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fakes.tiny import NUMBERS
from memory.running import OPERATIONS, Run, outcomes

from serbench.engine.attempts import unmeasured
from serbench.engine.describe import Allocated
from serbench.errors import DiskFull, Incomplete
from serbench.experiments.memory.execute import History, Measuring, measure_timeout_s
from serbench.experiments.memory.plan import PRESETS, Fork
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder


def test_an_honest_runner_gives_its_samples(tmp_path: Path) -> None:
    rows = Run(tmp_path, "honest", forks=2).execute()
    assert outcomes(rows) == [(fork, operation, "ok") for fork in range(2) for operation in OPERATIONS]
    encode, _, access = rows[:3]
    assert encode.n == (8, 8, 8, 8)
    assert encode.cpu_ns == (800, 808, 816, 824)
    assert encode.wall_ns == (880, 888, 896, 904)
    assert (encode.size_bytes, encode.objects, encode.fork_rows, encode.touch) == (16, 4, 3, 0)
    assert (access.touch, access.digest) == (sum(NUMBERS), "0" * 16)
    assert encode.peak_bytes == 12345678
    assert encode.product_key == "key of cpp/honest"
    assert "operations=encode,decode,access-one" in encode.command
    assert encode.started_at.endswith("+00:00")


def test_a_collector_that_comes_rarely_is_measured_in_the_first_fork(tmp_path: Path) -> None:
    rows = Run(tmp_path, "collecting", forks=2, codec="go/collecting").execute()
    first = {"n": 8, "cpu_ns": 1600, "wall_ns": 1200, "gc_ns": 400, "collections": 2}
    assert [(row.fork, row.outcome, row.collections) for row in rows] == [
        (fork, "ok", 5) for fork in range(2) for _ in OPERATIONS
    ]
    assert [row.collected for row in rows] == [first] * 3 + [{}] * 3


def test_a_lie_about_the_digest_is_a_wrong_row(tmp_path: Path) -> None:
    rows = Run(tmp_path, "liar").execute()
    assert outcomes(rows) == [(0, "encode", "ok"), (0, "decode", "wrong"), (0, "access-one", "ok")]
    digest = rows[0].digest
    expected = f"Its values had the digest 0123456789abcdef where {digest} belongs before timing."
    assert rows[1].detail == expected
    assert rows[1].n == ()


def test_a_digest_that_drifts_while_timing_is_a_wrong_row(tmp_path: Path) -> None:
    rows = Run(tmp_path, "drifter").execute()
    assert outcomes(rows) == [(0, "encode", "wrong"), (0, "decode", "wrong"), (0, "access-one", "ok")]
    assert rows[0].detail.endswith("belongs after timing.")
    assert rows[0].cpu_ns == ()


def test_a_size_that_changes_between_forks_is_a_wrong_row(tmp_path: Path) -> None:
    rows = Run(tmp_path, "grower", str(tmp_path / "counter"), forks=2).execute()
    assert [row.outcome for row in rows] == ["ok"] * 3 + ["wrong"] * 3
    assert rows[3].detail == "Its messages had 17 bytes in fork 1 and 16 bytes before that."


def test_samples_that_are_too_short_are_refused(tmp_path: Path) -> None:
    rows = Run(tmp_path, "hurrier").execute()
    assert {(row.outcome, row.detail, row.cpu_ns) for row in rows} == {
        ("protocol", "A sample took 1 ns of CPU time where 1000 ns were requested.", ())
    }


def test_samples_that_outlast_their_runner_are_refused(tmp_path: Path) -> None:
    rows = Run(tmp_path, "boaster").execute()
    assert [row.outcome for row in rows] == ["protocol"] * 3
    assert rows[0].detail.startswith(
        "The runner's samples took 3600000000000 ns by its own clock, but it lived"
    )


def test_operations_of_one_codec_agree_about_the_size(tmp_path: Path) -> None:
    rows = Run(tmp_path, "shrinker", forks=2).execute()
    assert [row.outcome for row in rows] == ["ok", "wrong", "wrong"] * 2
    assert rows[1].detail == "Its messages had 16 bytes where those of encode had 15."


def test_messages_of_no_bytes_are_refused_unless_the_objects_are_defaults(tmp_path: Path) -> None:
    rows = Run(tmp_path / "full", "weightless").execute()
    assert {(row.outcome, row.detail) for row in rows} == {
        ("wrong", "Its messages had no bytes, which cannot carry these objects, before timing.")
    }
    rows = Run(tmp_path / "empty", "weightless", numbers=(0, 0)).execute()
    assert [(row.outcome, row.size_bytes) for row in rows] == [("ok", 0)] * 3


def test_after_a_crash_the_operations_around_it_are_measured(tmp_path: Path) -> None:
    rows = Run(tmp_path, "crasher", forks=2).execute()
    expected = [(0, "encode", "ok"), (0, "decode", "crashed"), (0, "access-one", "ok")]
    assert outcomes(rows) == expected + [(1, operation, outcome) for _, operation, outcome in expected]
    assert rows[1].detail == (
        "The runner was killed by signal 11 (segmentation fault) before its reply was complete."
        " Its last output: about to crash"
    )
    assert "operations=access-one" in rows[2].command
    # In the second fork the operation that crashed is not asked for again.
    assert "operations=encode,access-one" in rows[3].command
    assert rows[4].detail == rows[1].detail


def test_a_hang_costs_its_time_once(tmp_path: Path) -> None:
    run = Run(tmp_path, "hanger", forks=4, timeout_s=2.0)
    rows = run.execute()
    assert [row.outcome for row in rows] == ["ok", "timeout", "ok"] * 4
    assert len({row.command for row in rows if row.outcome == "timeout"}) == 1


def test_a_runner_that_says_nothing_fails_as_a_whole_and_once(tmp_path: Path) -> None:
    rows = Run(tmp_path, "sleeper", forks=3, timeout_s=0.3).execute()
    assert [row.outcome for row in rows] == ["timeout"] * 9
    assert rows[0].detail == "The runner did not end within 0.3 seconds and was stopped."


@pytest.mark.parametrize(
    ("fake", "outcome", "detail"),
    [
        ("noisy", "protocol", "Line 3 is not a reply: 'hello'."),
        ("foreign", "protocol", "The runner speaks version '2' of the protocol, serbench speaks 1."),
        ("quitter", "crashed", "The runner ended with exit status 0 before its reply was complete."),
        ("decoder", "unsupported", "The runner refused it: there is no operation access-one"),
    ],
)
def test_a_reply_that_cannot_be_trusted_fails_every_operation(
    tmp_path: Path, fake: str, outcome: str, detail: str
) -> None:
    rows = Run(tmp_path, fake).execute()
    assert {(row.outcome, row.detail) for row in rows} == {(outcome, detail)}
    assert len(rows) == 3


def test_a_foreign_corpus_is_noticed(tmp_path: Path) -> None:
    run = Run(tmp_path, "honest")
    subject = run.subjects["cpp/honest", "tiny"]
    other = replace(subject.corpus, manifest=replace(subject.corpus.manifest, objects=5))
    run.subjects["cpp/honest", "tiny"] = replace(subject, corpus=other)
    rows = run.execute()
    assert {(row.outcome, row.detail) for row in rows} == {
        ("wrong", "The runner read the corpus as objects 4 where it has 5.")
    }


def interrupt_in_second_fork() -> Callable[[], None]:
    """An observer, called before and after each fork, that interrupts at the end of the second, before its
    rows are kept."""
    calls = iter(range(4))

    def observe() -> None:
        if next(calls) == 3:
            raise KeyboardInterrupt

    return observe


def test_an_interrupted_run_keeps_whole_forks_and_goes_on(tmp_path: Path) -> None:
    run = Run(tmp_path, "honest", forks=3)
    with pytest.raises(KeyboardInterrupt):
        run.execute(observe=interrupt_in_second_fork())
    assert {row.fork for row in RunFolder.load(run.folder.path).rows} == {0}
    run.folder = RunFolder.load(run.folder.path)
    assert [fork.index for fork in unmeasured(run.plan.forks, run.folder.rows)] == [1, 2]
    rows = run.execute()
    assert outcomes(rows) == [(fork, operation, "ok") for fork in range(3) for operation in OPERATIONS]


def test_a_resumed_run_remembers_what_failed(tmp_path: Path) -> None:
    run = Run(tmp_path, "hanger", forks=2, timeout_s=2.0)
    whole = run.plan
    run.plan = replace(whole, forks=whole.forks[:1])
    run.execute()
    run.plan = whole
    run.folder = RunFolder.load(run.folder.path)
    rows = run.execute()
    assert rows[4].outcome == "timeout"
    assert rows[4].command == rows[1].command


def test_a_full_disk_is_no_failure_of_a_codec_and_is_measured_again(tmp_path: Path) -> None:
    run = Run(tmp_path, "roomless", forks=2)
    rows = run.execute()
    # Unlike what a codec fails at, it is tried in each fork.
    assert outcomes(rows) == [(fork, operation, "disk") for fork in range(2) for operation in OPERATIONS]
    assert rows[0].detail == (
        "The runner ended with exit status 1 before its reply was complete."
        " Its last output: OSError: [Errno 28] No space left on device"
    )
    run.subjects = Run(tmp_path / "other", "honest").subjects
    run.subjects = {("cpp/roomless", "tiny"): run.subjects["cpp/honest", "tiny"]}
    run.folder = RunFolder.load(run.folder.path)
    rows = run.execute()
    assert [(row.outcome, row.attempt) for row in rows[6:]] == [("ok", 1)] * 6


def test_a_fault_of_the_orchestrators_own_files_ends_the_run_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(tmp_path, "honest", forks=2)

    def measure(*_: object) -> list[Row]:
        raise DiskFull("There is no room in /tmp.")

    monkeypatch.setattr(Measuring, "__call__", measure)
    with pytest.raises(Incomplete) as raised:
        run.execute()
    assert str(raised.value) == (
        f"There is no room in /tmp. What was measured is kept; continue with: {run.folder.resume_command}"
    )
    assert raised.value.exit_status == 1


def test_the_time_limit_is_generous() -> None:
    # quick: half a minute and ten times 8 operations of 10 ms warm-up, half a sample of 3 ms, 1 ms of proofs,
    # and 100 ms of sampling, where 10 are requested and 15 are usual.
    quick = PRESETS["quick"]
    assert measure_timeout_s(quick, "cpp/x", 8, 0) == pytest.approx(
        30 + 10 * 8 * (0.0115 + 0.001 + 0.015 + 0.09)
    )
    # 200 MB are a rotation of 6 s by a slow codec: one calibrates, three are samples, two prove.
    assert measure_timeout_s(quick, "cpp/x", 3, 200_000_000) == pytest.approx(30 + 10 * 3 * (6 * 6 + 0.09))
    # Interpreted code takes six times as long.
    assert measure_timeout_s(quick, "python/x", 3, 200_000_000) == pytest.approx(
        30 + 10 * 3 * (6 * 36 + 0.09)
    )
    # What took a minute in an earlier fork has ten, however small its data is.
    assert measure_timeout_s(quick, "cpp/x", 3, 0, 60_000_000_000) == 30 + 10 * 3 * 60


def test_a_fork_has_ten_times_what_earlier_ones_took(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(tmp_path, "honest", forks=3)
    limits: list[int] = []

    def noted(*arguments: Any) -> float:
        limits.append(arguments[4])
        return 30

    monkeypatch.setattr("serbench.experiments.memory.execute.measure_timeout_s", noted)
    took_ns = [row.process_ns or 0 for row in run.execute() if row.operation == "decode"]
    assert limits == [0, took_ns[0], max(took_ns[:2])]
    assert History.of(run.folder.rows).took_ns == {("cpp/honest", "tiny"): max(took_ns)}


def test_a_twins_rows_bear_its_own_name_and_what_was_counted_apart_is_in_every_row(tmp_path: Path) -> None:
    run = Run(tmp_path, "honest")
    (subject,) = run.subjects.values()
    counted = replace(subject, allocated={"encode": Allocated(3, 300)})
    run.subjects = {("cpp/honest (twin)", "tiny"): counted}
    run.plan = replace(run.plan, forks=(Fork("cpp/honest (twin)", "tiny", 0, OPERATIONS),))
    rows = run.execute()
    assert [(row.codec, row.outcome) for row in rows] == [("cpp/honest (twin)", "ok")] * len(OPERATIONS)
    assert {row.operation: (row.allocations, row.allocated_bytes) for row in rows}["encode"] == (3, 300)
    assert {row.allocations for row in rows if row.operation != "encode"} == {None}


def test_no_fork_begins_that_would_not_end_in_time(tmp_path: Path) -> None:
    run = Run(tmp_path, "honest", forks=3)
    fork_s = run.plan.estimated_ns / 3 / 1e9
    # The time is looked at first, before each fork, and when it begins and ends.
    times = iter([0.0, 0.0, 0.0, fork_s, fork_s, fork_s, 2 * fork_s, 2 * fork_s])
    rows = run.execute(clock=lambda: next(times), until_s=2.5 * fork_s)
    assert [row.fork for row in rows if row.operation == "encode"] == [0, 1]
    assert [fork.index for fork in unmeasured(run.plan.forks, rows)] == [2]


def test_forks_that_take_longer_than_expected_let_fewer_begin(tmp_path: Path) -> None:
    run = Run(tmp_path, "honest", forks=3)
    fork_s = run.plan.estimated_ns / 3 / 1e9
    # The first took three times its estimate, and so would the second, beyond five.
    times = iter([0.0, 0.0, 0.0, 3 * fork_s, 3 * fork_s])
    rows = run.execute(clock=lambda: next(times), until_s=5 * fork_s)
    assert [row.fork for row in rows if row.operation == "encode"] == [0]
