"""The cost of fitting a run in memory into the time that a user has. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from serbench.experiments.memory.plan import Plan, Preset
from serbench.languages import language_of, title_of
from serbench.report.words import listed
from serbench.statistics.estimate import LEAST_FORKS_FOR_BOOTSTRAP, interval_of_median


@dataclass(frozen=True, slots=True)
class _Change:
    """How many forks or samples a language should have had and has left; ``place`` names it where the plan
    has others."""

    asked: int
    left: int
    place: str = ""


def cost_of_fitting(asked: Preset, plan: Plan) -> str | None:
    """The reductions in this plan and their cost, in one sentence; None if nothing was reduced."""
    left = plan.preset
    asked = replace(asked, crowded=left.crowded)
    codecs = _one_of_each_kind(plan)
    forks = [_Change(asked.forks_of(codec), left.forks_of(codec), place) for codec, place in codecs]
    samples = [_Change(asked.samples_of(codec), left.samples_of(codec), place) for codec, place in codecs]
    lost = [*_lost("forks per cell", forks), *_lost("samples", samples)]
    if left.one_operation_a_fork != asked.one_operation_a_fork:
        lost.append("all operations of a codec in one process")
    if not lost:
        return None
    wider = max(math.sqrt(change.asked / change.left) for change in forks)
    fewest = min(change.left for change in forks)
    if fewest < LEAST_FORKS_FOR_BOOTSTRAP:
        level = 100 * float(interval_of_median(fewest)[1])
        cost = f"intervals then hold at {level:.0f} % only, and most differences are not distinguished"
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
