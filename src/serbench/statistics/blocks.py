"""The values of forks that were measured in blocks. Pure."""

from collections.abc import Sequence
from statistics import median


def of_blocks(values: Sequence[float], blocks: Sequence[int]) -> list[float]:
    """The median of each block's values, of which ``blocks`` tells the block of each; the values themselves
    where all are of one block.

    Forks of one block share the state of the machine and are no independent draws of it, so of a run in
    blocks only the blocks' medians make an interval.
    """
    of_block: dict[int, list[float]] = {}
    for value, block in zip(values, blocks, strict=True):
        of_block.setdefault(block, []).append(value)
    return list(values) if len(of_block) == 1 else [median(of_block[block]) for block in sorted(of_block)]
