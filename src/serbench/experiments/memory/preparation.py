"""From built runners to a run: what each runner can do, the plan, run.json, and what --dry-run prints."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any

from serbench.codecs.manifest import HAND_WRITTEN, CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.manifest import Corpus
from serbench.engine import preparation
from serbench.engine.describe import Subject, SubjectKey
from serbench.engine.preparation import describe_all, run_record
from serbench.engine.twins import choose_twins, with_twins
from serbench.errors import BadInput
from serbench.experiments.memory.budget import cost_of_fitting, fitted
from serbench.experiments.memory.costs import Costs
from serbench.experiments.memory.plan import Cell, Plan, Preset, make_plan
from serbench.languages import language_of, languages, title_of
from serbench.languages.language import Language
from serbench.proof.interop import Crossing
from serbench.record.row import Failure
from serbench.report.words import listed
from serbench.selection.axes import NO_AXES, Axes
from serbench.terminal.console import duration_words

EXPERIMENT = "memory"
_ACCESS = "access-"
# A codec's operations are known once it is built; most have these, and about as many others.
_USUAL_OPERATIONS = ("encode", "decode", "decode-reuse", "access-all", "roundtrip")
# These every codec has.
_CERTAIN_OPERATIONS = frozenset({"encode", "decode"})
_NS_PER_S = 1_000_000_000


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


@dataclass(frozen=True)
class Prepared(preparation.Prepared):
    """A run before its start, with what was asked for and the plan."""

    request: Request
    plan: Plan


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
    twins = twins_of(request, {codec for codec, _ in subjects})
    subjects = with_twins(subjects, twins)
    cells = cells_of(subjects, request.operations, request.preset, references_of(request.codecs))
    if not cells and not failures:
        raise BadInput(_nothing_to_measure(request, unavailable))
    failures += _lacking(request, subjects, named_outright)
    plan = plan_of(cells, request)
    return Prepared(request.codecs, subjects, tuple(failures), unavailable, twins, request, plan)


def twins_of(request: Request, codecs: Collection[str]) -> dict[str, str]:
    """The codecs to measure twice, of these: such as have a rank, or of hand-written code where nothing
    else was asked for."""
    floors = {codec.name for codec in request.codecs if codec.floor}
    ranked = set(codecs) - references_of(request.codecs) or set(codecs) - floors
    return choose_twins(request.preset.twinned(ranked), request.preset.twins, request.seed)


def plan_of(cells: Sequence[Cell], request: Request) -> Plan:
    """The plan that measures these cells as requested; BadInput where its time is too short."""
    if request.max_time_ns is None:
        return make_plan(cells, request.preset, request.seed)
    return fitted(cells, request.preset, request.seed, request.max_time_ns)


def references_of(codecs: Sequence[CodecManifest]) -> frozenset[str]:
    """The codecs that have no rank: floors and hand-written code."""
    return frozenset(codec.name for codec in codecs if codec.floor or HAND_WRITTEN in codec.traits)


def cells_of(
    subjects: Mapping[SubjectKey, Subject],
    operations: Sequence[str] | None,
    preset: Preset,
    references: Collection[str] = (),
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
        names = [name for name in own if name in wanted]
        cells += [Cell(codec, workload, name, corpus_bytes, codec in references) for name in names]
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
    tenths: Mapping[str, tuple[int, int]] = MappingProxyType({}),
) -> dict[str, Any]:
    """run.json without the name of the run: everything needed to judge it, to redo it and to resume it.

    ``own`` says where a user's own schema is, None for the project's workloads; ``crossings`` are the
    interop grid of what is measured, ``costs`` the measures besides time, ``tenths`` for each workload how
    many leaf fields access-tenth reads and how many there are.
    """
    request = prepared.request
    corpora = {subject.corpus.manifest.workload: subject.corpus for subject in prepared.subjects.values()}
    common = run_record(
        EXPERIMENT,
        prepared,
        request.workloads,
        corpora,
        prepared.plan,
        machine,
        command,
        own=own,
    )
    return common | {
        "axes": request.axes.to_json(),
        "count": request.count,
        "operations": None if request.operations is None else list(request.operations),
        "interop": [asdict(crossing) for crossing in crossings],
        "costs": [of.to_record() for of in costs],
        "access_tenth": {workload: list(share) for workload, share in tenths.items()},
    }


def _nothing_to_measure(request: Request, unavailable: Mapping[str, str]) -> str:
    if unavailable and len(unavailable) == len(request.codecs):
        name, reason = next(iter(unavailable.items()))
        return f"None of these codecs is available here; {name}: {reason}"
    if request.operations is not None:
        return f"None of these codecs has {' or '.join(request.operations)}."
    return "There is nothing to measure."


def preview(
    request: Request, corpus_bytes: Mapping[str, int], lacking: Mapping[str, str]
) -> tuple[dict[str, object], list[str]]:
    """The plan of a request without the codecs that are unavailable here (``lacking``, with the reason): as a
    document and as lines. ``corpus_bytes`` are those of each workload. Nothing is built for it, so the usual
    operations of a codec stand in for those that it has. Raises BadInput where the time that was asked for is
    too short."""
    here = replace(request, codecs=tuple(codec for codec in request.codecs if codec.name not in lacking))
    plan = _expected_plan(here, corpus_bytes)
    return {**_document(here, plan), "unavailable": dict(lacking)}, _lines(here, plan)


def require_time(request: Request, corpus_bytes: Mapping[str, int], lacking: Mapping[str, str]) -> None:
    """Raises BadInput where the operations that every codec has do not fit into the time that was asked for,
    without those that are ``lacking``."""
    here = replace(request, codecs=tuple(codec for codec in request.codecs if codec.name not in lacking))
    cells = _expected_cells(here, corpus_bytes)
    plan_of([cell for cell in cells if cell.operation in _CERTAIN_OPERATIONS], here)


def _expected_plan(request: Request, corpus_bytes: Mapping[str, int]) -> Plan:
    return plan_of(_expected_cells(request, corpus_bytes), request)


def _expected_cells(request: Request, corpus_bytes: Mapping[str, int]) -> list[Cell]:
    references = references_of(request.codecs)
    names = [codec.name for codec in request.codecs]
    names += twins_of(request, names)
    return [
        Cell(codec, workload, operation, corpus_bytes[workload], codec in references)
        for codec in names
        for workload in request.workloads
        for operation in request.operations or request.preset.usual_operations(codec) or _USUAL_OPERATIONS
    ]


def _document(request: Request, plan: Plan) -> dict[str, object]:
    return {
        "workloads": list(request.workloads),
        "codecs": [codec.name for codec in request.codecs],
        "operations": None if request.operations is None else list(request.operations),
        "preset": request.preset.name,
        "seed": request.seed,
        "forks": len(plan.forks),
        "forks_a_cell": plan.preset.forks,
        "samples": plan.preset.samples,
        **{
            f"in_{language.name}": _in_language(language, request, plan)
            for language in languages()
            if language.jit_compiled
        },
        "estimated_s": round(plan.estimated_ns / _NS_PER_S, 1),
        "max_time_s": None if plan.max_time_ns is None else plan.max_time_ns / _NS_PER_S,
        "cost_of_max_time": cost_of_fitting(request.preset, plan),
    }


def _in_language(language: Language, request: Request, plan: Plan) -> dict[str, object] | None:
    """What the plan's codecs of a JIT-compiled language have in place of ``operations``,
    ``forks_a_cell`` and ``samples``; None where it has no such codec."""
    codec = next((codec.name for codec in request.codecs if codec.language == language.name), None)
    if codec is None:
        return None
    operations = request.operations or plan.preset.usual_operations(codec)
    return {
        "operations": None if operations is None else list(operations),
        "forks_a_cell": plan.preset.forks_of(codec),
        "samples": plan.preset.samples_of(codec),
    }


def _lines(request: Request, plan: Plan) -> list[str]:
    cost = cost_of_fitting(request.preset, plan)
    took = duration_words(plan.estimated_ns / _NS_PER_S)

    def operations_of(codec: str) -> str:
        return ", ".join(request.operations or plan.preset.usual_operations(codec) or ["all of each codec"])

    def cell_of(codec: str) -> str:
        return f"{plan.preset.forks_of(codec)} forks of {plan.preset.samples_of(codec)} samples"

    return [
        f"workloads:  {', '.join(request.workloads)}",
        f"codecs:     {', '.join(codec.name for codec in request.codecs)}",
        f"operations: {_by_language(request, operations_of)}",
        f"preset:     {request.preset.name}, {len(plan.forks)} forks, seed {request.seed}",
        f"a cell:     {_by_language(request, cell_of)}",
        *([cost] if cost else []),
        f"measuring takes about {took} once everything is built",
    ]


def _by_language(request: Request, words: Callable[[str], str]) -> str:
    """The text for the plan's codecs, and for those that are compiled while they run where that is
    something else."""
    titles: dict[str, list[str]] = {}
    for codec in (codec.name for codec in request.codecs):
        own = [title_of(codec)] if language_of(codec).jit_compiled else []
        of_same = titles.setdefault(words(codec), [])
        of_same += [title for title in own if title not in of_same]
    ahead = [words(one.name) for one in request.codecs if not language_of(one.name).jit_compiled]
    usual = next(iter(ahead), next(iter(titles), "none"))
    others = [(found, of) for found, of in titles.items() if found != usual]
    return "; ".join([usual, *(f"in {listed(of)} {found}" for found, of in others)])
