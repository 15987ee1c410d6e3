"""The names and types of a rendered .thrift."""

import pytest
from render.schemas import schema_of, without

from serbench.languages.lowering import wire_names
from serbench.render.idl import Idl
from serbench.render.idls.thrift import ThriftField


def names(text: str) -> Idl:
    found = wire_names("thrift", schema_of(text))
    assert found is not None
    return found


def test_each_label_and_leaf_has_its_declaration() -> None:
    members = names(
        """message Item { bool a = 9; optional uint64 b = 8; uint32 c = 7; repeated float d = 6;
           map<uint32, Leaf> e = 5; Leaf f = 4; Item g = 3; repeated Item h = 2; optional bytes i = 536870911;
           map<string, Item> j = 1; Kind k = 10; }
           message Leaf {} enum Kind { Z = 0; }"""
    ).members
    assert [named.declaration for (message, _), named in members.items() if message == "t.Item"] == [
        "9: bool a",
        "8: optional i64 b",
        "7: i32 c",
        "6: list<double> d",
        "5: map<i32, Leaf> e",
        "4: optional Leaf f",
        "3: optional list<Item> g",
        "2: list<Item> h",
        "11: optional binary i",
        "1: map<string, Item> j",
        "10: Kind k",
    ]


def test_a_required_field_is_required() -> None:
    schema = schema_of("message Item { required int32 a = 1; optional int32 b = 2; }", syntax="proto2")
    found = wire_names("thrift", schema)
    assert found is not None
    assert [named.declaration for named in found.members.values()] == [
        "1: required i32 a",
        "2: optional i32 b",
    ]


def test_a_field_that_is_gone_keeps_its_id() -> None:
    schema = schema_of("message Item { int32 a = 1; string b = 2; int64 c = 3; }")
    found = wire_names("thrift", without(schema, "b"))
    assert found is not None
    assert [named.declaration for named in found.members.values()] == ["1: i32 a", "3: i64 c"]


def test_a_oneof_is_an_optional_field_whose_type_is_a_union() -> None:
    found = names(
        """message Item {
             int32 x = 1; oneof v { int64 a = 2; Item b = 3; Leaf c = 4; } oneof w { bool d = 5; }
           }
           message Leaf {}"""
    )
    assert found.members["t.Item", "v"] == ThriftField(
        "oneof_2", "Oneof_1", "2: optional Oneof_1 oneof_2", verb="Oneof_2"
    )
    assert found.members["t.Item", "w"] == ThriftField(
        "oneof_3", "Oneof_2", "3: optional Oneof_2 oneof_3", verb="Oneof_3"
    )
    assert [found.cases["t.Item", case].declaration for case in "abcd"] == [
        "1: i64 a",
        "2: list<Item> b",
        "3: Leaf c",
        "1: bool d",
    ]


def test_a_single_message_on_a_cycle_is_told_from_a_list() -> None:
    members = names(
        """message Item { Item a = 1; repeated Item b = 2; Leaf c = 3; map<int32, bool> user_name = 4; }
           message Leaf {}"""
    ).members
    found = [members["t.Item", name] for name in ("a", "b", "c", "user_name")]
    assert [(field.element, field.held_in_list, field.verb) for field in found] == [
        ("Item", True, "A"),
        ("Item", False, "B"),
        ("Leaf", False, "C"),
        ("bool", False, "User_name"),
    ]


def test_zero_comes_first_in_an_enum() -> None:
    found = names("message Item { Kind e = 1; } enum Kind { A = 0; N = -1; B = 7; }")
    assert found.enums["t.Kind"].values == (("Kind_0", 0), ("Kind_1", -1), ("Kind_2", 7))


@pytest.mark.parametrize(
    "word", ["alias", "class", "end", "i64", "list", "other7", "out", "read", "then", "Upper"]
)
def test_words_that_the_compiler_or_its_code_uses_are_replaced(word: str) -> None:
    found = names(f"message Item {{ int32 safe_name = 1; int32 {word} = 5; }}")
    assert found.members["t.Item", word].name == "field_5"
    assert found.members["t.Item", "safe_name"].name == "safe_name"
