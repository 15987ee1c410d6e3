"""Where in a message its structure lies, variants of objects, and objects that hold themselves."""

import random
import struct
from pathlib import Path

from fakes.tiny import make_corpus, runner

from serbench.corpus.encoding import Encoder
from serbench.engine.isolation import Writing
from serbench.experiments.torture.cases.structure import varint
from serbench.experiments.torture.nesting_objects import nested_object, path_around
from serbench.experiments.torture.nesting_pattern import deeper
from serbench.experiments.torture.positions import Positions, Shows, grown_at, positions
from serbench.experiments.torture.preparing import Other
from serbench.experiments.torture.variants import MOST_LEAVES, variants
from serbench.schema.build import read_schema
from serbench.schema.model import Kind, Schema

PROTO = """syntax = "proto3";
enum Colour { RED = 0; BLUE = 5; }
message Inner { string text = 1; Inner next = 2; repeated Inner more = 3; }
message Root { int32 id = 1; string name = 2; bool on = 3; Colour colour = 4; repeated int32 list = 5;
  double half = 6; bytes raw = 7; optional int32 absent = 8; Inner inner = 9; map<string, int32> map = 10;
  oneof choice { int32 number = 11; string text = 12; } }
"""
OBJ = {
    "id": 7,
    "name": "abx",
    "on": True,
    "colour": "BLUE",
    "list": [1, 2, 3],
    "half": 0.5,
    "raw": b"\x01",
    "inner": {"text": "ä"},
    "map": {"a": 1},
}


def schema(folder: Path) -> Schema:
    (folder / "schema.proto").write_text(PROTO)
    return read_schema(folder / "schema.proto", "Root")


def test_variants_differ_in_one_leaf(tmp_path: Path) -> None:
    read = schema(tmp_path)
    found = variants(read, 0, OBJ, random.Random(1))
    changed = [
        (name, one.obj[name], one.kind, one.shows)
        for one in found
        for name in OBJ
        if one.obj[name] != OBJ[name]
    ]
    assert changed == [
        ("id", 6, Kind.INT32, "value"),
        ("name", "aby", Kind.STRING, "value"),
        ("name", "abxx", Kind.STRING, "length"),
        ("on", False, Kind.BOOL, "value"),
        ("colour", 0, Kind.ENUM, "value"),
        ("list", [1, 2, 3, 3], Kind.INT32, "length"),
        ("list", [0, 2, 3], Kind.INT32, "value"),
        ("list", [1, 3, 3], Kind.INT32, "value"),
        ("half", -0.5, Kind.DOUBLE, "value"),
        ("raw", b"\x00", Kind.BYTES, "value"),
        ("raw", b"\x01x", Kind.BYTES, "length"),
        # No letter of as many bytes is known for one that is not ASCII.
        ("inner", {"text": "äx"}, Kind.STRING, "length"),
    ]
    encoder = Encoder(read)
    sizes = [(one.shows, len(encoder.encode(one.obj)) - len(encoder.encode(OBJ))) for one in found]
    assert {size for shows, size in sizes if shows == "value"} == {0}
    assert {size for shows, size in sizes if shows == "length"} == {1, 4}
    many = OBJ | {"list": [], "inner": {"more": [{"text": "a"}] * 2, "text": "b", "next": {}}}
    assert len({id(one) for one in variants(read, 0, many, random.Random(1))}) <= 2 * MOST_LEAVES


def test_structure_is_what_changes_before_what_has_grown() -> None:
    def message(text: bytes, number: int) -> bytes:
        return struct.pack("<H", len(text) + 4) + bytes([len(text)]) + text + bytes([number])

    base = message(b"hello", 1)
    others: list[tuple[bytes, Kind, Shows]] = [
        (message(b"hellx", 1), Kind.STRING, "value"),
        (message(b"hellox", 1), Kind.STRING, "length"),
        (message(b"hello", 9), Kind.INT32, "value"),
    ]
    found = positions(base, others)
    assert found == Positions((0, 2), ((7, Kind.STRING), (8, Kind.INT32)))
    assert [found.place(at) for at in (0, 1, 7)] == ["structure", "", "payload"]
    # A text format has no lengths.
    assert grown_at(b'{"a":"hello"}', b'{"a":"hellox"}') == []


def test_the_tag_of_a_oneof_is_what_changes_first_with_its_case(tmp_path: Path) -> None:
    found = variants(schema(tmp_path), 0, OBJ | {"text": "abc"}, random.Random(1))
    (turned,) = [one for one in found if one.shows == "tag"]
    assert (turned.obj, turned.kind) == (OBJ | {"number": 0}, Kind.ENUM)
    assert positions(b"\x07\x02\x03abc", [(b"\x07\x01\0\0\0\0", Kind.ENUM, "tag")]).payload == (
        (1, Kind.ENUM),
    )


def test_objects_hold_themselves_by_the_shortest_way(tmp_path: Path) -> None:
    read = schema(tmp_path)
    path, around = path_around(read) or ((), ())
    assert [field.name for field in path] == ["inner"]
    assert [field.name for field in around] == ["next"]
    assert nested_object(read, 2) == {"inner": {"next": {"next": {}}}}
    (tmp_path / "flat.proto").write_text('syntax = "proto3";\nmessage Flat { int32 id = 1; }\n')
    assert nested_object(read_schema(tmp_path / "flat.proto"), 2) is None


def test_a_pattern_of_nesting_makes_deeper_messages() -> None:
    def text(depth: int) -> bytes:
        return b'{"inner":' + b'{"next":' * depth + b"{}" + b"}" * depth + b"}"

    def prefix(depth: int) -> bytes:
        return b"\x91" * depth + b"\xc0"

    def marked(depth: int) -> bytes:
        return b"\x0c\x00\x01" * depth + b"\x00" * (depth + 1)

    def with_defaults(depth: int) -> bytes:
        return b"\0\0\1" * depth + b"\0\0\0" + b"\0\0\0\0" * (depth + 1)

    def keyed(depth: int) -> bytes:
        return b'{"id":0,"next":' * depth + b'{"id":0,"list":[]}' + b',"list":[]}' * depth

    for kind in (text, prefix, marked, with_defaults, keyed):
        assert deeper(kind(40), kind(41), kind(42), 100) == kind(140)

    assert deeper(b"same", b"same", b"same", 5) is None


def test_a_level_may_begin_with_the_length_of_what_it_holds() -> None:
    def after_a_varint(depth: int) -> bytes:
        message = b""
        for _ in range(depth):
            message = b"\x0a" + varint(len(message)) + message
        return message

    def with_its_own_length(depth: int) -> bytes:
        message = struct.pack("<I", 5) + b"\0"
        for _ in range(depth):
            message = struct.pack("<I", len(message) + 11) + b"\x03next\0" + message + b"\0"
        return message

    for kind in (after_a_varint, with_its_own_length):
        assert deeper(kind(40), kind(41), kind(42), 0) == kind(40)
        assert deeper(kind(40), kind(41), kind(42), 10_000) == kind(10_040)

    def with_two_lengths(depth: int) -> bytes:
        message = b""
        for _ in range(depth):
            inner = bytes([len(message)]) + message
            message = bytes([len(inner)]) + inner
        return message

    assert deeper(with_two_lengths(40), with_two_lengths(41), with_two_lengths(42), 100) is None


def test_messages_of_another_schema_are_those_that_the_codec_writes(tmp_path: Path) -> None:
    corpus = make_corpus(tmp_path, numbers=(1, 2, 3, 4, 5, 6, 7, 8))
    other = Other(runner("torturer"), corpus)
    words = "a valid message of the schema tiny"
    assert other.messages(Writing(tmp_path)) == [
        (words, b"M" + struct.pack("<II", 4, number)) for number in (1, 2, 3, 4)
    ]
