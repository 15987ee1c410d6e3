"""Lines of CSV that a spreadsheet reads as they are meant: numbers as numbers, and no text as a formula."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from serbench.terminal.visible import visible

# What a spreadsheet computes begins with one of these.
_OF_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def csv_text(lines: Iterable[Sequence[Any]]) -> str:
    """The lines of these cells. A text that begins like a formula gets an apostrophe, which spreadsheets take
    for the mark of a text; what a terminal would obey is escaped."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows([_cell(value) for value in line] for line in lines)
    return stream.getvalue()


def _cell(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    text = visible(value)
    is_formula = text.startswith(_OF_FORMULAS) and len(text) > 1 and not _is_number(text)
    return f"'{text}" if is_formula else text


def _is_number(text: str) -> bool:
    try:
        float(text)
        return True
    except ValueError:
        return False
