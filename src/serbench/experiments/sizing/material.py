"""The messages that are measured: many objects of workloads, or of the user's data."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from serbench.corpus.sample import Extent
from serbench.corpus.workload import find_workloads
from serbench.engine.material import Material, gather_again, gather_own
from serbench.engine.own_options import DEFAULT_WORKLOAD, OwnData
from serbench.errors import BadInput
from serbench.pools.pool import pool_of

MOST_OBJECTS, _MOST_BYTES = 16_384, 32 * 2**20


def _count(mean_bytes: float) -> int:
    return max(1, min(MOST_OBJECTS, int(_MOST_BYTES / max(1, mean_bytes))))


# What is taken of the user's own data.
_EXTENT = Extent(MOST_OBJECTS, 2 * _MOST_BYTES, _count, is_timed=False)


def gather_many(
    named: Sequence[str], own: OwnData | None, seed: int, tell: Callable[[str], object]
) -> Material:
    """The named workloads (default: media) with the objects of their pools, or the user's own data. Raises
    BadInput for a conformance workload."""
    if own is not None:
        return gather_own(own, tell, _EXTENT, seed)
    workloads = find_workloads(named or (DEFAULT_WORKLOAD,))
    for workload in workloads:
        if workload.conformance:
            raise BadInput(f"{workload.name} is a conformance workload; its objects are like no one's data.")
    return Material(workloads, {workload.name: pool_of(workload, seed).corpus for workload in workloads})


def gather_many_again(record: Mapping[str, Any]) -> Material:
    """The material of a run that is resumed."""
    if record.get("own") is not None:
        return gather_again(record)
    return gather_many(record["workloads"], None, record["seed"], lambda _: None)
