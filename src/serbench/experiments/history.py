"""The earlier runs of the executables of a run, whatever its experiment, and their times, which are computed
once and kept in the cache."""

import contextlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from serbench.cache.entries import write_whole
from serbench.cache.keys import content_key
from serbench.errors import SerbenchError
from serbench.locations import cache_directory
from serbench.record.earlier import EarlierRun, earlier_runs
from serbench.record.names import Amount, Line
from serbench.record.reading import document_in, fitting_together, typed
from serbench.record.run_files import RECORD
from serbench.record.run_folder import MEASUREMENTS, RunFolder
from serbench.report.history import History, Past
from serbench.report.standing import Key, floors_in

Times = Mapping[Key, float]
TimesOf = Callable[[RunFolder], Times]
# Of what is kept; another number where the times of the same rows become other ones.
_FORM = "1"


def history_of(folder: RunFolder, times_of: TimesOf) -> History:
    """The history of a run whose times, and those of the runs before it, ``times_of`` gives."""
    own = times_of(folder)
    if not own:
        return History()
    if _kept(folder.path) != own:
        _keep(folder.path, own)
    runs = []
    for run in earlier_runs(folder):
        if not run.alike:
            continue
        with contextlib.suppress(SerbenchError, OSError), fitting_together(run.path):
            kept = _kept(run.path)
            times = _of_folder(run, times_of) if kept is None else kept
            if shared := {key: times[key] for key in own if key in times and run.is_alike(*key[:2])}:
                runs.append(Past(run.name, run.started_at, shared))
    return History(own, tuple(runs), floors_in(folder.record))


def _of_folder(run: EarlierRun, times_of: TimesOf) -> Times:
    times = times_of(run.folder())
    _keep(run.path, times)
    return times


def _place(run: Path) -> Path:
    """Where the times of a run are kept: for each state of its files elsewhere."""
    states = ((run / name).stat() for name in (RECORD, MEASUREMENTS))
    words = [f"{state.st_size} {state.st_mtime_ns}" for state in states]
    return cache_directory() / "history" / f"{content_key(_FORM, str(run), *words)}.json"


def _keep(run: Path, times: Times) -> None:
    """Keeps the times of a run, where the cache can be written."""
    with contextlib.suppress(SerbenchError, OSError):
        place = _place(run)
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, json.dumps([[*key, time] for key, time in times.items()]).encode())


def _kept(run: Path) -> Times | None:
    """The times of a run as they were kept; None where they were not, or not well."""
    with contextlib.suppress(SerbenchError, OSError):
        place = _place(run)
        lines = typed(document_in(place.read_bytes(), place), list[tuple[Line, Line, Line, Amount]], place)
        return {(codec, workload, way): time for codec, workload, way, time in lines}
    return None
