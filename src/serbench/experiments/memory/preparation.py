"""From built runners to a run that can be executed: what each runner can do, the plan, and run.json."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import serbench
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.manifest import Corpus
from serbench.engine.describe import Description, describe
from serbench.engine.resumption import (
    preload_record,
    require_same_description,
    require_same_machine,
)
from serbench.errors import BadInput
from serbench.experiments.memory.beside import Beside
from serbench.experiments.memory.budget import fitted
from serbench.experiments.memory.execute import Subject
from serbench.experiments.memory.plan import Cell, Plan, Preset, make_plan
from serbench.experiments.memory.twins import choose_twins
from serbench.machine import machine_record
from serbench.proof.interop import Crossing
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder, require_unchanged
from serbench.selection.axes import NO_AXES, Axes

SubjectKey = tuple[str, str]
_ACCESS = "access-"


@dataclass(frozen=True, slots=True)
class Request:
    """What a user asks of ``run``. ``operations`` is None where all are meant; ``named_operations`` are those
    of them that were named in full, not by a pattern, None where all were. ``max_time_ns`` is the time that
    measuring may take, None for what the preset takes. ``codecs`` stand along the ``axes`` already.
    ``count`` asks for the instructions of native operations."""

    workloads: tuple[str, ...]
    codecs: tuple[CodecManifest, ...]
    operations: tuple[str, ...] | None
    preset: Preset
    seed: int
    named_operations: tuple[str, ...] | None = None
    max_time_ns: int | None = None
    axes: Axes = NO_AXES
    count: bool = False


@dataclass(frozen=True, slots=True)
class Prepared:
    """A run that has not begun: the runners to measure, the plan, and why others are not in it."""

    request: Request
    subjects: Mapping[SubjectKey, Subject]
    plan: Plan
    failures: tuple[Failure, ...]
    unavailable: Mapping[str, str]
    twins: Mapping[str, str]


def prepare(
    request: Request,
    built: Sequence[Runner | BuildFailure],
    corpora: Mapping[str, Corpus],
    unavailable: Mapping[str, str],
    named_outright: Collection[str],
) -> Prepared:
    """Asks each runner what it can do and plans its forks.

    ``corpora`` are by workload. ``unavailable`` maps the codecs that cannot be had here to the reason; that
    is a failure only of those in ``named_outright``, as is an operation that they lack, and a schema for
    which they declare that they cannot be built.
    """
    failures = [
        Failure(codec, workload, None, "build", reason)
        for codec, reason in unavailable.items()
        if codec in named_outright
        for workload in request.workloads
    ]
    subjects: dict[SubjectKey, Subject] = {}
    for runner in built:
        if isinstance(runner, BuildFailure):
            if runner.outcome == "build" or runner.codec in named_outright:
                failures.append(Failure(runner.codec, runner.workload, None, runner.outcome, runner.detail))
            continue
        description = describe(runner)
        if isinstance(description, Failure):
            failures.append(description)
        else:
            subjects[runner.codec, runner.workload] = Subject(runner, description, corpora[runner.workload])
    floors = {codec.name for codec in request.codecs if codec.floor}
    ranked = {codec for codec, _ in subjects} - floors
    twins = choose_twins(ranked, request.preset.twins, request.seed)
    subjects = with_twins(subjects, twins)
    cells = cells_of(subjects, request.operations, request.preset)
    if not cells and not failures:
        raise BadInput(_nothing_to_measure(request, unavailable))
    failures += _lacking(request, subjects, named_outright)
    plan = plan_of(cells, request)
    return Prepared(request, subjects, plan, tuple(failures), unavailable, twins)


def plan_of(cells: Sequence[Cell], request: Request) -> Plan:
    """The plan that measures these cells as the request wants; BadInput where its time is too short."""
    if request.max_time_ns is None:
        return make_plan(cells, request.preset, request.seed)
    return fitted(cells, request.preset, request.seed, request.max_time_ns)


def with_twins(subjects: Mapping[SubjectKey, Subject], twins: Mapping[str, str]) -> dict[SubjectKey, Subject]:
    """The subjects, and those that are measured twice once more under their twins' names."""
    doubled = {
        (twin, workload): subject
        for twin, codec in twins.items()
        for (name, workload), subject in subjects.items()
        if name == codec
    }
    return {**subjects, **doubled}


def cells_of(
    subjects: Mapping[SubjectKey, Subject], operations: Sequence[str] | None, preset: Preset
) -> list[Cell]:
    """The cells to measure: of each runner the operations that it has and that are asked for, or that the
    preset measures where nothing is asked for.

    A codec without the access that is asked for shows its decode there, so its decode is measured then.
    """
    cells: list[Cell] = []
    for (codec, workload), subject in subjects.items():
        own = list(subject.description.sides)
        wanted = set(operations or preset.usual_operations(codec) or own)
        if any(name.startswith(_ACCESS) and name not in own for name in wanted):
            wanted.add("decode")
        corpus_bytes = subject.corpus.manifest.bytes
        cells += [Cell(codec, workload, name, corpus_bytes) for name in own if name in wanted]
    return cells


def _lacking(
    request: Request, subjects: Mapping[SubjectKey, Subject], named_outright: Collection[str]
) -> list[Failure]:
    """What was asked for by the names of both codec and operation and cannot be measured. A pattern asks for
    what there is, and an access that a codec lacks is shown by its decode."""
    named = request.operations if request.named_operations is None else request.named_operations
    return [
        Failure(codec, workload, operation, "unsupported", f"{codec} has no operation {operation}.")
        for (codec, workload), subject in subjects.items()
        if codec in named_outright
        for operation in named or ()
        if not operation.startswith(_ACCESS) and operation not in subject.description.sides
    ]


def record_of(
    prepared: Prepared,
    machine: Mapping[str, Any],
    command: Sequence[str],
    own: Mapping[str, Any] | None = None,
    crossings: Sequence[Crossing] = (),
    beside: Sequence[Beside] = (),
) -> dict[str, Any]:
    """run.json without the name of the run: everything needed to judge it, to redo it and to resume it.

    ``own`` tells where a user's own schema is, None for the project's workloads; ``crossings`` are the
    interop grid of what is measured, ``beside`` what stands beside its times.
    """
    request = prepared.request
    manifests = {codec.name: codec for codec in request.codecs}
    corpora = {subject.corpus.manifest.workload: subject.corpus for subject in prepared.subjects.values()}
    return {
        "experiment": "memory",
        "serbench": serbench.__version__,
        "started_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": list(command),
        "workloads": list(request.workloads),
        "own": own and dict(own),
        "codecs": [codec.name for codec in request.codecs],
        "axes": request.axes.to_json(),
        "count": request.count,
        "operations": None if request.operations is None else list(request.operations),
        "seed": request.seed,
        "twins": dict(prepared.twins),
        "corpora": {name: corpus_json(corpus) for name, corpus in sorted(corpora.items())},
        "runners": [
            runner_json(subject.runner, subject.description, manifests[codec])
            for (codec, _), subject in sorted(prepared.subjects.items())
            if codec not in prepared.twins
        ],
        "interop": [asdict(crossing) for crossing in crossings],
        "beside": [asdict(of) for of in beside],
        "failures": [asdict(failure) for failure in prepared.failures],
        "unavailable": dict(prepared.unavailable),
        "machine": dict(machine),
        "plan": prepared.plan.to_json(),
    }


def subjects_to_resume(
    folder: RunFolder,
    built: Sequence[Runner | BuildFailure],
    corpora: Mapping[str, Corpus],
    machine: Mapping[str, Any] | None = None,
) -> dict[SubjectKey, Subject]:
    """The runners of a run that is resumed, which must be those that it began with, on the same machine.

    ``machine`` is the record of this machine, which is taken now unless it is given. Raises BadInput when a
    product, what it says of itself, a corpus or the machine is another one now.
    """
    now = machine_record() if machine is None else machine
    require_same_machine(folder.name, folder.record.get("machine", {}), now)
    runners = {(runner.codec, runner.workload): runner for runner in built if isinstance(runner, Runner)}
    require_unchanged(
        folder,
        {key: runner.product_key for key, runner in runners.items()},
        {name: corpus.manifest.sha256 for name, corpus in corpora.items()},
    )
    subjects: dict[SubjectKey, Subject] = {}
    for recorded in folder.record["runners"]:
        codec, workload = recorded["codec"], recorded["workload"]
        runner = runners[codec, workload]
        description = describe(runner)
        if isinstance(description, Failure):
            raise BadInput(
                f"Run {folder.name} cannot be resumed: {codec} for {workload} no longer says what it can do:"
                f" {description.detail}"
            )
        require_same_description(folder.name, recorded, description, preload_record(runner))
        subjects[codec, workload] = Subject(runner, description, corpora[workload])
    return with_twins(subjects, folder.record.get("twins", {}))


def corpus_json(corpus: Corpus) -> dict[str, Any]:
    """What run.json keeps of a corpus."""
    return {
        "sha256": corpus.manifest.sha256,
        "digest": corpus.manifest.digest,
        "objects": corpus.manifest.objects,
        "bytes": corpus.manifest.bytes,
        "seed": corpus.manifest.seed,
        "folder": str(corpus.folder),
    }


def runner_json(runner: Runner, description: Description, manifest: CodecManifest) -> dict[str, Any]:
    """What run.json keeps of a runner."""
    return {
        "codec": runner.codec,
        "language": runner.language,
        "workload": runner.workload,
        "library": manifest.library,
        "licence": manifest.licence,
        "homepage": manifest.homepage,
        "format": manifest.format,
        "traits": list(manifest.traits),
        "floor": manifest.floor,
        "product_key": runner.product_key,
        "command": list(runner.words),
        "parameters": dict(runner.parameters),
        "preloaded": preload_record(runner),
        "schema": runner.schema,
        "unit": description.unit,
        "operations": dict(description.sides),
        "libraries": dict(description.libraries),
        "build": dict(description.build),
        "verbs": list(description.verbs),
        "not_read": list(description.not_read),
    }


def _nothing_to_measure(request: Request, unavailable: Mapping[str, str]) -> str:
    if unavailable and len(unavailable) == len(request.codecs):
        name, reason = next(iter(unavailable.items()))
        return f"None of these codecs can be had here; {name}: {reason}"
    if request.operations is not None:
        return f"None of these codecs has {' or '.join(request.operations)}."
    return "There is nothing to measure."
