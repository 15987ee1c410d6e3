"""A comparison as one JSON document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from serbench.compare.comparison import Change, Comparison, Ranking
from serbench.compare.side import Key


def document_of(comparisons: Sequence[tuple[Comparison, float | None]]) -> dict[str, Any]:
    """Each comparison with the threshold of its check (0.05 for 5 %), None where nothing is checked."""
    return {"comparisons": [_comparison(comparison, threshold) for comparison, threshold in comparisons]}


def _comparison(comparison: Comparison, threshold: float | None) -> dict[str, Any]:
    slower = comparison.slower(threshold) if threshold is not None else ()
    larger = comparison.larger(threshold) if threshold is not None else ()
    unit = "relative" if comparison.claimed else "ns"
    return {
        "before": comparison.before.name,
        "after": comparison.after.name,
        "claimed": [side.name for side in (comparison.before, comparison.after) if side.claimed],
        "relative_to": comparison.relative_to or None,
        "less_work": dict(comparison.less_work),
        "threshold": threshold,
        "same_machine": comparison.same_machine,
        "differences": list(comparison.differences),
        "cells": [_cell(change, unit) for change in comparison.changes],
        "rankings": [_ranking(ranking, unit) for ranking in comparison.rankings],
        "slower": [_named(change.key) for change in slower],
        "larger": [_named(change.key) for change in larger],
        "only_before": [_named(key, failure=reason or None) for key, reason in comparison.only_before],
        "only_after": [_named(key, failure=reason or None) for key, reason in comparison.only_after],
    }


def _named(key: Key, **more: Any) -> dict[str, Any]:
    codec, workload, operation = key
    return {"codec": codec, "workload": workload, "operation": operation, **more}


def _cell(change: Change, unit: str) -> dict[str, Any]:
    return _named(change.key) | {
        f"before_{unit}": round(change.before.median, 3),
        f"after_{unit}": round(change.after.median, 3),
        "ratio": round(change.ratio.ratio, 4),
        "low": round(change.ratio.low, 4),
        "high": round(change.ratio.high, 4),
        "is_range": change.ratio.is_range,
        "size_before_bytes": change.size_before,
        "size_after_bytes": change.size_after,
    }


def _ranking(ranking: Ranking, unit: str) -> dict[str, Any]:
    return {
        "workload": ranking.workload,
        "operations": ranking.operations,
        "correlation": None if ranking.correlation is None else round(ranking.correlation, 4),
        "codecs": [
            _cell(change, unit)
            | dict(zip(("rank_before", "rank_after"), ranking.ranks[change.codec], strict=True))
            for change in ranking.changes
        ],
    }
