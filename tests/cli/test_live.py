"""What a run says of its progress."""

from __future__ import annotations

from typing import cast

import pytest

from serbench.engine.disturbance import Interference
from serbench.engine.live import Lines, Pace, disturbance_words, duration_words
from serbench.engine.work import Fork as AnyFork
from serbench.experiments.memory.plan import Fork, Preset, estimated_ns

# A fork of this preset and one operation is estimated at 100 ms.
PRESET = Preset("x", 2, samples=8, sample_ns=1_000_000, warmup_ns=20_000_000, budget_ns=1)


def estimated(fork: AnyFork) -> int:
    return estimated_ns(PRESET, [cast(Fork, fork)])


FORKS = [Fork("cpp/a", "record", index, ("encode",)) for index in range(4)]


def test_what_is_left_is_the_estimate_until_a_fork_has_told_the_pace() -> None:
    times = iter([0.0, 1.0, 3.0])
    pace = Pace(estimated, FORKS, lambda: next(times))
    assert pace.remaining_s == pytest.approx(0.4)
    pace.fork_done(FORKS[0])
    # One fork took a second in place of 0.1, so three more take three.
    assert pace.remaining_s == pytest.approx(3.0)
    pace.fork_done(FORKS[1])
    pace.fork_again(FORKS[1])
    assert (pace.done, pace.total) == (2, 5)
    assert pace.remaining_s == pytest.approx(4.5)


def test_a_fork_that_is_measured_again_is_told_with_its_reason() -> None:
    told: list[str] = []
    lines = Lines(told.append, Pace(estimated, FORKS, lambda: 0.0), "forks")
    for fork in FORKS:
        lines.fork_ended(fork, ())
    lines.fork_added(FORKS[3])
    lines.fork_started(FORKS[3], Interference(0.5, 0.0, 1.0))
    assert told[0] == "1 of 4 forks, 0 s left; the last was cpp/a on record"
    assert (
        told[-1]
        == "cpp/a on record is measured again, because other programs used 0.5 cores in the meantime."
    )


def test_the_hypervisor_is_named_where_it_alone_disturbed() -> None:
    assert disturbance_words(Interference(0.1, 0.2, 1.0)) == "the hypervisor took 0.2 cores in the meantime"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.4, "0 s"), (119, "119 s"), (120, "2 min"), (7199, "2 h 0 min"), (9000, "2 h 30 min")],
)
def test_durations_as_a_person_says_them(seconds: float, words: str) -> None:
    assert duration_words(seconds) == words
