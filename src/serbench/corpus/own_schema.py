"""The user's own schema: where it is, what is left out of it, and the workload that it makes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from google.protobuf.descriptor_pb2 import FileDescriptorSet

from serbench.corpus.importer import Importer
from serbench.corpus.variant import BATCH, VariantName, batched
from serbench.corpus.workload import Workload
from serbench.errors import BadInput
from serbench.schema.build import build_schema, root_of
from serbench.schema.descriptors import read_descriptors
from serbench.schema.left_out import LeftOut, without
from serbench.schema.limits import UnsupportedSchema
from serbench.schema.model import Schema
from serbench.schema.open_enums import declaring

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


def workload_name(schema: Schema) -> str:
    """The root's name in lower case with hyphens, and the beginning of the schema's hash: safe as the name
    of a file or a target, and different for each schema."""
    bare = schema.root.rpartition(".")[2]
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+", "-", bare).strip("-").lower()
    return f"own-{words[:_NAME_CHARACTERS].strip('-')}-{schema.sha256()[:10]}"
