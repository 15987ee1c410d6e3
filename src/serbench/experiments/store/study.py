"""The complex-object study: its methods, what it has published, its log lines and its files of results."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

from serbench.experiments.store.judging import IO_PHASES, has_digest
from serbench.experiments.store.results import StoreResult
from serbench.pools.study import (
    PINNED,
    Method,
    method_name,
    reference_name,
    studys_line,
    write_files,
)
from serbench.record.row import Row

STUDYS_WORKLOAD = "tweet"
HEADER = "language#taskset#method#seq#datatype#iotime#totaltime"
PUBLISHED = Path(__file__).with_name("published")
OPERATIONS = ("write", "sequential", "random")
_Found = TypeVar("_Found")
_Way = tuple[str, str, str, str]


_ByOperation = Mapping[tuple[str, str, str, bool], float]


def published_totals() -> _ByOperation:
    """The study's mean total times, each in its own unit, by language, method, operation and pinned."""
    return _published("total")


@cache
def _published(metric: str) -> _ByOperation:
    times: dict[tuple[str, str, str, bool], float] = {}
    for name, column in (("study_write_seconds.csv", "mean_s"), ("study_read.csv", "mean")):
        with (PUBLISHED / name).open(encoding="utf-8", newline="") as file:
            for line in csv.DictReader(file):
                if line["metric"] == metric:
                    operation, pinned = line.get("order", "write"), line["pinned"] == "true"
                    times[line["language"], line["method"], operation, pinned] = float(line[column])
    return times


def published_ratio(method: Method, operation: str, pinned: bool) -> float | None:
    """The study's total of a method over that of its C++ HandCoded."""
    totals = published_totals()
    own = totals.get((method.language, method.name, operation, pinned))
    reference = totals.get((*reference_name(), operation, pinned))
    return None if own is None or reference is None else own / reference


def published_io_share(method: Method, operation: str, pinned: bool) -> float | None:
    """The share of a method's total that the study counts as I/O: both are in one unit."""
    key = (method.language, method.name, operation, pinned)
    io, total = _published("io").get(key), published_totals().get(key)
    return None if io is None or total is None else io / total


def studys_choice(results: Sequence[StoreResult]) -> list[StoreResult]:
    """The results of the study's tables: those of ``_as_the_study`` of the largest store."""
    most = max((result.objects for result in results), default=0)
    ways = [(result.operation, result.cache, result.pin, result.level) for result in results]
    return [result for result in _as_the_study(results, ways) if result.objects == most]


def log_lines(rows: Sequence[Row], datatype: str) -> Iterator[tuple[str, Row]]:
    """The study's log line of each row that it would have, with the row: whole objects (of a floor their
    bytes), the cache cold where that was measured, one thread. Where the objects were kept the method says
    so."""
    ways = [
        (row.operation, found["cache"], found["pin"], found["level"])
        for row in rows
        for found in [row.parameters]
    ]
    for row in _as_the_study(rows, ways):
        if row.ok:
            kept = row.operation != "write" and row.parameters["keep_objects"]
            verb = "WriteTime" if row.operation == "write" else "ReadTime"
            name = method_name(row.codec) + (" (objects kept)" if kept else "")
            way = str(row.operation != "random").lower()
            yield studys_line(verb, row, name, way, datatype, IO_PHASES), row


def write_result_files(rows: Sequence[Row], datatype: str, folder: Path) -> list[Path]:
    """Writes result_<language>_<writeobjects|readobjects>_<n>_<repetition>.txt as the study did."""
    lines = (
        ("writeobjects" if row.operation == "write" else "readobjects", line, row)
        for line, row in log_lines(rows, datatype)
    )
    return write_files(HEADER, lines, folder)


def _as_the_study(found: Sequence[_Found], ways: Sequence[_Way]) -> list[_Found]:
    """The measurements that were made as the study made them.
    They are of whole objects (of a floor their bytes), with one thread, and with the cache cold where that
    was measured. ``ways`` are operation, cache, pin and level of each."""
    wanted = {
        writes: _preferred({cache for operation, cache, _, _ in ways if (operation == "write") == writes})
        for writes in (True, False)
    }
    return [
        one
        for one, (operation, cache, pin, level) in zip(found, ways, strict=True)
        if pin in PINNED
        and cache == wanted[operation == "write"]
        and (operation == "write" or has_digest(level))
    ]


def _preferred(caches: set[str]) -> str:
    """The study wrote through the page cache and read with it dropped."""
    names = ("buffered", "dropped", "cold", "warm", "direct")
    return next((name for name in names if name in caches), "")
