"""Avro container files: the types that their schema declares, and each value as fastavro writes it."""

import io
from pathlib import Path
from typing import Any

import fastavro
import pytest
from inputs.through import fields, through_its_schema

from serbench.errors import BadInput
from serbench.inputs.avro import reader
from serbench.inputs.avro.schemas import runs
from serbench.inputs.opening import opened_input


def write(path: Path, members: list[dict[str, Any]], *objects: dict[str, Any], codec: str = "null") -> Path:
    schema = {"type": "record", "name": "Tree", "namespace": "a.b", "fields": members}
    with path.open("wb") as file:
        fastavro.writer(file, schema, objects, codec=codec)
    return path


def member(name: str, type_: Any) -> dict[str, Any]:
    return {"name": name, "type": type_}


@pytest.mark.parametrize("codec", ["null", "deflate", "bzip2", "xz", "snappy", "zstandard"])
def test_each_type_has_its_field(tmp_path: Path, codec: str) -> None:
    path = write(
        tmp_path / "x.avro",
        [
            member("a", "boolean"),
            member("b", "int"),
            member("c", "long"),
            member("d", "float"),
            member("e", "double"),
            member("f", "bytes"),
            member("g", "string"),
            member("h", {"type": "fixed", "name": "Two", "size": 2}),
            member("i", {"type": "enum", "name": "Kind", "symbols": ["OAK", "ELM"]}),
            member("j", {"type": "array", "items": {"type": "map", "values": "Kind"}}),
            member("k", ["null", "Two"]),
            member("l", ["null", "Tree"]),
        ],
        {
            **{"a": True, "b": 1, "c": 2, "d": float("inf"), "e": -0.0, "f": b"", "g": "😀", "h": b"xy"},
            **{"i": "ELM", "j": [{"x": "ELM"}, {}], "k": b"zz", "l": None},
        },
        codec=codec,
    )
    found, (obj,) = through_its_schema(path)
    assert fields(found) == {
        "a": "bool",
        "b": "int32",
        "c": "int64",
        "d": "float",
        "e": "double",
        "f": "bytes",
        "g": "string",
        "h": "bytes",
        "i": "Kind.Value",
        "j": "repeated JMap",
        "k": "bytes",
        "l": "Root",
    }
    assert [(enum.name, enum.labels) for enum in found.enums] == [("Kind", ("OAK", "ELM"))]
    assert (obj["d"], str(obj["e"]), obj["g"], obj["h"], obj["i"]) == (float("inf"), "-0.0", "😀", b"xy", 1)
    assert [each.get("map_entries", {}) for each in obj["j"]] == [{"x": 1}, {}]
    assert obj["k"] == b"zz" and obj.get("l") is None


def test_records_may_hold_themselves(tmp_path: Path) -> None:
    path = write(
        tmp_path / "x.avro",
        [
            member("id", "int"),
            member("next", ["null", "Tree"]),
            member("all", {"type": "array", "items": "Tree"}),
        ],
        {"id": 1, "next": {"id": 2, "next": None, "all": [{"id": 3, "next": None, "all": []}]}, "all": []},
    )
    found, (obj,) = through_its_schema(path)
    assert [message.name for message in found.messages] == ["Root"]
    assert fields(found) == {"id": "int32", "next": "Root", "all": "repeated Root"}
    assert obj["next"]["all"][0]["id"] == 3


def test_a_union_has_one_of_its_branches(tmp_path: Path) -> None:
    leaf = {"type": "record", "name": "Leaf", "fields": [member("x", "double")]}
    path = write(
        tmp_path / "x.avro",
        [member("u", ["null", "string", "long", {"type": "array", "items": "int"}, leaf])],
        {"u": "s"},
        {"u": 2**40},
        {"u": [1, 2]},
        {"u": {"x": 1.5}},
        {"u": None},
    )
    found, objects = through_its_schema(path)
    union = next(message for message in found.messages if message.name == "UUnion")
    assert union.one_of
    assert fields(found, "UUnion") == {
        "string": "string",
        "long": "int64",
        "array": "ArrayList",
        "Leaf": "Leaf",
    }
    assert [obj.get("u") for obj in objects] == [
        {"string": "s"},
        {"long": 2**40},
        {"array": {"values": [1, 2]}},
        {"Leaf": {"x": 1.5}},
        None,
    ]


def test_logical_types_are_named_and_keep_their_base(tmp_path: Path) -> None:
    path = write(
        tmp_path / "x.avro",
        [member("at", {"type": "long", "logicalType": "timestamp-millis"})],
        {"at": 5},
        {"at": 6},
    )
    found, objects = through_its_schema(path)
    assert found.notes == ("at: of the logical type timestamp-millis, kept as long (2×)",)
    assert [obj["at"] for obj in objects] == [5, 6]


def test_what_is_no_avro_is_refused(tmp_path: Path) -> None:
    def refused(content: bytes) -> str:
        path = tmp_path / "x.avro"
        path.write_bytes(content)
        with pytest.raises(BadInput) as caught, opened_input(str(path)) as objects:
            list(objects.read())
        return str(caught.value).replace(str(path), "x.avro")

    path = tmp_path / "whole.avro"
    whole = write(path, [member("id", "string")], {"id": "ash"}, {"id": "elm"}).read_bytes()
    assert refused(whole[:-20]).startswith("x.avro, record 1 cannot be read as Avro: ")
    assert refused(whole[:40]).startswith("x.avro cannot be read as Avro: ")
    assert refused(whole.replace(b"\x06elm", b"\x08elm")).startswith(
        "x.avro, record 2 cannot be read as Avro"
    )
    assert refused(write(path, [member("id", "string")]).read_bytes()) == "x.avro holds no records."
    with path.open("wb") as file:
        fastavro.writer(file, {"type": "array", "items": "int"}, [[1]])
    assert refused(path.read_bytes()) == "x.avro holds values that are no records."


def test_records_within_themselves_are_of_one_message_however_deep(tmp_path: Path) -> None:
    day = member("day", {"type": "int", "logicalType": "date"})
    members = [member("kids", {"type": "array", "items": "Tree"}), day]

    def tree(depth: int) -> dict[str, Any]:
        return {"kids": [tree(depth - 1)] if depth else [], "day": depth}

    found, (obj, *_) = through_its_schema(write(tmp_path / "x.avro", members, tree(3), tree(0)))
    # A field behind the one that holds the record is there in all of them, too.
    assert fields(found) == {"kids": "repeated Root", "day": "int32"}
    assert obj["kids"][0]["kids"][0]["day"] == 1
    assert found.notes == ("day: of the logical type date, kept as int (5×)",)


def test_members_that_every_record_has_need_not_be_read(tmp_path: Path) -> None:
    time = {"type": "long", "logicalType": "timestamp-micros"}
    plain = [member(name, "string") for name in "abcd"]
    path = write(
        tmp_path / "x.avro",
        [*plain, member("at", time), member("may", ["null", "long"]), member("all", "double")],
        *(
            {**dict.fromkeys("abcd", "x"), "at": 5, "may": None if n % 2 else n, "all": float("nan")}
            for n in range(3)
        ),
    )
    with opened_input(str(path)) as objects:
        known, others = objects.untold()
        assert known == dict.fromkeys(["a", "b", "c", "d", "all"], True)
        assert [*others] == [(1, {"at": 5, "may": 0}), (2, {"at": 5, "may": None}), (3, {"at": 5, "may": 2})]
    found, objects_read = through_its_schema(path)
    assert fields(found) == {
        **dict.fromkeys("abcd", "string"),
        **{"at": "int64", "may": "optional int64", "all": "double"},
    }
    assert found.notes == ("at: of the logical type timestamp-micros, kept as long (3×)",)
    assert str(objects_read[0]["all"]) == "nan"


def test_a_record_within_itself_too_often_is_refused(tmp_path: Path) -> None:
    deep: dict[str, Any] = {"next": None}
    for _ in range(300):
        deep = {"next": deep}
    path = write(tmp_path / "x.avro", [member("next", ["null", "Tree"])], deep)
    with pytest.raises(
        BadInput, match=r"x\.avro holds objects nested too deeply for a schema to be inferred"
    ):
        through_its_schema(path)


def test_a_schema_is_not_said_as_a_whole(tmp_path: Path) -> None:
    path = write(tmp_path / "x.avro", [member(f"m{n}", "int") for n in range(99)])
    path.write_bytes(path.read_bytes().replace(b'"record"', b'"recorx"'))
    with pytest.raises(BadInput) as caught, opened_input(str(path)):
        through_its_schema(path)
    assert len(str(caught.value)) < len(str(path)) + 200


@pytest.mark.parametrize("name", ["Tree", "a.b.Tree"])
def test_records_are_passed_many_at_once(name: str) -> None:
    plain = {"type": "record", "name": name, "namespace": "x", "fields": [member("s", "string")]}
    content = io.BytesIO()
    for number in range(300):
        fastavro.schemaless_writer(content, plain, {"s": f"{number:03}"})
    content.seek(0)
    reader._pass(content, runs(plain), range(1, 256), "x.avro")
    assert content.tell() == 255 * 4
    content.truncate(290 * 4)
    with pytest.raises(BadInput, match=r"x\.avro, record 291 cannot be read as Avro"):
        reader._pass(content, runs(plain), range(256, 301), "x.avro")


@pytest.mark.parametrize("last", [None, 7])
def test_what_can_be_null_is_read_until_it_was(tmp_path: Path, last: int | None) -> None:
    members = [member("a", ["null", "long"]), member("b", ["string", "null"]), member("c", "long")]
    members += [member("d", ["null", {"type": "array", "items": "long"}])]
    some = [{"a": 1, "b": "x", "c": 2, "d": []}] * 5000
    path = write(tmp_path / "x.avro", members, {**some[0], "b": None}, *some, {**some[0], "a": last})
    found, objects = through_its_schema(path)
    a = "int64" if last else "optional int64"
    assert fields(found) == {"c": "int64", "a": a, "b": "optional string", "d": "repeated int64"}
    assert len(objects) == 5002


def test_branches_of_one_short_name_are_told_apart(tmp_path: Path) -> None:
    first = {"type": "record", "name": "v1.Event", "fields": [member("x", "int")]}
    second = {"type": "record", "name": "v2.Event", "fields": [member("x", "int")]}
    choice = {"type": "record", "name": "v2.choice", "fields": [member("y", "int")]}
    path = write(
        tmp_path / "x.avro",
        [member("u", [first, second, choice])],
        {"u": ("v1.Event", {"x": 1})},
        {"u": ("v2.Event", {"x": 2})},
        {"u": ("v2.choice", {"y": 3})},
    )
    found, objects = through_its_schema(path)
    union = next(message for message in found.messages if message.name == "UUnion")
    assert [(field.name, field.json_name) for field in union.fields] == [
        ("v1_Event", "v1.Event"),
        ("v2_Event", "v2.Event"),
        ("choice", None),
    ]
    assert [obj["u"] for obj in objects] == [
        {"v1_Event": {"x": 1}},
        {"v2_Event": {"x": 2}},
        {"choice": {"y": 3}},
    ]


@pytest.mark.parametrize(
    ("symbols", "type_"),
    [
        (["asc", "ASC"], "string"),
        (["Value", "Kind"], "Kind.Value2"),
        (["VALUE_A", "A"], "Kind.Value2"),
        (["A_B", "AB"], "string"),
    ],
)
def test_labels_that_no_enum_can_have(tmp_path: Path, symbols: list[str], type_: str) -> None:
    kind = {"type": "enum", "name": "Kind", "symbols": symbols}
    path = write(tmp_path / "x.avro", [member("k", kind)], {"k": symbols[0]}, {"k": symbols[1]})
    found, objects = through_its_schema(path)
    is_text = type_ == "string"
    assert (fields(found), len(found.notes)) == ({"k": type_}, int(is_text))
    assert [obj["k"] for obj in objects] == (symbols if is_text else [0, 1])
