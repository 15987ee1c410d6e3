"""The changes of a schema, each a folder: both versions, and objects that one version writes with what the
other ought to read."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

from serbench.corpus.encoding import Encoder
from serbench.corpus.json_mapping import JsonMapping
from serbench.errors import BadInput, did_you_mean
from serbench.schema.build import build_schema
from serbench.schema.descriptors import read_descriptors
from serbench.schema.model import Schema
from serbench.scratch import scratch_folder

CHANGES = Path(__file__).parent / "changes"

Version: TypeAlias = Literal["old", "new"]
OLD: Version = "old"
NEW: Version = "new"
VERSIONS: tuple[Version, Version] = (OLD, NEW)
# In the words of schema registries: the new version reads what the old one wrote, and the other way round; in
# a rewrite the old version reads and writes again what the new one wrote, which then reads it.
BACKWARD, FORWARD, REWRITE = "backward", "forward", "rewrite"
DIRECTIONS = (BACKWARD, FORWARD, REWRITE)
Object: TypeAlias = dict[str, Any]
_KEYS = {"written", "expected", "lost"}


@dataclass(frozen=True, slots=True)
class Case:
    """An object that one version writes, and what the other ought to read. No value of the reader's schema is
    right for the fields in ``lost``, which are absent or default in ``expected``."""

    written: Object
    expected: Object
    lost: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Change:
    """A change: the schema before and after it, and the cases of both directions. ``order`` is the name of
    its folder, ``summary`` the first line of its README after the title. ``shared`` are the types of a user's
    schema that the change leaves alone, ``texts`` the declarations of both versions for people."""

    name: str
    order: str
    summary: str
    old: Schema
    new: Schema
    backward: tuple[Case, ...]
    forward: tuple[Case, ...]
    shared: frozenset[str] = frozenset()
    texts: tuple[str, str] = ("", "")

    @property
    def field(self) -> str:
        """The case of the merged schema that holds its messages."""
        return self.name.replace("-", "_")

    def schema(self, version: Version) -> Schema:
        return self.old if version == OLD else self.new

    def text(self, version: Version) -> str:
        return self.texts[VERSIONS.index(version)]

    def cases(self, direction: str) -> tuple[Case, ...]:
        """The cases that are read in a direction.
        A rewrite begins with what forward reads, and all of it ought to come back."""
        if direction == REWRITE:
            return tuple(Case(case.written, case.written) for case in self.forward)
        return self.backward if direction == BACKWARD else self.forward


def reader_of(direction: str) -> Version:
    """The version that reads last."""
    return OLD if direction == FORWARD else NEW


def writer_of(direction: str) -> Version:
    """The version that wrote first."""
    return OLD if direction == BACKWARD else NEW


@cache
def all_changes(folder: Path = CHANGES) -> tuple[Change, ...]:
    """All changes in the order of their folders. Raises BadInput for one that is not valid."""
    found = load_changes([path.parent for path in sorted(folder.glob("*/old.proto"))])
    names = [change.name for change in found]
    if repeated := next((name for name in names if names.count(name) > 1), None):
        raise BadInput(f"Two folders in {folder} have the change {repeated}.")
    return found


def named_changes(names: Sequence[str], known: Sequence[Change]) -> tuple[Change, ...]:
    """The named changes, by default all; BadInput for an unknown name, with the nearest one."""
    by_name = {change.name: change for change in known}
    for name in names:
        if name not in by_name:
            hint = did_you_mean(name, by_name, f"there are {', '.join(by_name)}.", cutoff=0.5)
            raise BadInput(f"There is no change {name}; {hint}")
    return tuple(change for change in known if not names or change.name in names)


def load_changes(folders: Sequence[Path]) -> tuple[Change, ...]:
    """The changes in these folders, which lie in one and are called ``NN-name``. Raises BadInput where a part
    is missing or not valid."""
    olds, news = (_schemas(folders, version) for version in VERSIONS)
    return tuple(map(_load_change, folders, olds, news))


def _schemas(folders: Sequence[Path], version: Version) -> list[Schema]:
    """The schemas of a version, each with the first message of its file as its root. The compiler is started
    once for all: so each change has a package of its own."""
    paths = [f"{folder.name}/{version}.proto" for folder in folders]
    with scratch_folder("changes") as place:
        both = place / "all.proto"
        imports = "".join(f'import "{path}";\n' for path in paths)
        both.write_text(f'syntax = "proto3";\n{imports}', encoding="utf-8")
        descriptors = read_descriptors(both, tuple(dict.fromkeys(folder.parent for folder in folders)))
    files = {file.name: file for file in descriptors.file}
    return [_rooted(descriptors, files[path]) for path in paths]


def _rooted(descriptors: FileDescriptorSet, file: FileDescriptorProto) -> Schema:
    if not file.message_type:
        raise BadInput(f"The schema {file.name} declares no message.")
    root = f"{file.package}.{file.message_type[0].name}".removeprefix(".")
    return build_schema(descriptors, root, file.name)


def _load_change(folder: Path, old: Schema, new: Schema) -> Change:
    document = _document(folder / "objects.json")
    return Change(
        name=folder.name.partition("-")[2] or folder.name,
        order=folder.name,
        summary=_summary(folder / "README.md"),
        old=old,
        new=new,
        backward=_cases(folder, document, BACKWARD, old, new),
        forward=_cases(folder, document, FORWARD, new, old),
        texts=(_text(folder, OLD), _text(folder, NEW)),
    )


def _text(folder: Path, version: Version) -> str:
    return (folder / f"{version}.proto").read_text(encoding="utf-8")


def _document(path: Path) -> Mapping[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"The objects {path} of a change cannot be read: {error}.") from None
    if not isinstance(found, dict) or found.keys() != {BACKWARD, FORWARD}:
        raise BadInput(f"{path} is not an object with the lists {BACKWARD} and {FORWARD}.")
    return found


def _cases(
    folder: Path, document: Mapping[str, Any], direction: str, writer: Schema, reader: Schema
) -> tuple[Case, ...]:
    written, expected = _object_reader(writer), _object_reader(reader)
    known = {field.name for field in reader.message(reader.root).fields}
    cases = []
    for index, entry in enumerate(document[direction]):
        place = f"{folder / 'objects.json'}, {direction}[{index}]"
        if not isinstance(entry, dict) or not {"written", "expected"} <= entry.keys() <= _KEYS:
            raise BadInput(f"{place} does not have written, expected and perhaps lost.")
        lost = frozenset(entry.get("lost", ()))
        if not lost <= known:
            raise BadInput(f"{place}: the reader has no field {', '.join(sorted(lost - known))}.")
        try:
            cases.append(Case(written(entry["written"]), expected(entry["expected"]), lost))
        except BadInput as error:
            raise BadInput(f"{place}: {error}") from None
    if not cases:
        raise BadInput(f"{folder / 'objects.json'} has no objects for {direction}.")
    return tuple(cases)


def _object_reader(schema: Schema) -> Callable[[Any], Object]:
    """Reads JSON into objects that the schema allows."""
    mapping, encoder = JsonMapping(schema), Encoder(schema)

    def read(document: Any) -> Object:
        obj = mapping.read(document)
        encoder.encode(obj)
        return obj

    return read


def _summary(readme: Path) -> str:
    try:
        lines = [line.strip() for line in readme.read_text(encoding="utf-8").splitlines()]
    except OSError as error:
        raise BadInput(f"The file {readme} of a change cannot be read: {error.strerror}.") from None
    return next((line for line in lines if line and not line.startswith("#")), "")
