"""The names and types of a rendered SBE message schema, and what access reads of its stream."""

import re
from types import SimpleNamespace

import pytest
from render.schemas import schema_of

from serbench.languages.lowering import wire_names
from serbench.render.idl import Idl
from serbench.render.idls import render_idl
from serbench.render.idls.sbe.blocks import SbeBlock, SbeField, SbeGroup
from serbench.render.idls.sbe.declarations import SbeMember, SbeNullable
from serbench.render.idls.sbe.places import SbePlace
from serbench.render.idls.sbe.reads import SbePlan

TYPES = """
message Empty {}
message Fixed { int32 x = 1; optional float y = 2; Empty e = 3; }
message Open { string text = 1; }
enum Kind { Z = 0; N = -1; B = 2147483647; }
enum Full { NONE = 0; SMALLEST = -2147483648; NEXT = -2147483647; }
"""


def names(text: str, root: str | None = None) -> Idl:
    found = wire_names("sbe", schema_of(text, root))
    assert found is not None
    return found


def declared(block: SbeBlock) -> list[str]:
    """A block as lines: fields ``name: type``, groups ``name [ … ]``, data ``name; type``."""
    lines = [f"{field.name}: {field.type}" for field in block.fields]
    lines += [f"{group.name} [ {', '.join(declared(group.block))} ]" for group in block.groups]
    return lines + [f"{data.name}; {data.type}" for data in block.data]


@pytest.mark.parametrize(
    ("field", "shape", "lines"),
    [
        ("bool a = 1;", "number", ["a: uint8"]),
        ("fixed64 a = 1;", "number", ["a: uint64"]),
        ("Kind a = 1;", "number", ["a: int32"]),
        ("string a = 1;", "text", ["a; varStringEncoding"]),
        ("bytes a = 1;", "bytes", ["a; varDataEncoding"]),
        ("optional bool a = 1;", "nullable", ["a: BoolOrNull"]),
        ("optional Kind a = 1;", "nullable", ["a: KindOrNull"]),
        ("optional double a = 1;", "number", ["aPresent: uint8", "a: double"]),
        ("optional string a = 1;", "text", ["aPresent: uint8", "a; varStringEncoding"]),
        ("Fixed a = 1;", "composite", ["aPresent: uint8", "a: Fixed"]),
        ("Empty a = 1;", "empty", ["aPresent: uint8"]),
        ("Open a = 1;", "group", ["a [ text; varStringEncoding ]"]),
        ("Item a = 1;", "message", ["a; varDataEncoding"]),
        ("repeated uint32 a = 1;", "number", ["a [ value: uint32 ]"]),
        ("repeated bytes a = 1;", "bytes", ["a [ value; varDataEncoding ]"]),
        ("repeated Empty a = 1;", "group", ["a [  ]"]),
        ("repeated Fixed a = 1;", "group", ["a [ x: int32, yPresent: uint8, y: float, ePresent: uint8 ]"]),
        ("repeated Item a = 1;", "message", ["a [ value; varDataEncoding ]"]),
        ("map<int32, bool> a = 1;", "number", ["a [ key: int32, value: uint8 ]"]),
        ("map<bool, Fixed> a = 1;", "composite", ["a [ key: uint8, value: Fixed ]"]),
        ("map<string, bytes> a = 1;", "bytes", ["a [ key; varStringEncoding, value; varDataEncoding ]"]),
        (
            "map<string, Open> a = 1;",
            "group",
            ["a [ aValue [ text; varStringEncoding ], key; varStringEncoding ]"],
        ),
        ("map<uint64, Item> a = 1;", "message", ["a [ key: uint64, value; varDataEncoding ]"]),
    ],
)
def test_each_label_and_type_has_its_part_of_the_block(field: str, shape: str, lines: list[str]) -> None:
    member = names(f"message Item {{ {field} }} {TYPES}").members["t.Item", "a"]
    assert (member.shape, declared(member.block)) == (shape, lines)


def test_fields_stand_before_groups_and_those_before_data() -> None:
    found = names(
        f"""message Item {{ string a = 1; repeated int32 b = 2; int32 c = 3; Open d = 4; bytes e = 5; }}
            {TYPES}"""
    )
    block = found.file.messages["Item"]
    assert declared(block) == [
        "c: int32",
        "b [ value: int32 ]",
        "d [ text; varStringEncoding ]",
        "a; varStringEncoding",
        "e; varDataEncoding",
    ]
    assert block.ids == {"c": 1, "b": 2, "d": 3, "a": 4, "e": 5}


def test_the_null_of_an_enum_is_a_number_that_it_does_not_declare() -> None:
    found = names(
        f"message Item {{ optional Kind a = 1; optional Full b = 2; optional bool c = 3; }} {TYPES}"
    )
    assert found.file.nullables == (
        SbeNullable("KindOrNull", "int32", -(2**31)),
        SbeNullable("FullOrNull", "int32", -(2**31) + 2),
        SbeNullable("BoolOrNull", "uint8", 255),
    )
    assert [found.members["t.Item", name].null for name in "abc"] == [-(2**31), -(2**31) + 2, 255]


def test_a_oneof_is_a_tag_and_all_of_its_cases() -> None:
    found = names(
        f"""message Item {{
              int32 before = 1;
              oneof choice {{ bool a = 2; string b = 3; Fixed c = 4; Empty d = 5; Open e = 6; Item f = 7; }}
            }} {TYPES}"""
    )
    member = found.members["t.Item", "choice"]
    assert declared(member.block) == [
        "oneof1: uint8",
        "a: uint8",
        "c: Fixed",
        "e [ text; varStringEncoding ]",
        "b; varStringEncoding",
        "f; varDataEncoding",
    ]
    cases = [found.cases["t.Item", name] for name in "abcdef"]
    assert [case.shape for case in cases] == ["number", "text", "composite", "empty", "group", "message"]
    assert [case.is_fixed for case in cases] == [True, False, True, True, False, False]


def test_the_tag_of_more_cases_than_a_byte_counts_is_wider() -> None:
    def tag(count: int) -> str:
        cases = " ".join(f"int32 c{number} = {number};" for number in range(1, count + 1))
        member = names(f"message Item {{ oneof choice {{ {cases} }} }}").members["t.Item", "choice"]
        return str(member.block.fields[0].type)

    assert (tag(254), tag(255)) == ("uint8", "uint16")


def test_messages_that_data_hold_are_messages_of_the_file() -> None:
    found = names("message Item { Tree top = 1; } message Tree { repeated Tree twigs = 1; int32 n = 2; }")
    assert {name: declared(block) for name, block in found.file.messages.items()} == {
        "Item": ["top [ n: int32, twigs [ value; varDataEncoding ] ]"],
        "Tree": ["n: int32", "twigs [ value; varDataEncoding ]"],
    }
    assert found.members["t.Tree", "twigs"].message == "Tree"
    assert [found.messages[name].is_message for name in ("t.Item", "t.Tree")] == [True, True]


def test_a_group_is_called_like_no_other_class() -> None:
    found = names(
        """message Item { repeated Inner inner = 1; repeated Inner parts = 2; repeated int32 leaf = 3;
             Leaf last = 4; }
           message Inner { repeated string parts = 1; } message Leaf { int32 x = 1; }"""
    )
    assert declared(found.file.messages["Item"]) == [
        "lastPresent: uint8",
        "last: Leaf",
        "inner [ parts [ value; varStringEncoding ] ]",
        # One is the name of a group already, the other that of a composite.
        "other1 [ parts [ value; varStringEncoding ] ]",
        "other2 [ value: int32 ]",
    ]


def test_names_that_are_members_of_generated_classes_are_replaced() -> None:
    members = names(
        """message Item { int32 limit = 1; string finalize = 2; int32 x = 3; int32 x_count = 4;
             int32 get_x = 5; bool user_name = 6; int32 sbe_schema_id = 7; }"""
    ).members
    assert [member.name for member in members.values()] == [
        "field1",
        "field2",
        "x",
        "field4",
        "field5",
        "userName",
        "field7",
    ]


def test_a_message_has_a_place_for_each_way_that_leads_to_it() -> None:
    found = names(
        """message Item { Inner a = 1; Outer b = 2; map<int32, Inner> c = 3; Leaf d = 4; }
           message Outer { Inner e = 1; Leaf f = 2; } message Inner { string g = 1; }
           message Leaf { int32 h = 1; }"""
    )
    assert [place.decoder for place in found.messages["t.Inner"].places] == [
        "wire.ItemDecoder.ADecoder",
        "wire.ItemDecoder.BDecoder.EDecoder",
        "wire.ItemDecoder.CDecoder.CValueDecoder",
    ]
    # A composite is one class wherever it stands.
    assert found.messages["t.Leaf"].places == (SbePlace("wire.LeafEncoder", "wire.LeafDecoder", False),)
    assert found.messages["t.Item"].places == (SbePlace("wire.ItemEncoder", "wire.ItemDecoder", True),)


def plan(found: Idl, message: str, name: str) -> SbePlan:
    (one,) = (plan for plan in found.messages[message].plans if plan.name == name)
    assert isinstance(one, SbePlan)
    return one


def test_what_is_read_last_ends_the_way_through_the_stream() -> None:
    fields = " ".join(f"string s{number} = {number};" for number in range(1, 4))
    found = names(f"message Item {{ {fields} repeated int32 list = 4; bytes last = 5; }}")
    one = plan(found, "t.Item", "one")
    # The second string is read: the group and the first are passed, the third is not.
    assert [(read.position, read.reading) for read in one.groups] == [(3, "skip")]
    assert [(read.position, read.reading) for read in one.data] == [(0, "skip"), (1, "skip"), (2, "whole")]
    assert [(read.position, read.slot) for read in one.folds] == [(2, 0)]


def test_an_element_is_passed_to_its_end() -> None:
    found = names(
        """message Item { repeated Line lines = 1; }
           message Line {
             uint32 code = 1; string a = 2; repeated int32 b = 3; string c = 4; string d = 5;
           }"""
    )
    tenth = plan(found, "t.Line", "tenth")
    assert [(read.position, read.reading) for read in tenth.groups] == [(2, "whole")]
    assert [(read.position, read.reading) for read in tenth.data] == [(1, "skip"), (3, "skip"), (4, "skip")]
    assert not tenth.skips
    everything = plan(found, "t.Line", "all")
    assert [(read.position, read.streams, read.slot) for read in everything.folds] == [
        (0, False, -1),
        (1, True, 0),
        (2, True, 1),
        (3, True, 2),
        (4, True, 3),
    ]
    assert everything.slots == 4


def test_an_element_of_which_only_fields_are_read_is_skipped_at_once() -> None:
    found = names(
        "message Item { repeated Line lines = 1; } message Line { string a = 1; uint32 b = 2; bytes c = 3; }"
    )
    tenth = plan(found, "t.Line", "tenth")
    assert (tenth.groups, tenth.data, tenth.slots, tenth.skips) == ((), (), 0, True)
    assert [read.position for read in tenth.folds] == [1]
    # Access-one reads nothing behind the field.
    assert not plan(found, "t.Line", "one").skips


def test_a_map_tells_where_its_value_lies() -> None:
    found = names(f"message Item {{ map<string, Open> a = 1; map<int32, Open> b = 2; }} {TYPES}")
    first, second = found.members["t.Item", "a"], found.members["t.Item", "b"]
    assert (first.value_group, first.value_first) == ("aValue", True)
    assert (second.value_group, second.value_first) == ("bValue", False)


def test_a_member_knows_what_it_has_in_each_part() -> None:
    group = SbeGroup("list", SbeBlock((SbeField("value", "int32"),)))
    member = SbeMember("list", "number", SbeBlock(groups=(group,)), groups=(group,))
    assert (member.in_block, member.in_groups, member.in_data) == (False, True, False)
    assert (member.verb, group.class_name, member.value_group) == ("List", "List", "")


def version(texts: tuple[str, ...], number: int) -> str:
    """The message schema of a version."""
    schemas = tuple(schema_of(text, "t.Root") for text in texts)
    found = wire_names("sbe", schemas[number], schemas)
    assert found is not None
    (text,) = render_idl("sbe", {"schema": SimpleNamespace(idl=found.file), "workload": "w"}).values()
    return text


OLD = """message Root { oneof one { Fixed a = 1; Item b = 2; } }
    message Item { int32 x = 1; repeated int32 y = 2; }"""
NEW = """message Root { oneof one { Fixed a = 1; Item b = 2; } }
    message Item { int32 x = 1; repeated int32 y = 2; optional int32 p = 3; int64 q = 4; repeated bool r = 5;
        string s = 6; optional bool t = 7; }"""


def test_a_version_has_its_number_and_says_since_when_a_field_at_the_end_is_there() -> None:
    old, new = (version((OLD + TYPES, NEW + TYPES), number) for number in (0, 1))
    assert 'version="0"' in old and "sinceVersion" not in old
    assert 'version="1"' in new
    assert '<type name="PresentSince" primitiveType="uint8" presence="optional" nullValue="0"/>' in new
    since = [line.strip() for line in new.splitlines() if "sinceVersion" in line]
    assert since == [
        '<field name="pPresent" id="2" type="PresentSince" sinceVersion="1"/>',
        '<field name="p" id="3" type="int32" sinceVersion="1"/>',
        '<field name="q" id="4" type="int64" sinceVersion="1"/>',
        '<field name="t" id="5" type="BoolOrNull" sinceVersion="1"/>',
        '<group name="r" id="7" dimensionType="groupSizeEncoding" sinceVersion="1">',
        '<data name="s" id="8" type="varStringEncoding" sinceVersion="1"/>',
    ]


def test_of_three_versions_each_field_has_the_one_that_added_it() -> None:
    middle = OLD.replace("y = 2; }", "y = 2; int64 z = 3; }")
    newest = middle.replace("z = 3; }", "z = 3; bool w = 4; }")
    text = version((OLD + TYPES, middle + TYPES, newest + TYPES), 2)
    since = dict(re.findall(r'name="(\w+)".* sinceVersion="(\d)"', text))
    assert (since, 'version="2"' in text) == ({"z": "1", "w": "2"}, True)


@pytest.mark.parametrize(
    "item",
    [
        # In the middle, where SBE allows none; of another type; in another order.
        "message Item { optional int32 p = 3; int32 x = 1; repeated int32 y = 2; }",
        "message Item { int32 x = 1; repeated string y = 2; }",
        "message Item { repeated int32 y = 2; int32 x = 1; }",
    ],
)
def test_what_stands_not_behind_all_others_is_not_said_to_be_added(item: str) -> None:
    root = "message Root { oneof one { Fixed a = 1; Item b = 2; } }"
    assert "sinceVersion" not in version((OLD + TYPES, f"{root} {item} {TYPES}"), 1)


def test_where_there_are_versions_the_cases_of_the_root_can_grow() -> None:
    root = f"message Root {{ oneof one {{ Fixed a = 1; int32 b = 2; Holding c = 3; }} }} {TYPES}"
    text = f"{root} message Holding {{ Fixed inside = 1; }}"
    (alone,) = (names(text, "t.Root"),)
    assert alone.cases["t.Root", "a"].shape == "composite"
    schema = schema_of(text, "t.Root")
    found = wire_names("sbe", schema, (schema, schema_of(root + "message Holding {}", "t.Root")))
    assert found is not None
    assert [found.cases["t.Root", name].shape for name in "abc"] == ["group", "number", "group"]
    assert declared(next(iter(found.file.messages.values()))) == [
        "oneof0: uint8",
        "b: int32",
        "a [ x: int32, yPresent: uint8, y: float, ePresent: uint8 ]",
        "c [ insidePresent: uint8, inside: Fixed ]",
    ]
