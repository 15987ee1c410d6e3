"""The user's own data as a workload: their schema and a sample of their objects."""

from __future__ import annotations

import hashlib
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Self

from google.protobuf.descriptor_pb2 import FileDescriptorSet

from serbench.corpus import any_values, drawing, json_mapping, json_values, well_known, wire_mapping
from serbench.corpus.any_values import AnyPacker
from serbench.corpus.cache import corpus_key, find_corpus
from serbench.corpus.drawing import Distribution, Drawer
from serbench.corpus.encoding import Encoder
from serbench.corpus.importer import Importer
from serbench.corpus.json_mapping import JsonMapping
from serbench.corpus.manifest import Corpus
from serbench.corpus.sample import CORPUS_EXTENT, Extent, Sample
from serbench.corpus.sampled import SEED, Sampled, keep_sample, sampled_of
from serbench.corpus.undeclared import UndeclaredNumbers
from serbench.corpus.variant import BATCH, BATCH_MEMBER, VariantName, batched
from serbench.corpus.wire_mapping import WireMapping
from serbench.corpus.workload import Workload
from serbench.errors import BadInput
from serbench.inputs.opening import Input
from serbench.inputs.several import Only, opened_part
from serbench.schema.build import build_schema, root_of
from serbench.schema.descriptors import read_descriptors
from serbench.schema.left_out import LeftOut, without
from serbench.schema.limits import UnsupportedSchema
from serbench.schema.model import Schema
from serbench.schema.open_enums import declaring, open_enums

_NAME_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class OwnSchema:
    """Where the schema of own data is: ``message`` names its root (without it, the only one that there can
    be), ``import_paths`` are searched for imports, ``family`` names the workload whose schema it is, if it is
    one of the project's: its root is the first message, and its import.py reads foreign objects.
    ``descriptors`` are what protoc made of it, where they are known. ``has_hex``: text of bytes is
    hexadecimal. ``without`` are paths of fields that are left out, and ``left_out`` those that are.
    ``is_inferred`` from the data themselves."""

    path: Path
    message: str | None = None
    import_paths: tuple[Path, ...] = ()
    family: str = ""
    descriptors: FileDescriptorSet | None = None
    has_hex: bool = False
    without: tuple[str, ...] = ()
    left_out: LeftOut = frozenset()
    is_inferred: bool = False

    def read(self) -> Schema:
        """Raises BadInput for a schema that is not valid, or not supported."""
        descriptors = self.with_descriptors().descriptors
        assert descriptors is not None
        try:
            return build_schema(descriptors, self.message, str(self.path), guess_root=not self.family)
        except UnsupportedSchema as error:
            raise BadInput(f"{error} --without path.to.field leaves a field out.") from None

    def with_descriptors(self) -> Self:
        """The same, read once for all, without the fields that are left out."""
        found = self.descriptors or read_descriptors(self.path, self.import_paths)
        if not self.without:
            return replace(self, descriptors=found)
        root = root_of(found, self.message, str(self.path), guess_root=not self.family)
        found, left_out = without(found, root, self.without)
        return replace(self, descriptors=found, message=root, without=(), left_out=left_out)

    def declaring(self, numbers: Mapping[str, Iterable[int]]) -> Self:
        """The same, whose enums declare further numbers."""
        known = self.with_descriptors()
        assert known.descriptors is not None
        return replace(known, descriptors=declaring(known.descriptors, numbers))

    def importer(self) -> Importer | None:
        return Importer.beside(self.path) if self.family else None

    def workload(self, schema: Schema, batch: int = 0) -> Workload:
        """The workload of own data with this schema, which was read, without its data; ``batch`` objects make
        a message, 0: a message is an object."""
        parameters = ((BATCH, batch),) if batch else ()
        return Workload(
            name=str(VariantName(workload_name(schema), parameters)),
            # Only generators have files.
            folder=Path(),
            schema=batched(schema) if batch else schema,
            conformance=False,
            summary=f"Own data, {schema.root}",
            parameters=parameters,
            runners_of=self.family,
        )


def own_workload(
    own: OwnSchema,
    data_path: str,
    relaxed: bool = False,
    tell: Callable[[str], object] = lambda sentence: None,
    batch: int = 0,
    name: str = "",
    extent: Extent = CORPUS_EXTENT,
    kind: str | None = None,
    only: Only | None = None,
) -> tuple[Workload, Corpus]:
    """The workload of the user's schema, and a corpus of their objects, or of ``only`` those of one type. The
    file is of a ``kind`` of input (None: as it begins, or is called).

    Every object is validated; the corpus has as many messages as ``extent`` says, spread evenly over the
    file, which is read twice. With a ``batch``, that many consecutive objects are one message; what is left
    over at the end is ignored. The workload depends only on the schema, so other data compile nothing.
    ``tell`` gets sentences about the sample, in which ``name`` is the file. Raises BadInput for a
    schema or an object that is invalid, the latter with its place and the path of the field, and where there
    are too few objects for one message; UndeclaredNumbers where the schema must declare more.
    """
    own = own.with_descriptors()
    schema = own.read()
    workload, importer = own.workload(schema, batch), own.importer()
    with opened_part(data_path, kind, name, only) as objects:
        mapping = _mapping(own, schema, objects, relaxed, importer)
        reading = _Reading(mapping, workload, relaxed, importer, objects, extent, own, only)
        key = reading.key(_file_sha256(objects.source.path))
        corpus = find_corpus(key) or keep_sample(key, workload, *reading.take())
    for sentence in sampled_of(corpus).sentences(objects.source.name, extent.is_timed):
        tell(sentence)
    return workload, corpus


def drawn_workload(
    own: OwnSchema,
    count: int,
    seed: int,
    distribution: Distribution,
    tell: Callable[[str], object],
    batch: int = 0,
    extent: Extent = CORPUS_EXTENT,
) -> tuple[Workload, Corpus]:
    """The workload of the user's schema, and a corpus of ``count`` objects that are drawn, as many as
    ``extent`` says of them. Raises BadInput where they are too few for a message."""
    schema = own.read()
    workload = own.workload(schema, batch)
    parts = ("drawn", str(count), str(seed), distribution.words(), str(extent.most_objects))
    texts = (inspect.getsource(drawing), inspect.getsource(sys.modules[__name__]))
    key = corpus_key(workload.name, workload.schema, (*parts, *texts))
    corpus = find_corpus(key)
    if corpus is None:
        encoder, sample = Encoder(workload.schema), Sample(seed, extent)
        objects = Drawer(schema, distribution, seed).objects(count)
        while members := list(islice(objects, batch or 1)):
            if len(members) == (batch or 1):
                obj = {BATCH_MEMBER: members} if batch else members[0]
                sample.add(partial(encoder.encode, obj))
        if not sample.objects:
            raise BadInput(f"--synthesize {count} makes too few objects for one message of {batch}.")
        taken = sample.take()
        corpus = keep_sample(key, workload, taken, Sampled(sample.objects, len(taken), {}, batch=batch))
    for sentence in sampled_of(corpus).sentences("the synthesized data", extent.is_timed):
        tell(sentence)
    return workload, corpus


def _mapping(
    own: OwnSchema, schema: Schema, objects: Input, relaxed: bool, importer: Importer | None
) -> JsonMapping | WireMapping:
    assert own.descriptors is not None
    if objects.kind.of_messages:
        return WireMapping(schema, own.descriptors, relaxed, open_enums(own.descriptors), own.left_out)
    # What foreign objects have beyond the schema is foreign too.
    return JsonMapping(
        schema,
        relaxed or importer is not None,
        objects.kind.of_text,
        AnyPacker(own.descriptors),
        own.has_hex,
        open_enums(own.descriptors),
        own.left_out,
    )


def workload_name(schema: Schema) -> str:
    """The root's name in lower case with hyphens, and the beginning of the schema's hash: safe as the name
    of a file or a target, and different for each schema."""
    bare = schema.root.rpartition(".")[2]
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+", "-", bare).strip("-").lower()
    return f"own-{words[:_NAME_CHARACTERS].strip('-')}-{schema.sha256()[:10]}"


def _file_sha256(path: str) -> str:
    """The hash of a file, or of the files of a folder in the order of their names."""
    try:
        if Path(path).is_dir():
            files = sorted(file for file in Path(path).iterdir() if file.is_file())
            return hashlib.sha256("".join(_file_sha256(str(file)) for file in files).encode()).hexdigest()
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None


@dataclass(frozen=True, slots=True)
class _Reading:
    """Reads objects of a schema into the messages of a workload: all are validated, few messages are
    kept."""

    mapping: JsonMapping | WireMapping
    workload: Workload
    relaxed: bool
    importer: Importer | None
    objects: Input
    extent: Extent
    own: OwnSchema
    only: Only | None

    def key(self, data_sha256: str) -> str:
        """The corpus's key in the cache: the data, and all that decides what is made of them."""
        parts = [data_sha256, str(self.relaxed), str(self.extent.most_objects)]
        parts += [repr(self.only)] if self.only else []
        parts.append(self.importer.text if self.importer else "")
        modules = (any_values, json_mapping, json_values, well_known, wire_mapping, sys.modules[__name__])
        parts += [
            self.objects.kind.name,
            self.objects.kind.source(),
            str(self.own.has_hex),
            repr(sorted(map(str, self.own.left_out))),
        ]
        parts += [inspect.getsource(module) for module in modules]
        return corpus_key(self.workload.name, self.workload.schema, parts)

    def take(self) -> tuple[list[bytes], Sampled]:
        """The bytes of the messages that are measured."""
        encoder, batch = Encoder(self.workload.schema), self.workload.batch
        sample = Sample(SEED, self.extent)
        members: list[Any] = []
        for number, document in self.objects.read(as_text=True):
            try:
                members.append(document if self._is_certain else self._object(document))
                if self.mapping.undeclared.numbers:
                    # All of them are collected before any is measured.
                    members.clear()
                    continue
                # The parsed document is released before the object is written.
                del document
                if len(members) == (batch or 1):
                    sample.add(partial(self._message, encoder, members))
                    members.clear()
            except BadInput as error:
                raise BadInput(f"{self.objects.place(number)}: {error}") from None
        if self.mapping.undeclared.numbers:
            raise UndeclaredNumbers(self.objects.source.name, self.mapping.undeclared.numbers)
        if not sample.objects:
            name = self.objects.source.name
            raise BadInput(f"{name} holds {len(members)} objects, too few for one message of {batch}.")
        taken = sample.take()
        ignored, as_text = dict(self.mapping.ignored), self.mapping.as_text
        changed = (
            *self.objects.changes.sentences(),
            *self.mapping.changes.sentences(),
            *self.mapping.hexadecimal(),
        )
        return taken, Sampled(sample.objects, len(taken), ignored, as_text, batch, changed)

    @property
    def _is_certain(self) -> bool:
        """Whether no object can be invalid: the file declares the types, of which the schema was made. Then
        only those that are measured are made objects."""
        return self.own.is_inferred and self.objects.kind.declared is not None and not self.relaxed

    def _message(self, encoder: Encoder, members: Sequence[Any]) -> bytes:
        """The bytes of a message of these objects."""
        objects = [*map(self._object, members)] if self._is_certain else members
        return encoder.encode({BATCH_MEMBER: objects} if self.workload.batch else objects[0])

    def _object(self, document: Any) -> dict[str, Any]:
        return self.mapping.read(self.importer.converted(document) if self.importer else document)
