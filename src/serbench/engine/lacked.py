"""Own objects with values that a codec declares to lack: they are left out for all codecs, and told."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.manifest import Corpus
from serbench.corpus.own_data import without_objects
from serbench.corpus.workload import Workload
from serbench.engine.material import Material

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


def without_lacked(
    material: Material, codecs: Sequence[CodecManifest], tell: Callable[[str], object]
) -> Material:
    """The material without the own objects that have a value which one of the codecs lacks, so that all are
    measured on the same ones. Sentences name fields, values, codecs and the manifests' reasons. Nothing is
    left out of a workload of which that would be more than a quarter."""
    lacks = {
        feature: {codec.name: codec.unsupported[feature] for codec in codecs if feature in codec.unsupported}
        for feature in _WORDS
    }
    if material.own is None or not any(lacks.values()):
        return material
    corpora, notes = dict(material.corpora), list[tuple[str, ...]]()
    for workload in material.workloads:
        corpus = corpora[workload.name]
        found = _found(workload, corpus, {feature for feature, of in lacks.items() if of})
        is_left_out = 0 < len(found.objects) <= _LARGEST_SHARE * corpus.manifest.objects
        notes.append(tuple(_sentences(found, corpus.manifest.objects, is_left_out, lacks)))
        if is_left_out:
            corpora[workload.name] = without_objects(workload, corpus, found.objects)
        for sentence in notes[-1]:
            tell(sentence)
    return replace(material, corpora=corpora, own=_noted(material.own, notes))


@dataclass(frozen=True, slots=True)
class _Found:
    """The objects with values that a codec lacks, and the objects of each field's path and feature."""

    objects: set[int] = field(default_factory=set)
    places: Counter[tuple[str, str]] = field(default_factory=Counter)


def _found(workload: Workload, corpus: Corpus, wanted: set[str]) -> _Found:
    found, decoder = _Found(), Decoder(workload.schema)
    for number, data in enumerate(read_objects(corpus.path)):
        places = {place for place in awkward_values(decoder.decode(data)) if place[1] in wanted}
        found.places.update(places)
        if places:
            found.objects.add(number)
    return found


def awkward_values(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The path and the feature of each value in a plain object, or at its ``path``, that has a feature."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from awkward_values(inner, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list):
        for inner in value:
            yield from awkward_values(inner, f"{path}[]")
    elif isinstance(value, float):
        if math.isnan(value):
            yield path, "nan"
        elif math.isinf(value):
            yield path, "infinity"
        elif value == 0 and math.copysign(1, value) < 0:
            yield path, "negative-zero"
    elif isinstance(value, str) and "\0" in value:
        yield path, "nul-in-string"


def _sentences(
    found: _Found, objects: int, is_left_out: bool, lacks: Mapping[str, Mapping[str, str]]
) -> Iterator[str]:
    for (path, feature), count in sorted(found.places.items()):
        names = list(lacks[feature])
        shown = ", ".join(f"{name} ({lacks[feature][name]})" for name in names[:_SHOWN_CODECS])
        more = f" and {len(names) - _SHOWN_CODECS} others" if len(names) > _SHOWN_CODECS else ""
        yield f"{path} is {_WORDS[feature]} in {count} of {objects}, which {shown}{more} cannot hold."
    if is_left_out:
        left = objects - len(found.objects)
        out = len(found.objects)
        yield f"{out} of {objects} with such values are left out for all codecs; {left} are measured."
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
