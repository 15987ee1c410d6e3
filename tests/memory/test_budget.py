"""Plans that fit into the time there is."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from serbench.engine import fitting
from serbench.engine.live import parse_duration_ns
from serbench.errors import BadInput
from serbench.experiments.memory.budget import cost_of_fitting
from serbench.experiments.memory.plan import PRESETS, Cell, Plan, Preset, estimated_ns, make_plan

S = 1_000_000_000
CELLS = [Cell("cpp/a", "record", name) for name in ("encode", "decode")] + [
    Cell("java/b", "record", name) for name in ("encode", "decode")
]
MS = 1_000_000
STANDARD = Preset("standard", 10, 15, 5 * MS, 100 * MS, 1000 * MS)
THOROUGH = Preset("thorough", 20, 20, 10 * MS, 200 * MS, 4000 * MS, one_operation_a_fork=True)


def fitted(cells: Sequence[Cell], preset: Preset, seed: int, max_time_ns: int) -> Plan:
    return fitting.fitted(
        lambda smaller: make_plan(cells, smaller, seed),
        preset,
        lambda plan, fork: estimated_ns(plan.preset, [fork]),
        max_time_ns,
        "codecs, workloads or operations",
    )


@pytest.mark.parametrize(
    ("text", "seconds"), [("90s", 90), ("5m", 300), ("1h", 3600), ("1h30m", 5400), ("1.5m", 90)]
)
def test_durations(text: str, seconds: int) -> None:
    assert parse_duration_ns(text) == seconds * S


@pytest.mark.parametrize("text", ["", "5", "m", "5 m", "5d", "-5m", "5mm"])
def test_what_is_no_duration(text: str) -> None:
    with pytest.raises(BadInput, match=r"is not a duration; write 90s, 5m or 1h30m\."):
        parse_duration_ns(text)
    with pytest.raises(BadInput, match="0s is too short to measure anything"):
        parse_duration_ns("0s")


def test_the_preset_stands_where_there_is_time() -> None:
    whole = make_plan(CELLS, STANDARD, 1)
    plan = fitted(CELLS, STANDARD, 1, whole.estimated_ns)
    assert (plan.preset, plan.forks, plan.max_time_ns) == (STANDARD, whole.forks, whole.estimated_ns)
    assert cost_of_fitting(STANDARD, plan) is None


def test_forks_are_given_up_first_and_as_few_as_possible() -> None:
    whole_ns = make_plan(CELLS, STANDARD, 1).estimated_ns
    plan = fitted(CELLS, STANDARD, 1, whole_ns * 7 // 10)
    assert (plan.preset.forks, plan.preset.samples) == (7, 15)
    assert plan.estimated_ns == whole_ns * 7 // 10
    assert cost_of_fitting(STANDARD, plan) == (
        "To fit into the time: 7 forks per cell instead of 10; intervals become about 1.2 times as wide, and"
        " close codecs are tied."
    )


def test_the_many_forks_of_compiled_code_are_given_up_before_the_few_of_the_other() -> None:
    quick = PRESETS["quick"]
    whole_ns = make_plan(CELLS, quick, 1).estimated_ns
    assert (quick.forks, quick.jit_forks) == (12, 5)
    least = fitted(CELLS, quick, 1, make_plan(CELLS, quick.with_repetitions(5), 1).estimated_ns).preset
    assert (least.forks, least.jit_forks, least.samples) == (5, 5, 5)
    fewer = fitted(CELLS, quick, 1, whole_ns - 1)
    assert (fewer.preset.forks, fewer.preset.jit_forks) == (11, 5)
    assert str(cost_of_fitting(quick, fewer)).startswith(
        "To fit into the time: 11 forks per cell instead of 12;"
    )


def test_then_samples_and_then_intervals() -> None:
    five_ns = make_plan(CELLS, STANDARD, 1).estimated_ns // 2
    brief = fitted(CELLS, STANDARD, 1, five_ns - 1).preset
    assert (brief.forks, brief.samples, brief.jit_samples) == (5, 5, 10)
    brief_ns = fitted(CELLS, STANDARD, 1, five_ns - 1).estimated_ns
    least = fitted(CELLS, STANDARD, 1, brief_ns - 1)
    assert (least.preset.forks, least.preset.samples, least.preset.jit_samples) == (4, 5, 10)
    assert str(cost_of_fitting(STANDARD, least)) == (
        "To fit into the time: 4 forks per cell instead of 10, 5 samples instead of 15; intervals then"
        " hold at 88 % only, and most differences are not distinguished."
    )


def test_thorough_puts_operations_together_before_it_gives_up_samples() -> None:
    alone = [cell for cell in CELLS if cell.codec == "cpp/a"]
    five_ns = make_plan(alone, THOROUGH, 1).estimated_ns // 4
    plan = fitted(alone, THOROUGH, 1, five_ns - 1)
    assert (plan.preset.forks, plan.preset.samples, plan.preset.one_operation_a_fork) == (5, 20, False)
    assert "all operations of a codec in one process" in str(cost_of_fitting(THOROUGH, plan))


def test_the_cost_is_that_of_the_languages_in_the_plan() -> None:
    quick = PRESETS["quick"]
    java, cpp = CELLS[2:], CELLS[:2]
    whole_ns = make_plan(java, quick, 1).estimated_ns
    least = fitted(java, quick, 1, whole_ns - 1)
    assert str(cost_of_fitting(quick, least)).startswith(
        "To fit into the time: 4 forks per cell instead of 5; intervals then hold at"
    )
    standard = PRESETS["standard"]
    brief = replace(standard.with_repetitions(5), samples=5, jit_samples=3)
    assert cost_of_fitting(standard, make_plan(cpp, brief, 1)) == (
        "To fit into the time: 5 forks per cell instead of 20, 5 samples instead of 8; intervals become about"
        " 2.0 times as wide, and close codecs are tied."
    )
    assert str(cost_of_fitting(standard, make_plan(CELLS, brief, 1))).startswith(
        "To fit into the time: 5 forks per cell instead of 20, 5 in Java instead of 9, 5 samples instead of"
        " 8, 3 in Java instead of 10; intervals become about 2.0 times as wide"
    )
    assert str(cost_of_fitting(quick, make_plan(CELLS, replace(quick, jit_samples=3), 1))).startswith(
        "To fit into the time: 3 samples in Java instead of 10;"
    )


def test_what_cannot_fit_is_refused_in_one_sentence() -> None:
    with pytest.raises(BadInput) as error:
        fitted(CELLS, STANDARD, 1, S)
    assert str(error.value).startswith("Even 4 short forks per cell take about ")
    assert str(error.value).endswith(
        " s, more than --max-time; allow more time, or name fewer codecs, workloads or operations."
    )
