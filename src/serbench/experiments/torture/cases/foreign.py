"""Bytes that are sound as something else: a message of another format, another schema, a file."""

import random

from serbench.experiments.torture.cases.case import Case, CaseMaterial, whole

KIND = "foreign"
_KNOWN = (
    ("a JSON object", b'{"name": "value", "list": [1, 2.5, null, true], "deep": {"a": {"b": []}}}'),
    ("a JSON list", b"[" + b'"text", ' * 20 + b"0]"),
    ("a MessagePack map", bytes.fromhex("83a16101a16292c3c2a163cb400921fb54442d18")),
    ("a CBOR map", bytes.fromhex("a3616101616282f5f46163fb400921fb54442d18")),
    ("a BSON document", bytes.fromhex("160000000268656c6c6f0006000000776f726c640000")),
    ("a protobuf message", bytes.fromhex("0a05776f726c6410961a1a0308ac02220103")),
    ("XML", b'<?xml version="1.0"?><a b="c"><d>e</d></a>\n'),
    ("an empty ZIP archive", b"PK\x05\x06" + bytes(18)),
    (
        "the beginning of a PNG",
        bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"),
    ),
    (
        "the beginning of a gzip file",
        bytes.fromhex("1f8b0800000000000003cb48cdc9c95728cf2fca49010085114a0d0b000000"),
    ),
    ("the beginning of an ELF file", b"\x7fELF\x02\x01\x01" + bytes(57)),
    ("text in UTF-16", "ein Text, und noch einer".encode("utf-16")),
    ("1 KiB of zeros", bytes(1024)),
    ("1 KiB of ones", b"\xff" * 1024),
)


def cases(material: CaseMaterial, budget: int, rng: random.Random) -> list[Case]:
    every = [*_KNOWN, *material.foreign]
    found = [whole(KIND, data, words) for words, data in every[:budget]]
    while len(found) < budget:
        words, data = rng.choice(every)
        length = rng.randint(1, len(data))
        found.append(whole(KIND, data[:length], f"the first {length} bytes of {words}"))
    return found
