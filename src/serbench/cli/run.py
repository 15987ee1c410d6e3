"""``serbench run``: measures codecs in memory and ranks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from serbench.cli.material import gather, own_data, with_batches
from serbench.cli.options import (
    along_axes,
    everywhere,
    grouped,
    jobs_or_all,
    named_in_full,
    named_operations,
    of_own_data,
    split_list,
)
from serbench.cli.run_session import RunSession
from serbench.corpus.workload import Workload
from serbench.errors import BadInput
from serbench.experiments.memory.budget import parse_duration_ns
from serbench.experiments.memory.plan import DEFAULT_PRESET, PRESETS
from serbench.experiments.memory.preparation import Request
from serbench.selection.axes import parse_axes, varied
from serbench.selection.choice import select_codecs

DEFAULT_SEED = 1


@click.command(epilog="Example: ./serbench run record --codecs all --preset standard")
@click.argument("workloads", nargs=-1, metavar="[WORKLOAD]...")
@click.option(
    "--workload", "more_workloads", multiple=True, metavar="NAME", help="A workload; may be repeated."
)
@click.option("--ops", metavar="OP,...", help="Operations by name or glob. Default: all that a codec has.")
@click.option(
    "--preset", type=click.Choice(list(PRESETS)), help=f"How much is measured. Default: {DEFAULT_PRESET}."
)
@click.option(
    "--max-time", metavar="T", help="Fit measuring into 90s, 5m or 1h30m: fewer forks, then fewer samples."
)
@click.option(
    "--seed", type=int, metavar="N", help=f"Of the corpus and of the order. Default: {DEFAULT_SEED}."
)
@click.option(
    "--batch",
    "batches",
    metavar="N,...",
    help="N objects of a workload or of --data in one message; several sizes stand side by side.",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Where the run's folder is made.")
@of_own_data
@click.option("--resume", metavar="RUN", help="Measure what a run still lacks; its name or folder.")
@click.option(
    "--beside", is_flag=True, help="Also memory, sizes, builds, and messages after zstd and gzip, in tables."
)
@click.option(
    "--count",
    is_flag=True,
    help="Count instructions by callgrind where the processor's counter is out of reach.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be measured, and measure nothing.")
@along_axes
@grouped
@everywhere
def command(
    workloads: tuple[str, ...],
    more_workloads: tuple[str, ...],
    codecs: str | None,
    ops: str | None,
    preset: str | None,
    max_time: str | None,
    seed: int | None,
    batches: str | None,
    out: Path | None,
    schema: Path | None,
    message: str | None,
    import_paths: tuple[Path, ...],
    data: str | None,
    relaxed: bool,
    resume: str | None,
    beside: bool,
    count: bool,
    dry_run: bool,
    optimizations: str | None,
    allocators: str | None,
    native: bool,
    runtime_flags: Mapping[str, str | None],
    group_by: str | None,
    jobs: int | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Measure codecs in memory and rank them (default workload: record)."""
    session = RunSession(jobs_or_all(jobs), as_json, quiet, group_by, beside)
    if resume is not None:
        asked = (
            workloads,
            more_workloads,
            codecs,
            ops,
            preset,
            max_time,
            batches,
            out,
            schema,
            message,
            import_paths,
            data,
            relaxed,
            dry_run,
            optimizations,
            allocators,
            native,
            any(runtime_flags.values()),
            count,
        )
        if any(asked) or seed is not None:
            raise BadInput(
                "--resume continues a run as it was begun and takes neither workloads nor options of it."
            )
        return session.resume(resume)
    patterns = split_list(codecs)
    named, sizes = tuple(dict.fromkeys(workloads + more_workloads)), split_list(batches)
    if "" in named:
        raise BadInput("A workload's name is empty; `./serbench list workloads` shows them.")
    own = own_data(named, schema, message, data, relaxed, import_paths, sizes)
    if own is None:
        named = with_batches(named, sizes)
    operations = named_operations(split_list(ops))
    seed = DEFAULT_SEED if seed is None else seed
    material = gather(named, own, seed, session.tell)
    _require_ranked(material.workloads)
    axes = parse_axes(split_list(optimizations), split_list(allocators), native, runtime_flags)
    request = Request(
        workloads=tuple(workload.name for workload in material.workloads),
        codecs=varied(select_codecs(patterns), axes),
        operations=None if operations is None else tuple(operations),
        preset=PRESETS[preset or DEFAULT_PRESET],
        seed=seed,
        named_operations=named_in_full(split_list(ops)),
        max_time_ns=None if max_time is None else parse_duration_ns(max_time),
        axes=axes,
        count=count,
    )
    if dry_run:
        return session.preview(request, material)
    return session.begin(request, material, patterns, out)


def _require_ranked(workloads: Sequence[Workload]) -> None:
    """Conformance workloads hold edge values, which no application has in this mixture."""
    names = " ".join(workload.name for workload in workloads if workload.conformance)
    if names:
        raise BadInput(f"What proves conformance is never ranked; use ./serbench verify {names}.")
