"""Fits a run of the relay into the time that a user has, and says what a run would measure. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from serbench.codecs.manifest import CodecManifest
from serbench.engine import fitting
from serbench.experiments.relay.plan import FLOOR_MODE, MODES, Plan, Settings, make_plan


def fitted(
    modes_of: Mapping[tuple[str, str], Sequence[str]], settings: Settings, seed: int, max_time_ns: int | None
) -> Plan:
    """The plan with the most repetitions that is expected to end in time. Raises BadInput where a single one
    takes too long."""

    def make(repetitions: int) -> Plan:
        plan = make_plan(modes_of, settings.with_repetitions(repetitions), seed)
        return replace(plan, max_time_ns=max_time_ns)

    return fitting.fitted(
        make,
        settings.most_repetitions,
        lambda plan: plan.estimated_ns,
        max_time_ns,
        "codecs, workloads or --modes",
    )


def preview(
    workloads: Sequence[str],
    codecs: Sequence[CodecManifest],
    lacking: Mapping[str, str],
    settings: Settings,
    seed: int,
    max_time_ns: int | None,
) -> tuple[dict[str, Any], list[str]]:
    """What a run with these settings would measure, as a document and as lines; ``lacking`` are the codecs
    that are unavailable here, with the reason. Nothing is built for it, so each codec is taken to have every
    mode. Raises BadInput where --max-time is too short."""
    codecs = [codec for codec in codecs if codec.name not in lacking]
    modes = {
        (codec.name, workload): (FLOOR_MODE,) if codec.floor else MODES
        for codec in codecs
        for workload in workloads
    }
    plan = fitted(modes, settings, seed, max_time_ns)
    document = {
        "workloads": list(workloads),
        "codecs": [codec.name for codec in codecs],
        "modes": list(settings.modes or MODES),
        "route": settings.route,
        "sources": settings.sources,
        "sinks": settings.sinks,
        "transport": settings.transport,
        "rates": list(settings.rates),
        "repetitions": plan.settings.most_repetitions,
        "seed": seed,
    }
    return fitting.preview(document, plan.estimated_ns, max_time_ns, lacking, bound="at most")
