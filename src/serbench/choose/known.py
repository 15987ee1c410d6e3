"""The facts that a choice starts from: manifests, what was recorded, and a file of facts."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from serbench.choose.facts import together
from serbench.choose.rules import MODE, the_rules, understands
from serbench.codecs.manifest import UNORDERED_MAPS, CodecManifest
from serbench.errors import BadInput
from serbench.facts.document import FactsDocument, FormatName, facts_document
from serbench.facts.fact import DECLARED, PROCESS, SAME_BYTES, CodecFacts, Fact
from serbench.facts.known import facts_of_manifest, known_facts
from serbench.languages import language_names
from serbench.record.names import Text, Word
from serbench.record.reading import document_in, read_bytes, typed

RECORDED = Path(__file__).with_name("recorded.json")
LIMITS = Path(__file__).with_name("limits.json")
_EVOLVES = ("add-at-end", "add-in-middle", "remove-field", "reorder", "add-in-elements")
_DIRECTIONS = ("backward", "forward")


@dataclass(frozen=True, slots=True)
class System:
    """A system that is not measured here: the ``formats`` that it reads and writes, where that is said and
    when it was read. ``closed`` says that it knows no other."""

    formats: tuple[FormatName, ...]
    source: Text
    date: Text
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Recorded:
    """The file ``recorded.json``: facts, the places besides codecs that know a format, and libraries
    ``elsewhere``: for a format the languages that have one, with the address that says so. Somebody
    ``looked`` at those addresses on that day."""

    looked: Text
    systems: dict[Word, System] = field(default_factory=dict)
    elsewhere: dict[FormatName, dict[Word, Text]] = field(default_factory=dict)


def declared_facts(codecs: Sequence[CodecManifest]) -> dict[str, dict[str, Fact]]:
    """The facts of the package ``facts`` that need no build, by codec, and what follows from them."""
    formats: dict[tuple[str, str], set[str]] = {}
    for codec in codecs:
        formats.setdefault((codec.language, codec.library), set()).add(codec.format)
    return {
        codec.name: (facts := known_facts(codec, codecs))
        | _without_serde(codec, facts)
        | _of_library(codec, facts, formats[codec.language, codec.library])
        for codec in codecs
        if not codec.reference
    }


def _of_library(codec: CodecManifest, facts: CodecFacts, formats: Collection[str]) -> dict[str, Fact]:
    """The facts that only preferences look at: the formats that a codec's library knows here, and the library
    that it adds to a program, none where it belongs to the language."""
    source = _manifest(codec)
    packages = facts.get("dependencies")
    added = "" if packages is not None and packages.value == 0 else codec.library
    return {
        "library_formats": Fact(sorted(formats), DECLARED, source),
        "added_library": Fact(added, DECLARED, source),
    }


def _manifest(codec: CodecManifest) -> str:
    """The manifest of a codec as a file of the checkout."""
    return f"{codec.adapter.replace('/', '/codecs/', 1)}/codec.toml"


def _without_serde(codec: CodecManifest, facts: CodecFacts) -> dict[str, Fact]:
    """The fact that a library which does not know serde takes none of its attributes."""
    types = facts.get("types")
    own = codec.language == the_rules().named("serde-attributes").language
    return (
        {"serde_attributes": replace(types, value=())} if own and types and "serde" not in types.value else {}
    )


def manifest_facts(codecs: Iterable[CodecManifest]) -> dict[str, dict[str, Fact]]:
    """The facts that other keys of manifests than ``[facts]`` tell, by codec: those of the package ``facts``
    and what only a choice asks. What they do not tell is missing."""
    return {
        codec.name: facts_of_manifest(codec) | _of_choices(codec) for codec in codecs if not codec.reference
    }


def _of_choices(codec: CodecManifest) -> dict[str, Fact]:
    source = _manifest(codec)
    # A lack that is declared and not found fails `verify`, and so does one that is found and not declared.
    verifying = f"./serbench verify --codecs {codec.name}"
    # At most in one process: an order that differs each time is known of runs of the codec alone.
    unordered = {SAME_BYTES: Fact(PROCESS, DECLARED, f"{source} with {UNORDERED_MAPS}")}
    return (unordered if UNORDERED_MAPS in codec.traits else {}) | {
        "format": Fact(codec.format, DECLARED, source),
        "changes": _changes(codec, source),
        "lacks": Fact(sorted(codec.unsupported), DECLARED, source, command=verifying),
    }


def _changes(codec: CodecManifest, source: str) -> Fact:
    """The outcomes of the changes that the trait ``schema-evolution`` claims. `evolve` holds manifests to it:
    a codec that has all of them and not the trait is a failure."""
    if "schema-evolution" in codec.traits:
        same = {f"{change} {way}": "same" for change in _EVOLVES for way in _DIRECTIONS}
        return Fact(same, "declared", source, command=f"./serbench evolve --codecs {codec.name}")
    return Fact(
        {f"{change} {way}": "unclaimed" for change in _EVOLVES for way in _DIRECTIONS},
        "declared",
        f"{source} without schema-evolution",
        command=f"./serbench evolve --codecs {codec.name}",
    )


@cache
def _recorded() -> tuple[FactsDocument, Recorded]:
    document = json.loads(RECORDED.read_text(encoding="utf-8"))
    return facts_document(document, RECORDED), typed(document, Recorded, RECORDED)


def recorded_facts(codecs: Iterable[CodecManifest]) -> dict[str, dict[str, Fact]]:
    """The recorded facts of codecs, the limits of messages among them: those of the codec before those of its
    format."""
    found = list(codecs)
    limits = facts_document(json.loads(LIMITS.read_text(encoding="utf-8")), LIMITS)
    return together(spread(_recorded()[0], found), spread(limits, found))


def facts_in(path: Path, codecs: Iterable[CodecManifest]) -> dict[str, dict[str, Fact]]:
    """The facts in a file. Raises BadInput for one that is not in the form ``serbench.facts/1``, or with a
    value that no rule understands, and OSError where it cannot be read."""
    document = facts_document(document_in(read_bytes(path), path), path)
    by_fact = {rule.fact: rule for rule in the_rules().rules}
    for place, own in (*document.codecs.items(), *document.formats.items()):
        for name, fact in own.items():
            rule = by_fact.get(name.removesuffix(MODE))
            if rule is not None and fact.value is not None and not understands(rule, fact.value):
                raise BadInput(f"{path}: the rule {rule.id} does not understand {name} of {place}.")
    return spread(document, codecs)


def spread(document: FactsDocument, codecs: Iterable[CodecManifest]) -> dict[str, dict[str, Fact]]:
    """The facts of a document by codec; those of a format hold for all its codecs."""
    found: dict[str, dict[str, Fact]] = {}
    for codec in codecs:
        if own := {**document.formats.get(codec.format, {}), **document.codecs.get(codec.name, {})}:
            found[codec.name] = own
    return found


def declared_reach(formats: Iterable[str]) -> dict[tuple[str, str], Fact]:
    """For each format and place besides codecs whether it is known there; missing where nothing tells."""
    recorded = _recorded()[1]
    found: dict[tuple[str, str], Fact] = {}
    for place, system in recorded.systems.items():
        for name in formats:
            if name in system.formats or system.closed:
                found[name, place] = Fact(name in system.formats, "declared", system.source, system.date)
    for name, places in recorded.elsewhere.items():
        for place, address in places.items():
            found[name, place] = Fact(True, "declared", address, recorded.looked)
    return found


def known_formats(codecs: Iterable[CodecManifest]) -> tuple[str, ...]:
    """The formats of codecs, and those that are declared of systems and of libraries elsewhere."""
    recorded = _recorded()[1]
    declared = {name for system in recorded.systems.values() for name in system.formats}
    return tuple(sorted({*(one.format for one in codecs), *declared, *recorded.elsewhere}))


def known_places() -> tuple[str, ...]:
    """The languages that are measured here, and the systems and languages that are declared."""
    recorded = _recorded()[1]
    elsewhere = {place for places in recorded.elsewhere.values() for place in places}
    return (*language_names(), *sorted({*recorded.systems, *elsewhere} - set(language_names())))
