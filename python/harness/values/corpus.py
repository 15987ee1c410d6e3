"""A corpus as a runner holds it: plain objects and what is expected of them."""

from dataclasses import dataclass
from typing import Any

from harness.protocol.container import CORPUS, ContainerReader
from harness.protocol.refusal import refuse
from harness.values.digest import digest_of_digests, xxh64
from harness.values.form import Form


@dataclass(frozen=True, slots=True)
class Corpus:
    """``digests`` has one for each object; ``bytes`` counts all objects without the framing."""

    objects: list[Any]
    digests: list[int]
    bytes: int

    @property
    def digest(self) -> int:
        """That of the corpus."""
        return digest_of_digests(self.digests)


def load_corpus(path: str, form: Form, strict: bool = True) -> Corpus:
    """Reads a corpus, by default strictly, and computes the digests from the plain objects: those that were
    read strictly write the bytes that are there."""
    objects: list[Any] = []
    digests: list[int] = []
    size = 0
    with ContainerReader(path, CORPUS) as file:
        for index in range(file.count):
            data = file.next()
            if data is None:
                raise file.refusal(f"lacks the object {index}")
            try:
                found = form.read(data, strict)
            except ValueError as fault:
                raise file.refusal(f"is not of this runner's schema: object {index}: {fault}") from fault
            objects.append(found)
            digests.append(xxh64(data if strict else form.write(found)))
            size += len(data)
        file.finish()
    return Corpus(objects, digests, size)


def load_corpus_to_measure(path: str, form: Form) -> Corpus:
    """Loads a corpus with objects."""
    corpus = load_corpus(path, form)
    if not corpus.objects:
        raise refuse("The corpus holds no objects, so there is nothing to measure.")
    return corpus
