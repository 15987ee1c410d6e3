"""Blocks: a run measures all of its rounds several times, so far apart that a slow hour of the machine lies
in few of them (docs/decisions/0033-blocks-and-history.md)."""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from typing import Any, Self, TypeVar

from serbench.engine.attempts import unmeasured
from serbench.engine.executing import Again, execute
from serbench.engine.rounds import round_ends, shuffled
from serbench.engine.work import Fork, Progress, Work
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.statistics.blocks import of_blocks
from serbench.statistics.estimate import Estimate
from serbench.terminal.console import duration_words

# Runs of the same executables agree within their intervals when they are less apart, and no longer when more.
GAP_S = 1800.0
# The time announced for a block has this share on top of the estimate, for forks that are disturbed.
RESERVE = 0.1
_NS_PER_S = 1_000_000_000
# How often a wait is told.
_TELL_S = 10.0

P = TypeVar("P")


def in_blocks(plan: P, blocks: int, order: str) -> P:
    """The plan with all its forks in each of so many blocks. A block has its rounds in orders of its own,
    which follow from the words of ``order``, and its forks have indexes of their own."""
    of_one: Any = plan
    first: Sequence[Fork] = of_one.forks
    ends = round_ends(first)
    rounds = [first[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]
    indexes: dict[tuple[str, str], int] = {}
    for fork in first:
        key = (fork.codec, fork.workload)
        indexes[key] = max(indexes.get(key, 0), fork.index + 1)
    forks = list(first)
    for block in range(1, blocks):
        for number, of_round in enumerate(rounds):
            forks += [
                replace(fork, block=block, index=fork.index + block * indexes[fork.codec, fork.workload])
                for fork in shuffled(of_round, order, "order of block", block, "round", number)
            ]
    made: P = replace(of_one, forks=tuple(forks))
    return made


def number_of_blocks(forks: Iterable[Fork]) -> int:
    """The number of the blocks of a plan's forks."""
    return 1 + max((fork.block for fork in forks), default=0)


def pauses_s(forks: Iterable[Fork], rows: Iterable[Row] = ()) -> float:
    """How long a run with these rows waits at most before the blocks of these forks."""
    begun = {row.block for row in rows}
    return GAP_S * len({fork.block for fork in forks if fork.block} - begun)


def blocks_clause(forks: Sequence[Fork]) -> str:
    """``, in 5 blocks, at least 30 min apart``; empty for one block."""
    number = len({fork.block for fork in forks})
    return f", in {number} blocks, at least {duration_words(GAP_S)} apart" if number > 1 else ""


@dataclass(frozen=True, slots=True)
class Blocks:
    """The blocks of rows: their ``number``, and how long after the end of one the next began at least."""

    number: int = 1
    gap_s: float = 0.0

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Self:
        of_block: dict[int, list[Row]] = {}
        for row in rows:
            of_block.setdefault(row.block, []).append(row)
        if len(of_block) < 2:
            return cls()
        ordered = [of_block[block] for block in sorted(of_block)]
        gaps_s = (min(map(_started_s, after)) - ended_s(before) for before, after in pairwise(ordered))
        return cls(len(ordered), max(0.0, min(gaps_s)))

    @property
    def sentence(self) -> str:
        """How times follow from blocks; empty for one block."""
        if self.number == 1:
            return ""
        minutes = math.floor(self.gap_s / 60)
        apart = f", at least {minutes} min apart" if minutes else ""
        return (
            f"Times are from {self.number} blocks{apart}: medians of their medians, which give ± and ranks."
        )


ONE_BLOCK = Blocks()


def estimate_of(rows: Sequence[Row], values: Sequence[float]) -> Estimate:
    """The estimate of a value for each row; of rows that were measured in blocks from the blocks' medians."""
    return Estimate.of(of_blocks(values, [row.block for row in rows]))


def _started_s(row: Row) -> float:
    """When a row's process began, in seconds since 1970; an unknown time is long ago."""
    try:
        began = datetime.fromisoformat(row.started_at)
    except ValueError:
        return 0.0
    return (began if began.tzinfo else began.replace(tzinfo=UTC)).timestamp()


def ended_s(rows: Sequence[Row]) -> float:
    """When the last of the rows, of which there are some, had been measured, as far as their samples tell."""
    return max(_started_s(row) + sum(row.wall_ns) / _NS_PER_S for row in rows)


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of a run, and its sleep: seconds that only grow, and seconds since 1970."""

    steady_s: Callable[[], float] = time.monotonic
    now_s: Callable[[], float] = time.time
    sleep: Callable[[float], object] = time.sleep


def announced_s(work: Work, forks: Iterable[Any]) -> float:
    """How long measuring these forks is said to take, pauses not included."""
    return (1 + RESERVE) * sum(map(work.fork_ns, forks)) / _NS_PER_S


def execute_blocks(
    work: Work,
    folder: RunFolder,
    progress: Progress | None = None,
    until_s: float = math.inf,
    clocks: Clocks | None = None,
    again_s: float | None = None,
) -> None:
    """Measures what ``folder`` lacks block by block, as ``execute`` does for each. A block begins half an
    hour after the end of those before it, which a resumed run finds in their rows; one that has begun goes
    on at once. Disturbed forks are measured again within their block, for at most ``again_s`` if
    that is given."""
    progress, clocks = progress or Progress(), clocks or Clocks()
    number = number_of_blocks(work.forks)
    for block in range(number):
        forks = [fork for fork in work.forks if fork.block == block]
        missing = unmeasured(forks, folder.rows)
        begun = {row.block for row in folder.rows}
        if not missing and any(later > block for later in begun):
            continue
        before = [row for row in folder.rows if row.block < block]
        if missing and before and block not in begun:
            told = partial(progress.waiting, block, number)
            progress.waited(wait(GAP_S, ended_s(before), told, clocks))
        again = Again(clocks.steady_s() + announced_s(work, missing), RESERVE, again_s)
        execute(
            work,
            folder,
            forks,
            progress=progress,
            until_s=until_s,
            again=again,
            clock=clocks.steady_s,
        )


def wait(gap_s: float, after_s: float, tell: Callable[[float], object], clocks: Clocks) -> float:
    """Waits until ``gap_s`` seconds after the time ``after_s`` are over, and tells how many are left. Returns
    how many it took; a clock that was set back does not make it longer."""
    began_s = clocks.steady_s()
    due_s = min(gap_s, gap_s - (clocks.now_s() - after_s))
    while (left_s := due_s - (clocks.steady_s() - began_s)) > 0:
        tell(left_s)
        clocks.sleep(min(left_s, _TELL_S))
    return clocks.steady_s() - began_s
