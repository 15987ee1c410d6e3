"""A file's objects, after they were written and read in the corpus format, by the schema inferred of it."""

from pathlib import Path
from typing import Any

from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.corpus.json_mapping import JsonMapping
from serbench.infer.from_lines import inferred_schema
from serbench.infer.inference import Inferred
from serbench.inputs.opening import opened_input
from serbench.schema.build import read_schema


def through_its_schema(path: Path) -> tuple[Inferred, list[dict[str, Any]]]:
    """The schema inferred of a file, and its objects."""
    found, text = inferred_schema(str(path), "Root")
    proto = path.with_suffix(".proto")
    proto.write_text(text)
    schema = read_schema(proto, "Root")
    mapping, encoder, decoder = JsonMapping(schema), Encoder(schema), Decoder(schema)
    with opened_input(str(path)) as objects:
        read = [decoder.decode(encoder.encode(mapping.read(document))) for _, document in objects.read()]
    return found, read


def fields(found: Inferred, message: str = "Root") -> dict[str, str]:
    """The types of a message's fields by their names."""
    (fields,) = (each.fields for each in found.messages if each.name == message)
    return {field.name: field.type for field in fields}
