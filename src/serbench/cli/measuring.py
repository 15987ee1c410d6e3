"""What ``run`` does once it is prepared: warns, measures with progress, and shows what came of it."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass

import click
from rich.console import Console

from serbench.cli.console import ResultConsole, print_json, teller
from serbench.cli.live import duration_words, shown
from serbench.engine.attempts import any_cell_missing, missing_forks
from serbench.engine.disturbance import watch
from serbench.experiments.memory.execute import Subject, execute
from serbench.experiments.memory.plan import Plan, estimated_ns
from serbench.experiments.memory.preparation import SubjectKey
from serbench.experiments.reporting import Extras, reporting_of, write_page
from serbench.record.run_folder import RunFolder
from serbench.report.machine_words import disturbances

_LOOK_S = 0.5
_NS_PER_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Showing:
    """How a user wants the results: as JSON, without progress, grouped, with the tables beside time."""

    as_json: bool
    quiet: bool
    group_by: str | None
    beside: bool


def warn(machine: Mapping[str, object], showing: Showing) -> None:
    """Says what will make the measurements less certain, and what to do about it."""
    if showing.quiet:
        return
    for found in disturbances(machine, beside=watch(_LOOK_S)):
        if not found.bearable:
            teller(showing.quiet)(f"{found.problem} {found.cure}")


def measure_and_show(
    folder: RunFolder, plan: Plan, subjects: Mapping[SubjectKey, Subject], showing: Showing
) -> int:
    """Measures what the run lacks and prints its results; returns the exit status."""
    missing = missing_forks(plan, folder.rows)
    estimated_s = estimated_ns(plan.preset, missing) / _NS_PER_S
    teller(showing.quiet)(f"Measuring takes about {duration_words(estimated_s)}: {len(missing)} forks.")
    until_s = math.inf
    if plan.max_time_ns is not None and not folder.rows:
        until_s = time.monotonic() + plan.max_time_ns / _NS_PER_S
    try:
        with (
            folder.writing(),
            shown(plan.preset, missing, showing.quiet, Console(stderr=True)) as progress,
        ):
            execute(plan, subjects, folder, progress=progress, until_s=until_s)
    except KeyboardInterrupt:
        # The signal may have come between a write and its being counted, so the disk is asked.
        measured = len({row.fork_identity for row in RunFolder.load(folder.path).rows})
        kept = f"{measured} of {len(plan.forks)} forks are measured and kept"
        click.echo(f"Interrupted; {kept}. Continue with: {folder.resume_command}", err=True)
        return 130
    failed = _show(folder, showing)
    if left := len(missing_forks(plan, folder.rows)):
        told = f"The time is over with {left} forks left; they are measured by: {folder.resume_command}"
        click.echo(told, err=True)
    return int(failed or any_cell_missing(plan, folder.rows))


def _show(folder: RunFolder, showing: Showing) -> bool:
    """Prints the results and writes the page; whether any cell failed."""
    reporting = reporting_of(folder.record)
    page, document = write_page(folder), reporting.document(folder)
    if showing.as_json:
        print_json(document)
    else:
        reporting.show(folder, ResultConsole(), Extras(showing.group_by, showing.beside))
        click.echo(f"Measurements: {folder.path}")
        click.echo(f"Report: {page}")
    return bool(document["failures"])
