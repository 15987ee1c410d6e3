"""The sentences of a comparison: what the same executables did, and what therefore cannot be told."""

from collections.abc import Iterator

from serbench.codecs.naming import language_name
from serbench.compare.comparison import Comparison
from serbench.compare.controls import Verdict
from serbench.languages import title_of
from serbench.report.words import listed, number
from serbench.statistics.estimate import LEAST_FORKS_FOR_BOOTSTRAP
from serbench.statistics.shift import LEAST_CONTROLS

MARKS = {Verdict.LONGER: "+", Verdict.SHORTER: "-", Verdict.CONTROL: "="}
# Less is not shown.
_SAME = 0.0005


def sentences_on_controls(comparison: Comparison) -> list[str]:
    """The sentences on what the controls of each language did, and where nothing can be claimed."""
    if comparison.claimed:
        return []
    if comparison.controls.alternated:
        same = "A and B were measured alternately in one run, so the machine was the same for both."
        return [same, *_refusals(comparison)]
    return [*_shifts(comparison), *_refusals(comparison)]


def _shifts(comparison: Comparison) -> Iterator[str]:
    for language, codecs in comparison.controls.of_language.items():
        shift = comparison.controls.shifts.get(language)
        if shift is None:
            continue
        who = f"{len(codecs)} codecs of {title_of(codecs[0])}"
        sentence = f"The same executables took {_moved(shift.factor)} in B ({who})"
        changed = {change.codec for change in comparison.changes if change.verdict is not Verdict.CONTROL}
        if language in map(language_name, changed):
            sentence += f"; another codec has changed only if its factor lies outside {number(shift.low)} to"
            sentence += f" {number(shift.high)}"
        yield f"{sentence}."


def _moved(factor: float) -> str:
    if abs(factor - 1) < _SAME:
        return "as long"
    return f"{abs(factor - 1):.1%} {'longer' if factor > 1 else 'less time'}"


def _refusals(comparison: Comparison) -> Iterator[str]:
    undecided = {language_name(change.codec): change.codec for change in comparison.undecided()}
    lacking = [language for language, codec in undecided.items() if not comparison.controls.shift(codec)]
    if lacking:
        titles = listed([title_of(undecided[language]) for language in lacking])
        yield (
            f"For {titles} this comparison cannot tell a changed machine from changed code: fewer than"
            f" {LEAST_CONTROLS} codecs have the same executable in A and B and at least"
            f" {LEAST_FORKS_FOR_BOOTSTRAP} forks, repetitions or blocks in each. Times are shown and"
            " nothing is marked. In memory, `./serbench run --against RUN_A` measures both alternately."
        )
    if any(change.ratio.is_range for change in comparison.undecided()):
        yield (
            f"Where A or B has fewer than {LEAST_FORKS_FOR_BOOTSTRAP} forks, repetitions or blocks, only"
            " ranges are known: nothing is marked there."
        )
    bounds = comparison.before.bounds | comparison.after.bounds
    if any(change.key in bounds for change in comparison.undecided()):
        yield (
            "Where a time is only an upper bound, a difference that the bound does not prove stays unmarked."
        )
