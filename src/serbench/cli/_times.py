"""The times of one codec in memory, of runs of this machine and of the archive."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from serbench.archive import published
from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput, SerbenchError
from serbench.experiments.reporting import reporting_of
from serbench.record.reading import fitting_together
from serbench.record.row import FIRST_EXPERIMENT
from serbench.record.run_folder import RunFolder, all_runs
from serbench.report.table import Column, Table, text_line
from serbench.report.words import number
from serbench.statistics.estimate import tells

_NS_PER_US = 1000
# Of a name; longer ones are broken where a terminal is narrow.
_UNBROKEN = 20


@dataclass(frozen=True, slots=True)
class Time:
    """The median of one operation on one object, in the newest run that has it, of this machine or else of
    the archive; ``low_ns`` and ``high_ns`` are the ends of its interval, None where one or two forks have
    none."""

    run: str
    workload: str
    operation: str
    median_ns: float
    low_ns: float | None
    high_ns: float | None
    size_bytes: float | None


def times_of(codec: CodecManifest) -> list[Time]:
    """The times of a codec in memory, each from the newest run of this machine that has it, or else from the
    newest published one. A run that cannot be read says nothing here; `report` says why."""
    found = _published_times(codec)
    for path in all_runs():
        with suppress(SerbenchError, OSError), fitting_together(path):
            folder = RunFolder.load(path)
            if codec.name not in {runner.get("codec") for runner in folder.record.get("runners", ())}:
                continue
            for row in reporting_of(folder.record).document(folder).get("rows", ()):
                if row.get("codec") == codec.name and _is_plain(row):
                    # The newest run comes last.
                    found[row["workload"], row["operation"]] = _time(path.name, row)
    return [found[key] for key in sorted(found)]


def _published_times(codec: CodecManifest) -> dict[tuple[str, str], Time]:
    """By workload and operation; none where an entry is damaged, which `archive check` names."""
    found: dict[tuple[str, str], Time] = {}
    with suppress(BadInput):
        for row in published(experiment=FIRST_EXPERIMENT):
            if row.codec == codec.name and row.median_ns is not None:
                key = row.workload, row.operation
                ends = row.low_ns, row.high_ns
                time = Time(row.entry, *key, row.median_ns, *ends, row.size_bytes)
                found.setdefault(key, time)
    return found


def _is_plain(row: Mapping[str, Any]) -> bool:
    """Whether a row is one of an operation of one of the two sides, built and run as usual."""
    return bool(row.get("side") and row.get("median_ns")) and not row.get("parameters")


def _time(run: str, row: Mapping[str, Any]) -> Time:
    low_ns, high_ns = (row["low_ns"], row["high_ns"]) if tells(row.get("level", 0)) else (None, None)
    key = row["workload"], row["operation"]
    return Time(run, *key, row["median_ns"], low_ns, high_ns, row.get("size_bytes"))


def time_table(times: Sequence[Time]) -> Table:
    """The times, in microseconds."""
    columns = (
        *(Column(title, is_text=True, unbroken=_UNBROKEN) for title in ("workload", "operation")),
        Column("µs"),
        Column("low", goes=2),
        Column("high", goes=3),
        Column("bytes"),
        Column("run", is_text=True, goes=1),
    )
    lines = (
        text_line(
            time.workload,
            time.operation,
            *(_us(value) for value in (time.median_ns, time.low_ns, time.high_ns)),
            f"{time.size_bytes:,.0f}" if time.size_bytes else "–",
            time.run,
        )
        for time in times
    )
    return Table("Times for one object", columns, tuple(lines))


def _us(value_ns: float | None) -> str:
    return "–" if value_ns is None else number(value_ns / _NS_PER_US, grouped=True)
