"""The material of a store: a workload, the project's or the user's own, with the pool of its objects. The
pool is a corpus of many objects, and where in each its number stands."""

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import xxhash

from serbench.cache.entries import seal
from serbench.corpus.cache import (
    Written,
    corpus_key,
    find_corpus,
    generator_texts,
    keep_corpus,
    kept_corpus,
    write_corpus,
)
from serbench.corpus.container import ContainerWriter, read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.corpus.manifest import Corpus
from serbench.corpus.sample import Extent
from serbench.corpus.workload import Workload, find_workloads, free_objects
from serbench.engine.material import gather_own, own_again
from serbench.engine.own_options import OwnData
from serbench.errors import BadInput, SerbenchError
from serbench.schema.model import Field, Kind, Label, Schema
from serbench.scratch import scratch_folder

POOL_BYTES = 32 * 2**20
MOST_OBJECTS = 8192
_SAMPLED_OBJECTS = 16
NUMBERS_MAGIC = b"SERBNUM1"
_PLACE = struct.Struct("<I")
_CONTAINER_HEADER_BYTES = 16
_MASK = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Pool:
    """``numbers`` is the file of places (FORMAT.md, section 6); None where a workload's objects have no
    number, so that they repeat."""

    corpus: Corpus
    numbers: Path | None

    @property
    def mean_bytes(self) -> float:
        return self.corpus.manifest.bytes / self.corpus.manifest.objects


def pool_of(workload: Workload, seed: int = 1) -> Pool:
    """The pool of a workload, made when the cache does not hold it. Raises what ``corpus_of`` raises."""
    corpus = kept_pool(workload, seed) or keep_corpus(
        _key(workload, seed), workload.name, lambda folder: _make(workload, seed, folder)
    )
    return pool_from(corpus, workload.schema)


def kept_pool(workload: Workload, seed: int = 1) -> Corpus | None:
    """The corpus of the pool of a workload, where the cache holds it."""
    return find_corpus(_key(workload, seed))


def _key(workload: Workload, seed: int) -> str:
    parts = ("pool", str(seed), Path(__file__).read_text(encoding="utf-8"), *generator_texts(workload))
    return corpus_key(workload.name, workload.schema, parts)


def pool_from(corpus: Corpus, schema: Schema) -> Pool:
    """A corpus of the schema as a pool, with the file of places next to it, which is made when it is not
    there. Raises SerbenchError when that cannot be written."""
    field = number_field(schema)
    if field is None:
        return Pool(corpus, None)
    path = corpus.folder / "corpus.numbers"
    if not path.exists():
        try:
            _write_places(corpus, schema, field, path)
        except OSError as error:
            raise SerbenchError(f"The file {path} cannot be written: {error.strerror}.") from error
    return Pool(corpus, path)


def pool_objects(mean_bytes: float) -> int:
    """How many objects of this mean size a pool holds."""
    return max(1, min(MOST_OBJECTS, int(POOL_BYTES / max(1, mean_bytes))))


# What a pool takes of the user's own data.
POOL_EXTENT = Extent(MOST_OBJECTS, 2 * POOL_BYTES, pool_objects)


def digests_of(pool: Pool, numbers: Iterable[int]) -> Iterator[int]:
    """The digest (FORMAT.md, section 3) of each of the numbered objects."""
    objects = list(read_objects(pool.corpus.path))
    places: list[int] = []
    if pool.numbers is not None:
        framed = pool.numbers.read_bytes()[_CONTAINER_HEADER_BYTES:]
        places = [place for _, place in struct.iter_unpack("<II", framed)]
    for number in numbers:
        index = number % len(objects)
        data = objects[index]
        if places:
            at = places[index]
            data = data[:at] + _PLACE.pack(number & 0xFFFFFFFF) + data[at + _PLACE.size :]
        yield xxhash.xxh64_intdigest(data)


def digest_sum(pool: Pool, numbers: Iterable[int]) -> str:
    """The sum of the digests of the numbered objects, which a runner that decoded them must report."""
    return f"{sum(digests_of(pool, numbers)) & _MASK:016x}"


def number_field(schema: Schema) -> Field | None:
    """The field that distinguishes objects: the root's first 64-bit integer without presence."""
    members = schema.message(schema.root).members
    plain = (member for member in members if isinstance(member, Field) and member.label is Label.PLAIN)
    return next((field for field in plain if field.type.kind in (Kind.INT64, Kind.UINT64)), None)


def size_of_pool(workload: Workload, seed: int = 1) -> int:
    """How many objects the pool of a workload has. Raises what ``corpus_of`` raises."""
    encoder = Encoder(workload.schema)
    first = [encoder.encode(obj) for obj in free_objects(workload, _SAMPLED_OBJECTS, seed)]
    return pool_objects(sum(map(len, first)) / len(first))


def _make(workload: Workload, seed: int, folder: Path) -> None:
    encoder = Encoder(workload.schema)
    objects = free_objects(workload, size_of_pool(workload, seed), seed)
    no_features: tuple[str, ...] = ()
    written: Iterator[Written] = ((no_features, obj, encoder.encode(obj)) for obj in objects)
    write_corpus(folder, workload.name, workload.schema, seed, written)


def _write_places(corpus: Corpus, schema: Schema, field: Field, path: Path) -> None:
    """Writes atomically where the field lies in each object."""
    encoder, decoder = Encoder(schema), Decoder(schema)
    with scratch_folder("numbers", path.parent) as folder:
        with ContainerWriter(folder / path.name, NUMBERS_MAGIC) as file:
            for data in read_objects(corpus.path):
                file.add(_PLACE.pack(_place(encoder, decoder.decode(data), field, data)))
        (folder / path.name).rename(path)
    seal(corpus.folder)


def _place(encoder: Encoder, obj: dict[str, Any], field: Field, data: bytes) -> int:
    """Where the field begins in the object's bytes: a value with every bit turned over differs from
    there on."""
    value = obj.get(field.name) or 0
    other = ~value if field.type.kind is Kind.INT64 else value ^ _MASK
    turned = encoder.encode({**obj, field.name: other})
    return next(at for at, (own, foreign) in enumerate(zip(data, turned, strict=True)) if own != foreign)


@dataclass(frozen=True, slots=True)
class PoolMaterial:
    """A workload with the pool of its objects; ``own`` is that of Material."""

    workload: Workload
    pool: Pool
    own: Mapping[str, Any] | None = None

    @property
    def workloads(self) -> tuple[Workload, ...]:
        return (self.workload,)

    @property
    def corpora(self) -> dict[str, Corpus]:
        return {self.workload.name: self.pool.corpus}

    def with_corpora(self, corpora: Mapping[str, Corpus], own: Mapping[str, Any]) -> Self:
        """The same with a pool of other objects of the user's data, and their record."""
        pool = pool_from(corpora[self.workload.name], self.workload.schema)
        return replace(self, pool=pool, own=own)


def gather_pool(named: str, own: OwnData | None, seed: int, tell: Callable[[str], object]) -> PoolMaterial:
    """The named workload, or the user's own, with the pool of its objects made."""
    if own is None:
        workload = _one_ranked(named)
        return PoolMaterial(workload, pool_of(workload, seed))
    material = gather_own(own, tell, POOL_EXTENT, seed)
    if len(material.workloads) > 1:
        raise BadInput("A store has objects of one type, and these data have several: name one file.")
    (workload,) = material.workloads
    return PoolMaterial(workload, pool_from(material.corpora[workload.name], workload.schema), material.own)


def _one_ranked(name: str) -> Workload:
    workloads = find_workloads([name])
    if len(workloads) > 1:
        raise BadInput(f"Name one variant of {name} at a time, such as {workloads[0].name}.")
    if workloads[0].conformance:
        raise BadInput(f"Conformance workloads are never measured; use ./serbench verify {name}.")
    return workloads[0]


def gather_pool_again(
    name: str, seed: int, own: Mapping[str, Any] | None, corpus_folder: str
) -> PoolMaterial:
    """The material that ``gather_pool`` gathered. Own data is taken from the corpus that it made, in
    ``corpus_folder``."""
    if own is None:
        return gather_pool(name, None, seed, lambda _: None)
    (workload,) = own_again(own, [name])
    return PoolMaterial(workload, pool_from(kept_corpus(corpus_folder, workload), workload.schema), own)
