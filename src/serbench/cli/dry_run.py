"""What ``run --dry-run`` says: the plan that would be measured, and its time."""

from __future__ import annotations

import click

from serbench.cli.console import print_json
from serbench.cli.live import duration_words
from serbench.measure.budget import cost_of_fitting
from serbench.measure.plan import Cell, Plan
from serbench.measure.preparation import Request, plan_of
from serbench.measure.twins import choose_twins

# What a codec can do is known once it is built; most have these, and about as many of others.
_USUAL_OPERATIONS = ("encode", "decode", "decode-reuse", "access-all", "roundtrip")
_NS_PER_S = 1_000_000_000


def print_plan(request: Request, as_json: bool) -> None:
    """Prints the plan of a request. Nothing is built for it, so the usual operations of a codec stand in for
    those that it has. Raises BadInput where the time that was asked for is too short."""
    plan = _expected_plan(request)
    if as_json:
        print_json(_document(request, plan))
    else:
        _print(request, plan)


def _expected_plan(request: Request) -> Plan:
    ranked = {codec.name for codec in request.codecs if not codec.floor}
    names = [codec.name for codec in request.codecs]
    names += choose_twins(ranked, request.preset.twins, request.seed)
    return plan_of(
        [
            Cell(codec, workload, operation)
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
        "estimated_s": round(plan.estimated_ns / _NS_PER_S, 1),
        "max_time_s": None if plan.max_time_ns is None else plan.max_time_ns / _NS_PER_S,
        "cost_of_max_time": cost_of_fitting(request.preset, plan),
    }


def _print(request: Request, plan: Plan) -> None:
    operations = ", ".join(request.operations) if request.operations else "all that a codec has"
    click.echo(f"workloads:  {', '.join(request.workloads)}")
    click.echo(f"codecs:     {', '.join(codec.name for codec in request.codecs)}")
    click.echo(f"operations: {operations}")
    click.echo(f"preset:     {request.preset.name}, {len(plan.forks)} forks, seed {request.seed}")
    if cost := cost_of_fitting(request.preset, plan):
        click.echo(cost)
    took = duration_words(plan.estimated_ns / _NS_PER_S)
    click.echo(f"measuring takes about {took} once everything is built")
