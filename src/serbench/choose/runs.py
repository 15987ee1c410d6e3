"""Evidence from runs of this machine: times and sizes, outcomes of schema changes and of malformed input."""

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from serbench.archive import PublishedRow
from serbench.choose.costs import DECODE, ENCODE, Published
from serbench.choose.messages import behind_compressor, messages_in
from serbench.choose.request import UNCOMPRESSED, Compressed
from serbench.engine.material import weights_in
from serbench.errors import SerbenchError
from serbench.experiments.evolution.results import evolution_results
from serbench.experiments.memory.report.results import MemoryResult, memory_results
from serbench.experiments.torture.judging import CRASHED, HUNG, OVERALLOCATED
from serbench.experiments.torture.results import torture_results
from serbench.facts.fact import Fact
from serbench.record.reading import fitting_together
from serbench.record.run_folder import RunFolder, all_runs, recorded_experiment
from serbench.verification.interop import DECLARED, FAILS

_MEMORY, _EVOLUTION, _TORTURE = "memory", "evolution", "torture"
# Reading more would make the first answer wait.
_MOST_S = 5.0
# A time of one fork has no interval: such times differ by as much between runs (docs/method, Warm-up).
_ONE_FORK = 0.3
# What a run of torture calls a grade, from the worst.
_GRADES = ((CRASHED, "dies"), (HUNG, "dies"), (OVERALLOCATED, "over-allocates"))


@dataclass(frozen=True, slots=True)
class Found:
    """The evidence of runs: measured rows, the newest first, and facts by codec; ``runs`` are their names."""

    rows: tuple[Published, ...] = ()
    facts: Mapping[str, Mapping[str, Fact]] = field(default_factory=dict)
    runs: tuple[str, ...] = ()


def found_in_runs(places: Sequence[Path] | None = None, clock: Callable[[], float] = time.monotonic) -> Found:
    """The evidence in the runs of this machine, the newest first, as many as can be read within seconds; a
    run that cannot be read is left out."""
    until_s = clock() + _MOST_S
    rows: list[Published] = []
    facts: dict[str, dict[str, Fact]] = {}
    runs: list[str] = []
    for path in reversed(all_runs() if places is None else list(places)):
        if clock() > until_s:
            break
        with contextlib.suppress(SerbenchError, OSError), fitting_together(path):
            read = _READERS.get(recorded_experiment(path))
            if read is None:
                continue
            more_rows, more_facts = read(RunFolder.load(path))
            rows += more_rows
            for codec, name, fact in more_facts:
                facts.setdefault(codec, {}).setdefault(name, fact)
            runs.append(path.name)
    return Found(tuple(rows), facts, tuple(runs))


def archived_rows(workload: str, rows: Iterable[PublishedRow]) -> tuple[Published, ...]:
    """The times of encode and decode on a workload in published rows: those of the machine that has most of
    them, because those of different machines are never compared."""
    machines: dict[str, list[Published]] = {}
    for row in rows:
        times = (row.low_ns, row.median_ns, row.high_ns, row.size_bytes)
        if row.workload == workload and row.operation in (ENCODE, DECODE) and None not in times:
            low, median, high, size = (float(number or 0) for number in times)
            found = Published(row.codec, workload, row.operation, low, median, high, size, row.entry)
            machines.setdefault(row.machine, []).append(found)
    return tuple(sorted(machines.values(), key=len)[-1]) if machines else ()


Facts = Iterable[tuple[str, str, Fact]]


def _of_memory(folder: RunFolder) -> tuple[list[Published], Facts]:
    return published_rows(folder), ()


def published_rows(folder: RunFolder, compressed: Compressed = UNCOMPRESSED) -> list[Published]:
    """The times of encode and decode in a run, and the sizes, behind the compressor that the run was asked
    for. Types of one set of data are together the workload of the run's name."""
    results = folder.once(memory_results)
    rows = [
        Published(
            one.codec,
            one.workload,
            one.operation,
            *_interval(one),
            one.size_bytes,
            folder.name,
        )
        for one in results.rows
        if one.operation in (ENCODE, DECODE) and not one.not_read
    ]
    if compressed != UNCOMPRESSED:
        rows = behind_compressor(rows, messages_in(folder.record))
    return [*rows, *mixed(rows, weights_in(folder.record), folder.name)]


def _interval(one: MemoryResult) -> tuple[float, float, float]:
    """The low end, the median and the high end of a time."""
    median = one.cpu.median
    if len(one.fork_cpu_ns) > 1:
        return one.cpu.low, median, one.cpu.high
    return median * (1 - _ONE_FORK), median, median * (1 + _ONE_FORK)


def mixed(rows: Sequence[Published], weights: Mapping[str, int], name: str) -> Iterator[Published]:
    """The rows of the mix of several types, each as often as the data have it; of codecs that have all."""
    by_cell: dict[tuple[str, str], dict[str, Published]] = {}
    for row in rows:
        by_cell.setdefault((row.codec, row.operation), {})[row.workload] = row
    total = sum(weights.values())
    for (codec, operation), of in by_cell.items():
        if weights and set(of) >= set(weights):
            low, median, high, size = (
                sum(weights[workload] / total * getattr(of[workload], each) for workload in weights)
                for each in ("low_ns", "median_ns", "high_ns", "size_bytes")
            )
            raws = [of[workload].raw_bytes for workload in weights]
            raw = (
                None
                if None in raws
                else sum(weights[workload] / total * (of[workload].raw_bytes or 0) for workload in weights)
            )
            yield Published(codec, name, operation, low, median, high, size, name, raw)


def failed_pairs(record: Mapping[str, Any]) -> frozenset[tuple[str, str]]:
    """The writers and readers of a run that do not fit: the value does not arrive, or the manifest says that
    any may be refused."""
    return frozenset(
        (one["writer"], one["reader"])
        for one in record.get("interop", ())
        if one["result"] == FAILS or (one["result"] == DECLARED and not one["objects"])
    )


def _of_evolution(folder: RunFolder) -> tuple[list[Published], Facts]:
    results = folder.once(evolution_results)
    by_codec: dict[str, dict[str, str]] = {}
    for one in results.outcomes:
        by_codec.setdefault(one.codec, {})[f"{one.change} {one.direction}"] = one.outcome
    return [], (
        (codec, "changes", Fact(outcomes, "measured", f"run {folder.name}", command=_again("evolve", folder)))
        for codec, outcomes in by_codec.items()
    )


def _of_torture(folder: RunFolder) -> tuple[list[Published], Facts]:
    results = folder.once(torture_results)
    return [], (
        (
            one.codec,
            "malformed",
            Fact(
                graded(one.outcomes),
                "measured",
                f"run {folder.name}, {one.cases} cases",
                command=_again("torture", folder),
            ),
        )
        for one in results.rows
    )


def graded(outcomes: Mapping[str, int]) -> str:
    """The grade of a reader: the worst outcome that it had."""
    return next((grade for name, grade in _GRADES if outcomes.get(name)), "refuses")


def _again(verb: str, folder: RunFolder) -> str:
    words = [str(word) for word in folder.record.get("command", ())]
    return " ".join(words) or f"./serbench {verb}"


_READERS: Mapping[str, Callable[[RunFolder], tuple[list[Published], Facts]]] = {
    _MEMORY: _of_memory,
    _EVOLUTION: _of_evolution,
    _TORTURE: _of_torture,
}
