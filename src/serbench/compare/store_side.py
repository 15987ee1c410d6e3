"""A run of the store as a side of a comparison: wall times of files, each way of using them for itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from serbench.compare.side import Key, Side, versions_in
from serbench.errors import BadInput
from serbench.experiments.store.report import STUDYS_WORKLOAD
from serbench.experiments.store.results import StoreResult, store_results
from serbench.experiments.store.study import pin_of, studys_choice
from serbench.record.run_folder import RunFolder
from serbench.statistics import Estimate


def store_side(folder: RunFolder) -> Side:
    """Every way of writing and reading; an operation is ``sequential cold free decode of 100000``."""
    results = store_results(folder.record, folder.rows)
    return _side(folder, {(r.codec, r.workload, r.way): r for r in results.rows})


def studys_side(folder: RunFolder, pinned: bool) -> Side:
    """What the study has of it too: ``write``, ``sequential`` and ``random`` of whole tweets, none kept.

    Raises BadInput for a run that has none of them.
    """
    results = store_results(folder.record, folder.rows).rows if is_store(folder) else ()
    chosen = {
        (result.codec, result.workload, result.operation): result
        for result in studys_choice(results)
        if result.pin == pin_of(pinned)
        and result.workload == STUDYS_WORKLOAD
        # Memory that objects take is taken from the page cache.
        and (result.operation == "write" or not result.keep_objects)
    }
    if not chosen:
        raise BadInput(
            f"{folder.name} has nothing to compare with the study:"
            f" ./serbench store {STUDYS_WORKLOAD} --pin {pin_of(pinned)} measures it."
        )
    return _side(folder, chosen)


def _side(folder: RunFolder, results: dict[Key, StoreResult]) -> Side:
    record = folder.record
    return Side(
        name=folder.name,
        claimed=False,
        times={
            key: Estimate.of([total_ns / result.count for total_ns in result.total.values_ns])
            for key, result in results.items()
        },
        sizes={key[:2]: result.size_bytes / result.count for key, result in results.items()},
        corpora={name: corpus["sha256"] for name, corpus in record.get("corpora", {}).items()},
        machine=record.get("machine", {}),
        versions=versions_in(record),
        failures=store_results(record, folder.rows).failures,
        description=record.get("machine", {}).get("cpu_model") or "",
        clock="wall",
        disk=_disk(record.get("machine", {})),
    )


def _disk(machine: Mapping[str, Any]) -> str:
    """On what the files lay: the file system, from where it comes and how it is mounted."""
    system = (machine.get("file_systems") or {}).get("store")
    if not system:
        return ""
    turning = ", turning" if system.get("rotational") else ""
    return f"{system['type']} of {system['source']} ({system['options']}{turning})"


def is_store(folder: RunFolder) -> bool:
    return folder.record.get("experiment") == "store"
