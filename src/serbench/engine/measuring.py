"""Measures what a run lacks, with progress, and shows what came of it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import click
from rich.console import Console

from serbench.engine.attempts import any_cell_missing, missing_forks
from serbench.engine.execute import execute
from serbench.engine.live import duration_words, shown
from serbench.engine.work import Work
from serbench.record.run_folder import RunFolder
from serbench.terminal.console import Voice

_NS_PER_S = 1_000_000_000


def measure_and_show(folder: RunFolder, work: Work, show: Callable[[RunFolder], bool], voice: Voice) -> int:
    """Measures what the run lacks and shows its results; returns the exit status."""
    missing = missing_forks(work.forks, folder.rows)
    estimated_s = sum(map(work.estimated_ns, missing)) / _NS_PER_S
    voice.tell(f"Measuring takes about {duration_words(estimated_s)}: {len(missing)} {work.noun}.")
    until_s = math.inf
    if work.max_time_ns is not None and not folder.rows:
        until_s = time.monotonic() + work.max_time_ns / _NS_PER_S
    try:
        with folder.writing(), shown(work, missing, voice.quiet, Console(stderr=True)) as progress:
            execute(work, folder, progress=progress, until_s=until_s)
    except KeyboardInterrupt:
        # The signal may have come between a write and its count, so the disk is read.
        measured = len({row.fork_identity for row in RunFolder.load(folder.path).rows})
        kept = f"{measured} of {len(work.forks)} {work.noun} are measured and kept{work.left_behind}."
        further = f" Continue with: {folder.resume_command}" if work.resumable else ""
        click.echo(f"Interrupted; {kept}{further}", err=True)
        return 130
    if (remark := work.remark()) is not None:
        voice.tell(remark)
    failed = show(folder)
    if left := len(missing_forks(work.forks, folder.rows)):
        further = f"; they are measured by: {folder.resume_command}" if work.resumable else "."
        click.echo(f"The time is over with {left} {work.noun} left{further}", err=True)
    return int(failed or any_cell_missing(work.forks, folder.rows))
