"""The time of measuring: samples, and the rest of their processes. Pure."""

from collections.abc import Iterable
from typing import Any

from serbench.codecs.naming import language_name
from serbench.record.row import Row

_NS_PER_S = 1_000_000_000


def measuring_json(rows: Iterable[Row]) -> dict[str, dict[str, Any]]:
    """By language how many seconds of wall time its processes took, how many of these were in samples and in
    stretches over whole collections, and that share; under ``all`` of all languages. A process that is
    started again counts again."""
    found: dict[str, list[int]] = {}
    for row in rows:
        if row.process_ns is not None:
            for name in (language_name(row.codec), "all"):
                of = found.setdefault(name, [0, 0])
                of[0] += row.process_ns
                of[1] += sum(row.wall_ns) + row.collected.get("wall_ns", 0)
    return {
        name: {
            "processes_s": round(process_ns / _NS_PER_S, 3),
            "samples_s": round(samples_ns / _NS_PER_S, 3),
            "samples_share": round(samples_ns / process_ns, 3) if process_ns else None,
        }
        for name, (process_ns, samples_ns) in sorted(found.items())
    }
