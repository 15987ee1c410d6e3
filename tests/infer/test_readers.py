"""Schemas of Avro and of JSON Schema as the schema of own data."""

import json
from pathlib import Path
from typing import Any

import pytest

from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.engine.material import gather
from serbench.engine.own_options import own_data
from serbench.errors import BadInput
from serbench.infer.inference import Inferred
from serbench.infer.readers.reading import translated_schema
from serbench.terminal.options import OwnDataOptions

TREE: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "tree",
    "type": "object",
    "required": ["id", "kind", "rings", "leaf"],
    "properties": {
        "id": {"type": "integer", "minimum": 0, "maximum": 1000},
        "big": {"type": "integer"},
        "huge": {"type": "integer", "minimum": 0, "maximum": 18446744073709551615},
        "height": {"type": ["number", "null"]},
        "kind": {"enum": ["OAK", "ELM"]},
        "felled": {"type": "boolean"},
        "rings": {"type": "array", "items": {"type": "number"}},
        "notes": {"type": "object", "additionalProperties": {"type": "string"}},
        "leaf": {"$ref": "#/$defs/leaf"},
        "next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]},
        "seed": {"type": "string", "contentEncoding": "base64"},
        "place": {
            "oneOf": [
                {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]},
                {"type": "object", "properties": {"town": {"type": "string"}}},
            ]
        },
        "any": {},
        "mixed": {"type": ["string", "integer"]},
        "both": {"allOf": [{"$ref": "#/$defs/leaf"}, {"properties": {"more": {"const": "x"}}}]},
    },
    "$defs": {
        "leaf": {"type": "object", "properties": {"green": {"type": "boolean"}}, "required": ["green"]}
    },
}
FIELDS = {
    "id": "int32",
    "big": "optional int64",
    "huge": "optional uint64",
    "height": "optional double",
    "kind": "Kind.Value",
    "felled": "optional bool",
    "rings": "repeated double",
    "notes": "map<string, string>",
    "leaf": "Leaf",
    "next": "Tree",
    "seed": "optional bytes",
    "place": "Place",
    "any": "optional string",
    "mixed": "optional string",
    "both": "Both",
}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))


def written(folder: Path, document: Any, name: str = "tree.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(document))
    return path


def translated(path: Path) -> Inferred:
    made = translated_schema(path)
    assert made is not None
    return made[1]


def fields(found: Inferred, message: str) -> dict[str, str]:
    (fields,) = (each.fields for each in found.messages if each.name == message)
    return {field.name: field.type for field in fields}


def objects(folder: Path, schema: Path, *documents: dict[str, Any]) -> tuple[list[dict[str, Any]], list[str]]:
    data, told = folder / "data.jsonl", list[str]()
    data.write_text("".join(json.dumps(document) + "\n" for document in documents))
    material = gather((), own_data((), OwnDataOptions(data=str(data), schema=schema)), 1, told.append)
    (workload,) = material.workloads
    decoder = Decoder(workload.schema)
    return [decoder.decode(each) for each in read_objects(material.corpora[workload.name].path)], told


def test_each_type_of_json_schema_has_its_field(tmp_path: Path) -> None:
    found = translated(written(tmp_path, TREE))
    assert fields(found, "Tree") == FIELDS
    assert fields(found, "Leaf") == {"green": "bool"}
    assert fields(found, "Place") == {"x": "optional double", "town": "optional string"}
    assert fields(found, "Both") == {"green": "bool", "more": "optional string"}
    assert found.notes == (
        "any: values of any type have no type in .proto; taken as text",
        "mixed: values of string and integer have no type in .proto; taken as text",
    )


def test_data_follow_a_json_schema(tmp_path: Path) -> None:
    tree = {"id": 1, "kind": "ELM", "rings": [1, 2.5], "leaf": {"green": True}, "any": [1], "seed": "AP8="}
    (first, second), told = objects(
        tmp_path, written(tmp_path, TREE), tree | {"next": tree, "place": {"x": 1}}, tree | {"height": None}
    )
    assert (first["kind"], first["rings"], first["any"], first["seed"]) == (1, [1.0, 2.5], "[1]", b"\0\xff")
    assert first["next"]["leaf"] == {"green": True} and first["place"]["x"] == 1.0
    assert second.get("next") is None and second.get("height") is None
    assert "tree.json: any: values of any type have no type in .proto; taken as text" in told


def test_data_follow_a_schema_of_avro(tmp_path: Path) -> None:
    schema = {
        "type": "record",
        "name": "Tree",
        "namespace": "a.b",
        "fields": [
            {"name": "id", "type": "long"},
            {"name": "height", "type": ["null", "double"]},
            {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["OAK", "ELM"]}},
            {"name": "next", "type": ["null", "Tree"]},
            {"name": "tags", "type": {"type": "map", "values": {"type": "array", "items": "string"}}},
        ],
    }
    path = written(tmp_path, schema, "tree.avsc")
    assert fields(translated(path), "Tree") == {
        "id": "int64",
        "height": "optional double",
        "kind": "Kind.Value",
        "next": "Tree",
        "tags": "map<string, TagsList>",
    }
    tree = {"id": 5, "height": 0.0, "kind": "ELM", "next": None, "tags": {"a": ["x"], "b": []}}
    (found,), _ = objects(tmp_path, path, tree)
    assert (found["id"], found["height"], found["kind"]) == (5, 0.0, 1)
    assert found["tags"]["a"] == {"values": ["x"]}


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({"type": "string"}, "describes no object with properties."),
        ({"properties": {"a": {"$ref": "other.json#/x"}}}, "refers to other.json#/x, which is not in it."),
        ({"properties": {"a": {"$ref": "#/$defs/x"}}}, "refers to #/$defs/x, which is not in it."),
        (
            {"properties": {"a": {"$ref": "#x"}}, "$defs": {"b": {"$anchor": "x"}}},
            "refers to #x; a reference names a place, such as #/$defs/x.",
        ),
        (
            {"properties": {"a": {"$ref": "#/b"}}, "b": {"$ref": "#/b"}},
            "has references that lead to each other: #/b.",
        ),
        ({"properties": {"a": 5}}, "is no JSON Schema: expected an object, found 5."),
        (
            {"properties": {"a": {"minimum": "x", "maximum": 5, "type": "integer"}}},
            "is no valid JSON Schema.",
        ),
        ({"properties": [1]}, "is no valid JSON Schema."),
        ({"type": "record", "name": "T"}, "has a schema that is not Avro's."),
        (
            {"type": "record", "name": "T", "fields": [{"name": "a", "type": "Leaf"}]},
            "names the type Leaf, which it does not define.",
        ),
        ([], "is a list; a schema of Avro is a record here."),
    ],
)
def test_a_schema_that_is_not_valid_is_named(tmp_path: Path, document: Any, reason: str) -> None:
    path = written(tmp_path, document)
    with pytest.raises(BadInput) as caught:
        translated_schema(path)
    assert str(caught.value) == f"The schema {path} {reason}"


def test_a_proto_is_neither(tmp_path: Path) -> None:
    path = tmp_path / "x.proto"
    path.write_text('syntax = "proto3"; message T {}')
    assert translated_schema(path) is None
    path.write_text("{")
    with pytest.raises(BadInput, match="is not valid JSON: "):
        translated_schema(path)


@pytest.mark.parametrize("depth", [300, 100_000])
def test_a_schema_that_is_nested_too_deeply_is_named(tmp_path: Path, depth: int) -> None:
    path = tmp_path / "deep.json"
    path.write_text('{"properties":{"a":' * depth + '{"type":"string"}' + "}}" * depth)
    with pytest.raises(BadInput) as caught:
        translated_schema(path)
    assert str(caught.value) == f"The schema {path} is nested too deeply."


def test_labels_that_protobuf_takes_for_one_are_text(tmp_path: Path) -> None:
    properties = {"kind": {"enum": ["asc", "ASC"]}, "other": {"enum": ["OAK", "Value", "VALUE_2"]}}
    path = written(tmp_path, {"title": "tree", "properties": properties, "required": ["kind", "other"]})
    found = translated(path)
    assert fields(found, "Tree") == {"kind": "string", "other": "Other.Value3"}
    assert found.notes == ("kind: one enum cannot have the labels asc, ASC; taken as text",)
    (one,), _ = objects(tmp_path, path, {"kind": "ASC", "other": "Value"})
    assert one == {"kind": "ASC", "other": 1}
