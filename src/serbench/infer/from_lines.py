"""Infers the schema of a file of objects, and keeps it where a run finds it again."""

from dataclasses import replace
from pathlib import Path

from serbench.errors import BadInput
from serbench.infer.any_json import ANY_JSON
from serbench.infer.by_columns import observed
from serbench.infer.declaration import declare
from serbench.infer.inference import (
    CHOICE_NAME,
    ENUM_NAME,
    TIME,
    Inferred,
    InferredEnum,
    InferredField,
    InferredMessage,
    infer,
    message_name,
)
from serbench.infer.observation import Place
from serbench.inputs.opening import Input
from serbench.inputs.several import Only, opened_part
from serbench.schema.kept import keep_schema
from serbench.spooling import is_read_once

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
    with opened_part(data, kind, name, only) as objects:
        name, declared = objects.source.name, objects.declared()
        try:
            root = _observed(objects) if declared is None else observed(objects.read(), declared)
        except RecursionError:
            raise _too_deep(name) from None
        changes = objects.changes.sentences()
    count = root.values
    stem = PLAIN_NAME if is_read_once(data) else Path(data).name.partition(".")[0]
    if declared is not None:
        declare(root, declared)
    try:
        inferred = infer(root, message_name(message or stem), objects.unit)
    except RecursionError:
        raise _too_deep(name) from None
    inferred = replace(inferred, notes=(*inferred.notes, *changes))
    return inferred, proto_text(inferred, f"{count} {'object' if count == 1 else 'objects'} of {name}")


def _too_deep(name: str) -> BadInput:
    return BadInput(f"{name} holds objects nested too deeply for a schema to be inferred.")


def _observed(objects: Input) -> Place:
    root = Place()
    for number, document in objects.read():
        if not isinstance(document, dict):
            raise objects.not_an_object(number)
        try:
            root.add(document, number)
        except RecursionError:
            raise BadInput(f"{objects.place(number)}: the document is nested too deeply.") from None
    return root


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
        fields = [f"  oneof {CHOICE_NAME} {{", *(f"  {field}" for field in fields), "  }"]
    return ["", f"message {message.name} {{", *fields, "}"]


def _enum(enum: InferredEnum) -> list[str]:
    labels = [f"    {label} = {number};" for number, label in enumerate(enum.labels)]
    return ["", f"message {enum.name} {{", f"  enum {ENUM_NAME} {{", *labels, "  }", "}"]


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
