"""Facts about codecs, each measured or declared, in the form ``serbench.facts/1``. Pure."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, Literal

from msgspec import Meta

from serbench.record.names import CodecName, Text, Word
from serbench.record.reading import typed

FORMAT = "serbench.facts/1"
How = Literal["measured", "declared"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A ``value``, how it is known, and where: the ``command`` that measures it again, or the ``source`` that
    declares it and the ``date`` of the look at it. ``mode`` is the mode of the library in which it holds,
    empty for the one that is measured."""

    value: Any
    how: How = "declared"
    source: Text = ""
    date: Text | None = ""
    command: Text = ""
    mode: Text = ""

    def evidence(self) -> dict[str, str]:
        """The fields that say where it is known from, without empty ones."""
        named = {"command": self.command, "source": self.source, "date": self.date, "mode": self.mode}
        return {name: value for name, value in named.items() if value}


# The facts of one codec by their ids, and those of all codecs by their names.
CodecFacts = Mapping[str, Fact]
Facts = Mapping[str, CodecFacts]
FormatName = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_.-]+\Z", max_length=80)]


@dataclass(frozen=True, slots=True)
class FactsDocument:
    """A file of facts: of single ``codecs``, and of all codecs of a format (``formats``)."""

    format: Literal["serbench.facts/1"]
    codecs: dict[CodecName, dict[Word, Fact]] = field(default_factory=dict)
    formats: dict[FormatName, dict[Word, Fact]] = field(default_factory=dict)


def facts_document(document: Any, place: object) -> FactsDocument:
    """A document as facts. Raises BadInput that names ``place`` for what is none."""
    return typed(document, FactsDocument, place)


def document_of_facts(facts: Facts) -> dict[str, Any]:
    """The document of facts of codecs, as ``facts_document`` reads it."""
    codecs = {name: {fact: asdict(one) for fact, one in own.items()} for name, own in facts.items()}
    return {"format": FORMAT, "codecs": codecs}


def together(*several: Facts) -> dict[str, dict[str, Fact]]:
    """The facts of several sources: a later one replaces an earlier one, but nothing declared replaces what
    is measured."""
    found: dict[str, dict[str, Fact]] = {}
    for facts in several:
        for codec, own in facts.items():
            kept = found.setdefault(codec, {})
            for name, fact in own.items():
                if name in kept and kept[name].mode and not fact.mode:
                    # Of another mode of the library, as that which is measured by default.
                    continue
                if name not in kept or fact.how == "measured" or kept[name].how == "declared":
                    kept[name] = fact
    return found
