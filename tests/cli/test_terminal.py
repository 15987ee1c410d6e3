"""The screen of a terminal while a run goes on, and at its end: a run in a pseudo-terminal."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from fakes.tiny import FAKES

SOURCES = FAKES.parents[1] / "src"

_PIECES = re.compile(r"\x1b\[(\d*)([A-Za-z])|([\r\n])|([^\x1b\r\n]+)")


class Screen:
    """The lines of a terminal that is high enough, and each of its states before something was removed."""

    def __init__(self, written: str) -> None:
        self.lines = [""]
        self.row = self.column = 0
        self.before: list[list[str]] = []
        for number, command, control, text in _PIECES.findall(written):
            self._take(int(number or 1), command, control, text)

    def _take(self, number: int, command: str, control: str, text: str) -> None:
        if command in ("J", "K"):
            self.before.append(list(self.lines))
            self.lines[self.row] = self.lines[self.row][: self.column]
            if command == "J":
                del self.lines[self.row + 1 :]
        elif command == "F":
            self.row, self.column = self.row - number, 0
        elif control == "\r":
            self.column = 0
        elif control:
            self.row += 1
            self.lines += [""] * (self.row + 1 - len(self.lines))
        else:
            line = self.lines[self.row]
            self.lines[self.row] = line[: self.column] + text + line[self.column + len(text) :]
            self.column += len(text)


def run_in_terminal(folder: Path, **variables: str) -> tuple[str, str]:
    """The texts that a run writes to the terminal of its standard error, and to its standard output."""
    ours, theirs = pty.openpty()
    usual = {"TERM": "xterm", "NO_COLOR": "1", "LINES": "30", "COLUMNS": "80"}
    process = subprocess.Popen(
        [sys.executable, str(FAKES / "drive.py"), str(folder), "honest,decoder", "encode,decode"],
        env=os.environ | {"PYTHONPATH": f"{FAKES.parent}{os.pathsep}{SOURCES}"} | usual | variables,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
    )
    os.close(theirs)
    written = b""
    try:
        while piece := os.read(ours, 65536):
            written += piece
    except OSError:
        # So Linux reports that no process has the terminal any more.
        pass
    os.close(ours)
    stdout, _ = process.communicate()
    assert process.returncode == 0, written.decode()
    return written.decode(), stdout


@pytest.mark.slow
def test_the_ranking_is_redrawn_in_place_and_removed_at_the_end(tmp_path: Path) -> None:
    written, stdout = run_in_terminal(tmp_path)
    screen = Screen(written)
    # The ranking stays away from the document of --json.
    assert stdout.startswith("{") and stdout.endswith("}\n")

    def titles(state: list[str]) -> int:
        return sum(line.endswith(": ns of CPU time for one object") for line in state)

    rankings = [state for state in screen.before if titles(state)]
    assert rankings
    for state in rankings:
        # One table, and beneath it one line.
        assert titles(state) == 1
        assert sum(line.startswith("fake/honest ") for line in state[:-1]) == 1
        assert re.match(r"[2-6] of 6 forks, \d+ s left: fake/\w+ own-\S+$", state[-1]) or not state[-1]
    assert {state[-1].partition(" ")[0] for state in rankings if state[-1]} == {"2", "3", "4", "5"}
    measuring, *rest = screen.lines[-2:]
    assert re.fullmatch(r"Measuring takes about \d+ s: 6 forks\.", measuring)
    assert rest == [""]
    assert not titles(screen.lines)


@pytest.mark.slow
def test_nothing_is_wider_or_higher_than_the_terminal(tmp_path: Path) -> None:
    written, _ = run_in_terminal(tmp_path, COLUMNS="34", LINES="6")
    states = Screen(written).before
    states = [state for state in states if " of 6 forks, " in state[-1]]
    # Above what is drawn are the lines that stay.
    drawn = [state[len(Screen(written).lines) - 1 :] for state in states]
    assert max(map(len, drawn)) == 5
    assert max(len(line) for state in drawn for line in state) <= 34


@pytest.mark.slow
def test_a_terminal_that_cannot_redraw_gets_lines(tmp_path: Path) -> None:
    written, _ = run_in_terminal(tmp_path, TERM="dumb")
    assert "\x1b" not in written
    assert [line for line in written.splitlines() if line.startswith("Round ")][-1].startswith(
        "Round 3 of 3: 6 of 6 forks"
    )
