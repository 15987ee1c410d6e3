"""MessagePack, CBOR and BSON: sequences and lists of objects, whose values keep their kind."""

import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import bson
import cbor2
import msgpack
import pytest
from bson.decimal128 import Decimal128
from bson.int64 import Int64
from bson.objectid import ObjectId
from inputs.through import fields, through_its_schema

from serbench.errors import BadInput
from serbench.inputs.opening import opened_input

WRITERS: Mapping[str, Callable[[Any], bytes]] = {
    "msgpack": msgpack.packb,
    "cbor": cbor2.dumps,
    "bson": bson.encode,
}
KINDS = pytest.mark.parametrize("kind", WRITERS)
NOON = datetime(2026, 1, 2, 12, 0, 0, 250_000, UTC)


def written(folder: Path, kind: str, *objects: Any, name: str = "data") -> Path:
    path = folder / name
    path.write_bytes(b"".join(WRITERS[kind](each) for each in objects))
    return path


def read(path: Path, kind: str | None = None) -> list[Any]:
    with opened_input(str(path), kind) as objects:
        return [value for _, value in objects.read()]


def refused(path: Path, kind: str | None = None) -> str:
    with pytest.raises(BadInput) as caught:
        read(path, kind)
    return str(caught.value).replace(str(path), path.name)


@KINDS
@pytest.mark.parametrize(
    "objects", [[{"id": 1, "name": "ash"}, {"id": 2}], [{"a long name of a member": []}]]
)
def test_a_sequence_is_recognised_by_its_name_and_read(
    tmp_path: Path, kind: str, objects: list[dict[str, Any]]
) -> None:
    assert read(written(tmp_path, kind, *objects, name=f"data.{kind}")) == objects


def test_a_sequence_is_recognised_by_its_first_bytes(tmp_path: Path) -> None:
    for kind in WRITERS:
        path = written(tmp_path, kind, {"id": 1, "name": "ash"})
        with opened_input(str(path)) as objects:
            assert objects.kind.name == kind


@pytest.mark.parametrize("kind", ["msgpack", "cbor"])
def test_the_elements_of_a_list_are_objects(tmp_path: Path, kind: str) -> None:
    assert read(written(tmp_path, kind, [{"id": 1}, {"id": 2}], name=f"x.{kind}")) == [{"id": 1}, {"id": 2}]


@KINDS
def test_each_value_comes_back(tmp_path: Path, kind: str) -> None:
    widest = (1 << 63) - 1 if kind == "bson" else (1 << 64) - 1
    obj = {
        **{"a": True, "b": -(1 << 63), "c": widest, "d": -0.0, "e": float("inf"), "f": "a😀", "g": b"\0\xff"},
        **{"h": None, "i": [], "j": [{"k": 1}, {"k": 2}], "l": {"1": 1, "2": 2}},
    }
    found, (got,) = through_its_schema(written(tmp_path, kind, obj, name=f"x.{kind}"))
    assert fields(found) == {
        **{"a": "bool", "b": "int64", "c": "int64" if kind == "bson" else "uint64", "d": "double"},
        **{"e": "double", "f": "string", "g": "bytes", "h": "optional string", "i": "repeated string"},
        **{"j": "repeated J", "l": "map<string, int32>"},
    }
    assert {name: got[name] for name in "abcefg"} == {name: obj[name] for name in "abcefg"}
    assert str(got["d"]) == "-0.0" and got.get("h") is None and got["j"] == obj["j"] and got["l"] == obj["l"]
    assert found.notes == ()


@pytest.mark.parametrize(
    ("kind", "value", "nanos"),
    [
        ("msgpack", msgpack.Timestamp(1_767_355_200, 250_000_001), 250_000_001),
        ("cbor", NOON, 250_000_000),
        ("cbor", cbor2.CBORTag(1, 1_767_355_200), 0),
        ("bson", NOON, 250_000_000),
    ],
)
def test_times_are_timestamps(tmp_path: Path, kind: str, value: Any, nanos: int) -> None:
    found, objects = through_its_schema(written(tmp_path, kind, {"at": value}, {}, name=f"x.{kind}"))
    assert fields(found) == {"at": "google.protobuf.Timestamp"}
    assert objects == [{"at": {"seconds": 1_767_355_200, "nanos": nanos}}, {}]
    assert found.notes == ()


@pytest.mark.parametrize(
    ("kind", "value", "kept", "note"),
    [
        ("msgpack", msgpack.ExtType(5, b"xy"), b"xy", "extensions of the type 5, as bytes"),
        (
            "cbor",
            NOON.astimezone(timezone(timedelta(hours=2))),
            {"seconds": 1_767_355_200, "nanos": 250_000_000},
            "times of other zones, as UTC",
        ),
        ("cbor", Decimal("1.50"), "1.50", "values of the type Decimal, as text"),
        ("cbor", uuid.UUID(int=1), str(uuid.UUID(int=1)), "values of the type UUID, as text"),
        (
            "bson",
            ObjectId("0123456789ab0123456789ab"),
            bytes.fromhex("0123456789ab" * 2),
            "ObjectIds, as their 12 bytes",
        ),
        ("bson", Decimal128("1.50"), "1.50", "values of the type Decimal128, as text"),
    ],
)
def test_what_is_not_quite_the_same_is_counted(
    tmp_path: Path, kind: str, value: Any, kept: Any, note: str
) -> None:
    found, objects = through_its_schema(
        written(tmp_path, kind, *[{"a": [{"b": value}]}] * 3, name=f"x.{kind}")
    )
    assert [obj["a"][0]["b"] for obj in objects] == [kept] * 3
    assert found.notes == (f"a[].b: {note} (3×)",)


def test_whole_numbers_of_64_bits_stay_such(tmp_path: Path) -> None:
    path = written(tmp_path, "bson", {"a": Int64(1), "b": 1}, name="x.bson")
    found, objects = through_its_schema(path)
    assert fields(found) == {"a": "int64", "b": "int32"} and objects == [{"a": 1, "b": 1}]


@KINDS
def test_damage_has_its_place(tmp_path: Path, kind: str) -> None:
    whole = written(tmp_path, kind, {"id": 1, "name": "ash"}, {"id": 2, "name": "elm"}).read_bytes()
    path = tmp_path / f"x.{kind}"
    path.write_bytes(whole[:-3])
    assert refused(path).startswith(f"x.{kind}, {'document' if kind == 'bson' else 'object'} 2 ")
    path.write_bytes(b"")
    assert refused(path) == f"x.{kind} holds no {'documents' if kind == 'bson' else 'objects'}."
    path.write_bytes(b"\xc1\xff\xff\xff")
    assert f"x.{kind}, " in refused(path) and " 1 " in refused(path)


def test_what_is_of_no_kind_is_told(tmp_path: Path) -> None:
    path = tmp_path / "dump"
    path.write_bytes(b"\x00\x00\x00\x00\x01\x02")
    assert refused(path).startswith("dump is not text; --data-format names its kind: ")


_NANOSECONDS = "nanoseconds must be a non-negative integer not greater than 999999999"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\x81\xa1a\xc1", "a byte that begins no value"),
        (b"\x81\xa1a" + b"\x91" * 2000 + b"\xc0", "it is nested too deeply"),
        (b"\x81\x81\xa1a\x01\x02", "a key is a list or a map"),
        (b"\x81\xa1a\xc1"[:3] + b"\xc7\x0c\xff" + b"\xff" * 12, _NANOSECONDS),
    ],
)
def test_errors_of_msgpack_without_words_have_some(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "x.msgpack"
    path.write_bytes(content)
    assert refused(path) == f"x.msgpack, object 1 (byte 0) cannot be read as MessagePack: {reason}."


@pytest.mark.parametrize("content", [b"\xa1\x61a\xc2%b", b"\xa1\xc2%b\x01", b"\xa1\x61a\x81\xc3%b"])
def test_a_number_that_no_message_could_show_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.cbor"
    path.write_bytes(content % (b"\x59\x0b\xb8" + b"\xff" * 3000))
    assert refused(path) == "x.cbor, object 1: a number has too many digits to be read"


def test_keys_that_are_no_text_are_told(tmp_path: Path) -> None:
    path = tmp_path / "x.msgpack"
    path.write_bytes(msgpack.packb({1: "a", "in": {b"k": 2, 3: 4}}) + msgpack.packb({"1": "b", 1: "c"}))
    found, objects = through_its_schema(path)
    assert found.notes == (
        "the object: keys that are whole numbers, as text (2×)",
        "in: keys that are bytes, as text (1×)",
        "in: keys that are whole numbers, as text (1×)",
        "the object: several keys with one text, of which the last counts (1×)",
    )
    assert [obj["member_1"] for obj in objects] == ["a", "c"]


def test_a_time_before_the_year_1_in_utc_is_text(tmp_path: Path) -> None:
    text = "0001-01-01T00:00:00+14:00"
    path = tmp_path / "x.cbor"
    path.write_bytes(b"\xa1\x61t\xc0\x78\x19" + text.encode())
    found, objects = through_its_schema(path)
    assert (fields(found), objects) == ({"t": "string"}, [{"t": text}])
    assert found.notes == ("t: times beyond the years 1 to 9999, as text (1×)",)
    # Without a zone it would be another time on another machine.
    path.write_bytes(b"\xa1\x61t\xc0\x73" + text[:19].encode())
    assert refused(path).startswith("x.cbor, object 1 cannot be read as CBOR: ")
