"""Evidence from runs of this machine: times and sizes, outcomes of schema changes and of malformed input."""

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from serbench.archive import PublishedRow, published
from serbench.archive.entry import entry_in, entry_paths
from serbench.choose.costs import ACCESS, DECODE, ENCODE, Published
from serbench.choose.merged import Merged
from serbench.choose.messages import behind_compressor, messages_in
from serbench.choose.request import UNCOMPRESSED, Compressed
from serbench.engine.material import weights_in
from serbench.errors import SerbenchError
from serbench.experiments.evolution.changes import BACKWARD, FORWARD
from serbench.experiments.evolution.derived.recorded import derived_record
from serbench.experiments.evolution.results import evolution_results
from serbench.experiments.memory.report.cell_result import MemoryResult
from serbench.experiments.memory.report.results import memory_results
from serbench.experiments.torture.judging import CRASHED, HUNG, OVERALLOCATED
from serbench.experiments.torture.plan import DEFAULT_CASES
from serbench.experiments.torture.results import Tortured, torture_results
from serbench.facts.fact import Fact
from serbench.locations import ARCHIVE
from serbench.record.reading import fitting_together
from serbench.record.run_folder import RunFolder, all_runs, recorded_experiment
from serbench.verification.interop import DECLARED, FAILS

_MEMORY, _EVOLUTION, _TORTURE = "memory", "evolution", "torture"
# Reading more would make the first answer wait.
_MOST_S = 5.0
# A time of one fork has no interval: such times differ by as much between runs (docs/method, Warm-up).
_ONE_FORK = 0.3
# The numbers of a row of which a mix has the means.
_MIXED = ("low_ns", "median_ns", "high_ns", "size_bytes", "raw_bytes", "instructions", "allocations")
# The outcome of a change that a schema has no place for, and how the reason begins.
_APART, _NO_PLACE = "does not apply", "the schema has no "
# What a run of torture calls a grade, from the worst.
_GRADES = ((CRASHED, "dies"), (HUNG, "dies"), (OVERALLOCATED, "over-allocates"))
_REFUSES = "refuses"


@dataclass(frozen=True, slots=True)
class Found:
    """The evidence of runs: measured rows, the newest first, and facts by codec; ``runs`` are their names."""

    rows: tuple[Published, ...] = ()
    facts: Mapping[str, Mapping[str, Fact]] = field(default_factory=dict)
    runs: tuple[str, ...] = ()


def found_in_runs(
    places: Sequence[Path] | None = None,
    archive: Path = ARCHIVE,
    clock: Callable[[], float] = time.monotonic,
) -> Found:
    """The evidence in the runs of this machine, the newest first, and then in the published ones, as many as
    can be read within seconds; a run that cannot be read is left out. Rows are of this machine alone."""
    until_s = clock() + _MOST_S
    rows: list[Published] = []
    merged = Merged()
    runs: list[str] = []
    for path, experiment, load in _runs(places, archive):
        if clock() > until_s:
            break
        with contextlib.suppress(SerbenchError, OSError), fitting_together(path):
            read = _READERS.get(experiment())
            if read is None:
                continue
            folder = load()
            more_rows, more_facts = read(folder, False)
            rows += more_rows
            merged.add(folder, tuple(more_facts))
            runs.append(path.name)
    return Found(tuple(rows), merged.facts, tuple(runs))


def _runs(
    places: Sequence[Path] | None, archive: Path
) -> Iterator[tuple[Path, Callable[[], str], Callable[[], RunFolder]]]:
    """The place, the experiment and the run of each. Published times are of other machines and are asked for
    by workload (``archived_rows``), so their runs are left out here."""
    for path in reversed(all_runs() if places is None else list(places)):
        yield path, partial(recorded_experiment, path), partial(RunFolder.load, path)
    for path in sorted(entry_paths(archive), key=lambda path: path.name, reverse=True):
        with contextlib.suppress(SerbenchError):
            entry = entry_in(path)
            if entry.seal.experiment != _MEMORY:
                yield path, partial(str, entry.seal.experiment), entry.folder


def setting_published(workload: str, archive: Path = ARCHIVE) -> str | None:
    """The workload, or the first of its settings, as some run in the archive has it; None where none has."""
    for path in entry_paths(archive):
        with contextlib.suppress(SerbenchError):
            seal = entry_in(path).seal
            found = [name for name in seal.workloads if workload in (name, name.partition(":")[0])]
            if found and seal.experiment == _MEMORY:
                return workload if workload in found else found[0]
    return None


def published_times(workload: str) -> tuple[Published, ...]:
    """The times of a workload in the archive, all of one run."""
    return archived_rows(workload, published(experiment=_MEMORY, workload=workload))


def archived_rows(workload: str, rows: Iterable[PublishedRow]) -> tuple[Published, ...]:
    """The times of a workload in the published run that has most of them, the newest of several: times of
    different machines or hours are never compared. The rows come newest first."""
    runs: dict[tuple[str, str], list[Published]] = {}
    for row in rows:
        times = (row.low_ns, row.median_ns, row.high_ns, row.size_bytes)
        if row.workload == workload and _is_asked(row.operation) and None not in times:
            low, median, high, size = (float(number or 0) for number in times)
            found = Published(row.codec, workload, row.operation, low, median, high, size, row.entry)
            runs.setdefault((row.machine, row.entry), []).append(found)
    most: list[Published] = max(runs.values(), key=len) if runs else []
    return tuple(most)


def _is_asked(operation: str) -> bool:
    """Whether a choice may look at an operation."""
    return operation in (ENCODE, DECODE) or operation.startswith(ACCESS)


Facts = Iterable[tuple[str, str, Fact]]


def _of_memory(folder: RunFolder, own: bool) -> tuple[list[Published], Facts]:
    return published_rows(folder), ()


def published_rows(folder: RunFolder, compressed: Compressed = UNCOMPRESSED) -> list[Published]:
    """The times and counts of what a choice looks at in a run, and the sizes, behind the compressor that the
    run was asked for. Types of one set of data are together the workload of the run's name."""
    results = folder.once(memory_results)
    rows = [
        Published(
            one.codec,
            one.workload,
            one.operation,
            *_interval(one),
            one.size_bytes,
            folder.name,
            instructions=one.instructions,
            allocations=one.allocations,
        )
        for one in results.rows
        if _is_asked(one.operation) and not one.not_read
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
            means = (
                _mean([getattr(of[workload], each) for workload in weights], [*weights.values()], total)
                for each in _MIXED
            )
            low, median, high, size, raw, *counts = means
            assert low is not None and median is not None and high is not None and size is not None
            yield Published(codec, name, operation, low, median, high, size, name, raw, *counts)


def _mean(values: Sequence[float | None], weights: Sequence[int], total: int) -> float | None:
    """The weighted mean of values; None where one of them is not known."""
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    return sum(weight / total * value for value, weight in zip(known, weights, strict=True))


def failed_pairs(record: Mapping[str, Any]) -> frozenset[tuple[str, str]]:
    """The writers and readers of a run that do not fit: the value does not arrive, or the manifest says that
    any may be refused."""
    return frozenset(
        (one["writer"], one["reader"])
        for one in record.get("interop", ())
        if one["result"] == FAILS or (one["result"] == DECLARED and not one["objects"])
    )


def facts_of_run(folder: RunFolder) -> list[tuple[str, str, Fact]]:
    """The facts that a run of schema changes or of malformed input tells of its codecs, by codec and name, to
    the choice that made it on its own data."""
    read = _READERS.get(folder.experiment)
    return [] if read is None else list(read(folder, True)[1])


def _of_evolution(folder: RunFolder, own: bool) -> tuple[list[Published], Facts]:
    """The outcomes; for the choice whose ``own`` run it is also of changes for which its schema has no place,
    because these break no reader of it. Other schemas have one."""
    results = folder.once(evolution_results)
    derived = derived_record(folder.record) if own else None
    left_out = derived["left_out"] if derived else {}
    apart = {
        f"{change} {way}": _APART
        for change, reason in left_out.items()
        if reason.startswith(_NO_PLACE)
        for way in (BACKWARD, FORWARD)
    }
    by_codec: dict[str, dict[str, str]] = {}
    for one in results.outcomes:
        by_codec.setdefault(one.codec, dict(apart))[f"{one.change} {one.direction}"] = one.outcome
    return [], (
        (codec, "changes", Fact(outcomes, "measured", f"run {folder.name}", command=_again(folder)))
        for codec, outcomes in by_codec.items()
    )


def _of_torture(folder: RunFolder, own: bool) -> tuple[list[Published], Facts]:
    """The worst grade of each codec over its workloads. That a codec refuses few cases is enough for the
    choice whose ``own`` run it is, and tells others nothing: the value is then None."""
    by_codec: dict[str, list[Tortured]] = {}
    for one in folder.once(torture_results).rows:
        by_codec.setdefault(one.codec, []).append(one)

    def grade(rows: Sequence[Tortured]) -> str | None:
        found = graded(Counter(name for one in rows for name, count in one.outcomes.items() if count))
        enough = own or found != _REFUSES or max(one.cases for one in rows) >= DEFAULT_CASES
        return found if enough else None

    return [], (
        (
            codec,
            "malformed",
            Fact(
                grade(rows),
                "measured",
                f"run {folder.name}, {sum(one.cases for one in rows)} cases",
                command=_again(folder),
                cases=min(one.cases for one in rows),
            ),
        )
        for codec, rows in by_codec.items()
    )


def graded(outcomes: Mapping[str, int]) -> str:
    """The grade of a reader: the worst outcome that it had."""
    return next((grade for name, grade in _GRADES if outcomes.get(name)), _REFUSES)


def _again(folder: RunFolder) -> str:
    """The command that made a run; where another did, as `choose` does, the one that shows it."""
    words = [str(word) for word in folder.record.get("command", ())]
    own = words[1:2] == [folder.record.get("verb")]
    return " ".join(words) if own else f"./serbench report {folder.name}"


# Each is told whether the run is the choice's own.
_READERS: Mapping[str, Callable[[RunFolder, bool], tuple[list[Published], Facts]]] = {
    _MEMORY: _of_memory,
    _EVOLUTION: _of_evolution,
    _TORTURE: _of_torture,
}
