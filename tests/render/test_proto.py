"""The names of a rendered .proto."""

import pytest
from render.schemas import schema_of

from serbench.languages.java.lowering import lower_to_java
from serbench.languages.lowering import wire_names
from serbench.render.idl import Idl
from serbench.render.idls.proto import ProtoField
from serbench.schema.model import Schema


def lower(schema: Schema) -> Idl:
    found = wire_names("proto", schema)
    assert found is not None
    return found


def test_names_are_kept_where_every_generator_takes_them() -> None:
    found = lower(
        schema_of(
            """message Item { int64 tweet_id = 1; bool class = 2; bool has_tweet_id = 3; string Upper = 4;
               int32 size_t = 5; }"""
        )
    )
    assert [named.name for named in found.members.values()] == [
        "tweet_id",
        "field_2",
        "field_3",
        "field_4",
        "field_5",
    ]


def test_numbers_and_types_are_the_schemas() -> None:
    found = lower(schema_of("message Item { sint64 a = 7; map<fixed32, Item> b = 536870911; }"))
    assert found.members["t.Item", "a"] == ProtoField("a", 7, "sint64", declaration="sint64 a = 7;")
    assert found.members["t.Item", "b"] == ProtoField(
        "b", 536870911, "Item", "fixed32", "map<fixed32, Item> b = 536870911;"
    )


_LABELS = """message Item {
  int32 a = 1; optional string b = 2; repeated int64 c = 3; repeated string d = 4; map<int32, string> e = 5;
  repeated Kind f = 6; Item g = 7; repeated Item h = 8; map<int64, int32> k = 9;
  oneof i { int32 j = 10; } } enum Kind { A = 0; }"""


@pytest.mark.parametrize(
    ("idl", "syntax", "declared"),
    [
        (
            "proto",
            "proto3",
            """int32 a = 1;|optional string b = 2;|repeated int64 c = 3;|repeated string d = 4;
            |map<int32, string> e = 5;|repeated Kind f = 6;|optional Item g = 7;|repeated Item h = 8;
            |map<int64, int32> k = 9;|int32 j = 10;""",
        ),
        (
            "proto2",
            "proto2",
            """optional int32 a = 1;|optional string b = 2;|repeated int64 c = 3 [packed = true];
            |repeated string d = 4;|map<int32, string> e = 5;|repeated Kind f = 6 [packed = true];
            |optional Item g = 7;|repeated Item h = 8;|map<int64, int32> k = 9;|int32 j = 10;""",
        ),
        (
            "proto_sint",
            "proto3",
            """sint32 a = 1;|optional bytes b = 2;|repeated sint64 c = 3;|repeated bytes d = 4;
            |map<sint32, bytes> e = 5;|repeated Kind f = 6;|optional Item g = 7;|repeated Item h = 8;
            |map<sint64, sint32> k = 9;|sint32 j = 10;""",
        ),
        (
            "proto_cases",
            "proto3",
            """int32 a = 1;|oneof _b { string b = 2; }|repeated int64 c = 3;|repeated string d = 4;
            |map<int32, string> e = 5;|repeated Kind f = 6;|optional Item g = 7;|repeated Item h = 8;
            |map<int64, int32> k = 9;|int32 j = 10;""",
        ),
    ],
)
def test_each_language_of_the_family_declares_fields_in_its_way(idl: str, syntax: str, declared: str) -> None:
    found = wire_names(idl, schema_of(_LABELS))
    assert found is not None
    fields = (*found.members.values(), *found.cases.values())
    declarations = [field.declaration for field in fields if isinstance(field, ProtoField)]
    assert (found.file, declarations) == (syntax, [one.strip() for one in declared.split("|")])


def test_an_enum_begins_with_zero() -> None:
    found = lower(schema_of("message Item { Kind e = 1; } enum Kind { A = 0; N = -1; B = 7; }"))
    assert found.enums["t.Kind"].values == (("Kind_0", 0), ("Kind_1", -1), ("Kind_2", 7))


@pytest.mark.parametrize(
    ("name", "java"), [("user_name", "UserName"), ("id3tag", "Id3Tag"), ("x2_y", "X2Y"), ("Upper", "Field1")]
)
def test_java_calls_fields_in_its_own_way(name: str, java: str) -> None:
    schema = schema_of(f"message Item {{ int32 {name} = 1; }}")
    (step,) = lower_to_java(schema, lower(schema)).root.steps
    assert step.accessor == java


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("Item", "Item"),
        ("URLEntity", "UrlEntity"),
        ("ItemURL", "ItemUrl"),
        ("ABc", "ABc"),
        ("X1YFoo", "X1yFoo"),
        ("AB2c", "Ab2c"),
        ("Item2Foo", "Item2Foo"),
        ("HTTP2Item", "Http2Item"),
    ],
)
def test_types_are_spelled_as_in_generated_rust(name: str, spelled: str) -> None:
    assert lower(schema_of(f"message {name} {{}}")).messages[f"t.{name}"] == spelled


def test_a_case_is_a_variant_in_rust() -> None:
    found = lower(schema_of("message BigItem { int32 x = 1; oneof v { int32 some_id = 2; bool type = 3; } }"))
    assert found.cases["t.BigItem", "some_id"].variant == "big_item::Oneof1::SomeId"
    assert found.cases["t.BigItem", "type"].variant == "big_item::Oneof1::Field3"
    assert found.members["t.BigItem", "x"].variant == ""


def test_a_type_called_like_a_keyword_in_capitals_is_replaced() -> None:
    assert lower(schema_of("message Match {}")).messages["t.Match"] == "Type0"


@pytest.mark.parametrize("word", ["Self", "Object", "Cxx", "Message", "Vec"])
def test_types_called_like_words_of_any_language_are_replaced(word: str) -> None:
    schema = schema_of(f"message Item {{ {word} a = 1; }} message {word} {{ int32 b = 1; }}")
    assert set(lower(schema).messages.values()).isdisjoint({word})
