"""Readers of ``--relaxed``, which replace, and count, what no double and no Unicode is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from serbench.corpus.json_values import FLOATS, Convert, json_text
from serbench.corpus.layout import Refusal
from serbench.corpus.well_known import ANY_JSON
from serbench.inputs.changes import Changes
from serbench.schema.model import Field, Kind


class Replacing:
    """Makes the readers; ``path`` is that of the message which is being read, and ``changes`` count."""

    def __init__(self, path: Sequence[str], changes: Changes) -> None:
        self._path, self._changes = path, changes

    def value(self, field: Field, read: Convert) -> Convert:
        """The reader of numbers, text or any JSON: numbers beyond the field's type become infinities."""

        def read_replaced(value: Any) -> Any:
            try:
                return read(value)
            except Refusal:
                if field.type.kind is Kind.STRING:
                    self._count(field, "lone surrogates, as U+FFFD")
                    return _replaced(value if type(value) is str else json_text(value))
                if field.type.name in ANY_JSON and (replaced := _replaced_within(value)) != value:
                    self._count(field, "lone surrogates, as U+FFFD")
                    return read(replaced)
                if field.type.kind not in FLOATS or type(value) not in (int, float):
                    raise
                self._count(field, f"numbers beyond a {field.type.kind}, as infinities")
                return math.inf if value > 0 else -math.inf

        return read_replaced

    def key(self, field: Field, read: Convert) -> Convert:
        """The reader of the keys of a map, which are text."""

        def read_replaced(key: str) -> Any:
            try:
                return read(key)
            except Refusal:
                self._count(field, "keys with lone surrogates, as U+FFFD")
                return _replaced(key)

        return read_replaced

    def _count(self, field: Field, note: str) -> None:
        self._changes.add(".".join((*self._path, field.name)), note)


def _replaced_within(value: Any) -> Any:
    """The JSON value with such texts and names."""
    if type(value) is dict:
        return {_replaced(name): _replaced_within(each) for name, each in value.items()}
    if type(value) is list:
        return [_replaced_within(each) for each in value]
    return _replaced(value) if type(value) is str else value


def _replaced(text: str) -> str:
    """The text with U+FFFD in place of lone surrogates."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
