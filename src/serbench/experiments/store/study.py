"""The complex-object study: its methods, what it has published, its log lines and its files of results."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from serbench.experiments.store.judging import IO_PHASES, has_digest
from serbench.experiments.store.results import StoreResult
from serbench.languages import languages, title_of
from serbench.record.row import Row
from serbench.selection.discovery import find_pages

STUDYS_WORKLOAD = "tweet"
HEADER = "language#taskset#method#seq#datatype#iotime#totaltime"
PUBLISHED = Path(__file__).with_name("published")
_NS_PER_S = 1_000_000_000
PINNED = {"core": True, "free": False}
OPERATIONS = ("write", "sequential", "random")
_Found = TypeVar("_Found")
_Way = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Method:
    """A method of the study and the codec that corresponds to it, as that codec's manifest says. ``theirs``
    says where the study's did less work; with the ``is_reference`` one all others are compared."""

    language: str
    name: str
    codec: str
    theirs: str = ""
    is_reference: bool = False


def methods() -> Mapping[str, Method]:
    """The methods of the study by our codec's name."""
    return _methods_in(tuple(language.name for language in languages()))


@cache
def _methods_in(names: tuple[str, ...]) -> Mapping[str, Method]:
    pages = find_pages(names)
    found = ((codec, codec.published["study"]) for codec in pages if "study" in codec.published)
    return {
        codec.name: Method(
            title_of(codec.name),
            said["method"],
            codec.name,
            said.get("less_work", ""),
            said.get("reference", False),
        )
        for codec, said in found
    }


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


def reference_codec() -> str:
    """Our codec for the method with which the study's are compared."""
    return next(method.codec for method in methods().values() if method.is_reference)


def reference_name() -> tuple[str, str]:
    """The language and the name of that method, as the study has them."""
    method = methods()[reference_codec()]
    return method.language, method.name


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
            io_ns = sum(time["wall_ns"] for name, time in row.phases.items() if name in IO_PHASES)
            kept = row.operation != "write" and row.parameters["keep_objects"]
            verb = "WriteTime" if row.operation == "write" else "ReadTime"
            fields = (
                f"[{verb}{row.language.upper()}]",
                str(PINNED[row.parameters["pin"]]).lower(),
                method_name(row.codec) + (" (objects kept)" if kept else ""),
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


def method_name(codec: str) -> str:
    """The study's name of a codec, its language before the method; one that it did not have, by our
    name."""
    method = methods().get(codec)
    if method is not None:
        return f"{method.language} {method.name}"
    return f"{title_of(codec)} {codec.partition('/')[2]}"


def _as_the_study(found: Sequence[_Found], ways: Sequence[_Way]) -> list[_Found]:
    """What was measured as the study did: whole objects (of a floor their bytes), the cache cold where that
    was measured, one thread. ``ways`` are operation, cache, pin and level of each."""
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
