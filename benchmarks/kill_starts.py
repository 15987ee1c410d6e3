"""The starts of serbench that kill_trials.py kills: their folders, their processes, what is left of them."""

import contextlib
import fcntl
import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from kill_judging import Trial, left_behind, whole_forks

CHECKOUT = Path(__file__).resolve().parent.parent
# Few and quick forks of cheap codecs in a native and in a collected language.
ARGUMENTS = {
    "run": "run record --codecs cpp/handcoded,python/json --ops encode,decode",
    "store": "store --codecs cpp/handcoded,python/json --objects 2000 --repeat 2 --cache warm --dir {large}",
    "relay": "relay --codecs cpp/handcoded,python/json --duration 0.2s --modes forward,peek --rate none"
    " --repeat 2",
    "sort": "sort --codecs cpp/handcoded,go/handcoded --objects 20000 --memory 4M --repeat 2 --cache warm"
    " --dir {large}",
    "cluster": "cluster --codecs java/kryo --objects 2000 --jobs shuffle --repeat 1 --rounds 1",
    "torture": "torture --codecs cpp/handcoded,go/handcoded,python/handcoded,python/json --cases 500",
    "evolve": "evolve add-in-middle rename-field --codecs cpp/handcoded,cpp/protobuf,go/json,python/json",
}
_MARK = "SERBENCH_KILL_TRIAL"
# The children of what was killed have this long to end.
_CHILDREN_S = 15.0
_TAIL_CHARACTERS = 2000


@dataclass(frozen=True, slots=True)
class Place:
    """The folders of one trial; short, for a path of a socket has at most 108 bytes."""

    folder: Path

    @property
    def temporary(self) -> Path:
        return self.folder / "tmp"

    @property
    def large(self) -> Path:
        return self.folder / "dir"

    @property
    def results(self) -> Path:
        return self.folder / "out"

    @property
    def run(self) -> Path | None:
        """The run, once it is recorded."""
        return next((path.parent for path in self.results.glob("*/run.json")), None)

    @property
    def lines(self) -> list[str]:
        run = self.run
        path = run / "measurements.jsonl" if run else None
        return whole_forks(path.read_bytes()) if path and path.exists() else []

    def names_left(self) -> tuple[str, ...]:
        run = self.run
        run_names = _names(run) if run else []
        return left_behind(_names(self.temporary), _names(self.large), run_names)

    def command(self, experiment: str) -> list[str]:
        """The words of the first start, and of the next one where the run is recorded."""
        words = ARGUMENTS[experiment].format(large=self.large).split()
        how = ["--resume", str(self.run)] if self.run else [*words[1:], "--out", str(self.results)]
        return [str(CHECKOUT / "serbench"), words[0], *how, "--json", "--quiet"]


@dataclass(slots=True)
class Started:
    """A start of serbench in a session of its own, with its output in files."""

    process: subprocess.Popen[bytes]
    errors: Path

    @classmethod
    def start(cls, place: Place, experiment: str) -> "Started":
        for folder in (place.temporary, place.large):
            folder.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, "TMPDIR": str(place.temporary), _MARK: str(place.folder)}
        errors = place.folder / "errors"
        with errors.open("wb") as file:
            process = subprocess.Popen(
                place.command(experiment),
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=file,
                start_new_session=True,
            )
        return cls(process, errors)

    def status(self, limit_s: float) -> int | None:
        """The exit status; None where the process has not ended in time."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.process.wait(limit_s)
        return None

    def send(self, trial: Trial) -> None:
        number = signal.Signals[trial.signal]
        if trial.target == "group":
            os.killpg(self.process.pid, number)
        else:
            self.process.send_signal(number)

    @property
    def tail(self) -> str:
        return self.errors.read_text(errors="replace")[-_TAIL_CHARACTERS:]


def left_running(place: Place) -> list[str]:
    """The commands of a trial that still run when children had time to end."""
    limit = time.monotonic() + _CHILDREN_S
    while (found := running(place)) and time.monotonic() < limit:
        time.sleep(0.1)
    return list(found.values())


def running(place: Place) -> dict[int, str]:
    """The processes of a trial, by the mark in their environment, with the commands."""
    mark = f"{_MARK}={place.folder}".encode()
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark in (process / "environ").read_bytes().split(b"\0"):
                words = (process / "cmdline").read_bytes().split(b"\0")
                found[int(process.name)] = b" ".join(words).decode(errors="replace").strip()
    return found


def end_all(place: Place) -> None:
    """Ends the processes of a trial, each by its number."""
    while found := running(place):
        for number in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        time.sleep(0.05)


def is_locked(place: Place) -> bool:
    """Whether somebody holds the lock of the run, when all who had it are gone."""
    path = place.run / "measurements.jsonl" if place.run else None
    if path is None or not path.exists():
        return False
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
