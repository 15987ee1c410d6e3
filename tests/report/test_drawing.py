"""A picture or report that cannot be drawn costs nothing else."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from report.folders import folder_of

from serbench.errors import Incomplete, SerbenchError
from serbench.experiments import reporting
from serbench.experiments.reporting import show_run
from serbench.experiments.study_form import show_study_lines
from serbench.record.run_folder import RunFolder
from serbench.report import drawing
from serbench.report.drawing import drawn

SOURCES = Path(__file__).parents[2] / "src"
# Each in a process that the test does not share.
APART = """
import json, os, signal, sys
from serbench.errors import BadInput
from serbench.report.drawing import drawn

def ends(what):
    if what == "killed":
        os.kill(os.getpid(), signal.SIGABRT)
    if what == "exits":
        os._exit(0)
    if what == "panics":
        raise SystemExit
    raise {
        "memory": MemoryError(),
        "defect": ValueError("No room.\\nAt all."),
        "refused": BadInput("No run."),
    }[what]

found = {}
for what in sys.argv[1:]:
    try:
        drawn("The report", lambda: ends(what))
    except Exception as error:
        found[what] = f"{type(error).__name__}: {error}"
found["large"] = len(drawn("The report", lambda: b"x" * 5_000_000))
print(json.dumps(found))
"""


def test_whatever_ends_the_drawing_is_one_sentence() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", APART, "killed", "exits", "panics", "memory", "defect", "refused"],
        check=True,
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
        capture_output=True,
    )
    failed = "SerbenchError: The report could not be drawn: "
    assert json.loads(ended.stdout) == {
        "killed": f"{failed}SIGABRT ended the drawing process; the memory may have run out.",
        "exits": f"{failed}the drawing process ended early.",
        "panics": f"{failed}the drawing process ended early.",
        "memory": f"{failed}there is too little memory.",
        "defect": f"{failed}No room.",
        "refused": "BadInput: No run.",
        "large": 5_000_000,
    }


def test_a_process_with_threads_draws_by_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("1", "2"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(drawing, "_OWN_THREADS", tmp_path)
    assert drawn("The report", os.getpid) == os.getpid()
    with pytest.raises(SerbenchError, match="report could not be drawn: integer division or modulo by zero"):
        drawn("The report", lambda: 1 // 0)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    """A run of which no page can be drawn."""

    def fail(*_: object) -> Path:
        raise SerbenchError("The report could not be drawn: no ink.")

    monkeypatch.setattr(reporting, "write_html", fail)
    folder = folder_of(tmp_path, failures=[])
    folder.path.mkdir()
    return folder


REASON = (
    "The report could not be drawn: no ink. The results are kept; `./serbench report` shows them again.\n"
)


def test_a_run_without_a_page_shows_its_results(run: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    assert show_run(run, as_json=False) is True
    shown = capsys.readouterr()
    assert "cpp/c" in shown.out
    assert shown.out.splitlines()[-1] == f"Measurements: {run.path}"
    assert shown.err == REASON
    assert show_run(run, as_json=True) is True
    shown = capsys.readouterr()
    assert (json.loads(shown.out)["run"], shown.err) == (run.name, REASON)


class Study:
    """The form of a study that has a line for each row."""

    @staticmethod
    def log_lines(rows: object, datatype: str) -> list[tuple[str, None]]:
        return [("a line", None)]

    @staticmethod
    def write_result_files(rows: object, datatype: str, folder: Path) -> list[Path]:
        raise OSError(28, "No space left on device", str(folder / "result"))


def test_files_that_cannot_be_written_come_after_the_lines(
    run: RunFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    show = partial(show_study_lines, study=Study, tell=print)  # type: ignore[arg-type]
    with pytest.raises(OSError, match="No space left"):
        show(run)
    assert capsys.readouterr().out == "a line\n"


def test_what_is_measured_is_told_where_showing_it_fails(run: RunFolder) -> None:
    from serbench.engine.measuring import _results_kept

    for error, sentence in (
        (OSError(28, "No space left on device", "/dev/full"), "/dev/full: the disk is full."),
        (SerbenchError("It is full."), "It is full."),
    ):
        with pytest.raises(Incomplete) as caught, _results_kept(run):
            raise error
        assert str(caught.value) == f"{sentence} What is measured is kept in {run.path}."
        assert caught.value.exit_status == 1
    with pytest.raises(BrokenPipeError), _results_kept(run):
        raise BrokenPipeError
    run.rows.clear()
    with pytest.raises(SerbenchError) as caught_other, _results_kept(run):
        raise SerbenchError("It is full.")
    assert caught_other.value.exit_status == 2


@pytest.mark.parametrize(("number", "more"), [(1, ""), (3, " 2 more failed.")])
def test_beside_a_document_for_programs_a_failure_is_told(
    number: int, more: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    died = {"codec": "cpp/x", "workload": "tiny", "operation": None, "outcome": "build", "detail": "It died."}
    folder = folder_of(tmp_path, failures=[died, *({**died, "codec": f"cpp/x{n}"} for n in range(1, number))])
    folder.path.mkdir()
    assert show_run(folder, as_json=True) is True
    shown = capsys.readouterr()
    assert len(json.loads(shown.out)["failures"]) == number
    assert shown.err == f"cpp/x on tiny: build. It died.{more}\n"
