"""Makes objects of the values that libraries of self-describing formats give: dicts, lists, text, bytes,
numbers, times."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeAlias

from serbench.errors import BadInput
from serbench.inputs.changes import Changes
from serbench.inputs.source import Instant, SpecialNumber

# What makes a value of a type that is no object's; with its note, if it is not quite the same.
Convert: TypeAlias = Callable[[Any], tuple[Any, str]]


class Values:
    """Makes objects, and counts in ``changes`` what is not quite the same. ``converts`` are those of a
    library's own types; values of any other type become text."""

    def __init__(self, converts: Mapping[type, Convert], changes: Changes) -> None:
        self._converts = dict(converts)
        self._changes = changes

    def document(self, value: Any, place: str) -> Any:
        """The object of one value of a sequence. Raises BadInput, with its place, where it is nested too
        deeply, or where a number is longer than Python writes one."""
        try:
            return self._value(value, "")
        except ValueError:
            raise BadInput(f"{place}: a number has too many digits to be read") from None
        except RecursionError:
            raise BadInput(f"{place}: the document is nested too deeply.") from None

    def _value(self, value: Any, path: str) -> Any:
        kind = type(value)
        if kind is dict:
            return self._object(value, path)
        if kind is list or kind is tuple:
            return [self._value(each, f"{path}[]") for each in value]
        if kind is float:
            return value if math.isfinite(value) else SpecialNumber(value)
        if kind is int and not -_FEW_DIGITS < value < _FEW_DIGITS:
            # Raises ValueError for one that no message could show.
            str(value)
        if kind in _AS_THEY_ARE:
            return value
        convert = self._converts.get(kind)
        made, note = convert(value) if convert else (str(value), f"{_shown(kind)}, as text")
        if note:
            self._changes.add(path or "the object", note)
        return made

    def _object(self, value: dict[Any, Any], path: str) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for key, each in value.items():
            name = key if type(key) is str else self._name(key, path, value, made)
            made[name] = self._value(each, f"{path}.{name}" if path else name)
        return made

    def _name(self, key: Any, path: str, value: dict[Any, Any], made: dict[str, Any]) -> str:
        """The name of a member whose key is no text."""
        name, place = _name(key), path or "the object"
        self._changes.add(place, f"keys that are {_KEYS.get(type(key), 'no text')}, as text")
        if name in made or name in value:
            self._changes.add(place, "several keys with one text, of which the last counts")
        return name


_FEW_DIGITS = 1 << 64
_KEYS = {int: "whole numbers", bytes: "bytes"}
_AS_THEY_ARE = frozenset((str, int, bool, bytes, type(None)))


def _name(key: Any) -> str:
    """The name of a member whose key is no text, as JSON would have it."""
    if isinstance(key, bool) or key is None:
        return {True: "true", False: "false", None: "null"}[key]
    return key.decode("utf-8", "backslashreplace") if isinstance(key, bytes) else str(key)


def _shown(kind: type) -> str:
    return f"values of the type {kind.__name__}"


def instant(seconds: int, nanoseconds: int) -> Instant | None:
    """A time as RFC 3339 writes it; None outside the years 1 to 9999. The arguments count from 1970."""
    try:
        moment = datetime.fromtimestamp(0, UTC).replace(tzinfo=None)
        moment = moment.fromordinal(moment.toordinal() + seconds // 86_400)
    except (ValueError, OverflowError):
        return None
    rest = seconds % 86_400
    time = f"{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"
    fraction = f".{nanoseconds:09}".rstrip("0") if nanoseconds else ""
    return Instant(f"{moment.year:04}-{moment.month:02}-{moment.day:02}T{time}{fraction}Z")
