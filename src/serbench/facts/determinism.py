"""Measures whether equal objects have equal bytes: in one process, in two, and in all languages of a format.

Example: a codec writes each object of a corpus twice, in each of two processes. If the two messages of an
object differ, the grade is ``none``; if only those of the two processes do, it is ``process``.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import xxhash

from serbench.cache.keys import content_key
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.container import ContainerWriter, read_messages, read_objects
from serbench.corpus.manifest import Corpus
from serbench.errors import SerbenchError
from serbench.facts.fact import LANGUAGES, NONE, PROCESS, PROCESSES
from serbench.languages import language_of
from serbench.locations import cache_directory
from serbench.record.run_folder import write_atomically
from serbench.runner.process import ask
from serbench.scratch import scratch_folder

TIMEOUT_S = 60.0


@dataclass(frozen=True, slots=True)
class Emission:
    """The hashes of a codec's messages of each object: written first, again by the same process, and by
    another process. An object that the codec cannot write has none, as an empty text."""

    first: tuple[str, ...]
    again: tuple[str, ...]
    elsewhere: tuple[str, ...]


def emission_of(runner: Runner, corpus: Corpus, timeout_s: float = TIMEOUT_S) -> Emission:
    """The messages that a codec writes of a corpus, now or at an earlier call with the same executable.
    Raises SerbenchError where it does not write."""
    key = content_key(runner.product_key, corpus.manifest.sha256)
    kept = cache_directory() / "facts" / f"emission-{key}.json"
    with suppress(OSError, ValueError, TypeError):
        return Emission(*map(tuple, json.loads(kept.read_text(encoding="utf-8"))))
    emission = _emitted(runner, corpus, timeout_s)
    kept.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(kept, json.dumps([emission.first, emission.again, emission.elsewhere]))
    return emission


def _emitted(runner: Runner, corpus: Corpus, timeout_s: float) -> Emission:
    with scratch_folder("facts") as folder:
        objects = list(read_objects(corpus.path))
        twice = folder / "corpus.bin"
        with ContainerWriter(twice) as file:
            for one in (*objects, *objects):
                file.add(one)
        here, elsewhere = (_hashes(runner, twice, folder / name, timeout_s) for name in ("here", "elsewhere"))
    count = len(objects)
    if len(here) != 2 * count or len(elsewhere) != 2 * count:
        raise SerbenchError(f"{runner.codec} wrote {len(here)} messages of {2 * count} objects.")
    return Emission(here[:count], here[count:], elsewhere[:count])


def _hashes(runner: Runner, corpus: Path, out: Path, timeout_s: float) -> tuple[str, ...]:
    conversation = ask(runner, "emit", {"corpus": corpus, "out": out}, timeout_s)
    if conversation.outcome != "ok":
        raise SerbenchError(f"{runner.codec} did not write: {conversation.sentence}")
    return tuple("" if message is None else xxhash.xxh64_hexdigest(message) for message in read_messages(out))


def grades(codecs: Sequence[CodecManifest], emissions: Mapping[str, Emission]) -> dict[str, str]:
    """The grade of each codec that wrote; a codec of whose grade nothing is known is missing. ``codecs`` are
    all that there are: only those of each language of a format make the grade ``languages``. Pure.

    Where maps keep the order in which they were filled, a library may write that order, and all objects here
    are filled alike. So there bytes that differ are a finding, and equal bytes are none.
    """
    found = {name: _alone(one) for name, one in emissions.items()}
    sure = {
        name: grade
        for name, grade in found.items()
        if grade != PROCESSES or not language_of(name).maps_keep_order
    }
    by_format: dict[str, list[str]] = {}
    for codec in codecs:
        if not codec.floor:
            by_format.setdefault(codec.format, []).append(codec.name)
    for names in by_format.values():
        sure |= dict.fromkeys(_alike(names, sure, emissions), LANGUAGES)
    return sure


def _alone(emission: Emission) -> str:
    if emission.first != emission.again:
        return NONE
    return PROCESSES if emission.first == emission.elsewhere else PROCESS


def _alike(names: Sequence[str], sure: Mapping[str, str], emissions: Mapping[str, Emission]) -> Iterator[str]:
    """The codecs of a format whose bytes every codec of every other language of it writes too; none where one
    of those did not write, or the format has one language."""
    languages = {language_of(name).name for name in names}
    if len(languages) < 2:
        return
    for name in names:
        if sure.get(name) != PROCESSES:
            continue
        others = [one for one in names if language_of(one) is not language_of(name)]
        if all(sure.get(one) == PROCESSES and _same(emissions[name], emissions[one]) for one in others):
            yield name


def _same(one: Emission, other: Emission) -> bool:
    """Whether the objects that both write have the same messages, and there are any."""
    pairs = [pair for pair in zip(one.first, other.first, strict=True) if all(pair)]
    return bool(pairs) and all(mine == theirs for mine, theirs in pairs)
