"""Data of several types: a folder with a file of each, or a file whose objects name their type in a field."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from serbench.errors import BadInput
from serbench.inputs.changes import Changes
from serbench.inputs.opening import Input, opened_input
from serbench.inputs.protobuf import PROTOBUF
from serbench.inputs.source import Accepts, Untold
from serbench.spooling import is_read_once

# More values are those of no type, but of data. Each is a workload, which is compiled for each codec.
MOST_TYPES = 64


@dataclass(frozen=True, slots=True)
class Only:
    """The objects of a file that are of one type: what their ``field`` holds, as text, is its ``value``."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Part:
    """The objects of a type of this name, which are all of the file at ``path``, or those of ``only``."""

    name: str
    path: str
    only: Only | None = None

    def shown(self, data: str, name: str) -> str:
        """The name of its file in messages, in which ``data`` is called ``name``."""
        return name if self.path == data else self.path


@dataclass(frozen=True, slots=True)
class _PartOfInput(Input):
    """Of an input the objects of one type, with the numbers that they have in it."""

    only: Only | None = None

    def read(self, as_text: bool = False, accepts: Accepts | None = None) -> Iterator[tuple[int, Any]]:
        # Which type an object is of is known when it is read, and so is what changed in it.
        assert self.only is not None
        changes = Changes()
        for number, document in Input.read(self, as_text):
            if type_name(self, number, document, self.only.field) == self.only.value:
                self.changes.move_to(changes)
                yield number, document
            self.changes.clear()
        changes.move_to(self.changes)

    def untold(self) -> Untold:
        return {}, self.read()


@contextmanager
def opened_part(path: str, kind: str | None, name: str, only: Only | None) -> Iterator[Input]:
    """As ``opened_input``, but for the objects that are not of the type."""
    with opened_input(path, kind, name) as objects:
        if only is None:
            yield objects
        else:
            whole = {each.name: getattr(objects, each.name) for each in fields(objects)}
            yield _PartOfInput(**whole, only=only)


def parts_of(data: str, kind: str | None, name: str, field: str | None) -> Sequence[Part] | None:
    """The types of the user's data, which a folder has as files, and a file in a ``field``; None where they
    are not of several. Raises BadInput."""
    if field is not None:
        if Path(data).is_dir():
            raise BadInput(f"The files of {name} are the types of its objects: leave out --message-field.")
        return types_in(data, kind, name, field)
    # A folder of protobuf has a message in each file.
    return files_of(data) if Path(data).is_dir() and kind != PROTOBUF.name else None


def files_of(folder: str) -> Sequence[Part]:
    """A type for each file of a folder, called as the file without what follows the first full stop. Raises
    BadInput where there is none, where two have one name, and for a folder within."""
    found: dict[str, Part] = {}
    try:
        paths = sorted(path for path in Path(folder).iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise BadInput(f"{folder} cannot be read: {error.strerror}.") from None
    for path in paths:
        if path.is_dir():
            raise BadInput(f"{path} is a folder; a folder of data has a file for each type of objects.")
        if is_read_once(str(path)):
            raise BadInput(f"{path} is a pipe, which is read once; a folder of data has files.")
        name = path.name.partition(".")[0]
        if name in found:
            raise BadInput(f"{found[name].path} and {path} have the name of one type, {name}; rename a file.")
        found[name] = Part(name, str(path))
    if not found:
        raise BadInput(f"{folder} holds no files.")
    return tuple(found.values())


def types_in(path: str, kind: str | None, name: str, field: str) -> Sequence[Part]:
    """A type for each value of a field of the objects, the most frequent first. Raises BadInput, with the
    place, for an object in which it is not text, a whole number, true or false, and where there are too many
    values."""
    counts: Counter[str] = Counter()
    with opened_input(path, kind, name) as objects:
        for number, document in objects.read():
            counts[type_name(objects, number, document, field)] += 1
            if len(counts) > MOST_TYPES:
                place = objects.place(number)
                raise BadInput(f"{place}: {field} has more than {MOST_TYPES} values, so it names no types.")
    ordered = sorted(counts, key=lambda value: (-counts[value], value))
    return tuple(Part(value, path, Only(field, value)) for value in ordered)


def type_name(objects: Input, number: int, document: Any, field: str) -> str:
    """The type that an object names, as text."""
    if not isinstance(document, dict):
        raise objects.not_an_object(number)
    value = document.get(field)
    if value is None:
        raise BadInput(f"{objects.place(number)}: expected the field {field}, which names the object's type.")
    if value == "":
        raise BadInput(f"{objects.place(number)}: {field} names no type: it is empty.")
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int):
        return json.dumps(value)
    raise BadInput(f"{objects.place(number)}: {field} names no type: it is neither text nor a whole number.")
