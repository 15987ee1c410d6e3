"""Pairs of whole runs of unchanged code, one after the other, and whether their orders agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.engine.execute import execute
from serbench.experiments.memory.calibrate.order import Flip, flips, order_of, pairs_of
from serbench.experiments.memory.plan import PRESETS
from serbench.experiments.memory.preparation import Prepared, Request, prepare, record_of
from serbench.experiments.memory.report.results import results_of
from serbench.experiments.memory.work import MemoryWork
from serbench.locations import results_directory
from serbench.machine import machine_record
from serbench.record.run_folder import RunFolder

USUAL_PAIRS = 10
_OPERATIONS = ("encode", "decode")


def prepared(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], corpus: Corpus, workload: Workload
) -> Prepared:
    """A quick run of what ranks: encode and decode."""
    request = Request((workload.name,), tuple(codecs), _OPERATIONS, PRESETS["quick"], seed=1)
    return prepare(request, runners, {workload.name: corpus}, {}, ())


def measured_flips(
    plan: Prepared, pairs: int, tell: Callable[[str], object]
) -> tuple[list[Flip], list[RunFolder]]:
    """Makes twice as many runs and compares each with its neighbour; they are kept with the results."""
    folders: list[RunFolder] = []
    for number in range(1, 2 * pairs + 1):
        tell(f"run {number} of {2 * pairs}")
        record = record_of(plan, machine_record(), ["./serbench", "calibrate", "order"])
        folder = RunFolder.create(results_directory() / "calibrate", record)
        with folder.writing():
            execute(MemoryWork(plan.plan, plan.subjects), folder)
        folders.append(folder)
    orders = [order_of(results_of(folder.record, folder.rows)) for folder in folders]
    found = [
        flip
        for number, (first, second) in enumerate(pairs_of(orders), start=1)
        for flip in flips(number, first, second)
    ]
    return found, folders
