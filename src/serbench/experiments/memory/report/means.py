"""How codecs compare over all workloads of a run."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any

from serbench.experiments.memory.report.cell_result import MemoryResult
from serbench.experiments.memory.report.results import MemoryResults
from serbench.experiments.memory.report.sums import mix, ranking_cells, ranking_operations
from serbench.report.standing import rankings
from serbench.report.table import Cell, Line, Table, number_columns, text_columns, text_line
from serbench.report.words import number
from serbench.statistics.estimate import Estimate, Ratio, geometric_ratio


@dataclass(frozen=True, slots=True)
class Mean:
    """``over_best`` is the geometric mean, over the workloads, of the codec's time over that of the codec
    whose mean is lowest. The time is the one that ranks: the sum of ``operations``. Where the workloads are
    types, ``is_mix``: it is the time of the objects of all types, each as often as the data have it."""

    codec: str
    operations: tuple[str, ...]
    workloads: tuple[str, ...]
    over_best: Ratio
    is_mix: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            "codec": self.codec,
            "operations": list(self.operations),
            "workloads": list(self.workloads),
            **self.over_best.to_json(),
        }


def means(results: MemoryResults) -> tuple[Mean, ...]:
    """The means of the libraries that have a total on every workload, lowest first; none for one workload,
    where the workloads are not ranked by the same operations, or where one of several types was not
    measured."""
    by_workload: dict[str, dict[str, list[MemoryResult]]] = {}
    operations: set[tuple[str, ...]] = set()
    for workload in dict.fromkeys(result.workload for result in results.rows):
        rows = results.rows_of(workload)
        by_workload[workload] = ranking_cells([row for row in rows if not row.hand_written])
        operations.add(ranking_operations(rows))
    if len(by_workload) < 2 or len(operations) != 1:
        return ()
    common = set.intersection(*(set(of) for of in by_workload.values()))
    cells = {codec: [of[codec] for of in by_workload.values()] for codec in sorted(common)}
    is_mix = bool(results.weights)
    # A run that was interrupted has no mix yet.
    if not cells or (is_mix and len(by_workload) < len(results.weights)):
        return ()
    weights = [results.weights.get(workload, 1) for workload in by_workload]
    times = {
        codec: [mix(of, weights)] if is_mix else [mix([one], [1]) for one in of]
        for codec, of in cells.items()
    }
    best = min(times, key=lambda codec: sum(log(estimate.median) for estimate in times[codec]))
    (summed,) = operations
    found = [
        Mean(codec, summed, tuple(by_workload), _over(own, times[best]), is_mix)
        for codec, own in times.items()
    ]
    return tuple(sorted(found, key=lambda mean: (mean.over_best.ratio, mean.codec)))


def means_of_each(results: MemoryResults, is_across: bool) -> dict[str, tuple[Mean, ...]]:
    """The means of each language by its title, or of all under no title where they are one ranking. What has
    no means is missing."""
    libraries = dict.fromkeys(result.codec for result in results.rows if not result.hand_written)
    found = {
        title: means(replace(results, rows=tuple(row for row in results.rows if row.codec in codecs)))
        for title, codecs in rankings(libraries, is_across).items()
    }
    return {title: of_language for title, of_language in found.items() if of_language}


def _over(own: Sequence[Estimate], best: Sequence[Estimate]) -> Ratio:
    """The mean of a codec over that of the best one, which is exactly 1 of itself: the noise of measuring is
    the same above and below."""
    found = geometric_ratio(own, best)
    return Ratio(1.0, 1.0, 1.0, found.is_range) if own is best else found


def means_table(found: Sequence[Mean], within: bool) -> Table:
    """The report's table of all libraries over all workloads; ``within`` if they are relative to their
    language's fastest."""
    lines = []
    for mean in found:
        over = mean.over_best
        interval = Cell(f"{number(over.low)} to {number(over.high)}")
        lines.append(Line((Cell(mean.codec), Cell(number(over.ratio), over.ratio), interval)))
    columns = (*text_columns("codec"), *number_columns("ratio", "95 % interval"))
    fastest = "the fastest of the language" if within else "the fastest"
    mean_of = "the mix of all types" if found[0].is_mix else "geometric mean over all workloads"
    return Table(f"times {fastest}, {mean_of}", columns, tuple(lines))


def multiples_table(found: Sequence[Mean]) -> Table:
    """The terminal's: how many times the first one's time each takes."""
    first = found[0]
    lines = []
    for mean in found:
        numbers = (mean.over_best.ratio, mean.over_best.low, mean.over_best.high)
        of_itself = mean.codec == first.codec
        lines.append(
            text_line(mean.codec, *("" if of_itself and i else f"{x:.2f}" for i, x in enumerate(numbers)))
        )
    number_of = len(first.workloads)
    over = f"the mix of {number_of} types" if first.is_mix else f"over {number_of} workloads"
    title = f"{over}: times {first.codec}"
    return Table(title, (*text_columns("codec"), *number_columns("times", "from", "to")), tuple(lines))


def legend_of(mean: Mean, noun: str = "forks") -> list[str]:
    """The sentences that explain the means; ``noun`` is what the values of an estimate are called."""
    names = ", ".join(mean.workloads)
    what = f"Geometric mean over {names} of"
    if mean.is_mix:
        what = f"Mean for an object of the mix of {names}, each as often as the data have it, of"
    lines = [
        f"{what} {' + '.join(mean.operations)}, as a multiple of"
        f" {mean.codec}'s, with the 95 % interval of the noise of measuring."
    ]
    if mean.over_best.is_range:
        lines.append(f"Below 5 {noun} the interval is not reliable.")
    return lines
