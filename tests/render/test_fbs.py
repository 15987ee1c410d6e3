"""The names and types of a rendered .fbs."""

from render.schemas import schema_of, without

from serbench.languages.lowering import wire_names
from serbench.render.idl import Idl
from serbench.render.idls.fbs import FbsCase, FbsField

EVERYTHING = """
message Item {
  bool a = 1; optional uint64 b = 2; optional string c = 3; repeated bytes d = 4; repeated float e = 5;
  map<uint32, Leaf> f = 6; map<string, bytes> g = 7; Leaf h = 8; Item i = 9; Kind j = 10;
  optional Kind k = 11; repeated Item l = 12; bytes m = 13;
}
message Leaf {}
enum Kind { Z = 0; N = -1; B = 2147483647; }
"""


def names(text: str) -> Idl:
    found = wire_names("fbs", schema_of(text))
    assert found is not None
    return found


def test_each_label_and_leaf_has_its_type() -> None:
    fields = names(EVERYTHING).members
    assert {field: named.type for (message, field), named in fields.items() if message == "t.Item"} == {
        "a": "bool",
        "b": "uint64 = null",
        "c": "string",
        "d": "[BytesValue]",
        "e": "[float]",
        "f": "[Entry0]",
        "g": "[Entry1]",
        "h": "Leaf",
        "i": "Item",
        "j": "Kind",
        "k": "Kind = null",
        "l": "[Item]",
        "m": "[ubyte]",
    }


def test_maps_and_lists_of_bytes_bring_tables_of_their_own() -> None:
    found = names(EVERYTHING)
    assert [(entry.name, entry.fields) for entry in found.file.entries] == [
        ("Entry0", ("key: uint32 (key)", "value: Leaf")),
        ("Entry1", ("key: string (key)", "value: [ubyte]")),
    ]
    assert [(wrapper.name, wrapper.fields) for wrapper in found.file.wrappers] == [
        ("BytesValue", ("v: [ubyte]",))
    ]
    assert found.members["t.Item", "f"] == FbsField(
        "f", "[Entry0]", "f_", "::wire::Entry0", "Entry0", "f", "F", slot=5, declaration="f: [Entry0] (id: 5)"
    )


def test_the_values_of_an_enum_ascend() -> None:
    assert names(EVERYTHING).enums["t.Kind"].values == (
        ("Kind_0", -1),
        ("Kind_1", 0),
        ("Kind_2", 2147483647),
    )


def test_a_oneof_is_a_union_in_which_leaves_are_wrapped() -> None:
    found = names(
        "message Item { int32 x = 1; oneof v { int64 a = 2; int64 b = 3; Item c = 4; Kind d = 5; } }"
        "enum Kind { Z = 0; }"
    )
    (union,) = found.file.unions
    assert [(case.name, case.type) for case in union.cases] == [
        ("case_1", "Int64Value"),
        ("case_2", "Int64Value"),
        ("case_3", "Item"),
        ("case_4", "KindValue"),
    ]
    assert [wrapper.name for wrapper in found.file.wrappers] == ["Int64Value", "KindValue"]
    assert found.members["t.Item", "v"].type == "Oneof0"
    assert found.cases["t.Item", "c"] == FbsCase(
        "case_3", "Item", "::wire::Item", "::wire::Oneof0::case_3", "oneof_1_as_case_3"
    )


def test_names_that_generated_code_uses_are_replaced() -> None:
    found = names(
        """message Item { int32 verifier = 1; int32 x = 2; int32 x_type = 3; int32 y_type = 4;
           int32 add_x = 5; int32 class = 6; CreateItem create = 7; Table table = 8;
           Entry0 entry = 9; BytesValue bytes = 10;
           map<int32, bytes> m = 11; repeated bytes l = 12; }
           message CreateItem {} message Table {} message Entry0 {} message BytesValue {}"""
    )
    assert [found.members["t.Item", name].name for name in ("verifier", "x", "x_type", "y_type")] == [
        "field_1",
        "x",
        "field_3",
        "y_type",
    ]
    assert found.members["t.Item", "add_x"].name == "field_5"
    assert found.members["t.Item", "class"].name == "field_6"
    assert found.messages["t.CreateItem"].startswith("Type")
    assert found.messages["t.Table"].startswith("Type")
    assert found.messages["t.Entry0"] == "Entry0"
    assert [table.name for table in (*found.file.entries, *found.file.wrappers)] == ["Entry02", "BytesValue2"]


def test_names_that_generated_rust_uses_are_replaced() -> None:
    found = names(
        """message Item { int32 create = 1; int32 follow = 2; int32 init_from_table = 3;
           ItemArgs a = 4; ItemOffset b = 5; Args1 c = 6; bool u8 = 7; bool push = 8; }
           message ItemArgs {} message ItemOffset {} message Args1 {}"""
    )
    unsafe = ("create", "follow", "init_from_table", "u8", "push")
    named = [found.members["t.Item", name].name for name in unsafe]
    assert named == ["field_1", "field_2", "field_3", "field_7", "field_8"]
    assert found.messages["t.ItemArgs"].startswith("Type")
    assert found.messages["t.ItemOffset"].startswith("Type")
    assert found.messages["t.Args1"] == "Args1"


def test_fields_have_their_ids_and_sizes() -> None:
    found = names(
        """message Item { bool a = 9; oneof v { int32 b = 8; } double c = 7; optional uint64 d = 6;
           repeated int64 e = 5; optional string user_name = 4; }"""
    )
    members = {field: named for (_, field), named in found.members.items()}
    assert {field: (named.slot, named.inline_bytes) for field, named in members.items()} == {
        "a": (6, 1),
        "v": (5, 4),
        "c": (3, 8),
        "d": (2, 8),
        "e": (1, 4),
        "user_name": (0, 4),
    }
    assert found.file.slots == {"Item": 7}
    assert (members["user_name"].getter, members["user_name"].verb) == ("userName", "UserName")


def test_a_bool_is_no_key_to_look_for() -> None:
    (entry,) = names("message Item { map<bool, int32> a = 1; }").file.entries
    assert entry.fields == ("key: bool", "value: int32")


def test_messages_of_numbers_alone_are_structs_where_the_codec_wants_them() -> None:
    text = """
    message Item {
      Point a = 1; repeated Point b = 2; map<int32, Point> c = 3; oneof d { Point e = 4; Text f = 5; }
    }
    message Point { int32 x = 1; bool y = 2; Kind z = 3; }
    message Text { string x = 1; }
    message Absent { optional int32 x = 1; }
    message Nested { Point x = 1; }
    message Nothing {}
    message Root { Item a = 1; Absent b = 2; Nested c = 3; Nothing d = 4; }
    enum Kind { Z = 0; }
    """
    found = wire_names("fbs_struct", schema_of(text))
    assert found is not None
    declared = {member: named.declaration for member, named in found.members.items()}
    assert (declared["t.Point", "x"], declared["t.Text", "x"]) == ("x: int32", "x: string (id: 0)")
    layouts = dict(found.file.layouts)
    assert layouts.pop("Point") == "struct"
    assert set(layouts.values()) == {"table"}
    (union,) = found.file.unions
    assert [(case.name, case.type) for case in union.cases] == [("case_1", "PointValue"), ("case_2", "Text")]
    assert [(wrapper.name, wrapper.fields) for wrapper in found.file.wrappers] == [
        ("PointValue", ("v: Point",))
    ]
    tables = wire_names("fbs", schema_of(text))
    assert tables is not None
    assert set(tables.file.layouts.values()) == {"table"}
    assert tables.file.wrappers == ()


def test_a_root_is_a_table_even_if_it_holds_numbers_alone() -> None:
    found = wire_names("fbs_struct", schema_of("message Point { int32 x = 1; }"))
    assert found is not None
    assert found.file.layouts == {"Point": "table"}


def test_a_message_that_has_lost_a_field_is_no_struct() -> None:
    schema = schema_of("message Root { Point a = 1; } message Point { int32 x = 1; int32 y = 2; }")
    known = wire_names("fbs_struct", schema)
    assert known is not None
    assert known.file.layouts["Point"] == "struct"
    found = wire_names("fbs_struct", without(schema, "y", "t.Point"))
    assert found is not None
    assert set(found.file.layouts.values()) == {"table"}
    assert found.file.retired["Point"] == ("retired_2: ubyte (id: 1, deprecated)",)


def test_a_field_that_is_gone_keeps_its_id() -> None:
    schema = schema_of("message Item { int32 a = 1; string b = 2; oneof c { int32 d = 3; } }")
    found = wire_names("fbs", without(schema, "b"))
    assert found is not None
    assert found.members["t.Item", "c"].slot == 3
    assert found.file.retired == {"Item": ("retired_2: ubyte (id: 1, deprecated)",)}
    assert found.file.slots == {"Item": 4}
