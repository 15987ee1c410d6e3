"""A run of the store as a side of a comparison: wall times of files, each way of using them separately."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from serbench.compare.side import PUBLISHED, Key, PublishedTable, Side, measured_side
from serbench.errors import BadInput
from serbench.experiments.store.results import StoreResult, store_results
from serbench.experiments.store.study import (
    OPERATIONS,
    PINNED,
    STUDYS_WORKLOAD,
    methods,
    published_totals,
    reference_codec,
    studys_choice,
)
from serbench.record.run_folder import RunFolder
from serbench.statistics.estimate import Estimate

# The study's tables by name, and whether its programs were pinned to one core (its TS), as a pin of ours.
_STUDYS_TABLES: Mapping[str, str] = {"study": "free", "study-pinned": "core"}


def published_tables() -> dict[str, PublishedTable]:
    """Those of the complex-object study."""
    only_one = "Compare a run with one table of the study at a time: pinned, or not."
    return {
        table: PublishedTable(partial(_claimed, table), partial(studys_side, pin=pin), only_one)
        for table, pin in _STUDYS_TABLES.items()
    }


def store_side(folder: RunFolder) -> Side:
    """Every way of writing and reading; an operation is ``sequential cold free decode of 100000``."""
    results = store_results(folder.record, folder.rows)
    return _side(folder, {(r.codec, r.workload, r.way): r for r in results.rows})


def studys_side(folder: RunFolder, pin: str) -> Side:
    """What the study also has: ``write``, ``sequential`` and ``random`` of whole tweets, none kept.

    Raises BadInput for a run that has none of them.
    """
    results = (
        store_results(folder.record, folder.rows).rows if folder.record.get("experiment") == "store" else ()
    )
    chosen = {
        (result.codec, result.workload, result.operation): result
        for result in studys_choice(results)
        if result.pin == pin
        and result.workload == STUDYS_WORKLOAD
        # Memory that objects take is lost to the page cache.
        and (result.operation == "write" or not result.keep_objects)
    }
    if not chosen:
        raise BadInput(
            f"{folder.name} has nothing to compare with the study:"
            f" ./serbench store {STUDYS_WORKLOAD} --pin {pin} measures it."
        )
    return _side(folder, chosen)


def _side(folder: RunFolder, results: Mapping[Key, StoreResult]) -> Side:
    return measured_side(
        folder,
        {
            key: Estimate.of([total_ns / result.count for total_ns in result.total.fork_values])
            for key, result in results.items()
        },
        {key[:2]: result.size_bytes / result.count for key, result in results.items()},
        failures=store_results(folder.record, folder.rows).failures,
        clock="wall",
        distinguished_by={"disk of the store": _disk(folder.record.get("machine", {}))},
    )


def _claimed(table: str) -> Side:
    """Its mean total times, each in a unit of its own, because they are only compared with each other."""
    pinned = PINNED[_STUDYS_TABLES[table]]
    totals = published_totals()
    times = {
        (codec, STUDYS_WORKLOAD, operation): Estimate.of([totals[key]])
        for codec, method in methods().items()
        for operation in OPERATIONS
        if (key := (method.language, method.name, operation, pinned)) in totals
    }
    where = "pinned to one core" if pinned else "on all cores"
    return Side(
        name=PUBLISHED + table,
        claimed=True,
        times=times,
        sizes={},
        description=f"the complex-object study, files of millions of tweets, {where}",
        reference=reference_codec(),
        less_work={codec: method.theirs for codec, method in methods().items() if method.theirs},
    )


def _disk(machine: Mapping[str, Any]) -> str:
    """What the files were on: the file system, its device and its mount options."""
    system = (machine.get("file_systems") or {}).get("store")
    if not system:
        return ""
    turning = ", turning" if system.get("rotational") else ""
    return f"{system['type']} of {system['source']} ({system['options']}{turning})"
