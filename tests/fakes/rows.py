"""Rows of experiments that handle whole stores, as their reports get them."""

import itertools
from collections.abc import Mapping

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
