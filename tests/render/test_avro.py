"""The names, the types and the text of a rendered Avro schema."""

import json
from typing import Any

import pytest
from render.schemas import schema_of

from serbench.languages.lowering import wire_names
from serbench.render.idl import Idl
from serbench.render.idls.avro import AvroCase, AvroField, canonical, crc_64_avro


def names(text: str) -> Idl:
    found = wire_names("avro", schema_of(text))
    assert found is not None
    return found


def text_of(schema: str) -> dict[str, Any]:
    root = json.loads(names(schema).file.text)
    assert isinstance(root, dict)
    return root


def fields_of(record: dict[str, Any]) -> dict[str, Any]:
    return {field["name"]: field["type"] for field in record["fields"]}


def test_each_label_and_leaf_has_its_type() -> None:
    root = text_of(
        """message Item {
             bool a = 1; optional uint64 b = 2; uint32 c = 3; repeated float d = 4; map<string, bytes> e = 5;
             optional string f = 6; double g = 7; sfixed64 h = 8; repeated bytes i = 9;
           }"""
    )
    assert (root["name"], root["namespace"]) == ("Item", "wire")
    assert fields_of(root) == {
        "a": "boolean",
        "b": ["null", "long"],
        "c": "int",
        "d": {"type": "array", "items": "float"},
        "e": {"type": "map", "values": "bytes"},
        "f": ["null", "string"],
        "g": "double",
        "h": "long",
        "i": {"type": "array", "items": "bytes"},
    }


def test_a_type_is_defined_where_it_is_first_met_and_named_from_then_on() -> None:
    root = text_of(
        """message Item { Leaf a = 1; Kind b = 2; repeated Leaf c = 3; optional Kind d = 4; }
           message Leaf { int32 x = 1; } enum Kind { Z = 0; N = -1; }"""
    )
    leaf = {"type": "record", "name": "Leaf", "fields": [{"name": "x", "type": "int"}]}
    kind = {"type": "enum", "name": "Kind", "symbols": ["Kind_0", "Kind_1"]}
    assert fields_of(root) == {
        "a": ["null", leaf],
        "b": kind,
        "c": {"type": "array", "items": "Leaf"},
        "d": ["null", "Kind"],
    }


def test_a_map_whose_keys_are_no_strings_is_an_array_of_entries() -> None:
    schema = "message Item { map<uint64, Leaf> a = 1; map<bool, int32> b = 2; } message Leaf {}"
    entries = fields_of(text_of(schema))
    assert [entries[name]["items"]["name"] for name in "ab"] == ["ItemEntry1", "ItemEntry2"]
    assert fields_of(entries["b"]["items"]) == {"key": "boolean", "value": "int"}
    assert fields_of(entries["a"]["items"])["key"] == "long"
    members = names(schema).members
    assert members["t.Item", "a"] == AvroField("a", "entries", "Leaf", "ItemEntry1")
    assert members["t.Item", "b"] == AvroField("b", "entries", "int", "ItemEntry2", position=1)


def test_a_oneof_is_a_union_with_a_record_for_each_case() -> None:
    schema = """message Item { int32 x = 1; oneof v { int64 a = 2; int64 b = 3; Item c = 4; } }"""
    cases = fields_of(text_of(schema))["oneof_1"]
    assert cases[0] == "null"
    assert [(case["name"], fields_of(case)) for case in cases[1:]] == [
        ("ItemCase2", {"v": "long"}),
        ("ItemCase3", {"v": "long"}),
        ("ItemCase4", {"v": "Item"}),
    ]
    found = names(schema)
    assert found.members["t.Item", "v"] == AvroField("oneof_1", "oneof", position=1)
    assert found.cases["t.Item", "c"] == AvroCase("ItemCase4")


def test_what_a_type_on_a_cycle_holds_of_the_cycle_stands_in_unions() -> None:
    schema = """message Item {
                  Item a = 1; repeated Item b = 2; map<string, Item> c = 3; map<int32, Item> d = 4;
                  repeated Leaf e = 5;
                }
                message Leaf {}"""
    fields = fields_of(text_of(schema))
    assert fields["a"] == ["null", "Item"]
    assert fields["b"] == {"type": "array", "items": ["null", "Item"]}
    assert fields["c"] == {"type": "map", "values": ["null", "Item"]}
    assert fields_of(fields["d"]["items"])["value"] == ["null", "Item"]
    assert fields["e"]["items"]["name"] == "Leaf"
    members = names(schema).members
    assert [members["t.Item", name].nullable for name in "abcde"] == [False, True, True, True, False]


def test_generated_cpp_calls_a_branch_like_its_type_but_for_bool() -> None:
    members = names(
        """message Item { optional bool a = 1; optional uint32 b = 2; optional Kind c = 3; Item d = 4; }
           enum Kind { Z = 0; }"""
    ).members
    assert [members["t.Item", name].branch for name in "abcd"] == ["bool", "int", "Kind", "Item"]


def test_an_enum_has_its_symbols_in_the_order_of_declaration() -> None:
    found = names("message Item { Kind e = 1; } enum Kind { A = 0; N = -1; B = 7; }")
    assert found.enums["t.Kind"].values == (("Kind_0", 0), ("Kind_1", -1), ("Kind_2", 7))


def test_names_of_our_own_give_way_to_those_of_the_schema() -> None:
    found = names("message Item { map<int32, int32> a = 1; ItemEntry1 b = 2; } message ItemEntry1 {}")
    assert found.messages["t.ItemEntry1"] == "ItemEntry1"
    assert found.members["t.Item", "a"].entry == "ItemEntry12"


@pytest.mark.parametrize("word", ["protected", "schema", "class", "boost", "oneof_1", "size_t", "Upper"])
def test_words_that_a_generator_or_its_code_uses_are_replaced(word: str) -> None:
    found = names(f"message Item {{ int32 safe_name = 1; int32 {word} = 5; }}")
    assert found.members["t.Item", word].name == "field_5"
    assert found.members["t.Item", "safe_name"].name == "safe_name"


def test_a_reader_of_other_versions_has_a_default_for_every_field_and_enum() -> None:
    file = names(
        """enum Kind { ZERO = 0; ONE = 1; }
           message Item { Leaf a = 1; Kind b = 2; repeated Leaf c = 3; map<string, int32> d = 4; string e = 5;
             map<int32, int32> f = 6; oneof g { bool h = 7; } double i = 8; }
           message Leaf { int32 x = 1; }"""
    ).file
    root = json.loads(file.text_with_defaults)
    defaults = {field["name"]: field["default"] for field in root["fields"]}
    assert defaults == {
        "a": None, "b": "Kind_0", "c": [], "d": {}, "e": "", "f": [], "oneof_6": None, "i": 0.0,
    }  # fmt: skip
    assert root["fields"][1]["type"]["default"] == "Kind_0"
    assert "default" not in file.text


def test_fingerprints_are_those_that_other_libraries_compute() -> None:
    # The documentation of Rust's serde_avro_fast has that of "int" in a header, with the least byte first.
    found = crc_64_avro(canonical("int").encode())
    assert list(found.to_bytes(8, "little")) == [143, 92, 57, 63, 26, 213, 117, 114]


def test_the_canonical_form_has_full_names_and_no_defaults() -> None:
    found = names("message M { E e = 1; map<string, M> m = 2; } enum E { A = 0; B = 1; }").file
    plain, defaulted = (canonical(json.loads(text)) for text in (found.text, found.text_with_defaults))
    text = (
        '{"name":"wire.Type0","type":"record","fields":['
        '{"name":"e","type":{"name":"wire.Type1","type":"enum","symbols":["Type1_0","Type1_1"]}},'
        '{"name":"m","type":{"type":"map","values":["null","wire.Type0"]}}]}'
    )
    assert (plain, defaulted) == (text, text)
    assert found.fingerprint == crc_64_avro(text.encode()).to_bytes(8, "little")


def test_a_schema_knows_the_fingerprints_of_its_other_versions() -> None:
    old, new = schema_of("message M { int32 a = 1; }"), schema_of("message M { int32 a = 1; int32 b = 2; }")
    own, other = wire_names("avro", old), wire_names("avro", new)
    found = wire_names("avro", old, (old, new))
    assert own is not None and other is not None and found is not None
    assert found.file == own.file and own.file.fingerprint != other.file.fingerprint
    assert found.versions == (own.file, other.file)
    newer = wire_names("avro", new, (old, new))
    assert newer is not None and newer.versions == (other.file, own.file)
    assert own.versions == (own.file,)
