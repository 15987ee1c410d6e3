"""Facts as a JSON document, written and read."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

import msgspec

from serbench.errors import BadInput
from serbench.facts.fact import KINDS, Fact, Value, checked
from serbench.record.names import CodecName, Line, Text, Time, one_of
from serbench.record.reading import typed

FORMAT = "serbench.facts/1"


class _Entry(msgspec.Struct):
    value: bool | int | float | Text | list[Text]
    how: Annotated[str, one_of("measured", "declared")]
    command: Line = ""
    source: Line = ""
    date: Time | None = None


class _Document(msgspec.Struct):
    format: Annotated[str, one_of(FORMAT)]
    codecs: dict[CodecName, dict[str, _Entry]]


def document_of(facts: Mapping[str, Mapping[str, Fact]]) -> dict[str, Any]:
    """The document of facts by codec and id, in the order of their kinds."""
    return {
        "format": FORMAT,
        "codecs": {
            codec: {name: of_codec[name].to_json() for name in KINDS if name in of_codec}
            for codec, of_codec in facts.items()
        },
    }


def facts_of_document(document: Any, place: object) -> dict[str, dict[str, Fact]]:
    """The facts of a document that anyone may have written. Raises BadInput that names ``place``."""
    found = typed(document, _Document, place)
    return {
        codec: {name: _fact(name, entry, f"{place}: {codec}") for name, entry in entries.items()}
        for codec, entries in found.codecs.items()
    }


def _fact(name: str, entry: _Entry, place: str) -> Fact:
    try:
        value: Value = checked(name, entry.value)
        day = date.fromisoformat(entry.date) if entry.date else None
    except ValueError as error:
        raise BadInput(f"{place}: {error}.") from None
    return Fact(name, value, entry.how, entry.command, entry.source, day)
