"""The format against bytes and sums worked out by hand from FORMAT.md, not by our own code."""

import math
from typing import Any

import pytest
import xxhash
from corpus.tours import schema_of

from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.corpus.touch import Touch
from serbench.schema.access import access_plans
from serbench.schema.model import Schema

ENUM = "enum E { ZERO = 0; ONE = 1; BACK = -2; }"

# A field of each type, its value, and the bytes of FORMAT.md, section 1.
SINGLE: list[tuple[str, Any, str]] = [
    ("bool v", False, "00"),
    ("bool v", True, "01"),
    # Two's complement, little-endian: -2 is all ones but the lowest bit.
    ("int32 v", -2, "FE FF FF FF"),
    ("sint32 v", 258, "02 01 00 00"),
    ("sfixed32 v", -(2**31), "00 00 00 80"),
    ("uint32 v", 2**32 - 1, "FF FF FF FF"),
    ("fixed32 v", 1, "01 00 00 00"),
    ("int64 v", -1, "FF FF FF FF FF FF FF FF"),
    ("sint64 v", 2**40, "00 00 00 00 00 01 00 00"),
    ("sfixed64 v", -(2**63), "00 00 00 00 00 00 00 80"),
    ("uint64 v", 2**63, "00 00 00 00 00 00 00 80"),
    ("fixed64 v", 5, "05 00 00 00 00 00 00 00"),
    # 1.5 = 1.1 binary: exponent 127 = 7F, the first bit of the mantissa set: 3FC00000.
    ("float v", 1.5, "00 00 C0 3F"),
    ("float v", math.nan, "00 00 C0 7F"),
    ("float v", -math.inf, "00 00 80 FF"),
    ("float v", 2.0**-149, "01 00 00 00"),
    ("double v", -0.0, "00 00 00 00 00 00 00 80"),
    ("double v", -math.nan, "00 00 00 00 00 00 F8 7F"),
    ("double v", math.inf, "00 00 00 00 00 00 F0 7F"),
    # -2.0: sign, exponent 1024 = 400: C000000000000000.
    ("double v", -2.0, "00 00 00 00 00 00 00 C0"),
    ("E v", -2, "FE FF FF FF"),
    ("string v", "", "00 00 00 00"),
    # é is C3 A9 in UTF-8: the length counts bytes.
    ("string v", "é", "02 00 00 00 C3 A9"),
    ("bytes v", b"\xff\x00", "02 00 00 00 FF 00"),
    ("repeated int32 v", [1, -1], "02 00 00 00 01 00 00 00 FF FF FF FF"),
    ("repeated bool v", [True, False, True], "03 00 00 00 01 00 01"),
    ("repeated string v", ["a", ""], "02 00 00 00 01 00 00 00 61 00 00 00 00"),
    ("repeated M v", [{}, {"n": 3}], "02 00 00 00 00 01 03 00 00 00"),
    ("map<bool, bool> v", {True: False, False: True}, "02 00 00 00 00 01 01 00"),
    ("map<int32, bool> v", {0: True, -1: True}, "02 00 00 00 FF FF FF FF 01 00 00 00 00 01"),
    ("map<uint32, bool> v", {2**31: True, 1: True}, "02 00 00 00 01 00 00 00 01 00 00 00 80 01"),
    # By bytes "" < "a" < "aa" < "b".
    (
        "map<string, bool> v",
        {"b": True, "aa": True, "a": True, "": True},
        "04 00 00 00  00 00 00 00 01  01 00 00 00 61 01  02 00 00 00 61 61 01  01 00 00 00 62 01",
    ),
    # A message may be absent; inside it, n has presence too.
    ("M v", None, "00"),
    ("M v", {}, "01 00"),
    ("M v", {"n": 0}, "01 01 00 00 00 00"),
    ("optional int32 v", None, "00"),
    ("optional int32 v", 0, "01 00 00 00 00"),
    ("optional string v", "", "01 00 00 00 00"),
]


def _schema(field: str) -> Schema:
    return schema_of(f"message T {{ {field} = 1; }} message M {{ optional int32 n = 1; }} {ENUM}")


@pytest.mark.parametrize(("field", "value", "expected"), SINGLE)
def test_a_single_field(field: str, value: Any, expected: str) -> None:
    schema = _schema(field)
    data = bytes.fromhex(expected)
    assert Encoder(schema).encode({"v": value}) == data
    assert Encoder(schema).encode(Decoder(schema).decode(data)) == data


def test_fields_stand_in_the_order_of_declaration_and_a_oneof_at_its_first_case() -> None:
    schema = schema_of(
        """message T { uint32 late = 9; oneof o { bool a = 3; uint32 b = 1; M c = 2; } bool early = 4; }
        message M {}"""
    )
    encode = Encoder(schema).encode
    assert encode({"late": 7, "early": True}) == bytes.fromhex("07000000 00000000 01")
    assert encode({"late": 7, "a": False}) == bytes.fromhex("07000000 01000000 00 00")
    assert encode({"late": 7, "b": 5}) == bytes.fromhex("07000000 02000000 05000000 00")
    assert encode({"late": 7, "c": {}}) == bytes.fromhex("07000000 03000000 00")


def test_a_proto2_required_field_has_no_presence_and_an_optional_one_has() -> None:
    schema = schema_of(
        "message T { required uint32 a = 1; optional uint32 b = 2; optional bool c = 3; }", syntax="proto2"
    )
    assert Encoder(schema).encode({"a": 1, "b": 2}) == bytes.fromhex("01000000 01 02000000 00")


def test_the_digest_of_an_object_without_bytes() -> None:
    data = Encoder(schema_of("message T {}")).encode({})
    assert data == b""
    assert xxhash.xxh64_hexdigest(data) == "ef46db3751d8e999"
    assert xxhash.xxh64_hexdigest(b"abc") == "44bc2cf5ad770999"


ALL_ONES = 2**64 - 1

# A field, its value, and its touch under access-all in UTF-8 (section 4).
TOUCHES: list[tuple[str, Any, int]] = [
    ("bool v", True, 1),
    ("int32 v", -1, ALL_ONES),
    ("int64 v", -2, ALL_ONES - 1),
    ("uint32 v", 2**32 - 1, 2**32 - 1),
    ("E v", "BACK", ALL_ONES - 1),
    ("float v", 1.5, 0x3FC00000),
    ("float v", -0.0, 0x80000000),
    ("float v", math.nan, 0x7FC00000),
    ("double v", math.nan, 0x7FF8000000000000),
    ("string v", "", 0),
    # The length and all bytes.
    ("string v", "abc", 3 + 97 + 98 + 99),
    ("bytes v", b"\xff\x01\x02", 3 + 255 + 1 + 2),
    ("repeated int32 v", [5, -7, 1], ALL_ONES),
    ("repeated string v", ["ab", "", "c"], (2 + 97 + 98) + (1 + 99)),
    # Key plus value rotated by 7: 1 + 3·128, and 2 + 2⁶³ rotated, which is 2⁶.
    ("map<uint32, uint64> v", {1: 3, 2: 2**63}, 1 + 3 * 128 + 2 + 64),
    ("M v", None, 0),
    ("optional int32 v", None, 0),
    ("optional int32 v", 9, 9),
    ("M v", {"n": 4}, 4),
]


@pytest.mark.parametrize(("field", "value", "expected"), TOUCHES)
def test_the_touch_of_a_single_field(field: str, value: Any, expected: int) -> None:
    schema = _schema(field)
    assert Touch(schema, access_plans(schema)[2], "utf8")({"v": value}) == expected


@pytest.mark.parametrize(
    ("text", "utf8", "utf16"),
    [
        ("é", 2 + 0xC3 + 0xA9, 1 + 0xE9),
        # U+1F600 is F0 9F 98 80, and D83D DE00 in UTF-16.
        ("😀", 4 + 0xF0 + 0x9F + 0x98 + 0x80, 2 + 0xD83D + 0xDE00),
        ("a😀", 5 + 0x61 + 0xF0 + 0x9F + 0x98 + 0x80, 3 + 0x61 + 0xD83D + 0xDE00),
    ],
)
def test_the_touch_of_a_string_goes_by_the_unit(text: str, utf8: int, utf16: int) -> None:
    schema = _schema("string v")
    whole = access_plans(schema)[2]
    assert Touch(schema, whole, "utf8")({"v": text}) == utf8
    assert Touch(schema, whole, "utf16")({"v": text}) == utf16


def test_the_touch_of_a_message_rotates_by_five_for_each_field() -> None:
    schema = schema_of("message T { uint32 a = 1; uint32 b = 2; optional uint64 c = 3; }")
    whole = access_plans(schema)[2]
    # ((1·32) + 2)·32 + 3
    assert Touch(schema, whole, "utf8")({"a": 1, "b": 2, "c": 3}) == (1 * 32 + 2) * 32 + 3
    # An absent field is 0 and rotates all the same.
    assert Touch(schema, whole, "utf8")({"a": 1, "b": 2}) == (1 * 32 + 2) * 32
    # The five highest bits come back at the bottom.
    high = schema_of("message T { uint64 a = 1; uint32 b = 2; }")
    assert Touch(high, access_plans(high)[2], "utf8")({"a": 2**63, "b": 1}) == 2**4 + 1


# F leaf fields; access-tenth reads k = max(1, (F + 5) // 10) of them, at (2j + 1)·F // 2k.
TWENTY = "message T { " + " ".join(f"uint32 f{i} = {i + 1};" for i in range(20)) + " }"


def test_access_tenth_of_twenty_fields_reads_the_sixth_and_the_sixteenth() -> None:
    schema = schema_of(TWENTY)
    obj = {f"f{i}": 100 + i for i in range(20)}
    # F = 20, k = 2: 20 // 4 = 5 and 60 // 4 = 15. The skipped fields rotate nothing.
    assert Touch(schema, access_plans(schema)[1], "utf8")(obj) == 105 * 32 + 115


def test_access_tenth_follows_the_fields_on_the_way() -> None:
    # Leaf fields: a = 0, key of m = 1, x = 2, y = 3, b = 4. F = 5, k = 1: 5 // 2 = 2, which is x.
    schema = schema_of(
        "message T { uint32 a = 1; map<uint32, M> m = 2; repeated M l = 3; uint32 b = 4; }"
        "message M { uint32 x = 1; uint32 y = 2; }"
    )
    obj = {"a": 1, "m": {9: {"x": 2, "y": 8}, 5: {"x": 1}}, "l": [{"x": 3}, {"x": 4, "y": 8}], "b": 6}
    # The map's keys count 0, its values are rotated by 7; then the list.
    assert Touch(schema, access_plans(schema)[1], "utf8")(obj) == (2 + 1) * 128 * 32 + (3 + 4)


ONE: list[tuple[str, dict[str, Any], int]] = [
    # Rule 1: of three leaf fields without presence the second.
    (
        "message T { optional int32 o = 1; int32 a = 2; int32 b = 3; int32 c = 4; }",
        {"a": 1, "b": 2, "c": 3},
        2,
    ),
    # Rule 2: of two with presence the second; absent is 0.
    ("message T { repeated int32 l = 1; optional int32 a = 2; optional int32 b = 3; }", {"a": 1, "b": 2}, 2),
    ("message T { repeated int32 l = 1; optional int32 a = 2; optional int32 b = 3; }", {"a": 1}, 0),
    # Rule 3: into the first message that is not on a cycle.
    ("message T { T t = 1; M m = 2; } message M { int32 a = 1; int32 b = 2; }", {"m": {"a": 1, "b": 2}}, 2),
    ("message T { T t = 1; M m = 2; } message M { int32 a = 1; int32 b = 2; }", {}, 0),
    # Rule 4: the middle of a list, which is the later of the two when the number is even.
    ("message T { repeated int32 l = 1; }", {"l": [1, 2, 3]}, 2),
    ("message T { repeated int32 l = 1; }", {"l": [1, 2, 3, 4]}, 3),
    ("message T { repeated int32 l = 1; }", {"l": []}, 0),
    (
        "message T { repeated T t = 1; repeated M l = 2; } message M { int32 a = 1; }",
        {"l": [{}, {"a": 5}]},
        5,
    ),
    # Rule 5: the first field or oneof, whole.
    ("message T { map<uint32, uint32> m = 1; }", {"m": {1: 1, 2: 1}}, 3 + 256),
    ("message T { oneof o { int32 a = 1; string b = 2; } }", {"b": "x"}, 1 + 120),
    ("message T { oneof o { int32 a = 1; string b = 2; } }", {}, 0),
    ("message T { T t = 1; }", {"t": {"t": {}}}, 0),
    ("message T {}", {}, 0),
]


@pytest.mark.parametrize(("body", "obj", "expected"), ONE)
def test_access_one(body: str, obj: dict[str, Any], expected: int) -> None:
    schema = schema_of(body)
    assert Touch(schema, access_plans(schema)[0], "utf8")(obj) == expected
