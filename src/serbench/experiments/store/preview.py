"""``store --dry-run``: what would be measured, and its time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from serbench.codecs.manifest import CodecManifest
from serbench.engine.live import duration_words
from serbench.experiments.store.material import PoolMaterial
from serbench.experiments.store.outlook import estimated_ns, fitted
from serbench.experiments.store.plan import LEVELS, RAW_LEVEL, Settings, make_plan

_NS_PER_S = 1_000_000_000


def preview(
    material: PoolMaterial,
    codecs: Sequence[CodecManifest],
    lacking: Mapping[str, str],
    settings: Settings,
    seed: int,
    max_time_ns: int | None,
) -> tuple[dict[str, Any], list[str]]:
    """What a run with these settings would write and read, as a document and as lines; ``lacking`` are the
    codecs that are unavailable here, with the reason. Nothing is built for it, so each codec is taken to have
    every level. Raises BadInput where --max-time is too short."""
    codecs = [codec for codec in codecs if codec.name not in lacking]
    levels = {codec.name: (RAW_LEVEL,) if codec.floor else LEVELS for codec in codecs}
    workload, mean_bytes = material.workload.name, material.pool.mean_bytes
    if max_time_ns is None:
        plan = make_plan(levels, workload, settings, seed)
    else:
        plan = fitted(levels, workload, settings, seed, max_time_ns, mean_bytes, writes=True)
    estimated_s = sum(estimated_ns(settings, fork, mean_bytes) for fork in plan.forks) / _NS_PER_S
    document = {
        "workload": workload,
        "codecs": [codec.name for codec in codecs],
        "objects": list(settings.objects),
        "reads": list(settings.orders),
        "random_reads": settings.random_reads,
        "cache": list(settings.caches),
        "level": None if settings.levels is None else list(settings.levels),
        "pin": list(settings.pins),
        "repetitions": plan.settings.repetitions,
        "seed": seed,
    }
    lines = [f"{name.replace('_', ' ') + ':':14}{_text(value)}" for name, value in document.items()]
    lines.append(f"measuring takes about {duration_words(estimated_s)} once everything is built")
    times = {
        "estimated_s": round(estimated_s, 1),
        "max_time_s": None if max_time_ns is None else max_time_ns / _NS_PER_S,
    }
    return {**document, **times, "unavailable": dict(lacking)}, lines


def _text(value: object) -> object:
    if value is None:
        return "by order"
    return ", ".join(map(str, value)) if isinstance(value, list) else value
