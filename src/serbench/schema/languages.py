"""Schemas of other languages than protobuf's, which are told by their names or their first words."""

import re
from pathlib import Path

from serbench.errors import BadInput

_BY_SUFFIX = {
    ".fbs": "FlatBuffers",
    ".capnp": "Cap'n Proto",
    ".thrift": "Thrift",
    ".avdl": "Avro's IDL",
    ".avpr": "Avro's protocols",
    ".asn": "ASN.1",
    ".asn1": "ASN.1",
    ".bop": "Bebop",
    ".xsd": "XML",
    ".graphql": "GraphQL",
}
_BY_TEXT = (
    (re.compile(r"^\s*@0x[0-9a-fA-F]{16};", re.MULTILINE), "Cap'n Proto"),
    (re.compile(r"^\s*(table\s+\w+\s*\{|root_type\s+\w+\s*;)", re.MULTILINE), "FlatBuffers"),
    (re.compile(r"^\s*struct\s+\w+\s*\{\s*\d+\s*:", re.MULTILINE), "Thrift"),
    (re.compile(r"DEFINITIONS\s+(\w+\s+TAGS\s+)?::="), "ASN.1"),
    (re.compile(r"\A\s*<"), "XML"),
)


def refuse_other_languages(path: Path, data: bytes) -> None:
    """Raises BadInput that names the language of a schema that is of another one, and says what to do."""
    text = data.decode(errors="replace")
    named = _BY_SUFFIX.get(path.suffix.lower())
    # A .proto may hold words of others in its comments.
    if named is None and path.suffix != ".proto":
        named = next((name for pattern, name in _BY_TEXT if pattern.search(text)), None)
    if named is not None:
        raise BadInput(
            f"The schema {path} is written for {named} and is not read; write it as a .proto, or leave out"
            " --schema, so that it is inferred from the data."
        )
