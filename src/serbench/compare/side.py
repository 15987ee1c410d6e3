"""One side of a comparison: a run, or a table that others have published."""

from __future__ import annotations

import csv
import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from serbench.errors import BadInput
from serbench.measure.row import Failure
from serbench.measure.run_folder import RunFolder, find_run
from serbench.report.rows import Results, ranking_operations, results_of, totals
from serbench.statistics import Estimate

PUBLISHED = "published:"
_TABLES = Path(__file__).parent / "published" / "cpp_serializers.csv"
_NS_PER_MS = 1_000_000
# What cpp-serializers measured, in our words.
_PUBLISHED_WORKLOAD, _PUBLISHED_OPERATION, _PUBLISHED_LANGUAGE = "record", "roundtrip", "cpp"

# A codec, a workload and an operation.
Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Side:
    """What is compared. Times are nanoseconds of CPU time for one operation on one object, sizes bytes.

    ``totals`` are by workload and codec what ranks the codecs, and ``total_of`` names its operations.
    ``claimed`` marks what others have published: times of another machine, sizes of other data.
    """

    name: str
    claimed: bool
    times: Mapping[Key, Estimate]
    sizes: Mapping[tuple[str, str], float]
    totals: Mapping[str, Mapping[str, Estimate]]
    total_of: Mapping[str, str]
    corpora: Mapping[str, str] = field(default_factory=dict)
    machine: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    failures: tuple[Failure, ...] = ()
    noise_floor: float | None = None
    description: str = ""


def side_named(name: str) -> Side:
    """The run of a name or folder, or ``published:TABLE``. Raises BadInput where there is none."""
    if name.startswith(PUBLISHED):
        return published(name.removeprefix(PUBLISHED))
    return side_of(RunFolder.load(find_run(name)))


def side_of(folder: RunFolder) -> Side:
    record = folder.record
    results = results_of(record, folder.rows)
    measured = [result for result in results.rows if not result.shown_as_decode]
    return Side(
        name=folder.name,
        claimed=False,
        times={(result.codec, result.workload, result.operation): result.cpu for result in measured},
        sizes={(result.codec, result.workload): result.size_bytes for result in measured},
        totals={workload: _totals(results, workload) for workload in results.workloads},
        total_of={workload: _total_of(results, workload) for workload in results.workloads},
        corpora={name: corpus["sha256"] for name, corpus in record.get("corpora", {}).items()},
        machine=record.get("machine", {}),
        versions={runner["codec"]: _version(runner) for runner in record.get("runners", ())},
        failures=results.failures,
        noise_floor=results.noise_floor,
        description=record.get("machine", {}).get("cpu_model") or "",
    )


def published(table: str) -> Side:
    """A published table, by the name that its lines have in the file."""
    with _TABLES.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    of_table = [line for line in lines if line["table"] == table]
    if not of_table:
        known = list(dict.fromkeys(line["table"] for line in lines))
        near = difflib.get_close_matches(table, known, n=1)
        hint = f"did you mean {PUBLISHED}{near[0]}?" if near else f"there are {', '.join(known)}."
        raise BadInput(f"There is no published table {table}; {hint}")
    codecs = {f"{_PUBLISHED_LANGUAGE}/{line['serializer']}": line for line in of_table}
    times = {
        codec: Estimate.of([float(line["time_ms"]) * _NS_PER_MS / int(line["iterations"])])
        for codec, line in codecs.items()
    }
    return Side(
        name=PUBLISHED + table,
        claimed=True,
        times={
            (codec, _PUBLISHED_WORKLOAD, _PUBLISHED_OPERATION): estimate for codec, estimate in times.items()
        },
        sizes={(codec, _PUBLISHED_WORKLOAD): float(line["size_bytes"]) for codec, line in codecs.items()},
        totals={_PUBLISHED_WORKLOAD: times},
        total_of={_PUBLISHED_WORKLOAD: _PUBLISHED_OPERATION},
        versions={codec: line["version"] for codec, line in codecs.items()},
        description=f"{of_table[0]['source']} of cpp-serializers, {of_table[0]['machine']}",
    )


def _totals(results: Results, workload: str) -> dict[str, Estimate]:
    of_workload = [result for result in results.rows if result.workload == workload]
    return {codec: total for codec, (total, _) in totals(of_workload, results.noise_floor).items()}


def _total_of(results: Results, workload: str) -> str:
    return " + ".join(ranking_operations(result for result in results.rows if result.workload == workload))


def _version(runner: Mapping[str, Any]) -> str:
    """The libraries of a codec and how our code was compiled."""
    libraries = ", ".join(f"{name} {version}" for name, version in runner.get("libraries", {}).items())
    build = runner.get("build", {})
    return "; ".join(part for part in (libraries, build.get("compiler"), build.get("flags")) if part)
