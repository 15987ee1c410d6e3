"""Kills runs of serbench at random moments, resumes them, and tells what was lost, doubled or left behind.

Each trial runs a small experiment as a user does, with a temporary folder of its own, and sends a signal to
the parent alone or to its process group at a seeded moment. Then it resumes the run, or starts it again where
nothing had been recorded. What an undisturbed run takes and measures is found out before, by experiment.

    .venv/bin/python benchmarks/kill_trials.py [--kills N] [--seed S] [--experiments NAME,...]
        [--signals NAME,...] [--out FILE]

FILE (default: kill-trials.json) holds the findings after each trial; the same command goes on where it ended.
It exits with 0 where every trial was sound, else with 1.
"""

import argparse
import contextlib
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kill_judging import (
    SHARES,
    SIGNALS,
    Finding,
    Trial,
    doubled,
    draw,
    left_behind,
    lost,
    measurements,
    missing,
    table,
    whole_forks,
)

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
# What is killed has this long to end, and its children after it.
_END_S, _CHILDREN_S = 60.0, 15.0
# The next start has this long, and as many times that of an undisturbed run.
_RESUME_S, _RESUME_TIMES = 180.0, 5
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


def rehearse(experiment: str, work: Path) -> dict[str, Any]:
    """The time of an undisturbed run, in seconds, and its measurements. The first of two builds what is
    missing."""
    for number in range(2):
        place = Place(work / f"{experiment}-whole-{number}")
        place.folder.mkdir()
        began = time.monotonic()
        try:
            started = Started.start(place, experiment)
            status = started.process.wait()
        except BaseException:
            end_all(place)
            shutil.rmtree(place.folder)
            raise
        end_all(place)
        if status:
            sys.exit(f"{experiment}: an undisturbed run ends with {status}: {started.tail}")
        took_s = time.monotonic() - began
        found = {"took_s": round(took_s, 2), "measurements": sorted(measurements(place.lines))}
        if left := place.names_left():
            sys.exit(f"{experiment}: an undisturbed run leaves {', '.join(left)}")
        shutil.rmtree(place.folder)
    return found


def carry_out(trial: Trial, whole: Mapping[str, Any], work: Path) -> Finding:
    """Kills one run and resumes it. The folder of a trial that is not sound stays."""
    place = Place(work / trial.name)
    shutil.rmtree(place.folder, ignore_errors=True)
    place.folder.mkdir()
    try:
        started = Started.start(place, trial.experiment)
        ended = started.status(trial.moment * whole["took_s"]) is not None
        if not ended:
            started.send(trial)
        killed = started.status(_END_S)
        killed_in_time = killed is not None
        processes = tuple(left_running(place)) if killed_in_time else (f"serbench after {trial.signal}",)
        end_all(place)
        phase = "ended" if ended else "during" if place.run else "before"
        before, locked, first_tail = place.lines, is_locked(place), started.tail

        again = Started.start(place, trial.experiment)
        status = again.status(_RESUME_S + _RESUME_TIMES * whole["took_s"])
        processes += tuple(left_running(place)) if status is not None else ()
    except BaseException:
        end_all(place)
        shutil.rmtree(place.folder)
        raise
    end_all(place)
    after = place.lines
    absent = missing(whole["measurements"], after)
    finding = Finding(
        trial,
        phase,
        resumed=status == 0 and not absent,
        lost=lost(before, after),
        doubled=doubled(after),
        missing=absent,
        left=place.names_left(),
        processes=processes,
        locked=locked,
        traceback="Traceback" in first_tail + again.tail,
        status=killed,
        detail=f"exit status {status}; killed: {first_tail}; resumed: {again.tail}",
    )
    if finding.sound:
        shutil.rmtree(place.folder)
    return finding


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


def read_state(path: Path, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The trials so far; ends here where they are those of other settings or of other code."""
    if not path.exists():
        return {"settings": dict(settings), "undisturbed": {}, "findings": []}
    state: dict[str, Any] = json.loads(path.read_text())
    if state["settings"] != settings:
        sys.exit(
            f"{path} holds trials of {state['settings']}, not of {dict(settings)}: name another by --out."
        )
    return state


def write_state(path: Path, state: Mapping[str, Any]) -> None:
    new = path.with_name(path.name + ".new")
    new.write_text(json.dumps(state, indent=1) + "\n")
    new.replace(path)


def revision() -> str:
    """The commit of the checkout, with ``+`` where files have changed since."""
    git = ["git", "-C", str(CHECKOUT), "describe", "--always", "--abbrev=12", "--dirty=+"]
    return subprocess.run(git, check=True, capture_output=True, text=True).stdout.strip()


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=200, help="how many, over all experiments")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--experiments", default=",".join(SHARES), help="default: all")
    every_signal = ",".join(number.name for number in SIGNALS)
    parser.add_argument("--signals", default=every_signal, help=f"of those the ones by, of {every_signal}")
    parser.add_argument("--out", type=Path, default=Path("kill-trials.json"), help="the file of the findings")
    found = parser.parse_args()
    found.experiments, found.signals = found.experiments.split(","), found.signals.split(",")
    if unknown := set(found.experiments) - SHARES.keys():
        parser.error(f"unknown experiments: {', '.join(sorted(unknown))}; there are {', '.join(SHARES)}")
    return found


def all_findings(options: argparse.Namespace, state: dict[str, Any], work: Path) -> Sequence[Finding]:
    """Rehearses and carries out what the state lacks, and writes the state after each step."""
    findings = [Finding.from_json(each) for each in state["findings"]]
    done = {finding.trial for finding in findings}
    drawn = draw(options.kills, options.seed, options.experiments)
    wanted = [trial for trial in drawn if trial.signal in options.signals]
    for trial in wanted:
        if trial in done:
            continue
        if trial.experiment not in state["undisturbed"]:
            state["undisturbed"][trial.experiment] = rehearse(trial.experiment, work)
            write_state(options.out, state)
        finding = carry_out(trial, state["undisturbed"][trial.experiment], work)
        findings.append(finding)
        state["findings"].append(finding.to_json())
        write_state(options.out, state)
        word = "sound" if finding.sound else f"NOT SOUND, see {work / trial.name}"
        how = f"{trial.signal} to the {trial.target} at {trial.moment:.2f} ({finding.phase})"
        print(f"{len(findings)}/{len(wanted)} {trial.name}: {how}: {word}", file=sys.stderr, flush=True)
    return findings


def main() -> int:
    options = asked()
    # The trial that is under way is ended and removed, as after Ctrl-C. What a shell starts in the background
    # ignores SIGINT, and so would all that is started here.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    settings = {
        "kills": options.kills,
        "seed": options.seed,
        "experiments": options.experiments,
        "signals": options.signals,
        "revision": revision(),
    }
    state = read_state(options.out, settings)
    work = Path(tempfile.mkdtemp(prefix="kills-"))
    try:
        findings = all_findings(options, state, work)
    finally:
        with contextlib.suppress(OSError):
            work.rmdir()
    print(table(findings, options.experiments))
    return int(not all(finding.sound for finding in findings))


if __name__ == "__main__":
    sys.exit(main())
