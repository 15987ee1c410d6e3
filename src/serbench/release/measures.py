"""The measures in a run in memory of both releases: times, counts, sizes, bytes, mutual reading. Pure views
of its record and rows."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from serbench.engine.twins import twin_name
from serbench.experiments.memory.costs import costs_in
from serbench.experiments.memory.report.results import MemoryResult, memory_results
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.release.judging import (
    COUNT_THRESHOLD,
    TIME_THRESHOLD,
    Measure,
    Verdict,
    verdict_of_count,
    verdict_of_time,
)
from serbench.report.ages import library_words
from serbench.report.grid import crossings_in
from serbench.report.words import failure_text
from serbench.statistics.estimate import ratio
from serbench.verification.interop import DECLARED, FAILS, IDENTICAL

TIME, INSTRUCTIONS = "time", "instructions"
_COUNTS = (INSTRUCTIONS, "allocations", "allocated_bytes")
_FEW_FORKS = "Fewer than five forks have no interval; give it more time."
# A workload and an operation.
_Cell = tuple[str, str]
_Cells = Mapping[_Cell, MemoryResult]


@dataclass(frozen=True, slots=True)
class Pair:
    """The names of both codecs. An A/A check has one codec: HEAD is its twin, the same release in another
    layout."""

    base: str
    head: str

    @property
    def is_same(self) -> bool:
        return self.base == self.head

    @property
    def second(self) -> str:
        """The name of HEAD in rows."""
        return twin_name(self.base) if self.is_same else self.head


def measures_of_run(folder: RunFolder, pair: Pair) -> Iterator[Measure]:
    """All measures of a run of both releases."""
    results = folder.once(memory_results)
    base, head = (_cells((*results.rows, *results.twins), name) for name in (pair.base, pair.second))
    cells = sorted(base.keys() & head.keys())
    yield from failures_between(results.failures, pair)
    yield from (_time(cell, base[cell], head[cell]) for cell in cells)
    for name in _COUNTS:
        yield from _counts(name, cells, base, head)
    yield from _sizes(base, head)
    yield from _reading(folder.record, pair)
    yield from _executables(folder, pair)
    yield from _libraries(folder.record, pair)


def failures_between(failures: Iterable[Failure], pair: Pair) -> Iterator[Measure]:
    """The measure of what could not be measured of either: worse where it is HEAD's alone."""
    of = {name: [one for one in failures if one.codec == name] for name in (pair.base, pair.second)}
    if not any(of.values()):
        return
    is_worse = bool(of[pair.second]) and not of[pair.base]
    verdict = Verdict.WORSE if is_worse else Verdict.CANNOT_TELL
    details = tuple(
        f"{failure_text(one)}: {one.outcome}. {one.detail}" for each in of.values() for one in each
    )
    base, head = ("fails" if of[name] else "works" for name in (pair.base, pair.second))
    yield Measure("works", "", verdict, base, head, details=details)


def _cells(results: Iterable[MemoryResult], codec: str) -> dict[_Cell, MemoryResult]:
    """The results of a codec whose work can be compared: not those of an operation that read nothing."""
    return {
        (one.workload, one.operation): one
        for one in results
        if one.codec == codec and not (one.shown_as_decode or one.not_read)
    }


def _time(cell: _Cell, base: MemoryResult, head: MemoryResult) -> Measure:
    found = ratio(head.cpu, base.cpu)
    details = (_FEW_FORKS,) if found.is_range else ()
    return Measure(
        TIME, ", ".join(cell), verdict_of_time(found), round(base.cpu.median, 3), round(head.cpu.median, 3),
        "ns", found, TIME_THRESHOLD, details,
    )  # fmt: skip


def _counts(name: str, cells: Iterable[_Cell], base: _Cells, head: _Cells) -> Iterator[Measure]:
    """The counts of one operation, where it is counted of both."""
    for cell in cells:
        before, after = getattr(base[cell], name), getattr(head[cell], name)
        if before is not None and after is not None:
            verdict = verdict_of_count(before, after, COUNT_THRESHOLD)
            unit = "bytes" if name.endswith("bytes") else ""
            yield Measure(
                name.replace("_", " "), ", ".join(cell), verdict, before, after, unit,
                threshold=COUNT_THRESHOLD,
            )  # fmt: skip


def _sizes(base: _Cells, head: _Cells) -> Iterator[Measure]:
    """The mean size of a message of each workload."""
    before, after = ({of[0]: one.size_bytes for of, one in each.items()} for each in (base, head))
    for workload in sorted(before.keys() & after.keys()):
        sizes = before[workload], after[workload]
        yield Measure("size", workload, verdict_of_count(*sizes), *sizes, "bytes")


def _reading(record: Mapping[str, Any], pair: Pair) -> Iterator[Measure]:
    """Whether each reads what the other wrote, and whether both write the same bytes."""
    ways = {(pair.base, pair.head): "HEAD reads BASE", (pair.head, pair.base): "BASE reads HEAD"}
    found = [one for one in crossings_in(record) if (one.writer, one.reader) in ways]
    for one in found:
        details = (one.detail,) if one.detail else ()
        # What the manifest declares to be unreadable has nothing to do with the release.
        verdict = Verdict.WORSE if one.result == FAILS else Verdict.EQUAL
        verdict = Verdict.NOT_MEASURED if one.result == DECLARED and not one.objects else verdict
        read = "fails" if one.result == FAILS else "reads"
        yield Measure(ways[one.writer, one.reader], one.workload, verdict, None, read, details=details)
    for workload in sorted({one.workload for one in found}):
        of = [one for one in found if one.workload == workload]
        same = all(one.result == IDENTICAL for one in of)
        details = () if same else ("Bytes differ; libraries that write maps in any order always do.",)
        verdict = Verdict.EQUAL if same else Verdict.CHANGED
        yield Measure("bytes", workload, verdict, None, "same" if same else "other", details=details)
    if not found and not pair.is_same:
        why = "The codecs have different formats, or one of them was not built."
        yield Measure("reading", "", Verdict.NOT_MEASURED, details=(why,))


def _executables(folder: RunFolder, pair: Pair) -> Iterator[Measure]:
    """The sizes of the executables, with the harness in them, where a language has executables."""
    found = {(one.codec, one.workload): one.executable_bytes for one in costs_in(folder.record, folder.rows)}
    for codec, workload in sorted(found):
        before, after = found.get((pair.base, workload)), found.get((pair.head, workload))
        if codec == pair.head and before is not None and after is not None:
            verdict = verdict_of_count(before, after, COUNT_THRESHOLD)
            yield Measure("executable", workload, verdict, before, after, "bytes", threshold=COUNT_THRESHOLD)


def _libraries(record: Mapping[str, Any], pair: Pair) -> Iterator[Measure]:
    """The libraries that the runners say they have."""
    words = {runner["codec"]: library_words(runner) for runner in record.get("runners", ())}
    before, after = words.get(pair.base), words.get(pair.head)
    if before and after:
        yield Measure("library", "", Verdict.EQUAL if before == after else Verdict.CHANGED, before, after)
