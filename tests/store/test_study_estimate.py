"""What a run of the store is expected to take, and what the study's settings would."""

from __future__ import annotations

from dataclasses import replace

from serbench.experiments.store.outlook import Spent, study_words
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


def spent_by(*forks: Fork, settings: Settings = SETTINGS) -> tuple[Spent, Clock]:
    clock = Clock()
    return Spent(Plan(settings, 1, forks), clock), clock


def test_the_studys_settings_are_reckoned_by_object_and_operation_without_the_warm_up() -> None:
    spent, clock = spent_by(CPP, JAVA)
    for fork, seconds in ((CPP, (1, 2, 3)), (JAVA, (3 + 3, 4 + 3, 5 + 3))):
        for step, step_s in zip(STEPS, seconds, strict=True):
            spent.begin(fork, step)
            clock.now_s += step_s
    # Of 20 000 objects written and read in order, and 2000 read by number: 0.2, 0.3 and 4 ms each.
    hours = (0.0002 + 0.0003 + 0.0040) * 5_000_000 * 2 * 3 * 2 / 3600
    assert round(hours, 9) == 75
    assert str(study_words(spent)).endswith("would take about 75 h 0 min for these codecs.")


def test_nothing_is_said_of_the_study_where_nothing_is_known() -> None:
    spent, clock = spent_by(CPP)
    spent.begin(CPP, STEPS[0])
    clock.now_s += 1
    assert study_words(spent) is None
    for objects in (9_999, 5_000_000):
        spent, clock = spent_by(CPP, settings=replace(SETTINGS, objects=(objects,)))
        for step in STEPS:
            spent.begin(CPP, step)
            clock.now_s += 1
        assert study_words(spent) is None
