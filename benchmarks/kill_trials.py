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
import json
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kill_judging import (
    SHARES,
    SIGNALS,
    Finding,
    Trial,
    doubled,
    draw,
    lost,
    measurements,
    missing,
    table,
)
from kill_starts import CHECKOUT, Place, Started, end_all, is_locked, left_running

# A killed start has this long to end.
_END_S = 60.0
# The next start has this long, and as many times that of an undisturbed run.
_RESUME_S, _RESUME_TIMES = 180.0, 5


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
