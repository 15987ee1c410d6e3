"""The lowering decides types, kinds, names and tags of Go's structs."""

from render.schemas import schema_of

from serbench.languages.go.build import go_text
from serbench.languages.go.lowering import PlainTags, lower_to_go
from serbench.languages.go.names import accessor, exported
from serbench.languages.steps import PlainMessage

BARE = PlainTags()


def message_named(name: str, text: str, tags: PlainTags = BARE) -> PlainMessage:
    schema = lower_to_go(schema_of(text), tags)
    return next(message for message in schema.messages if message.name == name)


def test_each_label_and_leaf_has_its_kind_and_type() -> None:
    message = message_named(
        "Item",
        """message Item { bool a = 1; optional sint64 b_c = 2; repeated bytes d = 3; map<uint32, Leaf> e = 4;
           Leaf f = 5; Item g = 6; repeated Item h = 7; Kind i = 8; optional bytes j = 9; }
           message Leaf {} enum Kind { Z = 0; }""",
    )
    assert [(step.name, step.kind, step.type, step.written) for step in message.steps] == [
        ("A", "plain_bool", "bool", "bool"),
        ("BC", "optional_number", "*int64", "*int64"),
        ("D", "repeated_bytes", "[][]byte", "[][]byte"),
        ("E", "map_message", "map[uint32]plain.Leaf", "map[uint32]Leaf"),
        ("F", "optional_message", "*plain.Leaf", "*Leaf"),
        ("G", "boxed_message", "*plain.Item", "*Item"),
        ("H", "repeated_message", "[]plain.Item", "[]Item"),
        ("I", "plain_enum", "plain.Kind", "Kind"),
        ("J", "optional_bytes", "*[]byte", "*[]byte"),
    ]


def test_a_oneof_is_a_struct_of_pointers_next_to_the_types_of_the_schema() -> None:
    message = message_named(
        "Item",
        """message Item { oneof v { int32 a = 1; Item b = 2; bytes type = 3; } ItemV c = 4; }
           message ItemV {}""",
    )
    step = message.steps[0]
    assert (step.name, step.type, step.type_name) == ("V", "*plain.ItemV2", "ItemV2")
    assert [(case.position, case.kind, case.name, case.type) for case in step.cases] == [
        (1, "case_number", "A", "*int32"),
        (2, "case_boxed_message", "B", "*plain.Item"),
        (3, "case_bytes", "Type", "*[]byte"),
    ]


def test_constants_of_enums_differ_from_types() -> None:
    schema = lower_to_go(
        schema_of("message M { A a = 1; A_B b = 2; } message A_B {} enum A { B = 0; C = 1; }"), BARE
    )
    assert [value.name for value in schema.enums[0].values] == ["A_B2", "A_C"]


def test_the_most_specific_tag_stands() -> None:
    tags = PlainTags(
        {
            "field": ('x:"{name}"',),
            "optional": ('x:"{name},o"',),
            "optional_bytes": ('x:"{name},b"',),
            "optional_uint64": ('x:"{name},u"', 'y:"{name}"'),
            "case": ('x:"{name},c"',),
        },
        taken=("Size",),
    )
    message = message_named(
        "M",
        """message M { int32 a_b = 1; optional int32 c = 2; optional bytes d = 3; optional uint64 e = 4;
           oneof f { int32 g = 5; } int32 size = 6; }""",
        tags,
    )
    assert [step.attributes for step in message.steps] == [
        ('x:"a_b"',),
        ('x:"c,o"',),
        ('x:"d,b"',),
        ('x:"e,u"', 'y:"e"'),
        ('x:"f"',),
        ('x:"size"',),
    ]
    assert message.steps[4].cases[0].attributes == ('x:"g,c"',)
    assert message.steps[5].name == "Size_"


def test_names_are_spelled_as_generators_spell_them() -> None:
    assert [
        exported(name) for name in ("id_str", "_hidden", "a_1", "a1b", "URL", "n__a", "SerbenchRoot")
    ] == [
        "IdStr",
        "XHidden",
        "A_1",
        "A1B",
        "URL",
        "N_A",
        "SerbenchRoot_",
    ]
    assert accessor("string") == "String_"
    assert accessor("strings") == "Strings"


def test_a_literal_escapes_what_ends_it() -> None:
    assert go_text('a"\\\n') == '"a\\U00000022\\U0000005c\\U0000000a"'
