"""The lowering decides types, kinds and plans; templates only iterate."""

from render.schemas import schema_of

from serbench.languages.cpp.build import rendered_harness
from serbench.languages.cpp.lowering import lower_to_cpp
from serbench.languages.lowering import wire_names
from serbench.languages.steps import PlainMessage


def message_named(name: str, text: str) -> PlainMessage:
    schema = lower_to_cpp(schema_of(text))
    return next(message for message in schema.messages if message.name == name)


def test_each_label_and_leaf_has_its_kind_and_type() -> None:
    message = message_named(
        "Item",
        """message Item { bool a = 1; optional sint64 b = 2; repeated bytes c = 3; map<uint32, Leaf> d = 4;
           Leaf e = 5; Item f = 6; repeated Item g = 7; Kind h = 8; }
           message Leaf {} enum Kind { Z = 0; }""",
    )
    assert [(step.name, step.kind, step.type) for step in message.steps] == [
        ("a", "plain_bool", "bool"),
        ("b", "optional_number", "::std::optional<::std::int64_t>"),
        ("c", "repeated_bytes", "::std::vector<::std::vector<::std::byte>>"),
        ("d", "map_message", "::std::map<::std::uint32_t, ::plain::Leaf>"),
        ("e", "optional_message", "::std::optional<::plain::Leaf>"),
        ("f", "boxed_message", "::std::unique_ptr<::plain::Item>"),
        ("g", "repeated_message", "::std::vector<::plain::Item>"),
        ("h", "plain_enum", "::plain::Kind"),
    ]


def test_a_oneof_is_a_variant_with_its_cases_by_position() -> None:
    message = message_named("Item", "message Item { oneof v { int32 a = 1; int32 b = 2; Item c = 3; } }")
    (step,) = message.steps
    assert step.type == (
        "::std::variant<::std::monostate, ::std::int32_t, ::std::int32_t, ::std::unique_ptr<::plain::Item>>"
    )
    assert [(case.position, case.kind) for case in step.cases] == [
        (1, "case_number"),
        (2, "case_number"),
        (3, "case_boxed_message"),
    ]


def test_types_held_by_value_come_first() -> None:
    schema = lower_to_cpp(schema_of("message A { B b = 1; } message B { repeated C c = 1; } message C {}"))
    assert [message.name for message in schema.messages] == ["C_", "B_", "A_"]
    assert schema.root.name == "A_"


def test_plans_name_what_is_read_and_what_is_skipped() -> None:
    message = message_named("Item", "message Item { repeated int64 ids = 1; repeated string strings = 2; }")
    plans = {plan.name: plan for plan in message.plans}
    assert [(step.name, step.reading) for step in plans["one"].scan] == [
        ("ids", "middle"),
        ("strings", "skip"),
    ]
    assert [step.name for step in plans["tenth"].read] == ["strings"]
    assert [step.reading for step in plans["all"].read] == ["whole", "whole"]


def test_members_and_enums_carry_the_names_of_the_idl_that_is_asked_for() -> None:
    schema = schema_of(
        "message Item { bool class = 1; oneof v { int32 a = 2; } Kind k = 3; } enum Kind { Z = 0; }"
    )
    lowered = lower_to_cpp(schema, wire_names("proto", schema))
    plain, oneof, enum = lowered.root.steps
    assert (plain.idl.name, oneof.idl.name, oneof.cases[0].idl.name, enum.idl.type) == (
        "field_1",
        "oneof_1",
        "a",
        "Kind",
    )
    assert lowered.enums[0].idl.values == (("Kind_0", 0),)
    assert lower_to_cpp(schema).root.steps[0].idl is None


def test_members_cases_and_enum_values_keep_the_names_of_the_schema() -> None:
    schema = lower_to_cpp(
        schema_of(
            "message Item { bool class = 1; oneof union { int32 int = 2; } Kind k = 3; }"
            "enum Kind { option allow_alias = true; NULL = 0; default = -3; again = -3; }"
        )
    )
    plain, oneof, enum = schema.root.steps
    assert (plain.name, plain.schema_name) == ("class_", "class")
    assert (oneof.schema_name, oneof.cases[0].schema_name, enum.schema_name) == ("union", "int", "k")
    assert schema.enums[0].schema_values == (("NULL", 0), ("default", -3))


def test_the_rendered_names_tell_what_the_schema_calls_things_and_what_plans_read() -> None:
    schema = schema_of("message Item { string class = 1; oneof v { int32 a = 2; Item b = 3; } }")
    text = rendered_harness(schema, "own")["names.hpp"]
    assert 'names = list_of<::std::string_view>("class", "v");' in text
    assert "struct CaseNames<::plain::Item, 1> {" in text
    assert 'names = list_of<::std::string_view>("a", "b");' in text
    assert "struct MemberReadings<::plain::Item, One> {" in text
    assert "readings = list_of<Reading>(Reading::whole, Reading::skip);" in text
