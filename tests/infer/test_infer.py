"""Schemas inferred from JSON lines: types, presence, shapes, names; they read what they come from."""

from pathlib import Path
from typing import Any

import pytest

from serbench.errors import BadInput
from serbench.infer import unification
from serbench.infer.from_lines import inferred_schema, proto_text, root_names
from serbench.infer.inference import Inferred, infer
from serbench.infer.observation import Place
from serbench.inputs.several import Part
from serbench.inputs.source import Instant, SpecialNumber


def inferred(*documents: dict[str, Any]) -> Inferred:
    root = Place()
    for line, document in enumerate(documents, 1):
        root.add(document, line)
    return infer(root, "Item")


def fields(found: Inferred, message: str = "Item") -> dict[str, str]:
    (fields,) = (m.fields for m in found.messages if m.name == message)
    return {field.name: field.type for field in fields}


def test_each_kind_of_value_has_its_type() -> None:
    found = inferred(
        {
            "a": True,
            "b": 1,
            "c": -(1 << 31) - 1,
            "d": 1 << 63,
            "e": 1.5,
            "f": "x",
            "g": [1],
            "h": [],
            "i": None,
        }
    )
    assert fields(found) == {
        "a": "bool",
        "b": "int32",
        "c": "int64",
        "d": "uint64",
        "e": "double",
        "f": "string",
        "g": "repeated int32",
        "h": "repeated string",
        "i": "optional string",
    }
    assert (found.notes, found.needs_relaxed) == ((), False)


def test_what_is_absent_or_null_somewhere_is_optional_and_numbers_are_widened() -> None:
    found = inferred({"a": 1, "b": 1, "c": 1}, {"a": None, "b": 2.5, "c": 1 << 40}, {"a": 3, "b": 1, "c": 0})
    assert fields(found) == {"a": "optional int32", "b": "double", "c": "int64"}
    assert fields(inferred({"a": 1}, {}))["a"] == "optional int32"


def test_objects_of_one_shape_share_a_message() -> None:
    found = inferred({"from": {"x": 1, "y": 2}, "to": {"x": 1.5, "y": None}, "other": {"x": "text", "y": 1}})
    assert fields(found) == {"from": "From", "to": "From", "other": "Other"}
    assert fields(found, "From") == {"x": "double", "y": "optional int32"}
    assert fields(found, "Other") == {"x": "string", "y": "int32"}


def test_an_object_within_another_of_its_kind_is_recursive() -> None:
    inner = {"id": 1, "text": "t", "user": "u", "lang": "l", "size": 1}
    found = inferred({**inner, "quoted": inner}, inner)
    assert [message.name for message in found.messages] == ["Item"]
    assert fields(found)["quoted"] == "Item"


def test_objects_that_only_begin_alike_stay_apart() -> None:
    found = inferred({"a": {"a": {"a": {"a": "x"}}}})
    assert [fields(found, message.name)["a"] for message in found.messages] == ["A", "A2", "A3", "string"]
    assert not found.needs_relaxed


def test_keys_that_are_data_make_a_map() -> None:
    found = inferred({"days": {"2020-01-01": 1, "2020-01-02": 2}, "users": {"17": {"n": 1}, "18": {"n": 2}}})
    assert fields(found) == {"days": "map<string, int32>", "users": "map<string, User>"} or fields(found) == {
        "days": "map<string, int32>",
        "users": "map<string, Users>",
    }
    many = inferred(*({"words": {f"w{number}": 1, f"w{number + 1}": 2}} for number in range(40)))
    assert fields(many) == {"words": "map<string, int32>"}
    assert fields(inferred({"size": {"w": 1, "h": 2}})) == {"size": "Size"}


def test_lists_of_lists_stand_in_messages() -> None:
    found = inferred({"grid": [[1, 2], [3]], "cube": [[[1]]]})
    assert fields(found) == {"grid": "repeated GridList", "cube": "repeated CubeList"}
    assert fields(found, "GridList") == {"values": "repeated int32"}
    assert fields(found, "CubeList") == {"values": "repeated CubeList2"}


def test_mixtures_are_told_with_line_and_path() -> None:
    found = inferred({"a": {"b": 1}}, {"a": {"b": "x"}}, {"a": {"b": [1]}})
    assert fields(found, "A") == {"b": "google.protobuf.Value"}
    assert not found.needs_relaxed
    assert found.notes == (
        "line 2, a.b: a whole number in line 1 and text in line 2 and a list in line 3; each is a"
        " google.protobuf.Value, whose numbers are doubles",
    )
    assert inferred({"n": 1 << 70}).notes == (
        "line 1, n: numbers beyond 64 bits become doubles, which round them",
    )


def test_names_that_a_proto_cannot_have_are_said_beside_the_field() -> None:
    text = proto_text(inferred({'a-"b"\n': 1, "2nd": 2, "foo_bar": 3, "fooBar": 4, "class": 5}), "x\n};")
    assert '  int32 a_b = 1 [json_name = "a-\\042b\\042\\012"];' in text
    assert '  int32 member_2nd = 2 [json_name = "2nd"];' in text
    assert '  int32 foo_bar = 3 [json_name = "foo_bar"];' in text
    assert '  int32 fooBar_2 = 4 [json_name = "fooBar"];' in text
    assert "  int32 class = 5;" in text
    assert text.startswith("// Inferred from x };.\n")


def test_a_name_that_no_field_can_stand_for_is_left_out_and_told() -> None:
    found = inferred({"a": {"x\0": 1, "[y]": 1, "z": 1}})
    assert fields(found, "A") == {"z": "int32"}
    assert found.needs_relaxed
    assert found.notes[0] == (
        'line 1, a: no field can have the name "x\\u0000"; read the data with --relaxed, which ignores it'
    )


def test_a_line_that_is_no_object_is_refused_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    path.write_text('{"a": 1}\n[1]\n')
    with pytest.raises(BadInput, match=r"d\.jsonl:2: expected an object\."):
        inferred_schema(str(path))


def test_what_one_element_is_called() -> None:
    found = inferred(
        {"url_entities": [{"a": 1}], "boxes": [{"b": 1}], "address": [{"c": 1}], "ties": [{"d": 1}]}
    )
    assert fields(found) == {
        "url_entities": "repeated UrlEntity",
        "boxes": "repeated Boxe",
        "address": "repeated Address",
        "ties": "repeated Tie",
    }


@pytest.mark.parametrize("levels", [300, 900])
def test_objects_nested_too_deeply_are_told(tmp_path: Path, levels: int) -> None:
    path = tmp_path / "d.jsonl"
    path.write_text('{"a":' * levels + '"x"' + "}" * levels)
    try:
        found, _ = inferred_schema(str(path))
    except BadInput as error:
        assert "nested too deeply" in str(error)
    else:
        assert len(found.messages) == levels


def test_a_member_whose_name_is_too_long_is_left_out() -> None:
    found = inferred({"k" * 1000: 1, "l" * 1001: 2, "m" * 100_000: {"n": 3}})
    (field,) = found.messages[0].fields
    assert (field.name, field.json_name, field.type) == ("k" * 100, "k" * 1000, "int32")
    assert found.needs_relaxed and len(found.notes) == 2
    assert found.notes[1] == (
        f'line 1, the object: no field can have the name "{"m" * 40}\\u2026"; read the data with'
        " --relaxed, which ignores it"
    )


def test_long_names_that_begin_alike_stay_apart() -> None:
    found = inferred({"k" * 150 + "a": {"x": 1}, "k" * 150 + "b": {"y": 1.5}})
    assert [field.name for field in found.messages[0].fields] == ["k" * 100, "k" * 100 + "_2"]
    assert [message.name for message in found.messages[1:]] == ["K" + "k" * 99, "K" + "k" * 99 + "2"]


def test_an_object_of_too_many_members_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^The objects of the data: 20001 different members are more than"):
        inferred({f"name{number}x": number for number in range(20_001)})


def test_null_in_a_list_or_a_map_becomes_a_message_that_may_be_empty() -> None:
    found = inferred(
        {"sales": {"2026-01": 30, "2026-02": None}, "gaps": [1.5, None], "rows": [[1], None], "nulls": [None]}
    )
    assert fields(found) == {
        "sales": "map<string, SalesOrNull>",
        "gaps": "repeated GapOrNull",
        "rows": "repeated RowOrNull",
        "nulls": "repeated NullOrNull",
    }
    values = {message.name: fields(found, message.name) for message in found.messages[1:]}
    assert values == {
        "SalesOrNull": {"value_or_null": "optional int32"},
        "GapOrNull": {"value_or_null": "optional double"},
        "RowList": {"values": "repeated int32"},
        "RowOrNull": {"value_or_null": "RowList"},
        "NullOrNull": {"value_or_null": "optional string"},
    }
    assert found.notes[0] == (
        "line 1, sales: some values are null; each becomes a message, which is empty for null"
    )


def test_null_in_a_list_of_several_kinds_is_null_of_any_json() -> None:
    found = inferred({"v": [1, "a", None, True]})
    assert fields(found) == {"v": "repeated google.protobuf.Value"}
    assert (len(found.notes), found.needs_relaxed) == (1, False)
    assert 'import "google/protobuf/struct.proto";' in proto_text(found, "x")


def test_coordinates_of_several_depths_keep_their_numbers() -> None:
    found = inferred(
        {"coordinates": [1.5, 2]}, {"coordinates": [[1, 2], [3, 4]]}, {"coordinates": [[[0, 1]]]}
    )
    assert fields(found) == {"coordinates": "repeated google.protobuf.Value"}
    maps = inferred({"m": {"1": 1, "2": "x"}}, {"m": [True]}, {"m": None})
    assert fields(maps) == {"m": "google.protobuf.Value"}


@pytest.mark.parametrize(
    "value",
    [
        2**53 + 1,
        -(2**53) - 1,
        [{"deep": [2**60]}],
        float("inf"),
        SpecialNumber("nan"),
        b"\x00",
        "\ud800",
        Instant("x"),
    ],
)
def test_several_kinds_that_any_json_cannot_hold_are_text(value: Any) -> None:
    found = inferred({"v": True}, {"v": [value]})
    assert fields(found) == {"v": "string"}
    assert (len(found.notes), found.needs_relaxed) == (1, True)
    assert "taken as text, for which the data has to be read with --relaxed" in found.notes[0]


def test_names_of_special_numbers_are_numbers_among_numbers_and_text_among_text() -> None:
    found = inferred({"a": "NaN", "b": "NaN", "c": "Infinity"}, {"a": 1, "b": "x", "c": "-Infinity"})
    assert fields(found) == {"a": "double", "b": "string", "c": "string"}
    assert (found.notes, found.needs_relaxed) == ((), False)


def test_numbers_beyond_a_double_are_announced() -> None:
    found = inferred({"mass": 1.5}, {"mass": float("inf")}, {"mass": float("-inf")})
    assert fields(found) == {"mass": "double"}
    assert found.notes == (
        "line 2, mass: 2 numbers are beyond a double and will be refused, unless --relaxed makes infinities"
        " of them",
    )


def test_maps_hold_maps_and_lists() -> None:
    found = inferred({"grid": {"1": {"10": 4}, "2": {}}, "days": {"2026-01-01": [1], "2026-01-02": [2, 3]}})
    assert fields(found) == {"grid": "map<string, GridMap>", "days": "map<string, DaysList>"}
    assert fields(found, "GridMap") == {"map_entries": "map<string, int32>"}
    assert fields(found, "DaysList") == {"values": "repeated int32"}


def test_words_that_are_keys_of_lists_make_a_map() -> None:
    found = inferred(*({"tags": {f"w{n}{k}x": [n] for k in "abcd"}} for n in range(40)))
    assert fields(found) == {"tags": "map<string, TagsList>"}


def test_shapes_that_look_alike_and_differ_deep_inside_are_few_comparisons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared = 0
    of = unification._Agreement.of

    def counted(agreement: Any, one: Any, other: Any) -> bool:
        nonlocal compared
        compared += 1
        return of(agreement, one, other)

    monkeypatch.setattr(unification._Agreement, "of", counted)
    kinds: list[Any] = [1, "x", True, [1]]
    parts = {
        f"part{number}": {"in": {f"m{at}": kinds[number >> 2 * at & 3] for at in range(5)}}
        for number in range(1000)
    }
    found = inferred({"parts": parts})
    # Each of a thousand parts, and what is in it, is another.
    assert len(found.messages) == 2002
    assert compared <= 2 * 1000 * 32


def test_one_object_that_is_a_collection_comes_with_the_way_to_its_elements() -> None:
    records = {f"name{letter}x": {"age": number} for number, letter in enumerate("abcdefghijklmnopqrst")}
    assert inferred(records).notes == (
        "the one object has 20 members of one kind; `./serbench convert FILE | jq -c '.[]'` makes objects of"
        " them",
    )
    listed = {"type": "Collection", "features": [{"id": number} for number in range(20)]}
    assert inferred(listed).notes == (
        "the one object has 20 objects in its list features; `./serbench convert FILE | jq -c"
        " '.[\"features\"][]'` makes objects of them",
    )
    assert inferred(records, records).notes == inferred(listed, listed).notes == ()
    assert inferred({f"m{number}": number for number in range(20)}).notes == ()


def test_types_have_a_message_each_whatever_they_are_called() -> None:
    names = ("a b", "a/b", "AB", "AB2", "tick")
    assert root_names([Part(name, "") for name in names]) == ["AB", "AB3", "AB4", "AB2", "Tick"]
