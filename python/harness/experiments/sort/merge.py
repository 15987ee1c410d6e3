"""Takes records of several sources in their order."""

from harness.experiments.sort.asked import Worker
from harness.experiments.sort.contract import Contract
from harness.experiments.sort.entry import Record
from harness.experiments.sort.loser_tree import LoserTree
from harness.experiments.sort.source import Source
from harness.experiments.sort.tally import ORDER
from harness.experiments.store.phases import OBJECTS_A_BLOCK


class Merge:
    """Merges sources that have been filled."""

    def __init__(self, worker: Worker, sources: list[Source]) -> None:
        self._worker = worker
        self._sources = sources
        self._lazy = worker.asked.contract is Contract.LAZY
        self._tree: LoserTree | None = None
        # The winner, if its next head has to be read first.
        self._used_up: Source | None = None

    def take(self) -> list[Record]:
        """The next records, as many as there are in memory, with their objects encoded; none if all have been
        taken."""
        if self._used_up is not None:
            self._used_up.refill()
        taken = self._worker.tally.timed(ORDER, self._play)
        records = [source.records[at] for source, at in taken]
        if not self._worker.asked.holds_objects:
            return records
        objects = [source.objects[at] for source, at in taken]
        return self._worker.encoded(objects, [number for number, _ in records])

    def end(self) -> None:
        """Gives the memory back."""
        self._worker.freed(self._sources.clear)

    def _play(self) -> list[tuple[Source, int]]:
        """Lets sources play until a record has to be read or a block has been taken."""
        if self._tree is None:
            self._tree = LoserTree(len(self._sources), self._less)
        elif self._used_up is not None:
            self._tree.replay()
        self._used_up = None
        taken: list[tuple[Source, int]] = []
        while len(taken) < OBJECTS_A_BLOCK:
            winner = self._sources[self._tree.winner]
            if winner.is_ended:
                break
            taken.append((winner, winner.at))
            winner.at += 1
            if winner.is_used_up:
                self._used_up = winner
                break
            self._tree.replay()
        return taken

    def _less(self, a: int, b: int) -> bool:
        """Whether the head of one source comes before that of another; those of sources that have ended come
        last."""
        one, other = self._sources[a], self._sources[b]
        if one.is_ended or other.is_ended:
            return not one.is_ended
        self._worker.tally.comparisons += 1
        if self._lazy:
            read = self._worker.read_key
            one_key, other_key = read(one.records[one.at]), read(other.records[other.at])
        else:
            one_key, other_key = one.keys[one.at], other.keys[other.at]
        if one_key != other_key:
            return one_key < other_key
        return one.records[one.at][0] < other.records[other.at][0]
