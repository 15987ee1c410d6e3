"""Whether two runs of unchanged code rank two codecs in opposite orders without showing a tie."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.engine.asked import Asked
from serbench.engine.executing import execute
from serbench.engine.flow import Planned
from serbench.engine.material import Material
from serbench.engine.twins import noise_of
from serbench.experiments.memory.calibrate.differences import OPERATIONS
from serbench.experiments.memory.flow import MemoryFlow, MemoryWork, Request
from serbench.experiments.memory.plan import PRESETS
from serbench.experiments.memory.report.results import MemoryResults, memory_results
from serbench.experiments.memory.report.sums import sums
from serbench.locations import results_directory
from serbench.machine.record import machine_record
from serbench.record.run_folder import RunFolder
from serbench.statistics.comparison import Place, places

# The places of one run by workload and codec.
Order = Mapping[tuple[str, str], Place]
USUAL_PAIRS = 10


@dataclass(frozen=True, slots=True)
class Flip:
    """Two codecs that the first run of ``pair`` ranks in one order and the second in the other, neither as a
    tie."""

    pair: int
    workload: str
    faster_first: str
    faster_second: str


def order_of(results: MemoryResults) -> Order:
    """The places on each workload of a run, of codecs with enough forks for a place."""
    return {
        (workload, codec): place
        for workload in results.workloads
        for codec, place in _places(results, workload).items()
    }


def _places(results: MemoryResults, workload: str) -> Mapping[str, Place]:
    totals = sums(results.rows_of(workload))
    return places(totals, noise_of(totals, results.noise))


def flips(pair: int, first: Order, second: Order) -> list[Flip]:
    """The flips between the two runs of a pair. Pure."""
    found: list[Flip] = []
    for (workload, a), (other, b) in combinations(sorted(first.keys() & second.keys()), 2):
        if workload != other:
            continue
        before, after = _faster(first, workload, a, b), _faster(second, workload, a, b)
        if before is not None and after is not None and before != after:
            found.append(Flip(pair, workload, before, after))
    return found


def _faster(order: Order, workload: str, a: str, b: str) -> str | None:
    """The faster of two codecs as a run shows them; None where it shows a tie."""
    place_a, place_b = order[workload, a], order[workload, b]
    if b in place_a.tied or place_a.behind == place_b.behind:
        return None
    return a if place_a.behind < place_b.behind else b


def pairs_of(orders: Sequence[Order]) -> list[tuple[Order, Order]]:
    """Runs two by two, in the order in which they were made."""
    return list(zip(orders[::2], orders[1::2], strict=True))


def flow_of(codecs: Sequence[CodecManifest], corpus: Corpus, workload: Workload) -> MemoryFlow:
    """A quick run of what ranks: encode and decode."""
    material = Material((workload,), {workload.name: corpus})
    return MemoryFlow(Asked(None, PRESETS["quick"], 1), material, tuple(codecs), Request(OPERATIONS))


def measured_flips(
    flow: MemoryFlow, planned: Planned, pairs: int, tell: Callable[[str], object]
) -> tuple[list[Flip], list[RunFolder]]:
    """Makes twice as many runs and compares each with its neighbour; they are kept with the results."""
    folders: list[RunFolder] = []
    for number in range(1, 2 * pairs + 1):
        tell(f"run {number} of {2 * pairs}")
        record = flow.recorded(planned, machine_record(), ["./serbench", "calibrate", "order"])
        folder = RunFolder.create(results_directory() / "calibrate", record)
        with folder.writing():
            execute(MemoryWork(planned.plan, planned.subjects), folder)
        folders.append(folder)
    orders = [order_of(memory_results(folder.record, folder.rows)) for folder in folders]
    found = [
        flip
        for number, (first, second) in enumerate(pairs_of(orders), start=1)
        for flip in flips(number, first, second)
    ]
    return found, folders
