"""Comparisons of runs of unchanged code in which each codec in turn counts as changed: what ``compare``
claims of it, and whether it finds a slowdown that is planted there. Pure."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from serbench.codecs.naming import language_name
from serbench.compare.comparison import DEFAULT_THRESHOLD, Change, Comparison, compare
from serbench.compare.controls import Verdict
from serbench.compare.differences import on_same_machine
from serbench.compare.side import Side
from serbench.languages import title_of
from serbench.report.words import listed
from serbench.statistics.estimate import Ratio

PLANTS = (0.03, 0.05, 0.1)
_CLAIMS = (Verdict.LONGER, Verdict.SHORTER)


@dataclass(frozen=True, slots=True)
class Claims:
    """Claims of comparisons about codecs that count as changed: how many comparisons end with status 1
    (``worse``) at the usual threshold, and how many cells are ``marked`` as longer or shorter."""

    worse: int
    marked: int


@dataclass(frozen=True, slots=True)
class Plant:
    """The cells that are marked as longer (``found``) where their codec takes ``slowdown`` longer (0.05 for
    5 %) in the second run, and the comparisons in which any cell is (``comparisons``)."""

    slowdown: float
    found: int
    comparisons: int


@dataclass(frozen=True, slots=True)
class Judged:
    """The sum over ``comparisons`` of codecs of a language, each of two runs with one codec that counts as
    changed, over the ``cells`` of these codecs: with the others as ``controls``, ``without`` any, and with
    planted slowdowns."""

    language: str
    comparisons: int
    cells: int
    controls: Claims
    without: Claims
    plants: tuple[Plant, ...]


def comparable_pairs(sides: Sequence[Side]) -> list[tuple[Side, Side]]:
    """All pairs of runs, the earlier first, that measured the same data on one machine, and some executables
    that are the same."""
    return [
        (before, after)
        for before, after in combinations(sides, 2)
        if on_same_machine(before, after)
        and all(before.corpora[name] == sha for name, sha in after.corpora.items() if name in before.corpora)
        and _unchanged(before, after)
    ]


def judged(pairs: Sequence[tuple[Side, Side]], tell: Callable[[str], object]) -> list[Judged]:
    """The claims of the comparisons of these pairs, by language; a language that has too few controls is
    missing."""
    of_language: dict[str, list[Judged]] = {}
    for number, (before, after) in enumerate(pairs, start=1):
        for codec in _unchanged(before, after):
            tell(f"pair {number} of {len(pairs)}: {codec}")
            for one in _trial(codec, before, after):
                of_language.setdefault(one.language, []).append(one)
    return [_summed(several) for several in of_language.values()]


def _unchanged(before: Side, after: Side) -> list[str]:
    """The codecs whose executables are the same on both sides, of all workloads that both have."""
    common = before.executables.keys() & after.executables.keys()
    changed = {key[0] for key in common if before.executables[key] != after.executables[key]}
    return sorted({codec for codec, _ in common} - changed)


def _trial(codec: str, before: Side, after: Side) -> Iterator[Judged]:
    """The judgement of one codec between two runs; nothing where nobody can tell."""
    language = language_name(codec)
    a, b = _of_language(before, language), _of_language(after, language)
    found = compare(a, b, changed=[codec])
    cells = _told(found, codec)
    if not cells:
        return
    # Of runs that alternate, controls are not asked.
    without = compare(a, b, changed=[codec], alternated=True)
    yield Judged(
        language, 1, len(cells), _claims(found, codec), _claims(without, codec), _planted(found, cells)
    )


def _of_language(side: Side, language: str) -> Side:
    """The side with the codecs of one language alone, and no rankings, which are not asked for."""

    def own(codec: str) -> bool:
        return language_name(codec) == language

    return replace(
        side,
        times={key: estimate for key, estimate in side.times.items() if own(key[0])},
        sizes={key: size for key, size in side.sizes.items() if own(key[0])},
        totals={workload: {} for workload in side.totals},
    )


def _planted(found: Comparison, cells: Sequence[Change]) -> tuple[Plant, ...]:
    """The verdicts as if all forks of the cells had taken longer on the second side, and with them the bounds
    of their ratios."""
    plants = []
    for slowdown in PLANTS:
        longer = 0
        for cell in cells:
            of, by = cell.ratio, 1 + slowdown
            slowed = Ratio(of.ratio * by, of.low * by, of.high * by, of.is_range)
            verdict = found.controls.verdict(cell.codec, cell.workload, slowed)
            longer += verdict is Verdict.LONGER
        plants.append(Plant(slowdown, longer, int(longer > 0)))
    return tuple(plants)


def _told(found: Comparison, codec: str) -> list[Change]:
    """The codec's cells of which something is known."""
    return [
        change
        for change in found.changes
        if change.codec == codec and change.verdict is not Verdict.UNDECIDED
    ]


def _claims(found: Comparison, codec: str) -> Claims:
    marked = sum(change.verdict in _CLAIMS for change in _told(found, codec))
    return Claims(int(found.is_worse(DEFAULT_THRESHOLD)), marked)


def _summed(several: Sequence[Judged]) -> Judged:
    def claims(of: Sequence[Claims]) -> Claims:
        return Claims(sum(one.worse for one in of), sum(one.marked for one in of))

    by_slowdown = zip(*(one.plants for one in several), strict=True)
    return Judged(
        several[0].language,
        len(several),
        sum(one.cells for one in several),
        claims([one.controls for one in several]),
        claims([one.without for one in several]),
        tuple(
            Plant(of[0].slowdown, sum(one.found for one in of), sum(one.comparisons for one in of))
            for of in by_slowdown
        ),
    )


def sentences(found: Sequence[Judged], pairs: int) -> list[str]:
    """Two lines for each language: what is claimed of unchanged code, and which slowdowns are found."""
    lines = []
    for one in found:
        title = title_of(f"{one.language}/")
        lines += [
            f"hours: {title}: {one.controls.worse} of {one.comparisons} comparisons of unchanged code (pairs"
            f" of runs: {pairs}) end with status 1 ({one.controls.worse / one.comparisons:.1%}; without"
            f" controls {one.without.worse / one.comparisons:.1%}), and {one.controls.marked} of {one.cells}"
            f" cells are marked ({one.controls.marked / one.cells:.1%}; without controls"
            f" {one.without.marked / one.cells:.1%})",
            f"hours: {title}: "
            + listed(
                [
                    f"a planted slowdown of {plant.slowdown:.0%} is found in {plant.found / one.cells:.1%} of"
                    f" cells and {plant.comparisons / one.comparisons:.1%} of comparisons"
                    for plant in one.plants
                ]
            ),
        ]
    return lines
