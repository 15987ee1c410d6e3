"""The pace of a run of the store: what is left, and what the study's settings would take."""

from __future__ import annotations

from dataclasses import replace

import pytest

from serbench.cli.store_progress import Pace, StepTeller, study_words
from serbench.experiments.store.plan import Fork, Plan, Settings, Step

SETTINGS = Settings(
    objects=(10_000,),
    orders=("sequential", "random"),
    caches=("cold",),
    pins=("free",),
    repetitions=1,
    random_reads=1000,
    threads=2,
    warmup_ns=0,
    jit_warmup_ns=3_000_000_000,
)
STEPS = (
    Step("write", "buffered"),
    Step("sequential", "cold", "decode"),
    Step("random", "cold", "decode"),
)
CPP = Fork("cpp/a", "tiny", 0, 10_000, "free", 0, STEPS)
JAVA = Fork("java/b", "tiny", 0, 10_000, "core", 0, STEPS)


class Clock:
    """Stands still until a test moves it."""

    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def pace_of(*forks: Fork, settings: Settings = SETTINGS) -> tuple[Pace, Clock]:
    clock = Clock()
    return Pace(Plan(settings, 1, forks), forks, clock), clock


def test_the_rest_takes_as_long_as_what_has_ended() -> None:
    pace, clock = pace_of(CPP, JAVA)
    pace.begin(CPP, STEPS[0])
    assert pace.left_s is None
    clock.now_s += 4
    pace.begin(CPP, STEPS[1])
    assert pace.left_s == 5 * 4
    clock.now_s += 8
    pace.begin(CPP, STEPS[2])
    assert pace.left_s == 4 * 6


def test_the_studys_settings_are_reckoned_by_object_and_operation_without_the_warm_up() -> None:
    pace, clock = pace_of(CPP, JAVA)
    for fork, seconds in ((CPP, (1, 2, 3)), (JAVA, (3 + 3, 4 + 3, 5 + 3))):
        for step, step_s in zip(STEPS, seconds, strict=True):
            pace.begin(fork, step)
            clock.now_s += step_s
    # Of 20 000 objects written and read in order, and 2000 read by number: 0.2, 0.3 and 4 ms each.
    hours = (0.0002 + 0.0003 + 0.0040) * 5_000_000 * 2 * 3 * 2 / 3600
    assert round(hours, 9) == 75
    assert str(study_words(pace)).endswith("would take about 75 h 0 min for these codecs.")


def test_nothing_is_said_of_the_study_where_nothing_is_known() -> None:
    pace, clock = pace_of(CPP)
    pace.begin(CPP, STEPS[0])
    clock.now_s += 1
    assert study_words(pace) is None
    for objects in (9_999, 5_000_000):
        pace, clock = pace_of(CPP, settings=replace(SETTINGS, objects=(objects,)))
        for step in STEPS:
            pace.begin(CPP, step)
            clock.now_s += 1
        assert study_words(pace) is None


def test_a_line_a_repetition(capsys: pytest.CaptureFixture[str]) -> None:
    pace, clock = pace_of(CPP, JAVA)
    tell = StepTeller(pace, quiet=False)
    for fork in (CPP, JAVA):
        for step in STEPS:
            tell(fork, step)
            clock.now_s += 10
    assert capsys.readouterr().err.splitlines() == [
        "1 of 2: cpp/a 10000 objects: write buffered",
        "2 of 2, 30 s left: java/b 10000 objects core: write buffered",
    ]
