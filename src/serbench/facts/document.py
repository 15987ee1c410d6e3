"""Facts as a JSON document, written and read."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Annotated, Any, Literal

from msgspec import Meta

from serbench.errors import BadInput
from serbench.facts.fact import KINDS, Fact, Facts, checked
from serbench.record.names import CodecName, Word
from serbench.record.reading import typed

FORMAT = "serbench.facts/1"
FormatName = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_.-]+\Z", max_length=80)]


@dataclass(frozen=True, slots=True)
class FactsDocument:
    """A file of facts: of single ``codecs``, and of all codecs of a format (``formats``)."""

    format: Literal["serbench.facts/1"]
    codecs: dict[CodecName, dict[Word, Fact]] = field(default_factory=dict)
    formats: dict[FormatName, dict[Word, Fact]] = field(default_factory=dict)


def document_of(facts: Facts) -> dict[str, Any]:
    """The document of facts by codec and id, in the order of their kinds; what is of no kind comes behind."""
    return {
        "format": FORMAT,
        "codecs": {codec: _written(of_codec) for codec, of_codec in facts.items()},
    }


def _written(facts: Mapping[str, Fact]) -> dict[str, Any]:
    ordered = dict.fromkeys([*(name for name in KINDS if name in facts), *facts])
    return {name: facts[name].to_json() for name in ordered}


def facts_document(document: Any, place: object) -> FactsDocument:
    """The document that anyone may have written, with facts of any id and value. Raises BadInput that names
    ``place`` for what is none."""
    return typed(document, FactsDocument, place)


def facts_of_document(document: Any, place: object) -> dict[str, dict[str, Fact]]:
    """The facts of codecs in a document, each of a kind. Raises BadInput that names ``place``."""
    return {
        codec: {name: _of_kind(name, fact, f"{place}: {codec}") for name, fact in facts.items()}
        for codec, facts in facts_document(document, place).codecs.items()
    }


def _of_kind(name: str, fact: Fact, place: str) -> Fact:
    try:
        if fact.date:
            date.fromisoformat(fact.date)
        return replace(fact, value=checked(name, fact.value))
    except ValueError as error:
        raise BadInput(f"{place}: {error}.") from None
