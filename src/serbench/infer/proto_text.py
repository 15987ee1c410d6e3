"""The text of an inferred .proto."""

from __future__ import annotations

from serbench.infer.inference import Inferred, InferredField


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
