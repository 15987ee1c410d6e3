"""The verb of a sort."""

import os
import resource
from dataclasses import dataclass, replace
from typing import Any

from harness.experiments import Bench, Verb
from harness.experiments.sort.asked import Asked, Worker
from harness.experiments.sort.budget import Budget
from harness.experiments.sort.contract import Contract, contract_named
from harness.experiments.sort.entry import ENTRY_BYTES
from harness.experiments.sort.keys import keys_named
from harness.experiments.sort.located import Located, in_file_order
from harness.experiments.sort.memory import ResidentWatch, bytes_of_objects
from harness.experiments.sort.runs import Holding
from harness.experiments.sort.sorted_store import SortedStore
from harness.experiments.sort.sorting import Sorting
from harness.experiments.store.experiment import require_one_thread
from harness.experiments.store.number_list import NumberList
from harness.experiments.store.reader import Reader
from harness.experiments.store.telling import tell_collected, tell_end, tell_phases
from harness.experiments.store.writer import Writer
from harness.protocol.refusal import refuse, refuse_file
from harness.timing.collector import Collecting, freeze

# By how many objects their memory is measured, and how many bytes of messages they may have.
_MOST_SAMPLED, _MOST_SAMPLED_BYTES = 1000, 8 << 20
# What is measured becomes a multiple of 1 ÷ this, so that the size of runs does not follow the noise.
_SAMPLE_STEPS = 16


@dataclass(frozen=True, slots=True)
class _Files:
    """Those that a sort reads and writes."""

    data: str
    index: str
    sorted_data: str
    sorted_index: str

    def create(self, bench: Bench, asked: Asked) -> Writer:
        """Begins the sorted store, which has the identity of the other one but for the codec. What is read
        must not be written, by whatever path."""
        for written in (self.sorted_data, self.sorted_index):
            for read in (self.data, self.index):
                if os.path.exists(written) and os.path.samefile(written, read):  # noqa: PTH110, PTH121
                    raise refuse_file(written, "is one of the store that is sorted")
        identity = replace(asked.reader.identity, codec=bench.about.codec)
        return Writer(self.sorted_data, self.sorted_index, identity, direct=asked.direct)


def _serve(bench: Bench) -> None:
    request = bench.request
    names = ("data", "index", "sorted_data", "sorted_index")
    files = _Files(*(request.path(name) for name in names))
    codec = bench.new_page()
    asked = _asked_of(bench, files, codec)
    found = asked.reader.identity.workload
    if found != bench.about.workload:
        raise refuse(f"The store in {files.data} holds other objects: {found}.")
    tell_end(bench.replies, "sort", lambda: _sort(bench, asked, files, codec))


def _asked_of(bench: Bench, files: _Files, codec: Any) -> Asked:
    """Reads the request, and refuses what cannot be done with any store."""
    request = bench.request
    key, contract, scratch = request.path("key"), request.path("contract"), request.path("scratch")
    distinct, direct = request.number("distinct"), request.number("direct") != 0
    warmup_ns, threads = request.number("warmup_ns"), request.number("threads")
    budget = Budget(request.number("memory_bytes"), request.number("fan_in"))
    keys = keys_named(key, distinct, bench)
    held = contract_named(contract, codec, by_study=keys.is_study)
    require_one_thread(threads)
    if budget.fan_in < 2:
        raise refuse("A merge takes at least two runs at once.")
    reader = Reader(files.data, files.index, direct=direct)
    return Asked(reader, held, keys, budget, scratch, direct, warmup_ns, largest_bytes=0)


def _sort(bench: Bench, asked: Asked, files: _Files, codec: Any) -> int:
    """Sorts, and gives the peak of the memory before that."""
    _allow_many_files()
    records = in_file_order(asked.reader)
    asked = _prepared(bench, asked, records, codec)
    worker = Worker(asked, codec)
    sorting = Sorting(worker, records)
    store = SortedStore(files.create(bench, asked), len(records))
    sorting.warm_up()
    freeze()
    watch = ResidentWatch()
    with Collecting() as collected:
        sorting.sort(store)
    held_bytes, tally = watch.held_bytes, worker.tally
    tell_phases(bench.replies, tally.phases)
    bench.replies.send(
        "sorted",
        objects=len(records),
        bytes=store.size_bytes,
        data_bytes=store.data_bytes,
        runs=sorting.runs,
        passes=sorting.passes,
        fan_in=asked.budget.fan_in,
        read_bytes=tally.read_bytes,
        written_bytes=tally.written_bytes,
        decodes=tally.decodes,
        accesses=tally.accesses,
        comparisons=tally.comparisons,
        held_bytes=held_bytes,
    )
    tell_collected(bench.replies, "sort", collected)
    return watch.peak_before


def _prepared(bench: Bench, asked: Asked, records: Located, codec: Any) -> Asked:
    """What is asked once the records are known: the listed keys, and what objects take."""
    asked = replace(asked, largest_bytes=max(records.sizes, default=0))
    if asked.largest_bytes + ENTRY_BYTES > asked.budget.memory_bytes:
        raise asked.budget.too_small()
    if asked.contract is Contract.RAW:
        listed = NumberList(bench.request.path("keys")).keys(len(records))
        asked = replace(asked, keys=replace(asked.keys, listed=listed))
    if asked.holds_objects and len(records):
        per_byte = _object_bytes(Worker(asked, codec), records)
        asked = replace(asked, budget=replace(asked.budget, object_bytes=per_byte))
    return asked


def _object_bytes(worker: Worker, records: Located) -> float:
    """What objects take for each byte of their messages, by the first ones: the warm-up reads there as well,
    so a store that is not in the page cache stays out of it otherwise."""
    count = message_bytes = 0
    for size in records.sizes[:_MOST_SAMPLED]:
        if count and message_bytes + size > _MOST_SAMPLED_BYTES:
            break
        message_bytes += size
        count += 1
    holding = Holding(worker, records)
    holding.fill(range(count))
    taken = bytes_of_objects(made for _, _, made in holding.entries)
    return -(-_SAMPLE_STEPS * taken // max(message_bytes, 1)) / _SAMPLE_STEPS


def _allow_many_files() -> None:
    """There may be more runs than files that may be open by default."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


_KEYS = (
    "data", "index", "sorted_data", "sorted_index", "scratch", "contract", "key", "keys", "distinct",
    "memory_bytes", "fan_in", "threads", "direct", "warmup_ns",
)  # fmt: skip
VERBS = (Verb("sort", _KEYS, _serve),)
