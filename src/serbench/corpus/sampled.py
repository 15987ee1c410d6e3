"""Corpora that are sampled from own data: what was taken, kept beside the corpus, and what is told of it."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from serbench.corpus.cache import FEWEST_OBJECTS, Written, corpus_key, find_corpus, keep_corpus, write_corpus
from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload

SEED = 1
_SAMPLE_FILE = "sample.json"
_SHOWN_FIELDS = 5


@dataclass(frozen=True, slots=True)
class Sampled:
    """Counts of the own data from which a corpus was sampled, in messages.
    A message is an object, or a list of ``batch`` such objects. ``ignored`` counts the unknown
    fields by path. ``as_text`` counts the values of other kinds that were taken as text, and ``changed`` are
    sentences about values that are not quite as the file has them. ``left_out_of`` is the SHA-256 of the
    corpus that has the objects that this one lacks, too."""

    objects: int
    sampled: int
    ignored: dict[str, int]
    as_text: int = 0
    batch: int = 0
    changed: tuple[str, ...] = ()
    left_out_of: str = ""

    def sentences(self, name: str, is_timed: bool) -> Iterator[str]:
        """The sentences that tell the user about the sample of the named file, which is timed or not."""
        held = f"of {self.batch} object{'s' if self.batch > 1 else ''}"
        thing, things = (f"message {held}", f"messages {held}") if self.batch else ("object", "objects")
        if self.sampled < self.objects:
            yield f"{self.sampled} of the {self.objects} {things} of {name} are taken, spread evenly."
        elif self.objects == 1:
            yield f"{name} holds one {thing}."
        else:
            yield f"All {self.objects} {things} of {name} are taken."
        if is_timed and self.sampled < FEWEST_OBJECTS:
            yield few_sentence(things)
        if self.ignored:
            yield ignored_sentence(self.ignored)
        if self.as_text:
            are = "value that is not text was" if self.as_text == 1 else "values that are not text were"
            yield f"{self.as_text} {are} read as {'its' if self.as_text == 1 else 'their'} JSON text."
        for sentence in self.changed:
            yield f"{name}: {sentence}"


def few_sentence(things: str) -> str:
    """The warning about fewer than ``FEWEST_OBJECTS`` different objects or messages."""
    return (
        f"Fewer than {FEWEST_OBJECTS} different {things} are soon learnt by the processor's branch"
        " prediction: times will be lower than an application sees."
    )


def ignored_sentence(ignored: Mapping[str, int]) -> str:
    """Names the fields, by their paths, that most often were ignored."""
    most = sorted(ignored.items(), key=lambda item: (-item[1], item[0]))
    shown = ", ".join(f"{path} ({count}×)" for path, count in most[:_SHOWN_FIELDS])
    more = f" and {len(most) - _SHOWN_FIELDS} others" if len(most) > _SHOWN_FIELDS else ""
    return f"Fields that the schema does not know were ignored: {shown}{more}."


def keep_sample(key: str, workload: Workload, sample: list[bytes], sampled: Sampled) -> Corpus:
    """Keeps messages as the corpus of a key, with what was sampled beside it."""
    decoder = Decoder(workload.schema)
    no_features: tuple[str, ...] = ()
    objects: Iterator[Written] = ((no_features, decoder.decode(data), data) for data in sample)

    def make(folder: Path) -> None:
        write_corpus(folder, workload.name, workload.schema, SEED, objects)
        (folder / _SAMPLE_FILE).write_text(json.dumps(asdict(sampled)) + "\n", encoding="utf-8")

    return keep_corpus(key, workload.name, make)


def without_objects(workload: Workload, corpus: Corpus, left_out: Collection[int]) -> Corpus:
    """The corpus of own data without the objects of these numbers."""
    key = corpus_key(
        workload.name, workload.schema, (corpus.manifest.sha256, "without", *map(str, sorted(left_out)))
    )
    found = find_corpus(key)
    if found is None:
        kept = [data for at, data in enumerate(read_objects(corpus.path)) if at not in left_out]
        sampled = replace(sampled_of(corpus), left_out_of=corpus.manifest.sha256)
        found = keep_sample(key, workload, kept, sampled)
    return found


def objects_read(corpus: Corpus) -> int:
    """How many messages the data hold of which a corpus of own data was sampled."""
    return sampled_of(corpus).objects


def sampled_of(corpus: Corpus) -> Sampled:
    """The counts beside a corpus of own data; without them, those of the corpus alone."""
    try:
        return Sampled(**json.loads((corpus.folder / _SAMPLE_FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        # Only the sentence about the sample is lost with this file.
        return Sampled(corpus.manifest.objects, corpus.manifest.objects, {})
