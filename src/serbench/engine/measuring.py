"""Measures what a run lacks, with progress, and shows what came of it."""

import math
import time
from collections.abc import Callable

import click
from rich.console import Console

from serbench.engine.attempts import any_cell_missing, disturbed_sentence, unmeasured
from serbench.engine.execute import execute
from serbench.engine.live import DrawRanking, Live
from serbench.engine.work import Progress, Work
from serbench.record.run_folder import RunFolder
from serbench.terminal.console import Voice, duration_words

_NS_PER_S = 1_000_000_000
# What the announced time has on top of the estimate, for forks that are disturbed.
_RESERVE = 0.1


def measure_and_show(
    folder: RunFolder,
    work: Work,
    show: Callable[[RunFolder], bool],
    voice: Voice,
    draw: DrawRanking,
    results: Console,
) -> int:
    """Measures what the run lacks and shows its results; returns the exit status. ``draw`` prints the
    ranking so far, after an interrupt on the console for ``results``."""
    missing = unmeasured(work.forks, folder.rows)
    announced_s = (1 + _RESERVE) * sum(map(work.estimated_ns, missing)) / _NS_PER_S
    voice.tell(f"Measuring takes about {duration_words(announced_s)}: {len(missing)} {work.noun}.")
    now_s, until_s = time.monotonic(), math.inf
    if work.max_time_ns is not None and not folder.rows:
        until_s = now_s + work.max_time_ns / _NS_PER_S
    try:
        with folder.writing():
            shown = Progress() if voice.quiet else Live(work, folder, missing, voice, draw)
            again_until_s = min(until_s, now_s + announced_s)
            execute(work, folder, progress=shown, until_s=until_s, again_until_s=again_until_s)
    except KeyboardInterrupt:
        voice.clear()
        # The signal may have come between a write and its count, so the disk is read.
        on_disk = RunFolder.load(folder.path)
        if on_disk.rows:
            draw(on_disk, results)
        measured = len({row.fork_identity for row in on_disk.rows})
        kept = f"{measured} of {len(work.forks)} {work.noun} are measured and kept{work.left_behind}."
        further = f" Continue with: {folder.resume_command}" if work.resumable else ""
        click.echo(f"Interrupted; {kept}{further}", err=True)
        return 130
    finally:
        voice.clear()
    for sentence in (disturbed_sentence(folder.rows, work.noun), work.remark()):
        if sentence:
            voice.tell(sentence)
    failed = show(folder)
    if left := len(unmeasured(work.forks, folder.rows)):
        further = f"; they are measured by: {folder.resume_command}" if work.resumable else "."
        click.echo(f"The time is over with {left} {work.noun} left{further}", err=True)
    return int(failed or any_cell_missing(work.forks, folder.rows))
