"""One side of a comparison: what it has measured or claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.report.rows import Results, ranking_operations, results_of, sums
from serbench.statistics import Estimate

# A codec, a workload and an operation.
Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Side:
    """What is compared. Times are nanoseconds of CPU time for one operation on one object, of wall time
    where ``clock`` says so; sizes are bytes.

    ``totals`` are by workload and codec what ranks the codecs, and ``total_of`` names its operations; where
    there are none, each operation ranks them by itself.
    ``claimed`` marks what others have published: times of another machine in any unit, sizes of other data.
    A claim may name the codec to which its times are ``reference``d, and the codecs for which its authors'
    program did ``less_work``, each with what it did. ``disk`` says on what the files of a run of the store
    lay.
    """

    name: str
    claimed: bool
    times: Mapping[Key, Estimate]
    sizes: Mapping[tuple[str, str], float]
    totals: Mapping[str, Mapping[str, Estimate]] = field(default_factory=dict)
    total_of: Mapping[str, str] = field(default_factory=dict)
    corpora: Mapping[str, str] = field(default_factory=dict)
    machine: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    failures: tuple[Failure, ...] = ()
    noise_floor: float | None = None
    description: str = ""
    clock: str = "CPU"
    disk: str = ""
    reference: str = ""
    less_work: Mapping[str, str] = field(default_factory=dict)


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
        versions=versions_in(record),
        failures=results.failures,
        noise_floor=results.noise_floor,
        description=record.get("machine", {}).get("cpu_model") or "",
    )


def _totals(results: Results, workload: str) -> dict[str, Estimate]:
    return sums([result for result in results.rows if result.workload == workload])


def _total_of(results: Results, workload: str) -> str:
    return " + ".join(ranking_operations(result for result in results.rows if result.workload == workload))


def versions_in(record: Mapping[str, Any]) -> dict[str, str]:
    """By codec its libraries and how our code was compiled."""
    return {runner["codec"]: _version(runner) for runner in record.get("runners", ())}


def _version(runner: Mapping[str, Any]) -> str:
    libraries = ", ".join(f"{name} {version}" for name, version in runner.get("libraries", {}).items())
    build = runner.get("build", {})
    return "; ".join(part for part in (libraries, build.get("compiler"), build.get("flags")) if part)
