"""Rows of experiments as their reports get them."""

import itertools
from collections.abc import Mapping
from typing import Any

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
