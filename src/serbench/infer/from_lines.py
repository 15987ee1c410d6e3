"""Infers the schema of a file of objects, and keeps it where a run finds it again."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from serbench.errors import BadInput
from serbench.infer.any_json import ANY_JSON
from serbench.infer.by_columns import observed
from serbench.infer.declaration import declare
from serbench.infer.inference import (
    CHOICE_NAME,
    TIME,
    Inferred,
    InferredEnum,
    InferredField,
    InferredMessage,
    infer,
)
from serbench.infer.names import first_free, message_name
from serbench.infer.observation import Place
from serbench.infer.regular import RegularDocuments
from serbench.inputs.opening import Input
from serbench.inputs.several import Only, Part, opened_part
from serbench.inputs.source import Unread
from serbench.schema.kept import keep_schema
from serbench.spooling import is_read_once, source_name

PLAIN_NAME = "Item"
_IMPORTS = {TIME: "timestamp", ANY_JSON: "struct"}


def inferred_schema(
    data: str,
    message: str | None = None,
    name: str = "",
    kind: str | None = None,
    only: Only | None = None,
) -> tuple[Inferred, str]:
    """The schema inferred from a file of objects, and its .proto.
    The file is at ``data`` (``-``: standard input), of a ``kind`` of input, and messages call it ``name``.
    Of a file of several types ``only`` one is read. The root is called ``message``, by default after the
    file. Raises BadInput where a document is not an object, or is nested too deeply."""
    stem = PLAIN_NAME if is_read_once(data) else Path(data).name.partition(".")[0]
    inferred, count = _inferred(data, message_name(message or stem), name, kind, only)
    return inferred, proto_text(inferred, f"{_counted(count, 'object')} of {name or source_name(data)}")


def schema_of_types(parts: Sequence[Part], data: str, name: str, kind: str | None) -> tuple[Inferred, str]:
    """One schema with a message for each type of the data, which is called as the type, and its .proto. Notes
    begin with the type. Raises BadInput as ``inferred_schema`` does."""
    roots = root_names(parts)
    found: list[Inferred] = []
    counts = 0
    for part, root in zip(parts, roots, strict=True):
        taken = {*roots, *(message.name for each in found for message in each.messages)}
        taken |= {enum.name for each in found for enum in each.enums}
        shown = part.shown(data, name)
        inferred, count = _inferred(part.path, root, shown, kind, part.only, taken - {root})
        found.append(replace(inferred, notes=tuple(f"{part.name}: {note}" for note in inferred.notes)))
        counts += count
    together = Inferred(
        tuple(chain.from_iterable(each.messages for each in found)),
        tuple(chain.from_iterable(each.notes for each in found)),
        any(each.needs_relaxed for each in found),
        tuple(chain.from_iterable(each.enums for each in found)),
    )
    origin = f"{_counted(counts, 'object')} of {_counted(len(parts), 'type')} of {name}"
    return together, proto_text(together, origin)


def root_names(parts: Sequence[Part]) -> list[str]:
    """The message of each type, called as the type; of those that would have one, the later have a number."""
    found: list[str] = []
    wanted = [message_name(part.name) for part in parts]
    for name in wanted:
        numbered = (f"{name}{number}" for number in range(2, len(parts) + 2))
        free = (each for each in numbered if each not in found and each not in wanted)
        found.append(next(free) if name in found else name)
    return found


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _inferred(
    data: str, root_name: str, name: str, kind: str | None, only: Only | None, taken: Iterable[str] = ()
) -> tuple[Inferred, int]:
    """The schema of a file, in which no message has a name that is ``taken``, and how many objects it has."""
    with opened_part(data, kind, name, only) as objects:
        name, declared = objects.source.name, objects.declared()
        try:
            if declared is None:
                root, count = _observed(objects)
            else:
                known, others = objects.untold()
                root = observed(others, declared, known)
                count = root.values
        except RecursionError:
            raise _too_deep(name) from None
        changes = objects.changes.sentences()
    try:
        if declared is not None:
            declare(root, declared)
        inferred = infer(root, root_name, objects.unit, taken)
    except RecursionError:
        raise _too_deep(name) from None
    return replace(inferred, notes=(*inferred.notes, *changes)), count


def _too_deep(name: str) -> BadInput:
    return BadInput(f"{name} holds objects nested too deeply for a schema to be inferred.")


def _observed(objects: Input) -> tuple[Place, int]:
    """The observations of the objects, and how many there are."""
    root = Place()
    regular = RegularDocuments(root)
    _observe(objects, root, regular)
    if regular.is_exact:
        return root, root.values + regular.passed
    root = Place()
    _observe(objects, root, None)
    return root, root.values


def _observe(objects: Input, root: Place, regular: RegularDocuments | None) -> None:
    for number, document in objects.read(accepts=regular.accepts if regular else None):
        if type(document) is Unread:
            continue
        if not isinstance(document, dict):
            raise objects.not_an_object(number)
        try:
            root.add(document, number)
        except RecursionError:
            raise BadInput(f"{objects.place(number)}: the document is nested too deeply.") from None
        if regular is not None:
            regular.learn()


def keep_inferred(
    data: str, name: str = "", kind: str | None = None, root: str = PLAIN_NAME, only: Only | None = None
) -> tuple[Path, Inferred]:
    """Infers the schema of a file as ``inferred_schema`` does, its root called ``root``, and writes it into
    the cache, under a name of its content."""
    inferred, text = inferred_schema(data, root, name, kind, only)
    declarations = "\n".join(line for line in text.splitlines() if not line.startswith("//"))
    return keep_schema("inferred", text.encode(), declarations.encode()), inferred


def proto_text(inferred: Inferred, origin: str) -> str:
    """The .proto with what could not be expressed exactly as comments; ``origin`` says what it was inferred
    from."""
    lines = [
        *_comment(f"Inferred from {origin}."),
        *(line for note in inferred.notes for line in _comment(note)),
    ]
    lines += ['syntax = "proto3";', "", "package inferred;"]
    types = {
        type_
        for message in inferred.messages
        for field in message.fields
        for type_ in _IMPORTS
        if type_ in field.type
    }
    lines += (
        ["", *(f'import "google/protobuf/{_IMPORTS[type_]}.proto";' for type_ in sorted(types))]
        if types
        else []
    )
    lines += [line for message in inferred.messages for line in _message(message)]
    lines += [line for enum in inferred.enums for line in _enum(enum)]
    return "\n".join(lines) + "\n"


def _message(message: InferredMessage) -> list[str]:
    fields = [_declaration(field, number) for number, field in enumerate(message.fields, 1)]
    if message.one_of:
        choice = first_free(CHOICE_NAME, "_", {field.name for field in message.fields}, {}, str)
        fields = [f"  oneof {choice} {{", *(f"  {field}" for field in fields), "  }"]
    return ["", f"message {message.name} {{", *fields, "}"]


def _enum(enum: InferredEnum) -> list[str]:
    labels = [f"    {label} = {number};" for number, label in enumerate(enum.labels)]
    return ["", f"message {enum.name} {{", f"  enum {enum.inner_name} {{", *labels, "  }", "}"]


def _declaration(field: InferredField, number: int) -> str:
    # Numbers 19000 to 19999 are protobuf's own.
    number += 1000 if number >= 19_000 else 0
    named = f' [json_name = "{_escaped(field.json_name)}"]' if field.json_name is not None else ""
    return f"  {field.type} {field.name} = {number}{named};"


def _comment(text: str) -> list[str]:
    """A comment that remains one line, whatever the names in it contain."""
    return ["// " + "".join(character if character.isprintable() else " " for character in text)]


def _escaped(name: str) -> str:
    """The bytes of a name in a literal of .proto; all but letters, digits and a few marks as octal
    numbers."""
    return "".join(
        chr(byte) if (chr(byte).isalnum() and byte < 128) or chr(byte) in " _-.$:/@+#" else f"\\{byte:03o}"
        for byte in name.encode("utf-8", "surrogatepass")
    )
