"""The pages of reference say what the program declares."""

import importlib.util
import re
from dataclasses import fields

from serbench.locations import CHECKOUT
from serbench.record.row import Row
from serbench.record.shape import MachineRecord, RunnerRecord, RunRecord

FOLDER = CHECKOUT / "docs" / "reference"


def test_the_command_line_is_that_of_the_program() -> None:
    made = importlib.util.spec_from_file_location("reference", FOLDER / "make.py")
    assert made and made.loader
    module = importlib.util.module_from_spec(made)
    made.loader.exec_module(module)
    written = (FOLDER / "command-line.md").read_text(encoding="utf-8")
    assert written == module.page(), "docs/reference/make.py writes the page again"


def test_every_column_of_measurements_is_described() -> None:
    described = described_in("## `measurements.jsonl`", "## `run.json`")
    assert described == {field.name for field in fields(Row)}


def test_every_member_of_run_json_is_described() -> None:
    # What only `run` adds is declared where it is read.
    assert described_in("## `run.json`", "### A runner") - {"interop", "costs"} == set(
        RunRecord.__annotations__
    )
    assert described_in("### A runner", "### The machine") == set(RunnerRecord.__annotations__)
    assert described_in("### The machine", "The home folder") == set(MachineRecord.__annotations__)


def described_in(heading: str, following: str) -> set[str]:
    """The names in the first column of the tables between two places of the page."""
    text = (FOLDER / "measurements.md").read_text(encoding="utf-8")
    part = text.partition(heading)[2].partition(following)[0]
    rows = re.findall(r"^\| (`.*?`) \|", part, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}
