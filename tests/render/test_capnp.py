"""The names and types of a rendered .capnp."""

import pytest
from render.schemas import schema_of, without

from serbench.languages.lowering import wire_names
from serbench.languages.rust.lowering import PlainStyle, lower_to_rust
from serbench.render.idl import Idl
from serbench.render.idls.capnp import (
    CapnpCase,
    CapnpEntry,
    CapnpField,
    CapnpType,
    CapnpUnion,
)


def names(text: str) -> Idl:
    found = wire_names("capnp", schema_of(text))
    assert found is not None
    return found


def test_each_label_and_leaf_has_its_declaration() -> None:
    members = names(
        """message Item {
             bool a = 9; optional uint64 b = 8; optional string c = 7; repeated bytes d = 6;
             repeated float e = 5; map<uint32, Leaf> f = 4; map<string, bytes> g = 3; Leaf h = 2; Item i = 1;
             Kind j = 10; optional Kind k = 11; repeated Kind l = 12; bytes m = 13; double n_o = 14;
           }
           message Leaf {} enum Kind { Z = 0; }"""
    ).members
    assert [named.declaration for (message, _), named in members.items() if message == "t.Item"] == [
        "a @9 :Bool;",
        "b :union { absent @7 :Void; present @8 :UInt64; }",
        "c @6 :Text;",
        "d @5 :List(Data);",
        "e @4 :List(Float32);",
        "f @3 :List(Entry0);",
        "g @2 :List(Entry1);",
        "h @1 :Leaf;",
        "i @0 :Item;",
        "j @10 :Int32;",
        "k :union { absent @11 :Void; present @12 :Int32; }",
        "l @13 :List(Int32);",
        "m @14 :Data;",
        "nO @15 :Float64;",
    ]


def test_an_optional_number_is_a_variant_in_rust() -> None:
    members = names(
        "message BigItem { optional bool is_it = 1; optional string b = 2; int32 c = 3; }"
    ).members
    assert members["t.BigItem", "is_it"] == CapnpField(
        "isIt",
        "IsIt",
        "isIt :union { absent @0 :Void; present @1 :Bool; }",
        "big_item::is_it::Present",
    )
    assert [members["t.BigItem", name].present for name in "bc"] == ["", ""]


def test_maps_bring_structs_of_their_own() -> None:
    found = names(
        """message Item { map<uint32, Leaf> a = 1; map<string, bytes> b = 2; Entry0 c = 3; }
           message Leaf {} message Entry0 {}"""
    )
    assert found.file == (CapnpEntry("Entry02", "UInt32", "Leaf"), CapnpEntry("Entry1", "Text", "Data"))


def test_a_oneof_is_a_union_that_begins_with_absence() -> None:
    found = names(
        """message BigItem {
             int32 x = 1; oneof v { int64 a = 2; BigItem b = 3; bytes c = 4; } oneof w { bool d = 5; }
             bool y = 6;
           }"""
    )
    assert found.members["t.BigItem", "v"] == CapnpUnion("oneof1", "Oneof1", "absent @1 :Void")
    assert found.members["t.BigItem", "w"] == CapnpUnion("oneof2", "Oneof2", "absent @5 :Void")
    assert found.cases["t.BigItem", "a"] == CapnpCase(
        "case1", "Case1", "case1 @2 :Int64", "::wire::BigItem::Oneof1::CASE1", "big_item::oneof1::Case1"
    )
    assert [found.cases["t.BigItem", case].declaration for case in "bcd"] == [
        "case2 @3 :BigItem",
        "case3 @4 :Data",
        "case1 @6 :Bool",
    ]
    assert found.members["t.BigItem", "y"].declaration == "y @7 :Bool;"


def test_names_are_camel_case_and_become_accessors() -> None:
    found = names("message HTTPItem { optional bool is_2nd = 1; string created_at_1 = 2; string ok_1x = 3; }")
    assert found.messages["t.HTTPItem"] == CapnpType("HTTPItem", "h_t_t_p_item")
    # A part that begins with a digit cannot be told from the part before it.
    assert found.members["t.HTTPItem", "is_2nd"].stem == "Field1"
    assert found.members["t.HTTPItem", "created_at_1"].name == "field2"
    found = names("message Item { string created_at = 1; repeated int64 big2_ids = 2; }")
    assert found.members["t.Item", "created_at"] == CapnpField(
        "createdAt", "CreatedAt", "createdAt @0 :Text;"
    )
    assert found.members["t.Item", "big2_ids"] == CapnpField("big2Ids", "Big2Ids", "big2Ids @1 :List(Int64);")


@pytest.mark.parametrize("word", ["builder", "class", "item", "other7", "Upper", "which"])
def test_fields_called_like_generated_classes_are_replaced(word: str) -> None:
    found = names(f"message Item {{ optional int32 {word} = 5; }}")
    assert found.members["t.Item", word].stem == "Field5"


@pytest.mark.parametrize("word", ["Int32", "Match", "Reader", "Text", "Type"])
def test_types_called_like_those_of_the_language_or_of_generated_code_are_replaced(word: str) -> None:
    found = names(f"message Item {{ {word} field = 1; }} message {word} {{}}")
    assert found.messages[f"t.{word}"].name.startswith("Type")
    assert found.messages[f"t.{word}"].name != "Type"


@pytest.mark.parametrize(("name", "accessor"), [("created_at", "created_at"), ("big2_ids", "big2_ids")])
def test_rust_spells_accessors_in_its_own_way(name: str, accessor: str) -> None:
    schema = schema_of(f"message Item {{ string {name} = 1; oneof choice {{ int32 a = 2; }} }}")
    field, oneof = lower_to_rust(schema, PlainStyle(), wire_names("capnp", schema)).root.steps
    assert (field.accessor, oneof.accessor) == (accessor, "oneof1")
    assert [case.accessor for case in oneof.cases] == ["case1"]


def test_a_field_that_is_gone_keeps_its_ordinals() -> None:
    schema = schema_of("message Item { int32 a = 1; optional int32 b = 2; string c = 3; }")
    found = wire_names("capnp", without(schema, "b"))
    assert found is not None
    assert found.members["t.Item", "c"].declaration == "c @3 :Text;"
    assert found.messages["t.Item"].obsolete == ("obsolete2 :union { absent @1 :Void; present @2 :Int32; }",)
