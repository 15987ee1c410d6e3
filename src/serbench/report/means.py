"""How codecs compare over all workloads of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from serbench.report.rows import Results, ranking_operations, sums
from serbench.statistics import Estimate, Ratio, geometric_ratio


@dataclass(frozen=True, slots=True)
class Mean:
    """``over_best`` is the geometric mean, over the workloads, of the codec's time over that of the codec
    whose mean is least. The time is that which ranks: the sum of ``operations``."""

    codec: str
    operations: tuple[str, ...]
    workloads: tuple[str, ...]
    over_best: Ratio

    def to_json(self) -> dict[str, Any]:
        return {
            "codec": self.codec,
            "operations": list(self.operations),
            "workloads": list(self.workloads),
            "ratio": round(self.over_best.ratio, 4),
            "low": round(self.over_best.low, 4),
            "high": round(self.over_best.high, 4),
            "is_range": self.over_best.is_range,
        }


def means(results: Results) -> tuple[Mean, ...]:
    """The means of the codecs that have a total on every workload, the least first; none for one workload, or
    where the workloads are not ranked by the same operations."""
    by_workload: dict[str, dict[str, Estimate]] = {}
    operations: set[tuple[str, ...]] = set()
    for workload in dict.fromkeys(result.workload for result in results.rows):
        rows = [result for result in results.rows if result.workload == workload]
        by_workload[workload] = sums(rows)
        operations.add(ranking_operations(rows))
    if len(by_workload) < 2 or len(operations) != 1:
        return ()
    common = set.intersection(*(set(of) for of in by_workload.values()))
    times = {codec: [of[codec] for of in by_workload.values()] for codec in sorted(common)}
    if not times:
        return ()
    best = min(times, key=lambda codec: sum(log(estimate.median) for estimate in times[codec]))
    (summed,) = operations
    found = [Mean(codec, summed, tuple(by_workload), _over(own, times[best])) for codec, own in times.items()]
    return tuple(sorted(found, key=lambda mean: (mean.over_best.ratio, mean.codec)))


def _over(own: Sequence[Estimate], best: Sequence[Estimate]) -> Ratio:
    """The mean of a codec over that of the best one, which is exactly 1 of itself: the noise of measuring is
    the same above and below."""
    found = geometric_ratio(own, best)
    return Ratio(1.0, 1.0, 1.0, found.is_range) if own is best else found


def print_means(found: tuple[Mean, ...], console: Console) -> None:
    """Prints the table of means; nothing where there are none."""
    if not found:
        return
    first = found[0]
    console.print(Text(f"over {len(first.workloads)} workloads: times {first.codec}", style="bold"))
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("codec")
    for header in ("times", "from", "to"):
        table.add_column(header, justify="right")
    for mean in found:
        numbers = (mean.over_best.ratio, mean.over_best.low, mean.over_best.high)
        of_itself = mean.codec == first.codec
        table.add_row(mean.codec, *("" if of_itself and i else f"{x:.2f}" for i, x in enumerate(numbers)))
    console.print(table)
    for line in legend(first):
        console.print(Text(line))
    console.print()


def legend(mean: Mean) -> list[str]:
    """What the means are, in words."""
    lines = [
        f"Geometric mean over {', '.join(mean.workloads)} of {' + '.join(mean.operations)}, as a multiple of"
        f" {mean.codec}'s, with the 95 % interval of the noise of measuring."
    ]
    if mean.over_best.is_range:
        lines.append("Below 5 forks the interval is not to be relied upon.")
    return lines
