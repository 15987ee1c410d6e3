"""The lowering decides types, kinds, parts and plans; templates only iterate."""

from render.schemas import schema_of

from serbench.languages.java.lowering import (
    JavaMessage,
    PlainAnnotations,
    lower_to_java,
    split_into_parts,
    weight_of,
)
from serbench.languages.java.names import java_class_name, java_identifier, java_type_name
from serbench.languages.steps import Step


def message_named(name: str, text: str) -> JavaMessage:
    schema = lower_to_java(schema_of(text))
    return next(message for message in schema.messages if message.name == name)


def test_each_label_and_leaf_has_its_kind_and_type() -> None:
    message = message_named(
        "Item",
        """message Item { bool a = 1; optional sint64 b = 2; repeated bytes c = 3; map<uint32, Leaf> d = 4;
           Leaf e = 5; repeated fixed64 f = 6; repeated Item g = 7; Kind h = 8; repeated Kind i = 9; }
           message Leaf {} enum Kind { Z = 0; }""",
    )
    assert [(step.name, step.kind, step.type) for step in message.steps] == [
        ("a", "plain", "boolean"),
        ("b", "optional", "java.lang.Long"),
        ("c", "list", "java.util.ArrayList<byte[]>"),
        ("d", "map", "java.util.LinkedHashMap<java.lang.Integer, plain.Leaf>"),
        ("e", "optional", "plain.Leaf"),
        ("f", "array", "long[]"),
        ("g", "list", "java.util.ArrayList<plain.Item>"),
        ("h", "plain", "plain.Kind"),
        ("i", "list", "java.util.ArrayList<plain.Kind>"),
    ]


def test_only_what_has_presence_begins_as_null() -> None:
    message = message_named(
        "Item",
        """message Item { string a = 1; bytes b = 2; Kind c = 3; repeated string d = 4; repeated int32 e = 5;
           map<string, string> f = 6; optional string g = 7; Item h = 8; oneof i { int32 j = 9; } }
           enum Kind { Z = 0; }""",
    )
    assert [(step.name, step.initial) for step in message.steps] == [
        ("a", ' = ""'),
        ("b", " = new byte[0]"),
        ("c", " = plain.Kind.Z"),
        ("d", " = new java.util.ArrayList<>()"),
        ("e", " = new int[0]"),
        ("f", " = new java.util.LinkedHashMap<>()"),
        ("g", ""),
        ("h", ""),
        ("i", ""),
    ]


def test_unsigned_numbers_have_a_touch_and_an_order_of_their_own() -> None:
    message = message_named("Item", "message Item { map<uint32, uint64> a = 1; map<fixed64, int32> b = 2; }")
    first, second = message.steps
    assert (first.key.touch, first.key.order, first.key.type) == ("ofUnsignedInt", "UNSIGNED_INT", "int")
    assert (first.value.touch, first.value.type) == ("ofLong", "long")
    assert (second.key.order, second.value.touch) == ("UNSIGNED_LONG", "ofInt")


def test_a_oneof_has_a_class_for_each_case() -> None:
    message = message_named(
        "Item", "message Item { oneof my_value { int32 int = 1; int32 item = 2; Item my_value_x = 3; } }"
    )
    (step,) = message.steps
    assert (step.kind, step.name, step.type) == ("oneof", "my_value", "plain.Item.MyValue")
    assert [(case.position, case.type, case.value.type) for case in step.cases] == [
        (1, "plain.Item.MyValue.Int", "int"),
        # A nested class must not be called like the one around it.
        (2, "plain.Item.MyValue.Item2", "int"),
        (3, "plain.Item.MyValue.MyValueX", "plain.Item"),
    ]


def test_classes_are_listed_in_an_order_that_the_schema_decides() -> None:
    schema = lower_to_java(
        schema_of("message A { B b = 1; oneof c { E d = 2; } } message B {} enum E { Z = 0; }", root="A")
    )
    assert schema.classes == ("plain.B", "plain.A", "plain.A.C.D", "plain.E")


def test_names_that_java_reserves_or_that_hide_a_package_are_escaped() -> None:
    message = message_named("Item", "message Item { int32 class = 1; int32 java = 2; int32 getClass = 3; }")
    assert [step.name for step in message.steps] == ["class_", "java_", "getClass"]
    assert java_identifier("record") == "record_"
    assert len(java_identifier("x" * 300)) == 71
    assert java_type_name("int_value") == "IntValue"
    assert java_class_name("Override") == "Override_"
    assert (java_class_name("String"), java_class_name("int")) == ("String", "int_")
    assert java_type_name("_1") == "N1"
    assert java_type_name("__") == "N"


def test_an_enum_keeps_its_numbers_and_leaves_the_name_of_their_field_free() -> None:
    schema = lower_to_java(schema_of("message Item { E e = 1; } enum E { A = 0; number = -3; default = 7; }"))
    assert [(value.name, value.number, value.schema_name) for value in schema.enums[0].values] == [
        ("A", 0, "A"),
        ("number2", -3, "number"),
        ("default_", 7, "default"),
    ]


def test_members_and_cases_keep_what_the_schema_calls_them() -> None:
    message = message_named(
        "Item", "message Item { uint64 class = 1; oneof java { int32 int = 2; Item Item = 3; } }"
    )
    first, second = message.steps
    assert (first.name, first.schema_name, first.value.kind) == ("class_", "class", "uint64")
    assert (second.name, second.schema_name) == ("java_", "java")
    assert [(case.schema_name, case.type_name, case.value.kind) for case in second.cases] == [
        ("int", "Int", "int32"),
        ("Item", "Item2", "message"),
    ]


def test_annotations_stand_where_a_codec_wants_them() -> None:
    texts = {
        "message": ("M({name})",),
        "enum": ("E({name})",),
        "value": ("V({name})",),
        "field": ("F({name})",),
        "map": ("Map",),
        "field_uint64": ("U({name})",),
        "optional": ("never",),
        "optional_uint64": ("OU",),
        "key_uint32": ("K({class}.{field} {index} {number})",),
        "map_by_uint32": ("MU",),
        "oneof_field": ("OF({number})",),
        "oneof": ("O({name})",),
        "case": ("C({name})",),
        "case_field": ("CF",),
        "case_field_bytes": ("CB",),
    }
    schema = lower_to_java(
        schema_of(
            """message Item { optional fixed64 a = 1; map<uint32, uint64> class = 2; string c = 3;
               oneof d { bytes e = 4; } Kind f = 5; map<int32, bool> g = 6; } enum Kind { new = 0; }"""
        ),
        annotations=PlainAnnotations(texts),
    )
    (message,) = schema.messages
    (enum,) = schema.enums
    assert message.attributes == ("M(Item)",)
    assert [step.attributes for step in message.steps] == [
        ("U(a)", "OU"),
        ("U(class)", "MU", "K(Item.class_ 1 2)"),
        ("F(c)",),
        ("F(d)", "OF(4)"),
        ("F(f)",),
        ("F(g)", "Map"),
    ]
    oneof = message.steps[3]
    assert oneof.type_attributes == ("O(d)",)
    assert [(case.attributes, case.type_attributes) for case in oneof.cases] == [(("F(e)", "CB"), ("C(e)",))]
    assert (enum.attributes, enum.values[0].attributes) == (("E(Kind)",), ("V(new)",))


def test_annotations_of_types_stand_where_java_wants_them() -> None:
    texts = {"type_of_optional": ("a.N",), "type_of_oneof": ("a.O({name})",), "type_of_map": ("a.M",)}
    schema = lower_to_java(
        schema_of(
            """message Item { optional int32 a = 1; optional bytes b = 2; Item c = 3; oneof d { bool e = 4; }
               map<string, bool> f = 5; int32 g = 6; bytes h = 7; }"""
        ),
        annotations=PlainAnnotations(texts),
    )
    assert [step.written for step in schema.messages[0].steps] == [
        "java.lang.@a.N Integer",
        "byte @a.N []",
        "plain.@a.N Item",
        "plain.Item.@a.O(d) D",
        "java.util.@a.M LinkedHashMap<java.lang.String, java.lang.Boolean>",
        "int",
        "byte[]",
    ]
    assert schema.messages[0].steps[0].type == "java.lang.Integer"


def test_a_wide_message_is_walked_in_parts() -> None:
    fields = " ".join(f"int32 f{i} = {i};" for i in range(1, 121))
    message = message_named("Item", f"message Item {{ {fields} }}")
    assert [part.suffix for part in message.parts] == ["$1", "$2", "$3"]
    assert [step.name for part in message.parts for step in part.steps] == [s.name for s in message.steps]
    assert max(sum(weight_of(step) for step in part.steps) for part in message.parts) <= 50


def test_a_message_without_members_is_one_empty_part() -> None:
    (part,) = split_into_parts(())
    assert (part.suffix, part.steps) == ("", ())


def test_a_heavy_step_has_a_part_of_its_own() -> None:
    light, heavy = (
        Step("plain", "a", "int", "a"),
        Step("oneof", "b", "x", "b", cases=(Step("case", "b", "y", "c"),) * 60),
    )
    assert [len(part.steps) for part in split_into_parts((light, heavy, light))] == [1, 1, 1]


def test_plans_scan_no_further_than_what_they_read() -> None:
    message = message_named(
        "Item", "message Item { repeated int64 ids = 1; repeated string strings = 2; int32 x = 3; }"
    )
    plans = {plan.name: plan for plan in message.plans}
    assert [(step.name, step.reading) for part in plans["one"].scan for step in part.steps] == [
        ("ids", "skip"),
        ("strings", "skip"),
        ("x", "whole"),
    ]
    assert [step.name for part in plans["tenth"].scan for step in part.steps] == ["ids", "strings"]
    assert [step.name for part in plans["tenth"].read for step in part.steps] == ["strings"]


def test_a_root_inside_itself_is_scanned_to_its_end() -> None:
    message = message_named(
        "Item", "message Item { int32 a = 1; string b = 2; repeated Item c = 3; bool d = 4; }"
    )
    plans = {plan.name: plan for plan in message.plans}
    assert [step.name for part in plans["tenth"].scan for step in part.steps] == ["a", "b", "c", "d"]
    assert [step.name for part in plans["one"].scan for step in part.steps] == ["a", "b"]


def test_a_member_that_access_one_reads_whole_is_read_by_access_all_inside() -> None:
    message = message_named("Item", "message Item { repeated Item c = 1; }")
    one = next(plan for plan in message.plans if plan.name == "one")
    (step,) = one.read[0].steps
    assert (step.reading, step.inner_plan) == ("whole", "all")
