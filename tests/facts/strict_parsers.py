"""Parsers of formats with cases of strictness, by the names that the cases give them.

Each takes messages, and returns of each the bytes of the object that it reads (FORMAT.md, section 1), or None
where it refuses.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import cbor2
import cborx
import msgpack
import msgspec

from serbench.corpus.encoding import Encoder
from serbench.corpus.workload import load_workload
from serbench.facts.measuring import WORKLOAD

SCHEMA = load_workload(WORKLOAD).schema
Parse: TypeAlias = Callable[[Sequence[bytes]], Sequence[bytes | None]]


def one_by_one(parse: Callable[[bytes], Any], error: type[Exception] = ValueError) -> Parse:
    """A parser of one message that refuses by an ``error``."""
    encoder, known = Encoder(SCHEMA), {field.name for field in SCHEMA.message(SCHEMA.root).fields}

    def parsed(messages: Sequence[bytes]) -> Sequence[bytes | None]:
        found: list[bytes | None] = []
        for message in messages:
            try:
                members = parse(message)
            except error:
                found.append(None)
            else:
                found.append(encoder.encode({name: members[name] for name in known & members.keys()}))
        return found

    return parsed


def json_of_cpython(message: bytes) -> Any:
    def refuse(name: str) -> None:
        raise ValueError(name)

    return json.loads(message.decode(), parse_constant=refuse)


def protobuf_in(implementation: str) -> Parse:
    """Google's parser in C (``upb``) or in Python, which share no code."""

    def parsed(messages: Sequence[bytes]) -> Sequence[bytes | None]:
        told = subprocess.run(
            [sys.executable, str(Path(__file__).parent / "protobuf_reader.py")],
            input="".join(f"{message.hex()}\n" for message in messages),
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION": implementation},
        )
        return [None if line == "refused" else bytes.fromhex(line) for line in told.stdout.splitlines()]

    return parsed


# By the format and the name.
PARSERS: Mapping[tuple[str, str], Parse] = {
    ("json", "json of CPython"): one_by_one(json_of_cpython),
    ("json", "msgspec"): one_by_one(msgspec.json.decode),
    # msgpack has an error of its own for a message that ends too early, which is a ValueError too.
    ("msgpack-named", "msgpack for Python"): one_by_one(
        lambda message: msgpack.unpackb(message, strict_map_key=False)
    ),
    ("msgpack-named", "msgspec"): one_by_one(msgspec.msgpack.decode),
    ("cbor", "cbor2"): one_by_one(cbor2.loads, cbor2.CBORDecodeError),
    ("cbor", "cborx"): one_by_one(cborx.loads, cborx.CBORDecodeError),
    ("protobuf", "protobuf's upb"): protobuf_in("upb"),
    ("protobuf", "protobuf in pure Python"): protobuf_in("python"),
}
