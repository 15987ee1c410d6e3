"""Earlier runs that lie next to a run and measured under its conditions. They are advice (decision 0029):
what cannot be read of them is passed over."""

import contextlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from serbench.errors import BadInput
from serbench.machine.identity import is_same_machine
from serbench.record.row import FIRST_EXPERIMENT
from serbench.record.run_files import record_in
from serbench.record.run_folder import STAMP, RunFolder, began_utc, is_name, named_runs, second_and_number

# As many runs are used, and as many records are read to find them.
MOST_RUNS = 20
_MOST_LOOKED_AT = 60
# Settings that say how often or what is measured, not how.
_AMOUNT = re.compile("name|(.*_)?(forks|repetitions|twins|operations|blocks)")
# What a runner is made of and how it is started.
_OF_RUNNER = ("product_key", "parameters", "preloaded")

CodecAndWorkload = tuple[str, str]


@dataclass(frozen=True, slots=True)
class EarlierRun:
    """A run of before: the same experiment with the same settings on the same machine. ``alike`` are the
    codecs and workloads of which both runs have the same executables and the same data; the twins of a codec
    stand under its own name."""

    path: Path
    record: Mapping[str, Any]
    alike: frozenset[CodecAndWorkload]

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def started_at(self) -> str:
        """ISO 8601; empty where the record does not tell."""
        return str(self.record.get("started_at", ""))

    def is_alike(self, codec: str, workload: str) -> bool:
        """Whether a cell of this codec and workload measures the same. A workload that no runner has stands
        for all of the codec's runners, as in an experiment that names its data otherwise."""
        runners = {
            (runner["codec"], runner["workload"])
            for runner in self.record.get("runners", ())
            if runner["codec"] == codec
        }
        needed = {(codec, workload)} & runners or runners
        return bool(needed) and needed <= self.alike

    def folder(self) -> RunFolder:
        """The run with its rows, read now. Raises BadInput where they are damaged."""
        return RunFolder.load(self.path)


def earlier_runs(folder: RunFolder, most: int = MOST_RUNS) -> tuple[EarlierRun, ...]:
    """The runs of before ``folder``, at most this many, the newest first, that measured the same experiment
    with the same settings on the same machine, in the folder in which it lies.

    Only their records have been read. They need not share an executable (``EarlierRun.alike`` is empty then),
    as for what is known of languages: ``[run for run in earlier_runs(folder) if run.alike]`` are those that
    do. Work is bounded: no more than the newest 60 records are read.
    """
    return tuple(islice(_under_the_same_conditions(folder), most))


def _under_the_same_conditions(folder: RunFolder) -> Iterator[EarlierRun]:
    own, runners = _conditions(folder.record), _runners(folder.record)
    machine = folder.record.get("machine", {})
    for path in islice(_before(folder), _MOST_LOOKED_AT):
        with contextlib.suppress(BadInput):
            record = record_in(path)
            if _conditions(record) != own or not is_same_machine(machine, record.get("machine", {})):
                continue
            theirs = _runners(record)
            yield EarlierRun(
                path, record, frozenset(key for key, what in runners.items() if theirs.get(key) == what)
            )


def _before(folder: RunFolder) -> list[Path]:
    """The folders of the runs with names before this one's, the newest first; a run that was given another
    name, as a copy is, began when its record says."""
    own = folder.name if is_name(folder.name) else _stamp(folder.record.get("started_at"))
    began = second_and_number(own)
    earlier = (path for path in named_runs(folder.path.parent) if second_and_number(path.name) < began)
    return sorted(earlier, key=lambda path: second_and_number(path.name), reverse=True)


def _stamp(started_at: str | None) -> str:
    """The name that a run of this time has; one before all others where the time is unknown."""
    began = began_utc(started_at)
    return began.strftime(STAMP) if began else "00000000-000000"


def _conditions(record: Mapping[str, Any]) -> tuple[object, ...]:
    """The experiment, and how it measures. Values of lists are axes, of which each cell names its own."""
    plan = record.get("plan", {})
    settings = plan.get("preset") or plan.get("settings")
    items = settings.items() if isinstance(settings, dict) else ()
    how = {
        name: value
        for name, value in items
        if not isinstance(value, (list, tuple)) and not _AMOUNT.fullmatch(name)
    }
    return (record.get("experiment", FIRST_EXPERIMENT), how, _disks(record.get("machine", {})))


def _disks(machine: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """The file systems of the folders that a run writes."""
    disks = (machine.get("file_systems") or {}).items()
    return {name: (disk["type"], disk["source"]) for name, disk in disks if disk}


def _runners(record: Mapping[str, Any]) -> dict[CodecAndWorkload, tuple[object, ...]]:
    """The parts of each runner, how it is started, and the data that it measures."""
    corpora = record.get("corpora", {})
    return {
        (runner["codec"], runner["workload"]): (
            *(runner.get(name) for name in _OF_RUNNER),
            *sorted((name, corpus["sha256"]) for name, corpus in _corpora_of(runner["workload"], corpora)),
        )
        for runner in record.get("runners", ())
        if runner.get("product_key")
    }


def _corpora_of(workload: str, corpora: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The corpus of a workload; of one that has none of its own all of the run."""
    return [(workload, corpora[workload])] if workload in corpora else list(corpora.items())
