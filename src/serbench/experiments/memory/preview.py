"""What ``run --dry-run`` prints: the plan and its time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from serbench.engine.live import duration_words
from serbench.engine.twins import choose_twins
from serbench.experiments.memory.budget import cost_of_fitting
from serbench.experiments.memory.plan import Cell, Plan
from serbench.experiments.memory.preparation import Request, plan_of
from serbench.languages import language_of, languages, title_of
from serbench.languages.language import Language

# A codec's operations are known once it is built; most have these, and about as many others.
_USUAL_OPERATIONS = ("encode", "decode", "decode-reuse", "access-all", "roundtrip")
_NS_PER_S = 1_000_000_000


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


def _expected_plan(request: Request, corpus_bytes: Mapping[str, int]) -> Plan:
    ranked = {codec.name for codec in request.codecs if not codec.floor}
    names = [codec.name for codec in request.codecs]
    names += choose_twins(ranked, request.preset.twins, request.seed)
    return plan_of(
        [
            Cell(codec, workload, operation, corpus_bytes[workload])
            for codec in names
            for workload in request.workloads
            for operation in request.operations or request.preset.usual_operations(codec) or _USUAL_OPERATIONS
        ],
        request,
    )


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
            if language.compiles_while_running
        },
        "estimated_s": round(plan.estimated_ns / _NS_PER_S, 1),
        "max_time_s": None if plan.max_time_ns is None else plan.max_time_ns / _NS_PER_S,
        "cost_of_max_time": cost_of_fitting(request.preset, plan),
    }


def _in_language(language: Language, request: Request, plan: Plan) -> dict[str, object] | None:
    """What the plan's codecs of a language that compiles while it runs have in place of ``operations``,
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
    return [
        f"workloads:  {', '.join(request.workloads)}",
        f"codecs:     {', '.join(codec.name for codec in request.codecs)}",
        f"operations: {_by_language(request, plan, _operations_of)}",
        f"preset:     {request.preset.name}, {len(plan.forks)} forks, seed {request.seed}",
        f"a cell:     {_by_language(request, plan, _cell_of)}",
        *([cost] if cost else []),
        f"measuring takes about {took} once everything is built",
    ]


def _by_language(request: Request, plan: Plan, words: Callable[[Request, Plan, str], str]) -> str:
    """The text for the plan's codecs, and for those that are compiled while they run where that is
    something else."""
    said: dict[str, str] = {}
    for codec in _names(request):
        place = f"in {title_of(codec)} " if language_of(codec).compiles_while_running else ""
        said.setdefault(place, words(request, plan, codec))
    if "" not in said:
        return next(iter(said.values()), "none")
    usual = said.pop("")
    return "; ".join([usual, *(f"{place}{found}" for place, found in said.items() if found != usual)])


def _names(request: Request) -> list[str]:
    return [codec.name for codec in request.codecs]


def _operations_of(request: Request, plan: Plan, codec: str) -> str:
    operations = request.operations or plan.preset.usual_operations(codec)
    return ", ".join(operations) if operations else "all of each codec"


def _cell_of(_request: Request, plan: Plan, codec: str) -> str:
    return f"{plan.preset.forks_of(codec)} forks of {plan.preset.samples_of(codec)} samples"
