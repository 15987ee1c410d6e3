"""``serbench run`` and ``verify`` over fakes, from what is asked to the exit status."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fakes import drive, packages
from fakes.samples import measured
from fakes.tiny import BRIEF, FAKES, own_words
from rich.console import Console

from serbench.cli.main import main
from serbench.engine import session
from serbench.engine.measuring import measure_and_show
from serbench.engine.work import Measure
from serbench.errors import Incomplete, SerbenchError
from serbench.experiments.memory.flow import MemoryWork
from serbench.experiments.memory.plan import Fork, Plan
from serbench.machine.disturbance import Interference
from serbench.record.run_folder import RunFolder
from serbench.terminal.console import Voice

SOURCES = FAKES.parents[1] / "src"


@pytest.fixture(autouse=True)
def fakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages.fakes_only(tmp_path, monkeypatch)


def run(folder: Path, *words: str) -> int:
    return main(["run", *own_words(folder), *words])


def test_a_run_prints_its_table_and_where_it_lies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert drive.begin(tmp_path, "honest", "decoder", floors=("decoder",), quiet=False) == 0
    (folder,) = (tmp_path / "results").iterdir()
    record = json.loads((folder / "run.json").read_text())
    shown = capsys.readouterr()
    assert shown.out.startswith("own-tiny: ns of CPU time for one object\n")
    assert shown.out.splitlines()[-2:] == [f"Measurements: {folder}", f"Report: {folder}/report.html"]
    assert (folder / "report.html").read_text().startswith("<!doctype html>")
    assert shown.err.endswith("Round 3 of 3: 6 of 6 forks, 0 s left\n")
    assert len(shown.err.splitlines()) < 10
    assert record["run"] == folder.name
    assert len((folder / "measurements.jsonl").read_text().splitlines()) == 3 * 5 + 3 * 2


def test_json_is_one_document_with_rows_and_floors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    operations = ("encode", "access-one", "access-tenth", "access-all")
    floors = ("decoder",)
    assert drive.begin(tmp_path, "honest", "decoder", operations=operations, floors=floors, as_json=True) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    found = json.loads(shown.out)
    assert [(row["codec"], row["operation"]) for row in found["rows"]] == [
        ("fake/honest", "access-all"),
        ("fake/honest", "access-one"),
        ("fake/honest", "access-tenth"),
        ("fake/honest", "encode"),
    ]
    assert [(row["codec"], row["operation"], row["rank"]) for row in found["floors"]] == [
        ("fake/decoder", "encode", None)
    ]
    assert found["rows"][3]["median_ns"] == 101.5
    assert found["rows"][3]["size_bytes"] == 4


def test_failed_cells_are_listed_and_give_status_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert drive.begin(tmp_path, "honest", "crasher", as_json=True) == 1
    found = json.loads(capsys.readouterr().out)
    (failure,) = found["failures"]
    assert (failure["codec"], failure["operation"], failure["outcome"]) == (
        "fake/crasher",
        "decode",
        "crashed",
    )
    main(["report", found["directory"]])
    sentence = f"  fake/crasher on {failure['workload']}, decode: crashed. The runner was killed by signal 11"
    assert sentence in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--ops", "encod"], "There is no operation encod; did you mean encode?"),
        (["--codecs", "hones"], 'No codec or set matches "hones"; did you mean honest?'),
        (["--max-time", "5x"], "5x is not a duration; write 90s, 5m or 1h30m."),
        (
            ["--resume", "x", "--ops", "encode"],
            "--resume continues a run as it was started; give it no other arguments or options of the run.",
        ),
    ],
)
def test_bad_arguments_are_one_sentence_and_status_two(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", *words]) == 2
    assert capsys.readouterr() == ("", f"serbench: {sentence}\n")


def test_a_dry_run_measures_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--codecs", "honest", "--out", str(tmp_path / "results"), "--dry-run")
    assert run(tmp_path, *words) == 0
    assert "preset:     quick, 24 forks, seed 1" in capsys.readouterr().out
    assert not (tmp_path / "results").exists()
    assert run(tmp_path, *words, "--json") == 0
    assert json.loads(capsys.readouterr().out)["forks"] == 24
    assert run(tmp_path, *words, "--again", "20m") == 0
    assert capsys.readouterr().out.endswith("\nthen disturbed forks are measured again for at most 20 min\n")
    assert run(tmp_path, *words, "--again", "20m", "--json") == 0
    assert json.loads(capsys.readouterr().out)["again_s"] == 1200


def test_a_dry_run_plans_what_can_be_had_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--codecs", "honest,absent", "--dry-run", "--json") == 0
    shown = capsys.readouterr()
    found = json.loads(shown.out)
    assert (found["codecs"], found["forks"]) == (["fake/honest"], 24)
    assert found["unavailable"] == {"fake/absent": "It is not here."}
    assert "fake/absent is not measured: It is not here." in shown.err.splitlines()


def test_a_plan_is_fitted_into_the_time_or_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--codecs", "honest", "--out", str(tmp_path / "results"))
    assert run(tmp_path, *words, "--dry-run", "--json", "--max-time", "1m") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["max_time_s"], found["forks_a_cell"], found["cost_of_max_time"]) == (60, 12, None)
    assert run(tmp_path, *words, "--max-time", "0.1s") == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.splitlines()[-1] == (
        "serbench: Even 4 short forks per cell take about 2 s, more than --max-time; allow more time, or name"
        " fewer codecs, workloads or operations."
    )
    assert not (tmp_path / "results").exists()


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
    assert lines[0].endswith("before you measure; what they disturb is measured again if there is time.")


def measuring(folder: Path, *before: str) -> subprocess.Popen[str]:
    """A run of a runner that hangs, started by the words ``before``, once a first fork is recorded."""
    words = [sys.executable, str(FAKES / "drive.py"), str(folder), "honest,hanger", "encode,decode"]
    process = subprocess.Popen(
        [*before, *words],
        env={**os.environ, "PYTHONPATH": f"{FAKES.parent}{os.pathsep}{SOURCES}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None:
        if any(path.stat().st_size for path in folder.glob("results/*/measurements.jsonl")):
            break
        time.sleep(0.01)
    return process


def interrupted(folder: Path, number: int) -> tuple[int, str, str]:
    """Starts a run of a runner that hangs and sends it a signal once a first fork is recorded."""
    process = measuring(folder)
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=120)
    return process.returncode, stdout, stderr


def test_an_interrupted_run_says_how_to_go_on_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, stdout, stderr = interrupted(tmp_path, signal.SIGINT)
    assert (status, stdout) == (130, "")
    assert "ns of CPU time for one object\n" in stderr
    assert sum("fake/honest " in line for line in stderr.splitlines()) == 1
    (folder,) = (tmp_path / "results").iterdir()
    kept = len((folder / "measurements.jsonl").read_text().splitlines()) // 2
    assert stderr.splitlines()[-1] == (
        f"Interrupted; {kept} of 6 forks are measured and kept."
        f" Continue with: ./serbench run --resume {folder}"
    )
    # The plan is taken from the record, so a changed product is noticed; an unchanged one is measured on.
    record = json.loads((folder / "run.json").read_text())
    record["plan"]["forks"] = [fork for fork in record["plan"]["forks"] if fork["codec"] == "fake/honest"]
    (folder / "run.json").write_text(json.dumps(record))
    assert main(["run", "--resume", str(folder), "--json", "--quiet"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["run"] == folder.name
    assert [row["forks"] for row in found["rows"] if row["operation"] == "encode"] == [3]
    # What is over has nothing to go on with but its disturbed forks.
    assert main(["run", "--resume", str(folder), "--again", "1s", "--quiet"]) == 0
    assert main(["run", "--resume", str(folder), "--again", "soon"]) == 2
    assert "soon is not a duration; write 90s, 5m or 1h30m." in capsys.readouterr().err


@pytest.mark.slow
def test_a_terminated_run_ends_like_an_interrupted_one(tmp_path: Path) -> None:
    status, _, stderr = interrupted(tmp_path, signal.SIGTERM)
    assert status == 130
    assert "Continue with: ./serbench run --resume" in stderr


def test_a_run_that_ignores_hanging_up_goes_on_ignoring_it(tmp_path: Path) -> None:
    process = measuring(tmp_path, "nohup")
    (ignored,) = re.findall(r"^SigIgn:\s*(\w+)$", Path(f"/proc/{process.pid}/status").read_text(), re.M)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=120)
    assert int(ignored, 16) >> signal.SIGHUP - 1 & 1
    assert process.returncode == 130


class DisturbedOnce(MemoryWork):
    """Measures one fork, which is disturbed, and is interrupted in the next."""

    @contextlib.contextmanager
    def measuring(self, folder: RunFolder) -> Iterator[Measure]:
        def measure(fork: Fork, step: Callable[[str], object]) -> list[Any]:
            if folder.rows:
                raise KeyboardInterrupt
            return [replace(measured("fake/a", "encode", 0, 10), disturbed=True)]

        yield measure


def test_an_interrupted_run_has_kept_the_forks_that_were_disturbed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = Plan(BRIEF, 1, tuple(Fork("fake/a", "record", index, ("encode",)) for index in range(2)))
    folder = RunFolder.create(tmp_path, {})
    drawn: list[int] = []
    ended = measure_and_show(
        folder,
        DisturbedOnce(plan, {}),
        lambda folder: False,
        Voice(True),
        lambda folder, console: drawn.append(len(folder.rows)),
        Console(),
        again_s=90,
    )
    assert (ended, drawn) == (130, [1])
    assert capsys.readouterr().err == (
        "Interrupted; 1 of 2 forks are measured and kept."
        f" Continue with: ./serbench run --resume {folder.path} --again 90s\n"
    )


def test_a_run_whose_code_cannot_be_kept_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise SerbenchError("It is full.")

    monkeypatch.setattr(session, "keep_adapters", fail)
    with pytest.raises(SerbenchError, match="It is full"):
        drive.begin(tmp_path, "honest", operations=("encode",))
    assert list((tmp_path / "results").iterdir()) == []


def test_a_measured_run_that_cannot_be_shown_says_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", os.fdopen(os.open("/dev/full", os.O_WRONLY), "w"))
    with pytest.raises(Incomplete) as caught:
        drive.begin(tmp_path, "honest", operations=("encode",))
    (path,) = (tmp_path / "results").iterdir()
    assert str(caught.value) == f"Standard output: the disk is full. What is measured is kept in {path}."
    assert {file.name for file in path.iterdir()} >= {"measurements.jsonl", "report.html"}


def test_own_data_in_batches_stands_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begin = partial(drive.begin, tmp_path, "honest", operations=("encode",), as_json=True, quiet=False)
    assert begin(batches=(1, 4), numbers=range(64)) == 0
    shown = capsys.readouterr()
    found = json.loads(shown.out)
    sizes = {row["workload"].partition(":")[2]: row["size_bytes"] for row in found["rows"]}
    # A list is a u32 count and its elements.
    assert sizes == {"batch=1": 4 + 4, "batch=4": 4 + 4 * 4}
    assert "All 64 messages of 1 object of " in shown.err
    assert "All 16 messages of 4 objects of " in shown.err
    record = json.loads((Path(found["directory"]) / "run.json").read_text())
    assert sorted(corpus["objects"] for corpus in record["corpora"].values()) == [16, 64]
    assert record["own"]["message"] == "Tiny"


def test_a_batch_larger_than_the_data_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--batch", "65", *own_words(tmp_path, range(64))]) == 2
    assert capsys.readouterr().err.endswith("ids.jsonl holds 64 objects, too few for one message of 65.\n")


def test_verify_proves_codecs_on_own_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = own_words(tmp_path, range(20))
    at = words.index("--data")
    own = [*words[at : at + 2], "--schema", words[words.index("--schema") + 1]]
    status = main(["verify", "--codecs", "honest", "--quiet", "--json", *own])
    (verdict,) = json.loads(capsys.readouterr().out)["verdicts"]
    assert (status, verdict["ok"], verdict["objects"], verdict["passed"]) == (0, True, 20, 20)
    assert verdict["workload"] == "own-tiny"


def test_verify_proves_codecs_and_the_grid(capsys: pytest.CaptureFixture[str]) -> None:
    def verify(codecs: str, *words: str) -> tuple[int, str]:
        status = main(["verify", "tour-scalars", "--quiet", "--codecs", codecs, *words])
        return status, capsys.readouterr().out

    status, shown = verify("honest,bilingual", "--json")
    assert status == 1
    found = json.loads(shown)
    assert [(verdict["codec"], verdict["ok"]) for verdict in found["verdicts"]] == [
        ("fake/bilingual", True),
        ("fake/honest", True),
    ]
    assert [
        (crossing["writer"], crossing["reader"], crossing["result"]) for crossing in found["interop"]
    ] == [
        ("fake/bilingual", "fake/honest", "fails"),
        ("fake/honest", "fake/bilingual", "same-value"),
    ]
    assert found["uncrossed"] == {}
    status, shown = verify("forgetful")
    assert status == 1
    assert " belongs): another value came back\nfake/forgetful on " in shown
    status, shown = verify("honest")
    assert status == 0
    assert "fake/honest was read by no other codec of its format; name one too, such as fake/" in shown
