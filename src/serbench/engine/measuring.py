"""Measuring what a run lacks, showing its results, and what an interrupt or a failure leaves."""

import contextlib
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator

from rich.console import Console

from serbench.engine.attempts import any_cell_missing, hindrances, shared_core_words, unmeasured
from serbench.engine.blocks import announced_s, blocks_clause, execute_blocks, pauses_s
from serbench.engine.changed import changed_words
from serbench.engine.live import DrawRanking, Live
from serbench.engine.work import Progress, Work
from serbench.errors import Incomplete, SerbenchError, reason_of
from serbench.outcomes import NOT_OF_CODEC
from serbench.record.run_folder import RunFolder
from serbench.terminal.console import Voice, duration_words, echo

_NS_PER_S = 1_000_000_000
INTERRUPTED = 130


@contextlib.contextmanager
def _results_kept(folder: RunFolder) -> Iterator[None]:
    """Turns what fails within into Incomplete where the run has measurements. The status then says that
    something was done."""
    try:
        yield
    except (BrokenPipeError, Incomplete):
        raise
    except (SerbenchError, OSError) as error:
        if not folder.rows:
            raise
        place = getattr(error, "filename", None)
        reason = f"{place}: {reason_of(error)}." if isinstance(error, OSError) else str(error)
        raise Incomplete(f"{reason} What is measured is kept in {folder.path}.") from error


def measure_and_show(
    folder: RunFolder,
    work: Work,
    show: Callable[[RunFolder], bool],
    voice: Voice,
    draw: DrawRanking,
    results: Console,
    again_s: float | None = None,
) -> int:
    """Measures what the run lacks, and disturbed forks again, for at most ``again_s`` if that is given, and
    shows its results; returns the exit status. ``draw`` prints the ranking so far, after an interrupt on the
    console for ``results``."""
    missing = unmeasured(work.forks, folder.rows)
    took = duration_words(announced_s(work, missing) + pauses_s(missing, folder.rows))
    if missing or again_s is None:
        voice.tell(f"Measuring takes about {took}: {len(missing)} {work.noun}{blocks_clause(missing)}.")
    until_s = math.inf
    if work.plan.max_time_ns is not None and not folder.rows:
        until_s = time.monotonic() + work.plan.max_time_ns / _NS_PER_S
    try:
        with folder.writing():
            shown = Progress() if voice.quiet else Live(work, folder, missing, voice, draw)
            with _results_kept(folder):
                execute_blocks(work, folder, shown, until_s, again_s=again_s)
    except KeyboardInterrupt:
        voice.clear()
        # The signal may have come between a write and its count, so the disk is read.
        on_disk = RunFolder.load(folder.path)
        if on_disk.rows:
            draw(on_disk, results)
        measured = len({row.fork_identity for row in on_disk.rows})
        kept = f"{measured} of {len(work.forks)} {work.noun} are measured and kept{work.left_behind}."
        again = f" --again {round(again_s)}s" if again_s else ""
        further = f" Continue with: {folder.resume_command}{again}" if work.resumable else ""
        echo(f"Interrupted; {kept}{further}", err=True)
        return INTERRUPTED
    finally:
        voice.clear()
    for remark in (work.remark(), shared_core_words(folder.rows)):
        if remark:
            voice.tell(remark)
    with _results_kept(folder):
        failed = show(folder)
    if changed := changed_words(folder.record, folder.rows):
        voice.tell(changed)
    hindered = hindrances(folder.rows)
    for outcome, count in Counter(hindered.values()).items():
        further = f", then continue with: {folder.resume_command}" if work.resumable else "."
        why = f"could not be measured, because {NOT_OF_CODEC[outcome]}"
        echo(f"{count} {work.noun} {why}{further}", err=True)
    left = len(unmeasured(work.forks, folder.rows)) - len(hindered)
    if left and (sufficient := work.enough(folder)):
        voice.tell(f"{sufficient} {left} {work.noun} are left out.")
    elif left:
        further = f"; they are measured by: {folder.resume_command}" if work.resumable else "."
        echo(f"The time is over with {left} {work.noun} left{further}", err=True)
    return int(failed or bool(hindered) or any_cell_missing(work.forks, folder.rows))
