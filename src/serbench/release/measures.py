"""The measures in a run in memory of both releases: times, counts, sizes, bytes, mutual reading. Pure views
of its record and rows."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serbench.engine.twins import twin_name
from serbench.experiments.memory.report.cell_result import MemoryResult
from serbench.experiments.memory.report.results import memory_results
from serbench.outcomes import is_of_codec
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.release.judging import (
    COUNT_THRESHOLD,
    TIME_THRESHOLD,
    Measure,
    Verdict,
    explained,
    verdict_of_count,
    verdict_of_time,
)
from serbench.report.ages import library_words
from serbench.report.grid import crossings_in
from serbench.report.words import failure_text
from serbench.statistics.estimate import paired_ratio
from serbench.verification.interop import BOTH, DECLARED, FAILS, IDENTICAL, READER, WRITER, Crossing

TIME, INSTRUCTIONS = "time", "instructions"
_COUNTS = (INSTRUCTIONS, "allocations", "allocated_bytes")
# Allocations of an object.
_RARELY = 0.01
# The outcome of what a runner does not have.
_LACKING = "unsupported"
_FEW_FORKS = "Fewer than six forks have no interval of 95 %; give it more time."
_UNEXPLAINED = "Instructions do not change so; the layout of code alone may take as much time."
# By operation.
_Cells = Mapping[str, MemoryResult]


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
    cells = [name for name in base if name in head]
    timed = [name for name in cells if base[name].fork_cpu_ns and head[name].fork_cpu_ns]
    yield from failures_between(results.failures, pair, TIME, folder.record.get("unavailable", ()))
    yield from (_time(cell, base[cell], head[cell]) for cell in timed)
    for name in _COUNTS:
        yield from _counts(name, cells, base, head)
    yield from _sizes(base, head)
    yield from _reading(folder.record, pair)
    yield from _libraries(folder.record, pair)


def failures_between(
    failures: Iterable[Failure], pair: Pair, part: str, absent: Collection[str] = ()
) -> Iterator[Measure]:
    """A measure for each operation that could not be measured of either, and for each whole runner: worse
    where it is HEAD's alone, better where it is BASE's. What the adapter of both lacks decides nothing. Of a
    fault of the machine, and of codecs that are ``absent`` on it, nobody can tell."""
    of = {name: [one for one in failures if one.codec == name] for name in (pair.base, pair.second)}
    for workload, operation in dict.fromkeys(
        (one.workload, one.operation) for each in of.values() for one in each
    ):
        # A runner that failed as a whole failed at each operation.
        places = (workload, operation), (workload, None)
        base, head = (
            [one for one in each if (one.workload, one.operation) in places] for each in of.values()
        )
        found = [*base, *head]
        details = tuple(f"{failure_text(one)}: {one.outcome}. {one.detail}" for one in found)
        before, after = ("fails" if each else "works" for each in (base, head))
        yield Measure("work", operation or part, _blame(base, head, absent), before, after, details=details)


def _blame(base: Sequence[Failure], head: Sequence[Failure], absent: Collection[str]) -> Verdict:
    found = [*base, *head]
    if any(one.codec in absent or not is_of_codec(one.outcome) for one in found):
        return Verdict.CANNOT_TELL
    if base and head:
        lacking = all(one.outcome == _LACKING for one in found)
        return Verdict.NOT_MEASURED if lacking else Verdict.CANNOT_TELL
    return Verdict.WORSE if head else Verdict.BETTER


def _cells(results: Iterable[MemoryResult], codec: str) -> dict[str, MemoryResult]:
    """The results of a codec whose work can be compared: not those of an operation that read nothing."""
    return {
        one.operation: one
        for one in results
        if one.codec == codec and not (one.shown_as_decode or one.not_read)
    }


def _time(operation: str, base: MemoryResult, head: MemoryResult) -> Measure:
    found = paired_ratio(head.fork_cpu_ns, base.fork_cpu_ns)
    details = (_FEW_FORKS,) if found.is_range else ()
    verdict = verdict_of_time(found)
    if not explained(found, verdict, _verdict_of(INSTRUCTIONS, base, head)):
        verdict, details = Verdict.CANNOT_TELL, (_UNEXPLAINED,)
    return Measure(
        TIME, operation, verdict, round(base.cpu.median, 3), round(head.cpu.median, 3),
        "ns", found, TIME_THRESHOLD, details,
    )  # fmt: skip


def _verdict_of(name: str, base: MemoryResult, head: MemoryResult) -> Verdict | None:
    """The verdict on a count; None where it is not counted of both."""
    before, after = getattr(base, name), getattr(head, name)
    return None if before is None or after is None else verdict_of_count(before, after, COUNT_THRESHOLD)


def _counts(name: str, cells: Iterable[str], base: _Cells, head: _Cells) -> Iterator[Measure]:
    """The counts of one operation, where it is counted of both."""
    for operation in cells:
        before, after = getattr(base[operation], name), getattr(head[operation], name)
        verdict = _verdict_of(name, base[operation], head[operation])
        if verdict is not None:
            if name != INSTRUCTIONS and _allocates_rarely(base[operation], head[operation]):
                verdict = Verdict.EQUAL
            unit = "bytes" if name.endswith("bytes") else ""
            yield Measure(
                name.replace("_", " "), operation, verdict, before, after, unit,
                threshold=COUNT_THRESHOLD,
            )  # fmt: skip


def _allocates_rarely(*both: MemoryResult) -> bool:
    """Whether what both allocate is not the objects': a buffer that grows in a run or not."""
    return all(one.allocations is not None and one.allocations < _RARELY for one in both)


def _sizes(base: _Cells, head: _Cells) -> Iterator[Measure]:
    """The mean size of a message."""
    for before, after in zip([*base.values()][:1], [*head.values()][:1], strict=False):
        sizes = before.size_bytes, after.size_bytes
        yield Measure("message bytes", "", verdict_of_count(*sizes), *sizes, "bytes")


def _reading(record: Mapping[str, Any], pair: Pair) -> Iterator[Measure]:
    """Whether each reads what the other wrote, and whether both write the same bytes."""
    ways = {(pair.base, pair.head): "HEAD reads BASE", (pair.head, pair.base): "BASE reads HEAD"}
    found = [one for one in crossings_in(record) if (one.writer, one.reader) in ways]
    for one in found:
        yield _crossed(ways[one.writer, one.reader], one, pair.head)
    if found and all(one.result == IDENTICAL for one in found):
        yield Measure("bytes", "", Verdict.EQUAL, None, "same")
    elif found:
        details = ("Libraries that write maps in any order differ each time.",)
        yield Measure("bytes", "", Verdict.CHANGED, None, "other", details=details)
    elif not pair.is_same:
        why = "The codecs have different formats, or one of them was not built."
        yield Measure("mutual reading", "", Verdict.NOT_MEASURED, details=(why,))


def _crossed(name: str, one: Crossing, head: str) -> Measure:
    """A crossing as a measure. A failure is HEAD's where HEAD did not write or read, or where one cannot read
    what the other wrote; anything else, as a time that ran out, says nothing about HEAD."""
    details = (one.detail,) if one.detail else ()
    if one.result == FAILS:
        is_heads = one.at_fault == BOTH or {WRITER: one.writer, READER: one.reader}.get(one.at_fault) == head
        verdict = Verdict.WORSE if is_heads else Verdict.CANNOT_TELL
        return Measure(name, "", verdict, None, "fails", details=details)
    # The reader refuses objects, as its manifest says.
    refused = one.result == DECLARED
    verdict = Verdict.NOT_MEASURED if refused else Verdict.EQUAL
    return Measure(name, "", verdict, None, "refuses" if refused else "yes", details=details)


def _libraries(record: Mapping[str, Any], pair: Pair) -> Iterator[Measure]:
    """The libraries that the runners say they have."""
    words = {runner["codec"]: library_words(runner) for runner in record.get("runners", ())}
    before, after = words.get(pair.base), words.get(pair.head)
    if before and after:
        yield Measure("library", "", Verdict.EQUAL if before == after else Verdict.CHANGED, before, after)
