"""The complex-object study: its log lines, its files of results, and its published tables beside ours."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from serbench.measure.row import Row
from serbench.store.judging import IO_PHASES, has_digest
from serbench.store.results import StoreResult
from serbench.store.tables import mean_sd

HEADER = "language#taskset#method#seq#datatype#iotime#totaltime"
PUBLISHED = Path(__file__).with_name("published")
_NS_PER_S = 1_000_000_000
# What all others are compared with, by the study's name.
_REFERENCE = ("C++", "HandCoded")
_LANGUAGES = {"cpp": "C++", "java": "Java", "rust": "Rust"}
_PINNED = {"core": True, "free": False}
OPERATIONS = ("write", "sequential", "random")


@dataclass(frozen=True, slots=True)
class Method:
    """A method of the study and the codec that stands for it; ``theirs`` says where the study's did less
    work."""

    language: str
    name: str
    codec: str
    theirs: str


@cache
def methods() -> Mapping[str, Method]:
    """The methods of the study by our codec's name."""
    with (PUBLISHED / "methods.csv").open(encoding="utf-8", newline="") as file:
        found = [
            Method(line["language"], line["method"], line["codec"], line["theirs"])
            for line in csv.DictReader(file)
        ]
    return {method.codec: method for method in found}


@cache
def published_totals() -> Mapping[tuple[str, str, str, bool], float]:
    """The study's mean total times, each in its own unit, by language, method, operation and pinned."""
    totals: dict[tuple[str, str, str, bool], float] = {}
    with (PUBLISHED / "study_write_seconds.csv").open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            if line["metric"] == "total":
                key = (line["language"], line["method"], "write", line["pinned"] == "true")
                totals[key] = float(line["mean_s"])
    with (PUBLISHED / "study_read.csv").open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            if line["metric"] == "total":
                key = (line["language"], line["method"], line["order"], line["pinned"] == "true")
                totals[key] = float(line["mean"])
    return totals


def published_ratio(method: Method, operation: str, pinned: bool) -> float | None:
    """The study's total of a method over that of its C++ HandCoded."""
    totals = published_totals()
    own = totals.get((method.language, method.name, operation, pinned))
    reference = totals.get((*_REFERENCE, operation, pinned))
    return None if own is None or reference is None else own / reference


def reference_codec() -> str:
    """Our codec that stands for the method with which the study's are compared."""
    return next(codec for codec, m in methods().items() if (m.language, m.name) == _REFERENCE)


def pin_of(pinned: bool) -> str:
    return next(pin for pin, is_pinned in _PINNED.items() if is_pinned == pinned)


def studys_choice(results: Sequence[StoreResult]) -> list[StoreResult]:
    """The results that stand in the study's tables: whole objects (of a floor their bytes), of the largest
    store, the cache cold where that was measured, one thread."""
    return [result for result in results if _fits_the_table(result, results)]


def log_lines(rows: Sequence[Row], datatype: str) -> Iterator[tuple[str, Row]]:
    """The study's log line of each row that it would have, with the row: whole objects (of a floor their
    bytes), the cache cold where that was measured, one thread."""
    for row in rows:
        if _is_the_studys(row, rows):
            io_ns = sum(time["wall_ns"] for name, time in row.phases.items() if name in IO_PHASES)
            verb = "WriteTime" if row.operation == "write" else "ReadTime"
            fields = (
                f"[{verb}{row.language.upper()}]",
                str(_PINNED[row.parameters["pin"]]).lower(),
                _method_name(row.codec),
                str(row.operation != "random").lower(),
                datatype,
                f"{io_ns / _NS_PER_S:.9f}",
                f"{row.wall_ns[0] / _NS_PER_S:.9f}",
            )
            yield "#".join(fields), row


def write_result_files(rows: Sequence[Row], datatype: str, folder: Path) -> list[Path]:
    """Writes result_<language>_<writeobjects|readobjects>_<n>_<repetition>.txt as the study did."""
    lines: dict[str, list[str]] = {}
    for line, row in log_lines(rows, datatype):
        what = "writeobjects" if row.operation == "write" else "readobjects"
        repetition = row.parameters["repetition"] + 1
        name = f"result_{row.language}_{what}_{row.parameters['objects']}_{repetition}.txt"
        lines.setdefault(name, []).append(line)
    paths: list[Path] = []
    for name, of_file in sorted(lines.items()):
        path = folder / name
        path.write_text("".join(f"{line}\n" for line in (HEADER, *of_file)), encoding="utf-8")
        paths.append(path)
    return paths


def print_study_table(results: Sequence[StoreResult], console: Console) -> None:
    """Mean (SD) in seconds, pinned (TS=True) and not, and the ratios to cpp/handcoded, ours and the
    study's."""
    chosen = studys_choice(results)
    if not chosen:
        return
    by_key = {(result.codec, result.operation, result.pin): result for result in chosen}
    codecs = list(dict.fromkeys(result.codec for result in chosen))
    console.print(_means_table(codecs, by_key))
    console.print()
    console.print(_ratios_table(codecs, by_key))
    for codec in codecs:
        method = methods().get(codec)
        if method is not None and method.theirs:
            console.print(Text(f"The study's {method.language} {method.name} {method.theirs}."), style="dim")
    console.print()


_ByKey = Mapping[tuple[str, str, str], StoreResult]


def _means_table(codecs: Sequence[str], by_key: _ByKey) -> Table:
    table = Table(
        title="As the study prints it: mean (sd) in s", title_justify="left", box=None, pad_edge=False
    )
    table.add_column("method", no_wrap=True)
    ways = [
        (operation, pin)
        for operation in OPERATIONS
        for pin in ("core", "free")
        if any((codec, operation, pin) in by_key for codec in codecs)
    ]
    for operation, pin in ways:
        table.add_column(f"{operation}\nTS={_PINNED[pin]}", justify="right", no_wrap=True)
    for codec in codecs:
        found = [by_key.get((codec, *way)) for way in ways]
        table.add_row(_method_name(codec), *("-" if result is None else mean_sd(result) for result in found))
    return table


def _ratios_table(codecs: Sequence[str], by_key: _ByKey) -> Table:
    """Here and published, on all cores where that was measured."""
    pin = "free" if any(of_pin == "free" for _, _, of_pin in by_key) else "core"
    title = f"Times C++ HandCoded's, TS={_PINNED[pin]}: here, and published by the study"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column("method", no_wrap=True)
    for operation in OPERATIONS:
        for whose in ("here", "published"):
            table.add_column(f"{operation}\n{whose}", justify="right", no_wrap=True)
    reference = reference_codec()
    for codec in codecs:
        cells = []
        for operation in OPERATIONS:
            own, base = by_key.get((codec, operation, pin)), by_key.get((reference, operation, pin))
            method = methods().get(codec)
            theirs = None if method is None else published_ratio(method, operation, pin == "core")
            cells.append(f"{own.ns_per_object / base.ns_per_object:.2f}" if own and base else "-")
            cells.append("-" if theirs is None else f"{theirs:.2f}")
        table.add_row(_method_name(codec), *cells)
    return table


def _method_name(codec: str) -> str:
    """What the study calls a codec, its language before the method; one that it did not have, by our
    name."""
    method = methods().get(codec)
    if method is not None:
        return f"{method.language} {method.name}"
    language, _, name = codec.partition("/")
    return f"{_LANGUAGES.get(language, language)} {name}"


def _is_the_studys(row: Row, rows: Sequence[Row]) -> bool:
    parameters = row.parameters
    if not row.ok or parameters["pin"] not in _PINNED or parameters["keep_objects"]:
        return False
    if row.operation == "write":
        return bool(parameters["cache"] == _preferred({r.parameters["cache"] for r in rows if _writes(r)}))
    wanted = _preferred({r.parameters["cache"] for r in rows if not _writes(r)})
    return has_digest(parameters["level"]) and bool(parameters["cache"] == wanted)


def _fits_the_table(result: StoreResult, results: Sequence[StoreResult]) -> bool:
    if result.pin not in _PINNED or result.keep_objects:
        return False
    if result.objects != max(other.objects for other in results):
        return False
    writes = result.operation == "write"
    wanted = _preferred({other.cache for other in results if (other.operation == "write") == writes})
    return result.cache == wanted and (writes or has_digest(result.level))


def _writes(row: Row) -> bool:
    return row.operation == "write"


def _preferred(caches: set[str]) -> str:
    """The study wrote through the page cache and read with it dropped."""
    return next(name for name in ("buffered", "dropped", "cold", "warm", "direct") if name in caches)
