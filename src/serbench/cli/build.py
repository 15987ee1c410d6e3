"""``serbench build``: the runners, without measuring."""

from __future__ import annotations

import os
import sys

import click

from serbench.build.runners import build_runners
from serbench.cli.console import print_json, step_teller, teller
from serbench.codecs.selection import select_codecs
from serbench.corpus.workload import find_workloads
from serbench.runner.runner import BuildFailure, Runner
from serbench.setup.readiness import make_ready


@click.command(epilog="Example: ./serbench build record --codecs 'cpp/*'")
@click.argument("workloads", nargs=-1, metavar="[WORKLOAD]...")
@click.option("--codecs", metavar="GLOB,...", help="Codecs by name or glob, or `all`. Default: the default set.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="Compilers at once.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--quiet", is_flag=True, help="No progress.")
def command(workloads: tuple[str, ...], codecs: str | None, jobs: int, as_json: bool, quiet: bool) -> int:
    """Build the runners of codecs for workloads (default: record)."""
    found = find_workloads(workloads or ("record",))
    selected = select_codecs(codecs.split(",") if codecs else None)
    unavailable = make_ready(selected, tell=teller(quiet))
    ready = [codec for codec in selected if codec.name not in unavailable]
    built = build_runners(ready, found, jobs=jobs, progress=step_teller(quiet))
    if sys.stderr.isatty() and not quiet:
        click.echo("\r\x1b[K", err=True, nl=False)
    failures = [item for item in built if isinstance(item, BuildFailure)]
    if as_json:
        print_json(_document(built, unavailable))
    else:
        _print(built, unavailable)
    asked_for_missing = bool(codecs) and bool(unavailable)
    return 1 if failures or asked_for_missing else 0


def _document(built: list[Runner | BuildFailure], unavailable: dict[str, str]) -> dict[str, object]:
    return {
        "runners": [
            {"codec": item.codec, "workload": item.workload, "command": list(item.command)}
            for item in built
            if isinstance(item, Runner)
        ],
        "failures": [
            {"codec": item.codec, "workload": item.workload, "outcome": "build", "detail": item.detail}
            for item in built
            if isinstance(item, BuildFailure)
        ],
        "unavailable": [{"codec": name, "reason": reason} for name, reason in unavailable.items()],
    }


def _print(built: list[Runner | BuildFailure], unavailable: dict[str, str]) -> None:
    for item in built:
        said = " ".join(item.command) if isinstance(item, Runner) else f"failed: {item.detail}"
        click.echo(f"{item.codec} {item.workload}: {said}")
    for name, reason in unavailable.items():
        click.echo(f"{name}: not available: {reason}")
