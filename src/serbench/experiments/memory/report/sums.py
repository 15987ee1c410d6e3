"""The sums by which codecs rank: of the operations of a workload, and over the types of a user's data."""

from collections.abc import Iterable, Mapping, Sequence

from serbench.experiments.memory.report.cell_result import MemoryResult
from serbench.operations import ranking_among
from serbench.statistics.blocks import of_blocks
from serbench.statistics.estimate import Estimate, forks_together


def ranking_operations(results: Iterable[MemoryResult]) -> tuple[str, ...]:
    """The operations whose sum ranks a workload's codecs."""
    return ranking_among({result.operation for result in results if not result.shown_as_decode})


def ranking_cells(results: Sequence[MemoryResult]) -> dict[str, list[MemoryResult]]:
    """For each codec of one workload that has all ranking operations: its results of these. An operation that
    read nothing (``not_read``) does not count."""
    operations = ranking_operations(results)
    by_cell = {(result.codec, result.operation): result for result in results if not result.not_read}
    found: dict[str, list[MemoryResult]] = {}
    for codec in dict.fromkeys(result.codec for result in results):
        cells = [by_cell[codec, name] for name in operations if (codec, name) in by_cell]
        if operations and len(cells) == len(operations):
            found[codec] = cells
    return found


def sums(results: Sequence[MemoryResult]) -> dict[str, Estimate]:
    """For each codec of one workload that has all ranking operations: the estimate of their sum."""
    return {codec: mix([cells], [1]) for codec, cells in ranking_cells(results).items()}


def mix(types: Sequence[Sequence[MemoryResult]], weights: Sequence[int]) -> Estimate:
    """The mean time of an object of several types, of which there are so many: of each type its operations
    together."""
    total = sum(weights)
    of_types = [_added([one.fork_cpu_ns for one in cells]) for cells in types]
    added = _added(
        [
            {fork: time_ns * weight / total for fork, time_ns in of.items()}
            for of, weight in zip(of_types, weights, strict=True)
        ]
    )
    return Estimate.of(of_blocks([*added.values()], [types[0][0].fork_blocks[fork] for fork in added]))


def _added(parts: Sequence[Mapping[int, float]]) -> dict[int, float]:
    """The sums of these times of forks that belong together, by the number of the first one's."""
    return {
        of[0]: sum(part[fork] for part, fork in zip(parts, of, strict=True)) for of in forks_together(parts)
    }
