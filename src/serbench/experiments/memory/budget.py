"""Fits what is measured into the time that a user has. Pure."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from serbench.errors import BadInput
from serbench.experiments.memory.plan import Cell, Plan, Preset, make_plan
from serbench.languages import language_of, title_of
from serbench.report.words import listed
from serbench.statistics.comparison import LEAST_FORKS_FOR_DIFFERENCE
from serbench.statistics.estimate import LEAST_FORKS_FOR_INTERVAL

_NS_PER_S = 1_000_000_000
# The median of fewer samples means almost nothing.
_LEAST_SAMPLES = 5


def fitted(cells: Sequence[Cell], preset: Preset, seed: int, max_time_ns: int) -> Plan:
    """The plan with the most forks that is expected to end in time.

    Forks are reduced first, down to those that an interval needs; then samples; then forks again, down to
    those without which nothing could be distinguished. Raises BadInput where even that takes too long.
    """
    for smaller in _ever_smaller(preset):
        plan = make_plan(cells, smaller, seed)
        if plan.estimated_ns <= max_time_ns:
            return replace(plan, max_time_ns=max_time_ns)
    needed_s = math.ceil(plan.estimated_ns / _NS_PER_S)
    raise BadInput(
        f"Even {plan.preset.forks} short forks per cell take about {needed_s} s, more than --max-time; allow"
        " more time, or name fewer codecs, workloads or operations."
    )


def _ever_smaller(preset: Preset) -> Iterator[Preset]:
    """The preset and its reductions, in the order in which they are tried."""
    enough = min(preset.forks, LEAST_FORKS_FOR_INTERVAL)
    for forks in range(preset.forks, enough - 1, -1):
        yield preset.with_forks(forks)
    together = replace(preset.with_forks(enough), one_operation_a_fork=False)
    yield together
    # Samples out of a warm-up cost no time, so those of languages that warm up for seconds stay.
    brief = replace(together, samples=min(preset.samples, _LEAST_SAMPLES))
    yield brief
    for forks in range(enough - 1, LEAST_FORKS_FOR_DIFFERENCE - 1, -1):
        yield brief.with_forks(forks)


@dataclass(frozen=True, slots=True)
class _Change:
    """How many forks or samples a language should have had and has left; ``place`` names it where the plan
    has others."""

    asked: int
    left: int
    place: str = ""


def cost_of_fitting(asked: Preset, plan: Plan) -> str | None:
    """What was reduced in this plan, in one sentence; None if nothing was."""
    left = plan.preset
    codecs = _one_of_each_kind(plan)
    forks = [_Change(asked.forks_of(codec), left.forks_of(codec), place) for codec, place in codecs]
    samples = [_Change(asked.samples_of(codec), left.samples_of(codec), place) for codec, place in codecs]
    lost = [*_lost("forks a cell", forks), *_lost("samples", samples)]
    if left.one_operation_a_fork != asked.one_operation_a_fork:
        lost.append("all operations of a codec in one process")
    if not lost:
        return None
    wider = max(math.sqrt(change.asked / change.left) for change in forks)
    if any(change.left < LEAST_FORKS_FOR_INTERVAL for change in forks):
        cost = "that is too few for intervals, so ranges are shown and most differences are not distinguished"
    elif wider > 1:
        cost = f"intervals become about {wider:.1f} times as wide, and close codecs are tied"
    else:
        cost = "the value of each fork becomes less certain"
    return f"To fit into the time: {', '.join(lost)}; {cost}."


def _one_of_each_kind(plan: Plan) -> list[tuple[str, str]]:
    """A codec of the plan that is compiled ahead of time and one compiled while it runs, as far as there
    are such, with the words that tell the second from the first."""
    codecs = sorted({fork.codec for fork in plan.forks}, key=_warms_up)
    kinds = {_warms_up(codec): codec for codec in codecs}
    compiled_while_running = listed([*dict.fromkeys(title_of(one) for one in codecs if _warms_up(one))])
    return [
        (codec, f" in {compiled_while_running}" if warms_up and len(kinds) > 1 else "")
        for warms_up, codec in kinds.items()
    ]


def _warms_up(codec: str) -> bool:
    return language_of(codec).jit_compiled


def _lost(what: str, changes: Sequence[_Change]) -> list[str]:
    """``5 samples instead of 15, 3 in Java instead of 5``: each reduction, given once where all
    languages have the same."""
    if len({(change.asked, change.left) for change in changes}) == 1:
        changes = [replace(changes[0], place="")]
    lost = [change for change in changes if change.left < change.asked]
    return [
        f"{change.left}{'' if number else f' {what}'}{change.place} instead of {change.asked}"
        for number, change in enumerate(lost)
    ]
