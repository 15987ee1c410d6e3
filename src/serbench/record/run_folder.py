"""The folder of a run: run.json, which says what is measured, and measurements.jsonl, one line a row.

Rows are appended one fork at a time and are on the disk before the next fork starts, so a run killed at
any moment loses at most the fork in progress.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from serbench.errors import BadInput, Incomplete, SerbenchError, reason_of
from serbench.locations import results_directory
from serbench.record.reading import read_bytes
from serbench.record.row import FIRST_EXPERIMENT, Row
from serbench.record.run_files import RECORD, record_in, whole_forks
from serbench.record.sealing import SEAL
from serbench.record.shape import FORMAT
from serbench.record.shared import shared, shared_row
from serbench.record.titles import TITLES, Titles, titles_in
from serbench.terminal.output import replace_file

Found = TypeVar("Found")
MEASUREMENTS = "measurements.jsonl"
# The names that runs get: the time in UTC, and a number from the second on.
STAMP = "%Y%m%d-%H%M%S"
_NAME = re.compile("[0-9]{8}-[0-9]{6}(-[0-9]{1,4})?")
# Clocks of machines that share a folder differ by less.
_SKEW = timedelta(minutes=10)


@dataclass(slots=True)
class RunFolder:
    """A run on disk. ``record`` is run.json; ``rows`` are those of whole forks, in the order of measurement.
    Both are as others may see them (``record.shared``).

    Reading needs no lock. Writing happens inside ``with folder.writing():``, by one process at a time.
    """

    path: Path
    record: dict[str, Any]
    rows: list[Row]
    _file: int | None = None
    _size_bytes: int = 0
    _found: tuple[Any, ...] = field(default=(), init=False, repr=False, compare=False)
    _titled: tuple[Any, ...] = field(default=(), init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def experiment(self) -> str:
        """The experiment that measured; the first had no name in its records."""
        return str(self.record.get("experiment", FIRST_EXPERIMENT))

    def once(self, results_of: Callable[[dict[str, Any], list[Row]], Found]) -> Found:
        """The results of record and rows, computed once for the rows that there are."""
        before, rows, count = self._found[:3] or (None, None, 0)
        if results_of is not before or self.rows is not rows or len(self.rows) != count:
            self._found = (results_of, self.rows, len(self.rows), results_of(self.record, self.rows))
        found: Found = self._found[3]
        return found

    def titled(self, titles: Titles | None = None) -> RunFolder:
        """The run as it is shown: with titles, by default its own, in place of the names of its workloads.
        Made once for the rows that there are."""
        titles = titles_in(self.record) if titles is None else titles
        if TITLES in self.record or not titles.by_name:
            return self
        rows, count, by, found = self._titled or (None, 0, None, self)
        if rows is not self.rows or count != len(self.rows) or by != titles:
            record = {**titles.in_document(self.record), TITLES: dict(titles.by_name)}
            shown = [
                replace(row, workload=titles.in_text(row.workload), detail=titles.in_text(row.detail))
                for row in self.rows
            ]
            found = RunFolder(self.path, record, shown)
            self._titled = (self.rows, len(self.rows), titles, found)
        titled: RunFolder = found
        return titled

    @property
    def measurements(self) -> Path:
        return self.path / MEASUREMENTS

    @property
    def resume_command(self) -> str:
        """The exact command that measures what is still missing."""
        here = self.path.parent == results_directory().absolute()
        verb = self.record.get("verb", "run")
        return f"./serbench {verb} --resume " + shlex.quote(self.name if here else str(self.path))

    @classmethod
    def create(cls, parent: Path, record: Mapping[str, Any], now: datetime | None = None) -> RunFolder:
        """Makes the folder of a new run, named by the time in UTC, and writes its run.json."""
        path = new_folder(parent, now or datetime.now(UTC))
        text = json.dumps(shared({"run": path.name, "format": FORMAT, **record}), indent=1)
        # As it will be read, so that nothing differs once it is.
        folder = cls(path, json.loads(text), [])
        try:
            write_atomically(path / RECORD, text + "\n")
            folder.measurements.touch()
        except OSError as error:
            folder.discard()
            raise SerbenchError(f"{folder.measurements} could not be written: {reason_of(error)}.") from error
        except BaseException:
            folder.discard()
            raise
        _sync_directory(path)
        return folder

    def discard(self) -> None:
        """Removes the folder of a run that could not begin."""
        shutil.rmtree(self.path, ignore_errors=True)

    @classmethod
    def load(cls, path: Path) -> RunFolder:
        """Reads a run; a torn line and an incomplete fork at its end are ignored.

        Raises BadInput when there is no run, when its files are no longer those of a run, or when it is
        published: ``archive.entry.run_at`` reads that, and nothing measures or changes it.
        """
        path = path.absolute()
        if (path / SEAL).exists():
            raise BadInput(f"{path} is published: report, compare and sql read it, and nothing measures it.")
        folder = cls(path, record_in(path), [])
        folder._read_rows()
        return folder

    @contextlib.contextmanager
    def writing(self) -> Iterator[RunFolder]:
        """Holds the lock and the open file of the run while it grows; BadInput when another process is
        writing it, or when it cannot be written."""
        try:
            file = os.open(self.measurements, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        except OSError as error:
            raise BadInput(f"The run in {self.path} cannot be written: {reason_of(error)}.") from error
        try:
            self._lock(file)
            self._file = file
            yield self
        finally:
            self._file = None
            os.close(file)

    def _lock(self, file: int) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Only now is it certain that no other process appends to the file, so it is read again.
            self._read_rows()
            os.ftruncate(file, self._size_bytes)
        except BlockingIOError as error:
            raise BadInput(f"The run in {self.path} is being measured by another process.") from error
        except OSError as error:
            raise BadInput(f"The run in {self.path} cannot be written: {reason_of(error)}.") from error

    def append_fork(self, rows: Sequence[Row]) -> None:
        """Adds all rows of one fork with a single write and waits until they are on the disk.

        When that fails (a full disk) the file is cut back to the last whole fork and one sentence says how to
        continue.
        """
        if self._file is None:
            raise RuntimeError("append_fork outside of writing()")
        rows = [shared_row(row) for row in rows]
        content = "".join(row.to_line() for row in rows).encode()
        try:
            _write_all(self._file, content)
            os.fsync(self._file)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._size_bytes)
            raise Incomplete(
                f"The measurements could not be written to {self.path} ({reason_of(error)}); the results so"
                f" far are kept, continue with: {self.resume_command}"
            ) from error
        self._size_bytes += len(content)
        self.rows += rows

    def _read_rows(self) -> None:
        try:
            content = read_bytes(self.measurements)
        except FileNotFoundError:
            content = b""
        self.rows, self._size_bytes = whole_forks(content, self.measurements)


def find_run(run: str) -> Path:
    """The folder of a run given by its name or its path; BadInput where there is none."""
    for path in (results_directory() / run, Path(run)):
        if (path / "run.json").is_file():
            return path.absolute()
    raise BadInput(f"There is no run {run}: neither in {results_directory()} nor as a folder of its own.")


def require_unchanged(
    folder: RunFolder, product_keys: Mapping[tuple[str, str], str], corpora: Mapping[str, str]
) -> None:
    """Refuses to mix measurements of different executables or data.

    ``product_keys`` maps codec and workload to the key of what is built now, ``corpora`` a workload to the
    SHA-256 of its corpus. Raises BadInput with what has changed since the run began.
    """
    for workload, recorded in folder.record.get("corpora", {}).items():
        if corpora.get(workload) != recorded["sha256"]:
            raise BadInput(
                f"Run {folder.name} cannot be resumed: the corpus of {workload} is no longer the one"
                " it was measured with; start a new run."
            )
    for runner in folder.record.get("runners", ()):
        codec, workload = runner["codec"], runner["workload"]
        if product_keys.get((codec, workload)) != runner["product_key"]:
            raise BadInput(
                f"Run {folder.name} cannot be resumed: {codec} for {workload} is no longer built from"
                " what it was measured with; start a new run."
            )


def write_atomically(path: Path, text: str) -> None:
    """Writes a file of our own atomically; raises SerbenchError where that fails. What a user names is
    written by ``terminal.output``."""
    try:
        replace_file(path, text.encode())
        _sync_directory(path.parent)
    except OSError as error:
        raise SerbenchError(f"{path} could not be written: {reason_of(error)}.") from error


def free_name(parent: Path, now: datetime) -> str:
    """The name that a run of this time would get."""
    return next(name for name in _names(now) if not (parent / name).exists())


def _names(now: datetime) -> Iterator[str]:
    """The names of the runs of a second, one after the other."""
    name = now.astimezone(UTC).strftime(STAMP)
    return (name if attempt == 1 else f"{name}-{attempt}" for attempt in range(1, 1000))


def new_folder(parent: Path, now: datetime) -> Path:
    """Makes a folder with the next free name of that time. Raises BadInput where it cannot be made."""
    try:
        parent.mkdir(parents=True, exist_ok=True)
        for name in _names(now):
            path = parent.absolute() / name
            with contextlib.suppress(FileExistsError):
                path.mkdir()
                return path
    except OSError as error:
        raise BadInput(f"The folder of the run cannot be created in {parent}: {reason_of(error)}.") from error
    raise BadInput(
        f"The folder of the run cannot be created in {parent}: all names of this second are taken."
    )


def _write_all(file: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(file, rest) :]


def _sync_directory(path: Path) -> None:
    """Makes the names in a folder durable; a file system that cannot sync a folder keeps them anyway."""
    with contextlib.suppress(OSError):
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def all_runs(parent: Path | None = None) -> list[Path]:
    """The folders of all runs, by default of the usual place, the oldest first, by the times at which they
    began.

    A folder that was given another name, as a copy is, is found only by that name. A run that began in the
    future, by a clock that was wrong, comes first, or it would be the newest for ever.
    """
    place = results_directory() if parent is None else parent
    latest = (datetime.now(UTC) + _SKEW).isoformat(timespec="seconds")
    return sorted(named_runs(place), key=partial(_age, latest=latest))


def named_runs(place: Path) -> list[Path]:
    """The folders below a place that have the names of runs, in any order; none is read."""
    return [path.parent for path in place.glob(f"*/{RECORD}") if is_name(path.parent.name)]


def is_name(name: str) -> bool:
    """Whether runs get such names."""
    return _NAME.fullmatch(name) is not None


def second_and_number(name: str) -> tuple[str, int]:
    """The second of a name and its number in that, which put names in the order of their times:
    20261121-210700, 20261121-210700-2 … -10."""
    day, time, *number = name.split("-")
    return f"{day}-{time}", int(number[0]) if number else 1


def began_utc(started_at: str | None) -> datetime | None:
    """A recorded time in UTC; None where it is no time, or none in the years 1 to 9999."""
    try:
        return datetime.fromisoformat(started_at or "").astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def recorded_experiment(path: Path) -> str:
    """The experiment of a run whose measurements need not be read. Raises BadInput where its record cannot
    be."""
    return str(record_in(path).get("experiment", FIRST_EXPERIMENT))


def newest_run() -> Path:
    """The folder of the last run. Raises BadInput where there is none."""
    runs = all_runs()
    if not runs:
        raise BadInput(f"There is no run in {results_directory()} yet; `./serbench run` creates one.")
    return runs[-1]


def _age(folder: Path, latest: str) -> tuple[bool, str, int, str]:
    """When a run began: by its record, or by its name where that does not tell."""
    second, number = second_and_number(folder.name)
    day, time = second.split("-")
    began = f"{day[:4]}-{day[4:6]}-{day[6:]}T{time[:2]}:{time[2:4]}:{time[4:]}+00:00"
    with contextlib.suppress(BadInput):
        recorded = began_utc(record_in(folder).get("started_at"))
        began = recorded.isoformat(timespec="seconds") if recorded else began
    return (began <= latest, began, number, folder.name)
