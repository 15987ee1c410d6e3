"""From built runners to a run of the store that can be executed: what each can do, and run.json."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import serbench
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.engine.describe import Description, describe
from serbench.experiments.memory.preparation import corpus_json, runner_json
from serbench.experiments.store.execute import EXPERIMENT, StoreSubject
from serbench.experiments.store.plan import LEVELS, RAW_LEVEL, Plan, Settings
from serbench.experiments.store.pool import Pool
from serbench.record.row import Failure

_VERBS = {"store-write", "store-read"}


@dataclass(frozen=True, slots=True)
class Prepared:
    """The runners to measure by codec, and why others are not among them."""

    codecs: tuple[CodecManifest, ...]
    subjects: Mapping[str, StoreSubject]
    failures: tuple[Failure, ...]
    unavailable: Mapping[str, str]


def prepare(
    codecs: Sequence[CodecManifest],
    workload: str,
    built: Sequence[Runner | BuildFailure],
    unavailable: Mapping[str, str],
    named_outright: Collection[str],
) -> Prepared:
    """Asks each runner what it can do. What cannot be had or built fails only where the user named it."""
    manifests = {codec.name: codec for codec in codecs}
    failures = [
        Failure(codec, workload, None, "build", reason)
        for codec, reason in unavailable.items()
        if codec in named_outright
    ]
    subjects: dict[str, StoreSubject] = {}
    for item in built:
        if isinstance(item, BuildFailure):
            if item.outcome == "build" or item.codec in named_outright:
                failures.append(Failure(item.codec, workload, None, item.outcome, item.detail))
            continue
        description = describe(item)
        if isinstance(description, Failure):
            failures.append(description)
        elif not set(description.verbs) >= _VERBS:
            sentence = f"The runner of {item.codec} cannot store objects."
            failures.append(Failure(item.codec, workload, None, "unsupported", sentence))
        else:
            levels = levels_of(manifests[item.codec], description)
            subjects[item.codec] = StoreSubject(item, description, levels)
    return Prepared(tuple(codecs), subjects, tuple(failures), unavailable)


def levels_of(codec: CodecManifest, description: Description) -> tuple[str, ...]:
    """How records of a codec can be read: a floor reads bytes alone."""
    if codec.floor:
        return (RAW_LEVEL,)
    return tuple(level for level in LEVELS if level in description.sides)


def unread_levels(subjects: Mapping[str, StoreSubject], settings: Settings) -> dict[str, str]:
    """The codecs that lack a level which is asked for, each with that in a sentence. A floor has no levels,
    and where the usual ones are meant nobody asks for any."""
    asked = settings.levels if settings.orders else None
    lacking = {
        codec: [level for level in asked or () if level not in subject.levels]
        for codec, subject in subjects.items()
        if RAW_LEVEL not in subject.levels
    }
    return {
        codec: f"{codec} has no level {' or '.join(levels)} and is not read there."
        for codec, levels in lacking.items()
        if levels
    }


def record_of_store(
    prepared: Prepared,
    plan: Plan,
    workload: str,
    pool: Pool,
    machine: Mapping[str, Any],
    command: Sequence[str],
    own: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """run.json without the name of the run: everything needed to judge it, to redo it and to resume it. Of
    ``own`` data it has where the schema is."""
    manifests = {codec.name: codec for codec in prepared.codecs}
    return {
        "experiment": EXPERIMENT,
        "serbench": serbench.__version__,
        "started_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": list(command),
        "workloads": [workload],
        "own": own,
        "codecs": list(manifests),
        "operations": None,
        "seed": plan.seed,
        "twins": {},
        "corpora": {workload: corpus_json(pool.corpus)},
        "runners": [
            runner_json(subject.runner, subject.description, manifests[codec])
            for codec, subject in sorted(prepared.subjects.items())
        ],
        "interop": [],
        "failures": [asdict(failure) for failure in prepared.failures],
        "unavailable": dict(prepared.unavailable),
        "machine": dict(machine),
        "plan": plan.to_json(),
    }
