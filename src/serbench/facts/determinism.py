"""Measures whether equal objects have equal bytes: in one process, in two, and in all languages of a format.

Example: a codec writes each object of a corpus twice, and again in another process. If the two messages of an
object differ, the grade is ``none``; if only that of the other process does, it is ``process``.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import xxhash

from serbench.cache.keys import content_key
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.container import ContainerWriter, read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.corpus.manifest import Corpus
from serbench.errors import SerbenchError
from serbench.facts.emitting import TIMEOUT_S, emitted
from serbench.facts.fact import CANONICAL, LANGUAGES, NONE, PROCESS, PROCESSES
from serbench.languages import language_of
from serbench.locations import cache_directory
from serbench.record.run_folder import write_atomically
from serbench.schema.model import Schema
from serbench.scratch import scratch_folder


@dataclass(frozen=True, slots=True)
class Emission:
    """The hashes of a codec's messages of each object: written first, again by the same process, with maps
    that were filled from the last key to the first, and by another process. What is written again is a second
    instance of the object, with maps of its own; the other process has an instance of the codec of its own.
    An object that the codec cannot write has none, as an empty text. Where maps have no order of filling,
    there are none ``refilled``."""

    first: tuple[str, ...]
    again: tuple[str, ...]
    refilled: tuple[str, ...]
    elsewhere: tuple[str, ...]


def emission_of(runner: Runner, corpus: Corpus, schema: Schema, timeout_s: float = TIMEOUT_S) -> Emission:
    """The messages that a codec writes of a corpus, now or at an earlier call with the same executable.
    Raises SerbenchError where it does not write."""
    key = content_key(runner.product_key, corpus.manifest.sha256)
    kept = cache_directory() / "facts" / f"emission-{key}.json"
    with suppress(OSError, ValueError, TypeError):
        return Emission(*map(tuple, json.loads(kept.read_text(encoding="utf-8"))))
    emission = _emitted(runner, corpus, schema, timeout_s)
    kept.parent.mkdir(parents=True, exist_ok=True)
    lists = (emission.first, emission.again, emission.refilled, emission.elsewhere)
    write_atomically(kept, json.dumps(lists))
    return emission


def _emitted(runner: Runner, corpus: Corpus, schema: Schema, timeout_s: float) -> Emission:
    objects = list(read_objects(corpus.path))
    refilled = _refilled(objects, schema) if language_of(runner.codec).maps_keep_order else []
    with scratch_folder("facts") as folder:
        all_of_them = folder / "corpus.bin"
        with ContainerWriter(all_of_them) as file:
            for one in (*objects, *objects, *refilled):
                file.add(one)
        here = _hashes(runner, all_of_them, folder / "here", timeout_s)
        elsewhere = _hashes(runner, corpus.path, folder / "elsewhere", timeout_s)
    count = len(objects)
    if len(here) != 2 * count + len(refilled) or len(elsewhere) != count:
        raise SerbenchError(f"{runner.codec} wrote {len(here)} messages of {2 * count} objects.")
    return Emission(here[:count], here[count : 2 * count], here[2 * count :], elsewhere)


def _refilled(objects: Sequence[bytes], schema: Schema) -> list[bytes]:
    """The same objects with the entries of their maps in the other order."""
    decoder, encoder = Decoder(schema), Encoder(schema, descending=True)
    return [encoder.encode(decoder.decode(one)) for one in objects]


def _hashes(runner: Runner, corpus: Path, out: Path, timeout_s: float) -> tuple[str, ...]:
    messages = emitted(runner, corpus, out, timeout_s)
    return tuple("" if message is None else xxhash.xxh64_hexdigest(message) for message in messages)


def grades(
    codecs: Sequence[CodecManifest], emissions: Mapping[str, Emission], refusing: Collection[str] = ()
) -> dict[str, str]:
    """The grade of each codec that wrote. ``codecs`` are all that there are: only those of each language of a
    format make the grade ``languages``. ``refusing`` are those that refuse other bytes of the same value.
    Pure."""
    found = {name: _alone(one) for name, one in emissions.items()}
    by_format: dict[str, list[str]] = {}
    for codec in codecs:
        if not codec.floor:
            by_format.setdefault(codec.format, []).append(codec.name)
    for names in by_format.values():
        alone = len({language_of(name).name for name in names}) == 1
        found |= dict.fromkeys(_alike(names, found, emissions), LANGUAGES)
        least = PROCESSES if alone else LANGUAGES
        found |= {name: CANONICAL for name in names if name in refusing and found.get(name) == least}
    return found


def _alone(emission: Emission) -> str:
    if emission.first != emission.again or (emission.refilled and emission.first != emission.refilled):
        return NONE
    return PROCESSES if emission.first == emission.elsewhere else PROCESS


def _alike(
    names: Sequence[str], found: Mapping[str, str], emissions: Mapping[str, Emission]
) -> Iterator[str]:
    """The codecs of a format whose bytes every codec of every other language of it writes too; none where one
    of those did not write, or the format has one language."""
    languages = {language_of(name).name for name in names}
    if len(languages) < 2:
        return
    for name in names:
        if found.get(name) != PROCESSES:
            continue
        others = [one for one in names if language_of(one) is not language_of(name)]
        if all(found.get(one) == PROCESSES and _same(emissions[name], emissions[one]) for one in others):
            yield name


def _same(one: Emission, other: Emission) -> bool:
    """Whether the objects that both write have the same messages, and there are any."""
    pairs = [pair for pair in zip(one.first, other.first, strict=True) if all(pair)]
    return bool(pairs) and all(mine == theirs for mine, theirs in pairs)
