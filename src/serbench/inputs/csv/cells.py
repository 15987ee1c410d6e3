"""Types of cells: a column is of whole numbers, numbers, booleans or text, by all of its cells."""

import re
from typing import Any

from serbench.inputs.source import SpecialNumber

# Nothing is a number whose text says more: 007, +1 and 1e5 as a whole number stay as they are.
_WHOLE = re.compile(r"-?[1-9][0-9]{0,19}|0")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,4})?")
_SPECIAL = frozenset(("NaN", "nan", "Infinity", "-Infinity", "inf", "-inf"))
_BOOLS = {word: word.lower() == "true" for word in ("true", "True", "TRUE", "false", "False", "FALSE")}
_LEAST, _GREATEST = -(1 << 63), (1 << 64) - 1


class Column:
    """Learns of each cell what its column can be."""

    __slots__ = ("_is_bool", "_is_number", "_is_whole")

    def __init__(self) -> None:
        self._is_whole = self._is_number = self._is_bool = True

    def add(self, cell: str) -> None:
        """Considers a cell; an empty one says nothing."""
        if not cell:
            return
        if self._is_whole and not (_WHOLE.fullmatch(cell) and _LEAST <= int(cell) <= _GREATEST):
            self._is_whole = False
        # Whole numbers that later cells make doubles must be such, too.
        if self._is_number:
            self._is_number = cell in _SPECIAL or _is_double(cell)
        if self._is_bool and cell not in _BOOLS:
            self._is_bool = False

    def value(self, cell: str) -> Any:
        """The value of a cell that is not empty, after all were considered."""
        if self._is_whole:
            return int(cell)
        if self._is_number:
            return SpecialNumber(cell) if cell in _SPECIAL else float(cell)
        return _BOOLS[cell] if self._is_bool else cell


def _is_double(cell: str) -> bool:
    """Whether a number is a double, which holds the whole numbers up to 2⁵³ alone."""
    if not _NUMBER.fullmatch(cell):
        return False
    value = float(cell)
    return value not in (float("inf"), float("-inf")) and (not _WHOLE.fullmatch(cell) or int(cell) == value)
