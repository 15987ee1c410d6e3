"""Has a codec write the valid messages of which its cases are made."""

import json
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import xxhash

from serbench.codecs.runner import Runner
from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.corpus.manifest import Corpus
from serbench.corpus.touch import Touch
from serbench.engine.isolation import Writing
from serbench.experiments.torture.asking import Unaskable
from serbench.experiments.torture.cases.case import CaseMaterial, Message
from serbench.experiments.torture.nesting_objects import (
    ALL_DEPTHS,
    ENCODED_DEPTHS,
    PATTERN_DEPTHS,
    nested_object,
)
from serbench.experiments.torture.nesting_pattern import deeper
from serbench.experiments.torture.positions import Shows, positions
from serbench.experiments.torture.variants import Object, Variant, variants
from serbench.schema.access import access_plans
from serbench.schema.model import Kind, Schema

# Valid messages that cases are made of, spread over the corpus, as many as have these bytes together;
# variants are made of the first.
MOST_BASES, MOST_BASE_BYTES = 8, 2**18
_VARIED_BASES = 3
# Valid messages of another schema.
_MOST_OTHERS = 4
# An object of this size has too many leaves for variants of many of them.
_LARGE_BYTES, _VARIANTS_OF_LARGE = 2**16, 8
# Frames of the interpreter for each level of an object.
_FRAMES = 8


@dataclass(frozen=True, slots=True)
class Other:
    """A codec's runner for another schema, and objects of that."""

    runner: Runner
    corpus: Corpus

    def messages(self, writing: Writing) -> list[tuple[str, bytes]]:
        """Valid messages of the schema, each with what it is."""
        written = writing.write(self.runner, chosen_bases(self.corpus)[:_MOST_OTHERS])
        words = f"a valid message of the schema {self.runner.workload}"
        return [(words, one.message) for one in written if one.message]


def prepare(
    runner: Runner,
    schema: Schema,
    corpus: Corpus,
    unit: str,
    format_: str,
    seed: int,
    writing: Writing,
    other: Other | None = None,
) -> CaseMaterial:
    """``unit`` is that in which the runner touches strings. Raises Unaskable where the codec writes no
    message of any base."""
    decoder, encoder = Decoder(schema), Encoder(schema)
    bases = [decoder.decode(data) for data in chosen_bases(corpus)]
    varied = _variants(schema, encoder, bases, random.Random(f"{seed} variants"))
    objects = [encoder.encode(obj) for obj in (*bases, *(one.obj for one in varied))]
    answers = writing.write(runner, objects)
    written = [one.message for one in answers]
    touch = Touch(schema, access_plans(schema)[2], unit)
    messages = tuple(
        Message(
            message,
            xxhash.xxh64_hexdigest(objects[base]),
            touch(obj),
            positions(message, _others(base, varied, written[len(bases) :])),
        )
        for base, (obj, message) in enumerate(zip(bases, written, strict=False))
        if message
    )
    if not messages:
        outcome = {"crashed": "crashed", "hung": "timeout"}.get(answers[0].ended or "", "unsupported")
        raise Unaskable(f"The codec writes none of the valid messages: {answers[0].detail}", outcome)
    texts = [json.dumps(obj, default=lambda value: value.hex()).encode() for obj in bases[:2]]
    foreign = [("the object as JSON", text) for text in texts]
    foreign += [("the object as this project's corpus has it", data) for data in objects[:2]]
    foreign += other.messages(writing) if other else []
    return CaseMaterial(messages, format_, nested(runner, schema, writing), tuple(foreign))


def chosen_bases(corpus: Corpus) -> list[bytes]:
    """The objects that cases are made of."""
    count = corpus.manifest.objects
    number = min(MOST_BASES, count)
    wanted = {index * count // number for index in range(number)}
    found: list[bytes] = []
    for index, data in enumerate(read_objects(corpus.path)):
        if index in wanted and (not found or sum(map(len, found)) + len(data) <= MOST_BASE_BYTES):
            found.append(data)
    return found


def _variants(schema: Schema, encoder: Encoder, bases: Sequence[Object], rng: random.Random) -> list[Variant]:
    found: list[Variant] = []
    for base, obj in enumerate(bases[:_VARIED_BASES]):
        of_base = variants(schema, base, obj, rng)
        if len(encoder.encode(obj)) > _LARGE_BYTES:
            of_base = of_base[:_VARIANTS_OF_LARGE]
        found += of_base
    return found


def _others(
    base: int, varied: Sequence[Variant], written: Sequence[bytes | None]
) -> Iterator[tuple[bytes, Kind, Shows]]:
    for one, message in zip(varied, written, strict=True):
        if one.base == base and message is not None:
            yield message, one.kind, one.shows


def nested(runner: Runner, schema: Schema, writing: Writing) -> tuple[tuple[str, bytes], ...]:
    """Messages that hold themselves at each depth, where the codec writes them or their pattern is known;
    none where the schema does not recurse."""
    objects = []
    with _deep_stack(max(ENCODED_DEPTHS)):
        encoder = Encoder(schema)
        for depth in (*PATTERN_DEPTHS, *ENCODED_DEPTHS):
            obj = nested_object(schema, depth)
            if obj is None:
                return ()
            objects.append(encoder.encode(obj))
    # Each for itself: a codec may die of the deep ones.
    one, two, three, *deep = (writing.write(runner, [data])[0].message for data in objects)
    found = []
    for depth in ALL_DEPTHS:
        message = None
        if one and two and three:
            message = deeper(one, two, three, depth - PATTERN_DEPTHS[0])
        if message is None and depth in ENCODED_DEPTHS:
            message = deep[ENCODED_DEPTHS.index(depth)]
        if message is not None:
            found.append((f"a message that holds itself {depth:,} times", message))
    return tuple(found)


@contextmanager
def _deep_stack(depth: int) -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES * depth))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
