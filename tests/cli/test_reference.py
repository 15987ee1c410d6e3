"""The pages of reference say what the program declares."""

import importlib.util
import re
from dataclasses import fields

from serbench.locations import CHECKOUT
from serbench.record.row import Row

FOLDER = CHECKOUT / "docs" / "reference"


def test_the_command_line_is_that_of_the_program() -> None:
    made = importlib.util.spec_from_file_location("reference", FOLDER / "make.py")
    assert made and made.loader
    module = importlib.util.module_from_spec(made)
    made.loader.exec_module(module)
    written = (FOLDER / "command-line.md").read_text(encoding="utf-8")
    assert written == module.page(), "docs/reference/make.py writes the page again"


def test_every_column_of_measurements_is_described() -> None:
    text = (FOLDER / "measurements.md").read_text(encoding="utf-8").partition("## `run.json`")[0]
    described = {
        name
        for line in re.findall(r"^\| (`.*?`) \|", text, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", line)
    }
    assert described >= {field.name for field in fields(Row)}
    assert described - {field.name for field in fields(Row)} == set()
