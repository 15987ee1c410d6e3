"""Rows of experiments as their reports get them."""

import itertools
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fakes.samples import measured

from serbench.experiments.cluster.plan import Fork, Settings
from serbench.experiments.torture.judging import OUTCOMES
from serbench.record.row import Row

_FORKS = itertools.count()


def tweets_row(
    codec: str,
    operation: str,
    phases_ns: Mapping[str, int],
    size_bytes: int,
    parameters: Mapping[str, object],
    *,
    resident: tuple[float, float] | None = (0.0, 1.0),
    figures: Mapping[str, int] | None = None,
) -> Row:
    """A row of 100 tweets in a fork of its own, whose time is that of its phases."""
    whole = sum(phases_ns.values())
    return Row(
        codec=codec,
        language=codec.partition("/")[0],
        workload="tweet",
        operation=operation,
        side="application",
        fork=next(_FORKS),
        fork_rows=1,
        outcome="ok",
        detail="",
        product_key="key",
        command=(),
        started_at="",
        n=(100,),
        wall_ns=(whole,),
        cpu_ns=(whole,),
        size_bytes=size_bytes,
        parameters=dict(parameters),
        phases={name: {"wall_ns": ns, "cpu_ns": ns} for name, ns in phases_ns.items()},
        resident=resident,
        figures=dict(figures or {}),
    )


def store_row(operation: str, wall_s: float, io_s: float, **parameters: object) -> Row:
    """A row of cpp/handcoded unless ``codec`` says otherwise: I/O, and the rest in the processor."""
    codec = str(parameters.pop("codec", "cpp/handcoded"))
    io, work = ("write", "encode") if operation == "write" else ("read", "decode")
    phases = {io: round(io_s * 1e9), work: round((wall_s - io_s) * 1e9)}
    given = {
        "objects": 100,
        "cache": "buffered" if operation == "write" else "cold",
        "pin": "free",
        "threads": 1,
        "level": "" if operation == "write" else "decode",
        "keep_objects": False,
        "repetition": 0,
        **parameters,
    }
    resident = None if operation == "write" else (0.0, 1.0)
    return tweets_row(codec, operation, phases, 2000, given, resident=resident)


def torture_row(
    codec: str,
    by_class: dict[str, dict[str, int]],
    worst: tuple[dict[str, Any], ...] = (),
    workload: str = "w",
) -> Row:
    """A row of a torture of 1000 cases, whose outcomes are counted by class of damage."""
    counts = {name: sum(of.get(name, 0) for of in by_class.values()) for name in OUTCOMES}
    return Row(
        codec=codec,
        language=codec.partition("/")[0],
        workload=workload,
        operation="torture",
        side="application",
        fork=0,
        fork_rows=1,
        outcome="ok",
        detail="",
        product_key="key",
        command=("./serbench", "torture", "w", "--codecs", codec),
        started_at="",
        figures={
            "asked": 1000,
            "operations": ["decode"],
            "valid_ns": 1000,
            "deaths": 0,
            "outcomes": counts,
            "by_class": by_class,
            "different_at": {"payload": 7, "structure": 2},
            "worst": list(worst),
        },
    )


def sizing_row(codec: str) -> Row:
    """A row of sizes of two messages, of 10 and 30 bytes."""
    spread = {"objects": 2, "bytes": 40, "quantiles": [10] * 51 + [30] * 50}
    return replace(
        torture_row(codec, {}),
        operation="emit",
        command=("runner", "emit"),
        experiment="sizing",
        objects=2,
        size_bytes=40,
        figures={
            "raw": spread,
            "single": {"raw": spread, "gzip": spread, "zstd": spread},
            "dictionaries": {},
            "trained": 0,
            "batches": {"1": {"objects": 2, "bytes": {"raw": 40, "gzip": 60, "zstd": 50}}},
        },
    )


def relay_row(codec: str) -> Row:
    """A fork of the relay in which a message took 1 µs."""
    parameters: dict[str, Any] = {"route": "shuffle", "sources": 1, "sinks": 4, "transport": "unix"}
    return replace(
        measured(codec, "fresh", 0, 1000),
        experiment="relay",
        parameters={**parameters, "objects_a_message": 1.0, "repetition": 0},
        figures={
            "copied_bytes": 64, "bytes_in": 64, "driver_per_s": 4_000_000, "driver_cpu_ns": 100,
            "retained_bytes": 5, "latency": [],
        },
    )  # fmt: skip


def sort_row(
    codec: str, mode: str, seconds: float, chunks: int = 4, held: int = 64 * 2**20, size: int = 1000
) -> Row:
    """A sort of 100 objects of which three quarters are the codec's, unless it only moves bytes."""
    whole = round(seconds * 1e9)
    coded = {"objects": 3 * whole // 4, "bytes": whole // 10}.get(mode, 0)
    phases = {"chunks-read": whole - coded, "chunks-decode": coded // 2, "merge-encode": coded - coded // 2}
    parameters = {
        "objects": 100, "memory_bytes": 64 * 2**20, "pin": "free", "threads": 1, "cache": "cold",
        "fan_in": 16, "key": "access", "distinct": 0, "arrangement": "shuffled", "repetition": 0,
    }  # fmt: skip
    figures = {"chunks": chunks, "passes": 1, "decodes": 200, "comparisons": 900, "held_bytes": held}
    return tweets_row(codec, mode, phases, 100 * size, parameters, figures=figures)


CLUSTER_SETTINGS = Settings((1000,), forks=4, rounds=2, warmup_least=2, warmup_most=5)
CLUSTER_RECORD: dict[str, dict[str, Any]] = {
    "engine": {"title": "Engine", "prefix": "engine/", "references": ["engine/raw"], "own": {}},
    "cluster": {
        "master": "local[2]",
        "engine_version": "1.2",
        "runtime": "17",
        "executors": 1,
        "cores": 2,
        "memory_bytes": 2**30,
        "hosts": ["localhost"],
    },
}


def cluster_row(codec: str, cpu_us: float, repetition: int, job: str = "shuffle", **figures: object) -> Row:
    """One application that has spent this much for each object."""
    fork = Fork(codec, "w", repetition, 1000, 8, "lz4", repetition, (job,))
    cpu_ns = round(cpu_us * 1_000_000)
    stage = {
        "cpu_ns": cpu_ns,
        "run_ns": 2 * cpu_ns,
        "serialize_ns": 8000,
        "serialized_objects": 2,
        "deserialize_ns": 0,
        "deserialized_objects": 0,
    }
    return Row(
        codec=codec,
        language=codec.partition("/")[0],
        workload="w",
        operation=job,
        side="application",
        fork=fork.index,
        fork_rows=1,
        outcome="ok",
        detail="",
        product_key="key",
        command=(),
        started_at="",
        n=(1000, 1000),
        cpu_ns=(cpu_ns, cpu_ns),
        wall_ns=(9_000_000, 9_000_000),
        objects=1000,
        settled=True,
        parameters={
            "objects": 1000,
            "partitions": 8,
            "maps": 4,
            "compress": "lz4",
            "master": "local[2]",
            "repetition": repetition,
        },
        figures={
            "bytes_written": 900_000,
            "cached_bytes": 0,
            "spilled_bytes": 0,
            "disk_spilled_bytes": 0,
            "gc_ns": 5,
            "writer": "bypass",
            "relocatable": True,
            "stages": {"write": stage},
            **figures,
        },
    )


def cost_row(codec: str, number: int, process: int, ns: int, size_bytes: int, **different: Any) -> Row:
    found = Row(
        codec=codec, language=codec.partition("/")[0], workload="evolution", operation="decode",
        side="application", fork=0, fork_rows=8, outcome="ok", detail="", product_key="key",
        command=("./serbench", "evolve", "add-at-end", "--costs", "--codecs", codec), started_at="",
        n=(16, 32), cpu_ns=(16 * ns, 32 * ns), wall_ns=(16 * ns, 32 * ns), size_bytes=16 * size_bytes,
        objects=16, experiment="evolution", parameters={"unknown_fields": number, "process": process},
    )  # fmt: skip
    return replace(found, **different)
