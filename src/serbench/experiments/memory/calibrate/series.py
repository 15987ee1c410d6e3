"""Runs of the same executables at a distance, kept in a folder in which an interrupted series goes on."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from serbench.engine.attempts import unmeasured
from serbench.engine.blocks import Clocks, ended_s, wait
from serbench.engine.executing import execute
from serbench.engine.work import Work
from serbench.machine.identity import HARDWARE
from serbench.record.run_folder import RunFolder, all_runs
from serbench.terminal.console import duration_words

USUAL_RUNS = 5
USUAL_GAP = "1h"


def kept_runs(place: Path, record: Mapping[str, Any]) -> list[RunFolder]:
    """The runs in a folder that measured what ``record`` would: the same executables, data and amounts on the
    same machine; the oldest first."""
    wanted = _identity(record)
    folders = map(RunFolder.load, all_runs(place))
    return [folder for folder in folders if _identity(folder.record) == wanted]


def _identity(record: Mapping[str, Any]) -> str:
    products = sorted(
        [runner["codec"], runner["workload"], runner["product_key"]] for runner in record.get("runners", ())
    )
    corpora = {name: corpus["sha256"] for name, corpus in record.get("corpora", {}).items()}
    machine = [record.get("machine", {}).get(fact) for fact in HARDWARE]
    amounts = {name: value for name, value in record.get("plan", {}).items() if name != "forks"}
    return json.dumps([products, corpora, machine, amounts], sort_keys=True)


def measured_series(
    place: Path,
    runs: int,
    gap_s: float,
    record_of: Callable[[int], Mapping[str, Any]],
    work_of: Callable[[RunFolder], Work],
    tell: Callable[[str], object],
    clocks: Clocks | None = None,
) -> list[RunFolder]:
    """The runs of a series, of which those in ``place`` are not measured again: one that was interrupted goes
    on at once, and each further one begins ``gap_s`` seconds after the end of the one before it.

    ``record_of`` makes run.json of the run of a number, counted from 0, and ``work_of`` is how a run is
    measured. A KeyboardInterrupt leaves what is measured.
    """
    clocks = clocks or Clocks()
    folders = kept_runs(place, record_of(0))
    for number in range(max(runs, len(folders))):
        name = f"run {number + 1} of {runs}"
        if number == len(folders):
            if folders and folders[-1].rows:
                told = partial(_tell_wait, tell, name)
                wait(gap_s, ended_s(folders[-1].rows), told, clocks)
            folders.append(RunFolder.create(place, record_of(number)))
        folder = folders[number]
        work = work_of(folder)
        if unmeasured(work.forks, folder.rows):
            tell(name)
            with folder.writing():
                execute(work, folder)
    return folders


def _tell_wait(tell: Callable[[str], object], name: str, left_s: float) -> None:
    tell(f"{name} begins in {duration_words(left_s)}")
