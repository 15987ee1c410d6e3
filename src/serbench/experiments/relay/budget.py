"""Fits a run of the relay into the time that a user has, and says what a run would measure. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput
from serbench.experiments.relay.plan import FLOOR_MODE, MODES, Plan, Settings, make_plan
from serbench.terminal.console import duration_words

_NS_PER_S = 1_000_000_000


def fitted(
    modes_of: Mapping[tuple[str, str], Sequence[str]], settings: Settings, seed: int, max_time_ns: int | None
) -> Plan:
    """The plan with the most repetitions that is expected to end in time, with all where that has no limit.
    Raises BadInput where a single one takes too long."""
    for repetitions in range(settings.most_repetitions, 0, -1):
        plan = make_plan(modes_of, settings.with_repetitions(repetitions), seed)
        if max_time_ns is None or plan.estimated_ns <= max_time_ns:
            return replace(plan, max_time_ns=max_time_ns)
    raise BadInput(
        f"Even one repetition takes about {duration_words(plan.estimated_ns / _NS_PER_S)}, more than"
        " --max-time; allow more time, or name fewer codecs, workloads or --modes."
    )


def cost_of_fitting(asked: Settings, plan: Plan) -> str | None:
    """What was reduced in this plan, in one sentence; None if nothing was."""
    left = plan.settings.most_repetitions
    if left >= asked.most_repetitions:
        return None
    return (
        f"To fit into the time: {left} repetitions instead of {asked.most_repetitions}; intervals become"
        " wider."
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
    estimated_s = plan.estimated_ns / _NS_PER_S
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
    lines = [f"{name + ':':14}{_text(value)}" for name, value in document.items()]
    lines.append(f"measuring takes at most {duration_words(estimated_s)} once everything is built")
    times = {
        "estimated_s": round(estimated_s, 1),
        "max_time_s": None if max_time_ns is None else max_time_ns / _NS_PER_S,
    }
    return {**document, **times, "unavailable": dict(lacking)}, lines


def _text(value: object) -> object:
    return ", ".join(map(str, value)) if isinstance(value, list) else value
