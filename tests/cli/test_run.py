"""``serbench run`` and ``verify`` from their arguments to their exit status, over fakes in real processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fakes.samples import measured
from fakes.tiny import BRIEF, FAKES

from serbench.engine import measuring, session
from serbench.engine.disturbance import Interference
from serbench.engine.measuring import measure_and_show
from serbench.experiments.memory.flow import MemoryWork
from serbench.experiments.memory.plan import Fork, Plan
from serbench.record.run_folder import RunFolder
from serbench.terminal.console import Voice

SOURCES = FAKES.parents[1] / "src"


def environment(fakes: str) -> dict[str, str]:
    return {
        **os.environ,
        "FAKES": fakes,
        "PYTHONPATH": f"{FAKES.parent}{os.pathsep}{SOURCES}",
        "COLUMNS": "80",
    }


def words(folder: Path, *arguments: str) -> list[str]:
    return [sys.executable, str(FAKES / "drive.py"), str(folder), *arguments]


def drive(folder: Path, fakes: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = words(folder, *arguments)
    return subprocess.run(command, env=environment(fakes), capture_output=True, text=True, check=False)


def document(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_run_prints_its_table_and_where_it_lies(tmp_path: Path) -> None:
    done = drive(tmp_path, "honest,decoder", "run", "tiny")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    (folder,) = (tmp_path / "results").iterdir()
    assert done.stdout.startswith("tiny: ns of CPU time for one object\n")
    assert done.stdout.splitlines()[-2:] == [f"Measurements: {folder}", f"Report: {folder}/report.html"]
    assert (folder / "report.html").read_text().startswith("<!doctype html>")
    assert "6 of 6 forks, 0 s left; the last was cpp/" in done.stderr
    record = json.loads((folder / "run.json").read_text())
    assert record["run"] == folder.name
    assert len((folder / "measurements.jsonl").read_text().splitlines()) == 3 * 5 + 3 * 2


def test_json_is_one_document_with_rows_and_floors(tmp_path: Path) -> None:
    done = drive(tmp_path, "honest,decoder", "run", "tiny", "--json", "--ops", "encode,access-*", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    found = document(done)
    assert [(row["codec"], row["operation"]) for row in found["rows"]] == [
        ("cpp/honest", "access-all"),
        ("cpp/honest", "access-one"),
        ("cpp/honest", "access-tenth"),
        ("cpp/honest", "encode"),
    ]
    assert [(row["codec"], row["operation"], row["rank"]) for row in found["floors"]] == [
        ("cpp/decoder", "encode", None)
    ]
    assert found["rows"][3]["median_ns"] == 101.5
    assert found["rows"][3]["size_bytes"] == 4


def test_failed_cells_are_listed_and_give_status_one(tmp_path: Path) -> None:
    done = drive(tmp_path, "honest,crasher", "run", "tiny", "--json")
    assert done.returncode == 1
    (failure,) = document(done)["failures"]
    assert (failure["codec"], failure["operation"], failure["outcome"]) == (
        "cpp/crasher",
        "decode",
        "crashed",
    )
    shown = drive(tmp_path, "honest,crasher", "run", "tiny")
    assert "  cpp/crasher on tiny, decode: crashed. The runner was killed by signal 11" in shown.stdout


def test_bad_arguments_are_one_sentence_and_status_two(tmp_path: Path) -> None:
    for arguments, sentence in [
        (["--ops", "encod"], "There is no operation encod; did you mean encode?"),
        (["--codecs", "hones"], 'No codec or set matches "hones"; did you mean honest?'),
        (
            ["--resume", "none"],
            f"There is no run none: neither in {tmp_path / 'results'} nor as a folder of its own.",
        ),
        (
            ["--resume", "x", "--ops", "encode"],
            "--resume continues a run as it was started and takes neither workloads nor other options.",
        ),
    ]:
        done = drive(tmp_path, "honest", "run", *arguments)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"serbench: {sentence}\n")


def test_a_dry_run_measures_nothing(tmp_path: Path) -> None:
    done = drive(tmp_path, "honest", "run", "tiny", "--dry-run")
    assert done.returncode == 0
    assert "preset:     brief, 3 forks, seed 1" in done.stdout
    assert not (tmp_path / "results").exists()
    assert document(drive(tmp_path, "honest", "run", "tiny", "--dry-run", "--json"))["forks"] == 3


def test_a_dry_run_plans_what_can_be_had_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LACKING", "cpp/hanger")
    done = drive(tmp_path, "honest,hanger", "run", "tiny", "--dry-run", "--json")
    found = document(done)
    assert (found["codecs"], found["forks"]) == (["cpp/honest"], 3)
    assert found["unavailable"] == {"cpp/hanger": "It is not here."}
    assert "cpp/hanger is not measured: It is not here." in done.stderr.splitlines()


def test_a_plan_is_fitted_into_the_time_or_refused(tmp_path: Path) -> None:
    found = document(drive(tmp_path, "honest", "run", "tiny", "--dry-run", "--json", "--max-time", "1m"))
    assert (found["max_time_s"], found["forks_a_cell"], found["cost_of_max_time"]) == (60, 3, None)
    done = drive(tmp_path, "honest", "run", "tiny", "--max-time", "0.1s")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == (
        "serbench: Even 3 short forks per cell take about 1 s, more than --max-time; allow more time, or name"
        " fewer codecs, workloads or operations."
    )
    assert not (tmp_path / "results").exists()
    done = drive(tmp_path, "honest", "run", "tiny", "--max-time", "5x", "--dry-run")
    assert (done.returncode, done.stderr) == (2, "serbench: 5x is not a duration; write 90s, 5m or 1h30m.\n")


def test_warnings_before_a_run_name_what_can_be_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(session, "watch", lambda seconds: Interference(0.5, 0.0, seconds))
    for quiet in (False, True):
        session.warn({"aslr": 2, "smt": True}, Voice(quiet))
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0].partition(",")[0] for line in lines] == [
        "Other programs keep the machine busy",
        "Two threads share a physical core",
    ]
    assert lines[0].endswith("before you measure; forks that they disturb are measured again.")


def interrupted(folder: Path, number: int) -> tuple[int, str, str]:
    """Starts a run of a runner that hangs and sends it a signal once a first fork is recorded."""
    process = subprocess.Popen(
        words(folder, "run", "tiny", "--ops", "encode,decode"),
        env=environment("honest,hanger"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    while (line := process.stderr.readline()) and " forks, " not in line:
        pass
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=120)
    return process.returncode, stdout, stderr


def test_an_interrupted_run_says_how_to_go_on_and_goes_on(tmp_path: Path) -> None:
    status, stdout, stderr = interrupted(tmp_path, signal.SIGINT)
    assert (status, stdout) == (130, "")
    (folder,) = (tmp_path / "results").iterdir()
    kept = len((folder / "measurements.jsonl").read_text().splitlines()) // 2
    assert stderr.splitlines()[-1] == (
        f"Interrupted; {kept} of 6 forks are measured and kept."
        f" Continue with: ./serbench run --resume {folder.name}"
    )
    # The plan is taken from the record, so a changed product is noticed; an unchanged one is measured on.
    record = json.loads((folder / "run.json").read_text())
    record["plan"]["forks"] = [fork for fork in record["plan"]["forks"] if fork["codec"] == "cpp/honest"]
    (folder / "run.json").write_text(json.dumps(record))
    done = drive(tmp_path, "honest,hanger", "run", "--resume", folder.name, "--json")
    assert done.returncode == 0
    assert document(done)["run"] == folder.name
    assert [row["forks"] for row in document(done)["rows"] if row["operation"] == "encode"] == [3]


def test_a_terminated_run_ends_like_an_interrupted_one(tmp_path: Path) -> None:
    status, _, stderr = interrupted(tmp_path, signal.SIGTERM)
    assert status == 130
    assert "Continue with: ./serbench run --resume" in stderr


def test_an_interrupted_run_has_kept_the_forks_that_were_disturbed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def disturbed_once(work: MemoryWork, folder: RunFolder, **options: object) -> None:
        folder.append_fork([replace(measured("cpp/a", "encode", 0, 10), disturbed=True)])
        raise KeyboardInterrupt

    monkeypatch.setattr(measuring, "execute", disturbed_once)
    plan = Plan(BRIEF, 1, tuple(Fork("cpp/a", "record", index, ("encode",)) for index in range(2)))
    folder = RunFolder.create(tmp_path, {})
    assert measure_and_show(folder, MemoryWork(plan, {}), lambda folder: False, Voice(True)) == 130
    assert capsys.readouterr().err.startswith("Interrupted; 1 of 2 forks are measured and kept.")


def own_words(folder: Path, count: int) -> tuple[str, ...]:
    """Options of own data: ``count`` objects of a schema with one number."""
    (folder / "own.proto").write_text('syntax = "proto3"; message Own { uint32 id = 1; }')
    (folder / "own.jsonl").write_text("".join(f'{{"id": {number}}}\n' for number in range(count)))
    return ("--schema", str(folder / "own.proto"), "--data", str(folder / "own.jsonl"))


def test_own_data_in_batches_stands_side_by_side(tmp_path: Path) -> None:
    words = ("--batch", "1,4", "--ops", "encode", "--json", *own_words(tmp_path, 64))
    done = drive(tmp_path, "honest", "run", *words)
    assert done.returncode == 0, done.stderr
    sizes = {row["workload"].partition(":")[2]: row["size_bytes"] for row in document(done)["rows"]}
    # A list is a u32 count and its elements.
    assert sizes == {"batch=1": 4 + 4, "batch=4": 4 + 4 * 4}
    assert "All 64 messages of 1 object of " in done.stderr
    assert "All 16 messages of 4 objects of " in done.stderr
    record = json.loads((Path(document(done)["directory"]) / "run.json").read_text())
    assert sorted(corpus["objects"] for corpus in record["corpora"].values()) == [16, 64]
    assert record["own"]["message"] == "Own"


def test_a_batch_larger_than_the_data_is_refused(tmp_path: Path) -> None:
    done = drive(tmp_path, "honest", "run", "--batch", "65", *own_words(tmp_path, 64))
    assert done.returncode == 2
    assert done.stderr.endswith("own.jsonl holds 64 objects, too few for one message of 65.\n")


def test_verify_proves_codecs_and_the_grid(tmp_path: Path) -> None:
    done = drive(tmp_path, "honest,bilingual", "verify", "--json", "--quiet")
    assert done.returncode == 1
    found = document(done)
    assert [(verdict["codec"], verdict["ok"]) for verdict in found["verdicts"]] == [
        ("cpp/honest", True),
        ("cpp/bilingual", True),
    ]
    assert [
        (crossing["writer"], crossing["reader"], crossing["result"]) for crossing in found["interop"]
    ] == [
        ("cpp/honest", "cpp/bilingual", "same-value"),
        ("cpp/bilingual", "cpp/honest", "fails"),
    ]
    shown = drive(tmp_path, "forgetful", "verify")
    assert shown.returncode == 1
    assert "cpp/forgetful on tiny: object 2, decode, first differs at id: another value" in shown.stdout
    assert drive(tmp_path, "honest", "verify").returncode == 0
