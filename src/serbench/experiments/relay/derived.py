"""The objects that a relay changes on their way: updated, or split over sinks. The orchestrator makes the
corpora that the messages of a correct relay decode to."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

from serbench.corpus.cache import write_corpus
from serbench.corpus.container import CORPUS_MAGIC, read_messages, read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.corpus.manifest import Corpus
from serbench.corpus.variant import BATCH, parse_name
from serbench.corpus.workload import Workload
from serbench.schema.model import Field, Kind, Schema
from serbench.schema.routing import batch_list, number_path

Object = dict[str, Any]
_BITS = {Kind.INT32: 32, Kind.UINT32: 32, Kind.INT64: 64, Kind.UINT64: 64}
_SIGNED = frozenset({Kind.INT32, Kind.INT64})
_MASK = 2**64 - 1


def objects_a_message(corpus: Corpus, workload: Workload) -> float:
    """How many objects a message holds in the mean: the elements of a batch, and of a family that batches by
    itself, by a parameter of its name (``tuples:tuples=64``), those of its batches; else 1."""
    name = parse_name(workload.name)
    depth = sum(parameter in dict(name.parameters) for parameter in {BATCH, name.family})
    counts = [_elements(obj, workload.schema, depth) for obj in _objects(corpus, workload)] if depth else [1]
    mean = sum(counts) / len(counts)
    return int(mean) if mean.is_integer() else round(mean, 3)


def _elements(obj: Object, schema: Schema, depth: int) -> int:
    found = batch_list(schema) if depth else None
    if found is None:
        return 1
    inner = replace(schema, root=found.type.name)
    return sum(_elements(element, inner, depth - 1) for element in obj.get(found.name) or ())


def updated_corpus(corpus: Corpus, workload: Workload, folder: Path) -> Corpus:
    """The objects after the mode ``update``. Raises ValueError for a schema without a number."""
    path = number_path(workload.schema)
    if path is None:
        raise ValueError(f"{workload.name} has no number to update")
    return _written(corpus, workload, folder, (updated(obj, path) for obj in _objects(corpus, workload)))


def part_corpus(
    corpus: Corpus, workload: Workload, folder: Path, part: int, sinks: int, by_fields: bool
) -> Corpus:
    """The parts of the objects that the mode ``split`` sends to one sink. Raises ValueError for a schema
    without a list of messages."""
    parts = (split(obj, workload.schema, sinks, by_fields)[part] for obj in _objects(corpus, workload))
    return _written(corpus, workload, folder, parts)


def updated(obj: Object, path: tuple[Field, ...]) -> Object:
    """The object with 1 added to its number wherever it occurs; a number wraps as its type does."""
    changed = deepcopy(obj)
    _add_one(changed, path)
    return changed


def split(obj: Object, schema: Schema, sinks: int, by_fields: bool) -> list[Object]:
    """The object's parts: each has its other fields, and its share of the elements of its list."""
    found = batch_list(schema)
    if found is None:
        raise ValueError(f"{schema.root} has no list of messages to split")
    parts: list[Object] = [{**obj, found.name: []} for _ in range(sinks)]
    for number, element in enumerate(obj.get(found.name) or ()):
        key = _number_in(element, number_path(schema, found.type.name)) if by_fields else number
        parts[key % sinks][found.name].append(element)
    return parts


def acknowledged(corpus: Path, workload: Workload, magic: bytes = CORPUS_MAGIC) -> int:
    """Heron's acknowledgement of objects: the exclusive or of all their numbers. What is sent and what
    arrives cancel each other out. An object that is missing has none."""
    decoder, path, total = Decoder(workload.schema), number_path(workload.schema) or (), 0
    for data in read_messages(corpus, magic):
        for number in _numbers_in(decoder.decode(data), path) if data is not None else ():
            total ^= number & _MASK
    return total


def _numbers_in(obj: Object, path: tuple[Field, ...]) -> Iterator[int]:
    """The number everywhere that it occurs."""
    if not path:
        return
    first, *others = path
    found = obj.get(first.name)
    if not others:
        yield found or 0
        return
    for inner in found if isinstance(found, list) else [found]:
        if inner is not None:
            yield from _numbers_in(inner, tuple(others))


def _add_one(obj: Object, path: tuple[Field, ...]) -> None:
    first, *others = path
    if not others:
        obj[first.name] = _wrapped((obj.get(first.name) or 0) + 1, first.type.kind)
        return
    below = obj.get(first.name)
    for inner in below if isinstance(below, list) else [below]:
        if inner is not None:
            _add_one(inner, tuple(others))


def _number_in(obj: Object, path: tuple[Field, ...] | None) -> int:
    """The element's number as an unsigned one of 64 bits; 0 where a message or list on the way is absent or
    empty. Of a list it is that of the first element."""
    for field in path or ():
        value = obj.get(field.name)
        if field.type.kind is not Kind.MESSAGE:
            return int(value or 0) & _MASK
        value = value[0] if isinstance(value, list) and value else value
        if not value:
            return 0
        obj = value
    return 0


def _wrapped(number: int, kind: Kind) -> int:
    bits = _BITS[kind]
    number &= (1 << bits) - 1
    return number - (1 << bits) if kind in _SIGNED and number >> (bits - 1) else number


def _objects(corpus: Corpus, workload: Workload) -> Iterator[Object]:
    decoder = Decoder(workload.schema)
    return (decoder.decode(data) for data in read_objects(corpus.path))


def _written(corpus: Corpus, workload: Workload, folder: Path, objects: Iterator[Object]) -> Corpus:
    folder.mkdir()
    encoder = Encoder(workload.schema)
    made = (((), obj, encoder.encode(obj)) for obj in objects)
    return write_corpus(folder, workload.name, workload.schema, corpus.manifest.seed, made)
