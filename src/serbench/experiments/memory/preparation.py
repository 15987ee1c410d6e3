"""From built runners to a run that can be executed: what each runner can do, the plan, and run.json."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.manifest import Corpus
from serbench.engine.preparation import describe_all, run_record
from serbench.engine.subject import Subject, SubjectKey
from serbench.engine.twins import choose_twins, with_twins
from serbench.errors import BadInput
from serbench.experiments.memory.budget import fitted
from serbench.experiments.memory.costs import Costs
from serbench.experiments.memory.plan import Cell, Plan, Preset, make_plan
from serbench.proof.interop import Crossing
from serbench.record.row import Failure
from serbench.selection.axes import NO_AXES, Axes

EXPERIMENT = "memory"
_ACCESS = "access-"


@dataclass(frozen=True, slots=True)
class Request:
    """A user's request to ``run``. ``operations`` is None where all are meant; ``named_operations`` are those
    of them that were named in full, not by a pattern, None where all were. ``max_time_ns`` is the time that
    measuring may take, None for what the preset takes. ``codecs`` are already expanded along the ``axes``.
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
    """A run before its start: the runners to measure, the plan, and why others are not in it."""

    request: Request
    subjects: Mapping[SubjectKey, Subject]
    plan: Plan
    failures: tuple[Failure, ...]
    unavailable: Mapping[str, str]
    twins: Mapping[str, str]

    @property
    def codecs(self) -> tuple[CodecManifest, ...]:
        return self.request.codecs


def prepare(
    request: Request,
    built: Sequence[Runner | BuildFailure],
    corpora: Mapping[str, Corpus],
    unavailable: Mapping[str, str],
    named_outright: Collection[str],
) -> Prepared:
    """Asks each runner what it can do and plans its forks.

    The arguments are those of ``describe_all``; an operation that a codec lacks is a failure too of those in
    ``named_outright``.
    """
    subjects, failures = describe_all(built, corpora, unavailable, named_outright)
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
    """The plan that measures these cells as requested; BadInput where its time is too short."""
    if request.max_time_ns is None:
        return make_plan(cells, request.preset, request.seed)
    return fitted(cells, request.preset, request.seed, request.max_time_ns)


def cells_of(
    subjects: Mapping[SubjectKey, Subject], operations: Sequence[str] | None, preset: Preset
) -> list[Cell]:
    """The cells to measure: of each runner the operations that it has and that are requested, or that the
    preset measures by default.

    A codec without a requested access shows its decode there, so its decode is measured then.
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
    """What was requested by the names of both codec and operation and cannot be measured. A pattern asks for
    what exists, and an access that a codec lacks is shown by its decode."""
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
    costs: Sequence[Costs] = (),
) -> dict[str, Any]:
    """run.json without the name of the run: everything needed to judge it, to redo it and to resume it.

    ``own`` says where a user's own schema is, None for the project's workloads; ``crossings`` are the
    interop grid of what is measured, ``costs`` the measures besides time.
    """
    request = prepared.request
    corpora = {subject.corpus.manifest.workload: subject.corpus for subject in prepared.subjects.values()}
    common = run_record(
        EXPERIMENT,
        prepared,
        request.workloads,
        corpora,
        seed=request.seed,
        plan=prepared.plan.to_json(),
        machine=machine,
        command=command,
        own=own,
    )
    return common | {
        "axes": request.axes.to_json(),
        "count": request.count,
        "operations": None if request.operations is None else list(request.operations),
        "interop": [asdict(crossing) for crossing in crossings],
        "beside": [of.to_record() for of in costs],
    }


def _nothing_to_measure(request: Request, unavailable: Mapping[str, str]) -> str:
    if unavailable and len(unavailable) == len(request.codecs):
        name, reason = next(iter(unavailable.items()))
        return f"None of these codecs is available here; {name}: {reason}"
    if request.operations is not None:
        return f"None of these codecs has {' or '.join(request.operations)}."
    return "There is nothing to measure."
