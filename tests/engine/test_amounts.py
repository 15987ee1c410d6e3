"""Presets, repetitions, warm-up by language, and what fits into the time."""

from dataclasses import dataclass

import pytest

from serbench.engine.amounts import (
    Preset,
    Repetitions,
    WarmSettings,
    preset_named,
    presets,
    settings_of,
)
from serbench.engine.fitting import cost_of_fitting, fitted, needed_ns
from serbench.engine.work import Fork, Plan
from serbench.errors import BadInput

KNOWN = presets(quick=Preset(Repetitions(3)), standard=Preset(Repetitions(9), twins=1))
SECOND_NS = 1_000_000_000


@dataclass(frozen=True)
class Options:
    preset: str | None = None
    repeat: int | None = None


def test_quick_is_the_preset_that_nobody_names() -> None:
    assert preset_named(None, KNOWN) == Preset(Repetitions(3), twins=0)
    assert preset_named("standard", KNOWN).twins == 1


def test_repeat_is_more_or_fewer_than_the_preset_has() -> None:
    assert settings_of(Options(), KNOWN) == Repetitions(3)
    assert settings_of(Options(repeat=20), KNOWN) == Repetitions(20)
    assert settings_of(Options("standard", 1), KNOWN) == Repetitions(1)


def test_code_that_compiles_while_it_runs_is_warmed_up_for_longer() -> None:
    settings = WarmSettings(jit_warmup_ns=SECOND_NS)
    assert settings.warmup_of("java/a") == SECOND_NS
    assert settings.warmup_of("cpp/a") == 20_000_000


def make(settings: Repetitions) -> Plan[Repetitions, Fork]:
    return Plan(settings, 1, tuple(Fork("cpp/a", "w", number) for number in range(settings.repetitions)))


def fork_ns(plan: Plan[Repetitions, Fork], fork: Fork) -> int:
    return SECOND_NS


@pytest.mark.parametrize(("seconds", "left"), [(None, 4), (4, 4), (3.9, 3), (1, 1)])
def test_the_most_repetitions_that_fit_are_planned(seconds: float | None, left: int) -> None:
    max_time_ns = None if seconds is None else round(seconds * SECOND_NS)
    plan = fitted(make, Repetitions(4), fork_ns, max_time_ns, "codecs")
    assert (len(plan.forks), plan.settings.repetitions, plan.max_time_ns) == (left, left, max_time_ns)
    assert needed_ns(plan, fork_ns) == left * SECOND_NS


def test_what_does_not_fit_at_all_is_one_sentence() -> None:
    with pytest.raises(BadInput) as refused:
        fitted(make, Repetitions(4), fork_ns, SECOND_NS // 2, "codecs or objects")
    assert str(refused.value) == (
        "Even one repetition takes about 1 s, more than --max-time; allow more time, or name fewer codecs or"
        " objects."
    )


def test_fewer_repetitions_have_a_cost() -> None:
    assert cost_of_fitting(4, 4) is None
    assert cost_of_fitting(4, 3) == (
        "To fit into the time: 3 repetitions instead of 4; intervals become wider."
    )
