"""Sentences about a run of the sort.
They say who comes first, how much of the time is the codec's, what keeping bytes saves, and what a compact
format earns. Pure."""

from collections.abc import Sequence

from serbench.experiments.sort.plan import BYTES, LAZY, OBJECTS
from serbench.experiments.sort.report import tables
from serbench.experiments.sort.results import SortResult, SortResults
from serbench.report.ranked import firsts
from serbench.report.words import duration_text, listed

# The phases that are a codec's work.
_CODECS_PARTS = ("decode", "encode")


def answers(results: SortResults, is_across: bool) -> list[str]:
    """Of the largest input: the first libraries of each way, and what the ways say of each other."""
    most = max((one.objects for one in results.all), default=0)
    largest = [one for one in results.rows if one.objects == most]
    found: list[str] = []
    for conditions in dict.fromkeys(one.conditions for one in largest):
        alike = [one for one in largest if one.conditions == conditions]
        for mode in (OBJECTS, BYTES, LAZY):
            found += _first([one for one in alike if one.mode == mode], is_across)
        found += _shares([one for one in alike if one.mode == OBJECTS])
        found += _savings(alike)
        found += _chunks([one for one in alike if one.mode == BYTES])
        found += _beyond_budget(alike)
    found += _marks(results, most)
    return found


def _first(results: Sequence[SortResult], is_across: bool) -> list[str]:
    parts = [first.words(duration_text(first.result.total)) for first in firsts(results, is_across)]
    if not parts:
        return []
    one = results[0]
    return [f"{one.mode}, {tables.conditions_words(one)}: sorted fastest by {listed(parts)}."]


def codecs_share(result: SortResult) -> float:
    """The part of a sort's time that is the codec's."""
    own = sum(time for name, time in result.phases.items() if name.partition("-")[2] in _CODECS_PARTS)
    return own / max(1.0, sum(result.phases.values()))


def _shares(results: Sequence[SortResult]) -> list[str]:
    ordered = sorted(results, key=codecs_share)
    if not ordered:
        return []
    least, most = ordered[0], ordered[-1]
    if least is most:
        return [
            f"Decoding and encoding take {codecs_share(least):.0%} of the time in which {least.codec} sorts"
            " objects."
        ]
    return [
        f"Decoding and encoding take from {codecs_share(least):.0%} ({least.codec}) to"
        f" {codecs_share(most):.0%} ({most.codec}) of the time of a sort of objects."
    ]


def _savings(alike: Sequence[SortResult]) -> list[str]:
    """How many times as fast each codec is where its bytes are kept."""
    times = {(one.mode, one.codec): one.total.median for one in alike}
    found = []
    for mode, against in ((BYTES, OBJECTS), (LAZY, BYTES)):
        ratios = {
            codec: times[against, codec] / time_ns
            for (of, codec), time_ns in times.items()
            if of == mode and (against, codec) in times
        }
        if ratios:
            words = [
                f"{codec} {ratios[codec]:.1f} ×" for codec in sorted(ratios, key=ratios.__getitem__)[::-1]
            ]
            found.append(f"Speed with {mode} relative to {against}: {listed(words)}.")
    return found


def _chunks(results: Sequence[SortResult]) -> list[str]:
    """The sentence on what a compact format earns in the same memory."""
    ordered = sorted(results, key=lambda one: (one.chunks, one.size_bytes))
    if not ordered or ordered[0].chunks == ordered[-1].chunks:
        return []
    few, many = ordered[0], ordered[-1]
    return [
        f"The same memory holds more of a compact format: {_with_size(few, ' bytes per object')} makes"
        f" {few.chunks:.0f} chunks, {_with_size(many)} {many.chunks:.0f}."
    ]


def _with_size(result: SortResult, unit: str = "") -> str:
    return f"{result.codec} ({result.size_bytes / result.objects:.0f}{unit})"


def _beyond_budget(results: Sequence[SortResult]) -> list[str]:
    beyond = [
        f"{one.codec} with {one.mode} ({one.of_budget:.2f} times as much)" for one in results if one.exceeds
    ]
    return [f"More than the budget was held by {listed(beyond)}."] if beyond else []


def _marks(results: SortResults, objects: int) -> list[str]:
    marks = [one for one in results.marks if one.objects == objects]
    return [
        f"GNU sort takes {duration_text(one.total)} for the lines of {one.codec} in"
        f" {tables.memory_of(one)}; it decodes nothing."
        for one in marks
    ]
