"""Reads the objects of the user's data into the messages of a workload."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from serbench.corpus import (
    any_values,
    json_mapping,
    json_values,
    lossy,
    quick_check,
    replacing,
    well_known,
    wire_mapping,
)
from serbench.corpus.any_values import AnyPacker
from serbench.corpus.cache import corpus_key
from serbench.corpus.encoding import Encoder
from serbench.corpus.json_mapping import JsonMapping
from serbench.corpus.own_schema import OwnSchema
from serbench.corpus.quick_check import QuickCheck
from serbench.corpus.sample import Extent, Later, Sample, planned
from serbench.corpus.sampled import SEED, Sampled
from serbench.corpus.undeclared import UndeclaredNumbers
from serbench.corpus.variant import BATCH_MEMBER
from serbench.corpus.wire_mapping import WireMapping
from serbench.corpus.workload import Workload
from serbench.errors import BadInput
from serbench.inputs import repeated
from serbench.inputs.opening import Input
from serbench.inputs.several import Only
from serbench.inputs.source import Typed, Unread
from serbench.schema.model import Schema
from serbench.schema.open_enums import open_enums

_MODULES = (
    any_values,
    json_mapping,
    json_values,
    lossy,
    quick_check,
    repeated,
    replacing,
    well_known,
    wire_mapping,
)


class _Unplanned(Exception):
    """Raised where the sample takes other objects than were planned, because they are large."""


class Reading:
    """Reads objects of a ``schema`` into the messages of a workload: all are validated, few messages are
    kept, as many as ``extent`` says. Of a file of several types the objects of ``only`` one are read."""

    def __init__(
        self,
        own: OwnSchema,
        schema: Schema,
        workload: Workload,
        objects: Input,
        extent: Extent,
        relaxed: bool = False,
        only: Only | None = None,
    ) -> None:
        self._own, self._workload, self._objects, self._extent = own, workload, objects, extent
        self._relaxed, self._only = relaxed, only
        self._importer = own.importer()
        self._encoder = Encoder(workload.schema)
        # Of objects in a message.
        self._count = workload.batch or 1
        # Where the file declares the types of which the schema was made, no object can be invalid. Only those
        # that are measured are made objects, and what is not quite as the file has it was told before.
        self._typed = objects.kind.typed if own.is_inferred and not relaxed else None
        self._check: QuickCheck | None = None
        self._mapping = self._mapping_of(schema)

    def _mapping_of(self, schema: Schema) -> JsonMapping | WireMapping:
        own, kind = self._own, self._objects.kind
        assert own.descriptors is not None
        enums = open_enums(own.descriptors)
        if kind.of_messages:
            return WireMapping(schema, own.descriptors, self._relaxed, enums, own.left_out)
        # What foreign objects have beyond the schema is foreign too.
        relaxed = self._relaxed or self._importer is not None
        packer = AnyPacker(own.descriptors)
        mapping = JsonMapping(schema, relaxed, kind.of_text, packer, own.has_hex, enums, own.left_out)
        if kind.read_unread is not None and self._only is None:
            self._check = QuickCheck(schema, mapping, packer, own.has_hex)
        return mapping

    def key(self, data_sha256: str) -> str:
        """The corpus's key in the cache: the data, and all that decides what is made of them."""
        parts = [
            data_sha256,
            str(self._relaxed),
            str(self._extent.most_objects),
            str(self._extent.kept_bytes),
        ]
        parts += [repr(self._only)] if self._only else []
        parts.append(self._importer.text if self._importer else "")
        parts += [
            self._objects.kind.name,
            self._objects.kind.source(),
            str(self._own.has_hex),
            repr(sorted(map(str, self._own.left_out))),
        ]
        parts += [inspect.getsource(module) for module in (*_MODULES, sys.modules[__name__])]
        return corpus_key(self._workload.name, self._workload.schema, parts)

    def take(self) -> tuple[list[bytes], Sampled]:
        """The bytes of the messages that are measured."""
        try:
            sample = self._all() if self._typed is None or self._only else self._planned(self._typed)
        except _Unplanned:
            sample = self._all()
        taken, mapping = sample.take(), self._mapping
        changed = (
            *self._objects.changes.sentences(),
            *mapping.changes.sentences(),
            *mapping.hexadecimal(),
        )
        batch, ignored = self._workload.batch, dict(mapping.ignored)
        return taken, Sampled(sample.objects, len(taken), ignored, mapping.as_text, batch, changed)

    def _all(self) -> Sample:
        """The sample of all objects, which are read one after the other."""
        sample, members = Sample(SEED, self._extent), list[Any]()
        for number, document in self._objects.read(True, self._check.accepts if self._check else None):
            try:
                if type(document) is Unread:
                    self._add_unread(number, document, sample, members)
                    continue
                members.append(document if self._typed is not None else self._object(document))
                if self._mapping.undeclared.numbers:
                    # All of them are collected before any is measured.
                    members.clear()
                    continue
                # The parsed document is released before the object is written.
                del document
                self._add(sample, members)
            except BadInput as error:
                raise BadInput(f"{self._objects.place(number)}: {error}") from None
        if self._mapping.undeclared.numbers:
            raise UndeclaredNumbers(self._objects.source.name, self._mapping.undeclared.numbers)
        self._require_some(sample, len(members))
        return sample

    def _add(self, sample: Sample, members: list[Any]) -> None:
        """Adds the message of these objects, if they are enough for one."""
        if len(members) == self._count:
            sample.add(1, lambda _: self._message(members))
            members.clear()

    def _add_unread(self, number: int, documents: Unread, sample: Sample, members: list[Any]) -> None:
        """Adds objects of which the first has this number."""
        lines, parse = documents.lines, documents.parse

        def later(at: int) -> Later:
            line = Unread((lines[at],), parse)

            def encode() -> bytes:
                with self._objects.at(number + at):
                    return self._message([line])

            return Later(encode, sys.getsizeof(line.lines[0]))

        if not self._workload.batch:
            sample.add(len(lines), later)
            return
        for line in lines:
            members.append(Unread((line,), parse))
            self._add(sample, members)

    def _planned(self, typed: Typed) -> Sample:
        """The same sample, of which only the objects that it keeps to the end are read. Raises _Unplanned
        where these are large, so that the sample would not keep as many."""
        sample, source, count = Sample(SEED, self._extent), self._objects.source, self._count
        objects = typed.count(source)
        messages = planned(objects // count, SEED, self._extent)
        numbers = [message * count + at for message in messages for at in range(1, count + 1)]
        some, encoded_bytes = typed.some(source, numbers), 0

        def encode(message: int) -> bytes:
            nonlocal encoded_bytes
            data = self._next(some, message * count + 1)
            encoded_bytes += len(data)
            if encoded_bytes > self._extent.kept_bytes:
                raise _Unplanned
            return data

        sample.add(objects // count, lambda message: Later(partial(encode, message), 0))
        sample.encode_all()
        self._require_some(sample, objects)
        return sample

    def _next(self, some: Iterator[tuple[int, Any]], first: int) -> bytes:
        """The message whose first object has this number."""
        members = [*islice(some, self._count)]
        if not members or members[0][0] != first:
            raise _Unplanned
        try:
            return self._message([document for _, document in members])
        except BadInput as error:
            raise BadInput(f"{self._objects.place(first)}: {error}") from None

    def _require_some(self, sample: Sample, objects: int) -> None:
        if not sample.objects:
            raise BadInput(
                f"{self._objects.source.name} holds {objects} objects, too few for one message of"
                f" {self._workload.batch}."
            )

    def _message(self, members: Sequence[Any]) -> bytes:
        """The bytes of a message of these objects."""
        objects = [self._later(each) for each in members]
        return self._encoder.encode({BATCH_MEMBER: objects} if self._workload.batch else objects[0])

    def _later(self, member: Any) -> dict[str, Any]:
        """The object of what was read, or left unread, before it was known whether it is measured."""
        if type(member) is Unread:
            assert self._check is not None
            return self._check.object(member.lines[0], member.parse)
        obj: dict[str, Any] = self._object(member) if self._typed else member
        return obj

    def _object(self, document: Any) -> dict[str, Any]:
        return self._mapping.read(self._importer.converted(document) if self._importer else document)
