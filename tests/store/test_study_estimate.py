"""The time that a run of the store is expected to take, and that the study's settings would take."""

from collections.abc import Sequence
from dataclasses import replace

from serbench.experiments.store.estimate import Spent, study_words
from serbench.experiments.store.plan import Fork, Plan, Settings, StoreStep

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
    StoreStep("write", "buffered"),
    StoreStep("sequential", "cold", "decode"),
    StoreStep("random", "cold", "decode"),
)
CPP = Fork("cpp/a", "tiny", 0, 10_000, "free", 0, STEPS)
JAVA = Fork("java/b", "tiny", 0, 10_000, "core", 0, STEPS)


SECONDS = {CPP: (1, 2, 3), JAVA: (3, 4, 5)}


def spent_by(*forks: Fork, steps: Sequence[StoreStep] = STEPS) -> Spent:
    spent = Spent()
    for fork in forks:
        for step, seconds in zip(steps, SECONDS[fork], strict=False):
            spent.add(step, seconds, SETTINGS.count(step, fork.objects))
    return spent


def test_the_studys_settings_are_estimated_by_object_and_operation() -> None:
    # Of 20 000 objects written and read in order, and 2000 read by number: 0.2, 0.3 and 4 ms each.
    hours = (0.0002 + 0.0003 + 0.0040) * 5_000_000 * 2 * 3 * 2 / 3600
    assert round(hours, 9) == 75
    words = study_words(Plan(SETTINGS, 1, (CPP, JAVA)), spent_by(CPP, JAVA))
    assert str(words).endswith("would take about 75 h 0 min for these codecs.")


def test_a_step_that_took_less_than_its_warm_up_took_no_time() -> None:
    spent = Spent()
    spent.add(STEPS[0], -1.0, 10)
    assert spent.object_s("write") == 0.0


def test_the_warm_up_of_a_codec_is_that_of_its_language() -> None:
    assert (SETTINGS.warmup_of("cpp/a"), SETTINGS.warmup_of("java/b")) == (0, 3_000_000_000)


def test_nothing_is_said_of_the_study_where_nothing_is_known() -> None:
    assert study_words(Plan(SETTINGS, 1, (CPP,)), spent_by(CPP, steps=STEPS[:1])) is None
    for objects in (9_999, 5_000_000):
        settings = replace(SETTINGS, objects=(objects,))
        assert study_words(Plan(settings, 1, (CPP,)), spent_by(CPP)) is None
