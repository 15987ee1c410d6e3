"""A whole sort: runs are made and merged until one merge writes the store."""

from dataclasses import dataclass, field

from harness.experiments.sort.asked import Worker
from harness.experiments.sort.budget import block_records
from harness.experiments.sort.located import Located
from harness.experiments.sort.memory import release_free_memory
from harness.experiments.sort.merge import Merge
from harness.experiments.sort.merge_plan import next_pass
from harness.experiments.sort.output import Output, Target
from harness.experiments.sort.run_file import RunFile, merges_of, run_block_bytes
from harness.experiments.sort.runs import Holding, planned_runs
from harness.experiments.sort.sorted_store import SortedStore
from harness.experiments.sort.source import Source
from harness.experiments.sort.tally import Tally
from harness.experiments.store.phases import OBJECTS_A_BLOCK
from harness.timing.clocks import start_thread


@dataclass(slots=True)
class Sorting:
    """``passes`` is how often a record is merged at most."""

    worker: Worker
    records: Located
    passes: int = 0
    _planned: list[range] = field(init=False)
    _memory_per_byte: float = field(init=False)
    _runs_made: int = 0

    def __post_init__(self) -> None:
        """Refuses a memory that is too small."""
        asked = self.worker.asked
        self._memory_per_byte = asked.budget.memory_per_byte(len(self.records), sum(self.records.sizes))
        self._planned = planned_runs(asked, self.records)

    @property
    def runs(self) -> int:
        """How many are made of the records; no records are one run, too."""
        return max(1, len(self._planned))

    def warm_up(self) -> None:
        """Repeats all that is done with the first block of a run but writing it."""
        warmup_ns = self.worker.asked.warmup_ns
        if not self._planned or warmup_ns == 0:
            return
        sizes = self.records.sizes[: self._planned[0].stop]
        block = range(block_records(sizes, self.worker.asked.budget.input_block_bytes))
        holding, watch = Holding(self.worker, self.records), start_thread()
        while watch.wall_ns() < warmup_ns:
            holding.fill(block)
            holding.sort()
            holding.pass_on(0, len(block))
            holding.release()
        self.worker.tally = Tally()

    def sort(self, store: SortedStore) -> None:
        """Sorts the records into the store."""
        if self.runs > 1:
            made = self._made()
            release_free_memory()
            self._merge(made, store)
            return
        holding = Holding(self.worker, self.records)
        output = Output(self.worker.tally, self.worker.asked.budget.input_block_bytes)
        for run in self._planned:
            holding.fill(run)
        self._sort_and_write(holding, output, store)

    def _made(self) -> list[RunFile]:
        """Reads records until the memory is used, sorts and writes them, again and again."""
        holding = Holding(self.worker, self.records)
        budget = self.worker.asked.budget
        output = Output(self.worker.tally, budget.run_block_bytes(self._memory_per_byte))
        made: list[RunFile] = []
        for planned in self._planned:
            holding.fill(planned)
            made.append(self._new_run())
            self._sort_and_write(holding, output, made[-1])
        return made

    def _sort_and_write(self, holding: Holding, output: Output, to: Target) -> None:
        if holding.entries:
            holding.sort()
        for begin in range(0, len(holding.entries), OBJECTS_A_BLOCK):
            output.add(to, holding.pass_on(begin, begin + OBJECTS_A_BLOCK))
        output.finish(to)
        holding.release()

    def _merge(self, runs: list[RunFile], store: SortedStore) -> None:
        self.worker.tally.begin_merging()
        fan_in = self.worker.asked.budget.fan_in
        while len(runs) > fan_in:
            runs = self._pass(runs, fan_in)
        self.passes = merges_of(runs)
        self._merge_into(runs, store, self.worker.asked.budget.input_block_bytes)

    def _pass(self, runs: list[RunFile], fan_in: int) -> list[RunFile]:
        """Merges groups of runs; runs of no group stay."""
        block_bytes = self.worker.asked.budget.run_block_bytes(self._memory_per_byte)
        merged: list[RunFile] = []
        for count in next_pass(len(runs), fan_in):
            group, runs = runs[:count], runs[count:]
            merged.append(self._new_run(merges_of(group)))
            self._merge_into(group, merged[-1], block_bytes)
        return [*merged, *runs]

    def _merge_into(self, runs: list[RunFile], to: Target, block_bytes: int) -> None:
        """Merges runs and closes them."""
        output = Output(self.worker.tally, block_bytes)
        merge = Merge(self.worker, self._filled(runs))
        while records := merge.take():
            output.add(to, records)
        output.finish(to)
        merge.end()
        for run in runs:
            run.file.close()

    def _filled(self, runs: list[RunFile]) -> list[Source]:
        """The runs with their first blocks in memory."""
        asked = self.worker.asked
        block_bytes = asked.budget.merged_block_bytes(len(runs), self._memory_per_byte)
        if run_block_bytes(asked.largest_bytes, asked.reader.granule) > block_bytes:
            raise asked.budget.too_small()
        sources = [Source(self.worker, run, max(block_bytes, run.largest_block_bytes)) for run in runs]
        for source in sources:
            source.refill()
        return sources

    def _new_run(self, merges: int = 0) -> RunFile:
        asked = self.worker.asked
        self._runs_made += 1
        return RunFile(asked.scratch, self._runs_made - 1, direct=asked.direct, merges=merges)
