"""Infers the schema of a file of JSON lines, and keeps it where a run finds it again."""

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from serbench.corpus.json_lines import (
    STANDARD_INPUT,
    not_an_object,
    read_json_lines,
    source_name,
    standard_input,
)
from serbench.errors import BadInput, SerbenchError
from serbench.infer.inference import Inferred, InferredField, infer, message_name
from serbench.infer.observation import Place
from serbench.locations import cache_directory
from serbench.scratch import scratch_folder

_PLAIN_NAME = "Item"


def inferred_schema(data: str, message: str | None = None, name: str = "") -> tuple[Inferred, str]:
    """What is inferred from a file (``-``: standard input), which messages call ``name``, and its .proto; the
    root is called ``message``, by default after the file. Raises BadInput where a line is not an object."""
    root, name = Place(), name or source_name(data)
    for line, document in read_json_lines(data, name=name):
        if not isinstance(document, dict):
            raise not_an_object(f"{name}:{line}", document)
        try:
            root.add(document, line)
        except RecursionError:
            raise BadInput(f"{name}:{line}: the document is nested too deeply.") from None
    objects = root.values
    stem = _PLAIN_NAME if data == STANDARD_INPUT else Path(data).name.partition(".")[0]
    try:
        inferred = infer(root, message_name(message or stem))
    except RecursionError:
        raise BadInput(f"{name} holds objects nested too deeply for a schema to be inferred.") from None
    return inferred, proto_text(inferred, f"{objects} objects of {name}")


def keep_inferred(data: str, name: str = "") -> tuple[Path, Inferred]:
    """Infers the schema of a file, which messages call ``name``, and writes it into the cache, under a name
    of its content."""
    inferred, text = inferred_schema(data, _PLAIN_NAME, name)
    declarations = "\n".join(line for line in text.splitlines() if not line.startswith("//"))
    file_name = f"{hashlib.sha256(declarations.encode()).hexdigest()[:16]}.proto"
    path = cache_directory() / "inferred" / file_name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SerbenchError(f"The inferred schema cannot be written to {path}: {error.strerror}.") from error
    return path, inferred


@contextmanager
def spooled(data: str, spool: bool) -> Iterator[str]:
    """The path of data that is read twice: standard input is put into a file for it, if ``spool``. Raises
    SerbenchError where the file cannot be written."""
    if data != STANDARD_INPUT or not spool:
        yield data
        return
    source = standard_input()
    with scratch_folder("data") as folder:
        path = folder / "lines"
        try:
            with path.open("wb") as file:
                shutil.copyfileobj(source, file)
        except OSError as error:
            raise SerbenchError(
                f"Standard input cannot be kept in {folder.parent}, to be read twice ({error.strerror});"
                " TMPDIR names another folder."
            ) from None
        yield str(path)


def proto_text(inferred: Inferred, origin: str) -> str:
    """The .proto with what could not be expressed exactly as comments; ``origin`` says what it was inferred
    from."""
    lines = [
        *_comment(f"Inferred from {origin}."),
        *(line for note in inferred.notes for line in _comment(note)),
    ]
    lines += ['syntax = "proto3";', "", "package inferred;"]
    for message in inferred.messages:
        lines += ["", f"message {message.name} {{"]
        lines += [_declaration(field, number) for number, field in enumerate(message.fields, 1)]
        lines.append("}")
    return "\n".join(lines) + "\n"


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
