"""Sentences about a run of the relay: who comes first, what lazy reading saves, where it costs. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from serbench.experiments.relay.plan import BASE_MODE, MODES
from serbench.experiments.relay.results import RelayResult, RelayResults
from serbench.report.ranked import firsts
from serbench.report.words import digits_of, listed, number
from serbench.statistics.comparison import LEAST_FORKS_FOR_DIFFERENCE

# Modes that do what the base does, or less of it.
_LAZIER = frozenset({"peek", "envelope", "message", "reuse"})


def answers(results: RelayResults, is_across: bool) -> list[str]:
    """For each workload: the first libraries of the base mode, where it uses codecs, and what others save."""
    found: list[str] = []
    for workload in results.workloads:
        of_workload = [one for one in results.rows if one.workload == workload and not one.hand_written]
        if not of_workload:
            continue
        base = base_of([one.mode for one in of_workload])
        if ranked := [one for one in of_workload if one.mode == base and one.can_rank]:
            found.append(_first(workload, ranked, is_across))
        found += _savings(of_workload, base)
    return found


def base_of(modes: Collection[str]) -> str:
    """The mode of these with which the others are compared."""
    return BASE_MODE if BASE_MODE in modes else max(modes, key=MODES.index)


def _first(workload: str, results: Sequence[RelayResult], is_across: bool) -> str:
    parts = []
    for first in firsts(results, is_across):
        result = first.result
        rate = f"{number(result.objects_per_s, digits_of(result.time), grouped=True)} objects/s"
        if result.is_bound:
            first = replace(first, doubt=", where the driver may limit them")
            rate = f"at least {rate}"
        parts.append(first.words(rate))
    return f"{workload}, {results[0].mode}: most objects are relayed by {listed(parts)}."


def _savings(results: Sequence[RelayResult], base_mode: str) -> list[str]:
    """The sentences about each codec's gain by its best lazier mode, and about slower lazier modes. The gain
    over a base that the driver limits is unknown."""
    base = {one.codec: one for one in results if one.mode == base_mode}
    gains: list[tuple[float, str]] = []
    losses: list[str] = []
    for codec, slow in base.items():
        others = [one for one in results if one.codec == codec and one.mode in _LAZIER]
        if not others or slow.is_bound:
            continue
        best = min(others, key=lambda one: one.time.median)
        times = slow.time.median / best.time.median
        if times > 1:
            bound = "at least " if best.is_bound else ""
            gains.append((times, f"{codec} {bound}{times:.1f} × with {best.mode}"))
        losses += [f"{codec} with {one.mode}" for one in others if _is_slower(one, slow)]
    found = []
    if gains:
        words = [text for _, text in sorted(gains, reverse=True)]
        found.append(f"Throughput of the best other mode relative to {base_mode}: {listed(words)}.")
    if losses:
        found.append(f"Slower than {base_mode}: {listed(losses)}.")
    return found


def _is_slower(result: RelayResult, other: RelayResult) -> bool:
    """Whether all forks of one were slower than all of the other, and enough for that to mean something."""
    fewest = min(len(one.time.fork_values) for one in (result, other))
    enough = fewest >= LEAST_FORKS_FOR_DIFFERENCE and not result.is_bound
    return enough and result.time.low > other.time.high
