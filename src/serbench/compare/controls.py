"""The codecs whose executables are the same on both sides, the controls: what their times did between the two
is what the machine did, and only what lies beyond that is claimed of the others. Pure."""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from serbench.codecs.naming import language_name
from serbench.compare.side import Side
from serbench.statistics.estimate import Ratio
from serbench.statistics.shift import NO_SHIFT, Shift, shift_of


class Verdict(StrEnum):
    """The claim about a change of a time. A control is the same executable on both sides, so what it did is
    not its code's; a tie is a change that the machine may have made as well."""

    CONTROL = "control"
    LONGER = "longer"
    SHORTER = "shorter"
    TIED = "tied"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Controls:
    """The controls between two sides: ``cells`` are their codecs and workloads, ``of_language`` the codecs
    by language, and ``shifts`` what they did, of each language that has enough of them. Where both sides
    were measured alternately (``alternated``) nothing came between them, and none is needed."""

    cells: frozenset[tuple[str, str]]
    of_language: Mapping[str, tuple[str, ...]]
    shifts: Mapping[str, Shift]
    alternated: bool = False

    def shift(self, codec: str) -> Shift | None:
        """The shift of the unchanged codecs of this one's language; None where nothing tells."""
        return NO_SHIFT if self.alternated else self.shifts.get(language_name(codec))

    def factor(self, codec: str) -> float:
        """How many times as long the unchanged codecs of the language took, 1 where nothing tells."""
        return (self.shift(codec) or NO_SHIFT).factor

    def verdict(self, codec: str, workload: str, ratio: Ratio) -> Verdict:
        """The claim about a codec that took ``ratio`` times as long. A change lies beyond what unchanged
        codecs may do, and its own interval excludes what most of them did; a range claims nothing."""
        if (codec, workload) in self.cells:
            return Verdict.CONTROL
        shift = self.shift(codec)
        if shift is None or ratio.is_range:
            return Verdict.UNDECIDED
        if not shift.holds(ratio.ratio):
            if ratio.low > shift.factor:
                return Verdict.LONGER
            if ratio.high < shift.factor:
                return Verdict.SHORTER
        return Verdict.TIED


def controls_between(before: Side, after: Side, alternated: bool, changed: Collection[str]) -> Controls:
    """The controls between two sides, without the codecs that count as ``changed``."""
    cells = frozenset(
        (codec, workload)
        for codec, workload in before.executables.keys() & after.executables.keys()
        if codec not in changed
        and before.executables[codec, workload] == after.executables[codec, workload]
        and workload in before.corpora
        and before.corpora[workload] == after.corpora.get(workload)
    )
    ratios: dict[str, dict[str, dict[Hashable, float]]] = {}
    for key in sorted(before.times.keys() & after.times.keys()):
        codec, workload, _ = key
        a, b = before.times[key], after.times[key]
        # The median of a few forks is too far off, and a bound is no time.
        tells = not (a.is_range or b.is_range) and key not in before.bounds | after.bounds
        if (codec, workload) in cells and tells:
            of_codec = ratios.setdefault(language_name(codec), {}).setdefault(codec, {})
            of_codec[key[1:]] = b.median / a.median
    shifts = {language: shift_of(of_codecs) for language, of_codecs in ratios.items()}
    return Controls(
        cells,
        {language: tuple(of_codecs) for language, of_codecs in ratios.items()},
        {language: shift for language, shift in shifts.items() if shift is not None},
        alternated,
    )
