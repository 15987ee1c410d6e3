"""Own objects with values that a codec declares to lack: they are left out for all codecs, and told."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, Self, TypeVar

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.cache import FEWEST_OBJECTS
from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.manifest import Corpus
from serbench.corpus.sampled import few_sentence, without_objects
from serbench.corpus.workload import Workload
from serbench.engine.flow import Gathered
from serbench.schema.model import Kind, Label, Schema
from serbench.setup.readiness import expected_lacks

# Without more of the objects, the data would no longer be the user's.
_LARGEST_SHARE = 0.25
_SHOWN_CODECS = 3
# The features that single values have, by the words for them. Others, such as text that is not ASCII, are
# what the data consist of.
_WORDS = {
    "negative-zero": "-0.0",
    "nan": "NaN",
    "infinity": "infinite",
    "nul-in-string": "text with U+0000",
}
_SHOWN_PLACES = 10


class _OfObjects(Gathered, Protocol):
    """Material whose objects can be fewer."""

    def with_corpora(self, corpora: Mapping[str, Corpus], own: Mapping[str, Any]) -> Self: ...


_Material = TypeVar("_Material", bound=_OfObjects)


def without_lacked(
    material: _Material,
    codecs: Sequence[CodecManifest],
    tell: Callable[[str], object],
    *,
    is_timed: bool = True,
) -> _Material:
    """The material without the own objects that have a value which one of the codecs lacks, so that all are
    measured on the same ones. Sentences name fields, values, codecs and the manifests' reasons, and what is
    too little to be ``is_timed``. Nothing is left out of a workload of which that would be more than a
    quarter, nor for a codec that is not here."""
    if material.own is None:
        return material
    corpora, notes = dict(material.corpora), list[tuple[str, ...]]()
    for workload in material.workloads:
        corpus = corpora[workload.name]
        lacking = [codec for codec in codecs if not codec.hindrance(workload.schema)]
        found = _found(workload, corpus, set(_lacks(lacking)))
        if found.objects:
            gone = expected_lacks(lacking)
            lacking = [codec for codec in lacking if codec.name not in gone]
            found = _found(workload, corpus, set(_lacks(lacking)))
        is_left_out = 0 < len(found.objects) <= _LARGEST_SHARE * corpus.manifest.objects
        sentences = _sentences(found, corpus.manifest.objects, is_left_out, _lacks(lacking), is_timed)
        of = f"{workload.schema.root}: " if "types" in material.own else ""
        notes.append(tuple(f"{of}{sentence}" for sentence in sentences))
        if is_left_out:
            corpora[workload.name] = without_objects(workload, corpus, found.objects)
        for sentence in notes[-1]:
            tell(sentence)
    return material.with_corpora(corpora, _noted(material.own, notes))


def with_features(workload: Workload, corpus: Corpus) -> Corpus:
    """The corpus of own data, whose manifest has the features that single values of each object have: they
    tell which objects a codec may fail, as those of conformance workloads do."""
    decoder, schema = Decoder(workload.schema), workload.schema
    features = tuple(
        tuple(sorted({feature for _, feature in awkward_values(schema, decoder.decode(data))}))
        for data in read_objects(corpus.path)
    )
    return replace(corpus, manifest=replace(corpus.manifest, features=features))


def _lacks(codecs: Sequence[CodecManifest]) -> dict[str, dict[str, str]]:
    """Of each feature that a codec lacks the codecs with their reasons."""
    found = {
        feature: {codec.name: codec.unsupported[feature] for codec in codecs if feature in codec.unsupported}
        for feature in _WORDS
    }
    return {feature: reasons for feature, reasons in found.items() if reasons}


@dataclass(frozen=True, slots=True)
class _Found:
    """The objects with values that a codec lacks, and the objects of each field's path and feature."""

    objects: set[int] = field(default_factory=set)
    places: Counter[tuple[str, str]] = field(default_factory=Counter)


def _found(workload: Workload, corpus: Corpus, wanted: set[str]) -> _Found:
    found, decoder = _Found(), Decoder(workload.schema)
    if not wanted:
        return found
    for number, data in enumerate(read_objects(corpus.path)):
        places = {
            place for place in awkward_values(workload.schema, decoder.decode(data)) if place[1] in wanted
        }
        found.places.update(places)
        if places:
            found.objects.add(number)
    return found


def awkward_values(schema: Schema, obj: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The path and the feature of each value of a plain object that has a feature: ``places[].east``; of the
    values of a map ``shares{}``, and of its keys ``a key of shares``."""
    return _of_message(schema, schema.root, obj, "")


def _of_message(schema: Schema, name: str, obj: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
    for member in schema.message(name).fields:
        if member.name not in obj:
            continue
        value, place = obj[member.name], f"{path}.{member.name}" if path else member.name
        if member.label is Label.MAP:
            if any(isinstance(key, str) and "\0" in key for key in value):
                yield f"a key of {place}", "nul-in-string"
            values, place = value.values(), f"{place}{{}}"
        elif member.label is Label.REPEATED:
            values, place = value, f"{place}[]"
        else:
            values = (value,)
        for one in values:
            if member.type.kind is Kind.MESSAGE:
                yield from _of_message(schema, member.type.name, one, place)
            elif feature := _feature(one):
                yield place, feature


def _feature(value: Any) -> str:
    """The feature of a value that is no message, empty where it has none."""
    if isinstance(value, str):
        return "nul-in-string" if "\0" in value else ""
    if not isinstance(value, float):
        return ""
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "infinity"
    return "negative-zero" if value == 0 and math.copysign(1, value) < 0 else ""


def _sentences(
    found: _Found, objects: int, is_left_out: bool, lacks: Mapping[str, Mapping[str, str]], is_timed: bool
) -> Iterator[str]:
    """Sentences about the values and who may lose them; the reason in a manifest says of which fields."""
    places = sorted(found.places.items())
    for (path, feature), count in places[:_SHOWN_PLACES]:
        reasons = [f"{name} ({reason})" for name, reason in lacks[feature].items()]
        shown = ", ".join(reasons[:_SHOWN_CODECS])
        more = f" and {len(reasons) - _SHOWN_CODECS} others" if len(reasons) > _SHOWN_CODECS else ""
        yield f"{path} is {_WORDS[feature]} in {count} of {objects}, which {shown}{more} may lose."
    if len(places) > _SHOWN_PLACES:
        yield f"Such values are in {len(places) - _SHOWN_PLACES} further fields."
    if is_left_out:
        left = objects - len(found.objects)
        out = len(found.objects)
        yield f"{out} of {objects} with such values are left out for all codecs; {left} are measured."
        if is_timed and left < FEWEST_OBJECTS <= objects:
            yield few_sentence("objects")
    elif found.objects:
        yield (
            f"{len(found.objects)} of {objects} have such values, too many to leave out: codecs that lose"
            " them have failed rows."
        )


def _noted(own: Mapping[str, Any], notes: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The record of own data with the sentences of each workload, which are those of its type."""
    if "types" in own:
        types = zip(own["types"], notes, strict=True)
        return {**own, "types": [{**each, "notes": [*each["notes"], *told]} for each, told in types]}
    return {**own, "notes": [*own["notes"], *(sentence for told in notes for sentence in told)]}
