"""Values that a schema does not foresee: hexadecimal bytes, numbers and names that enums lack, what is no
double and no Unicode."""

import json
from pathlib import Path
from typing import Any

import pytest
from fakes.gathering import gathered_from

from serbench.engine.material import Material, gather_again
from serbench.errors import BadInput
from serbench.record.run_folder import RunFolder
from serbench.report.report import Contents, made_report

SCHEMA = """syntax = "proto3"; package p;
enum Gear { GEAR_UNKNOWN = 0; GEAR_LOW = 1; }
message Ride { int32 id = 1; Gear gear = 2; repeated Gear history = 3; map<string, Gear> by_day = 4;
bytes trace_id = 5; string name = 6; double mass = 7; oneof o { Gear first = 8; string second = 9; } }
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))


def gathered(
    folder: Path, *rides: dict[str, Any] | str, schema: str = SCHEMA, **options: Any
) -> tuple[Material, list[dict[str, Any]], list[str]]:
    """The material, its objects and the sentences that were told."""
    lines = (ride if isinstance(ride, str) else json.dumps(ride) for ride in rides)
    return gathered_from(folder, "".join(f"{line}\n" for line in lines), schema, **options)


IDS = ("0A1B2C3D4E5F60718293A4B5C6D7E8F9", "0f1e2d3c4b5a69788796a5b4c3d2e1f0")


def test_hexadecimal_text_of_bytes_is_noticed(tmp_path: Path) -> None:
    _, objects, told = gathered(tmp_path, *({"traceId": each} for each in IDS))
    assert [len(each["trace_id"]) for each in objects] == [24, 24]
    assert (
        "data: p.Ride.trace_id: all 2 values have only hexadecimal digits and are read as base64, as"
        " protobuf's JSON says; --bytes hex reads them as hexadecimal"
    ) in told


def test_hexadecimal_text_of_bytes_is_read(tmp_path: Path) -> None:
    _, objects, told = gathered(tmp_path, *({"traceId": each} for each in IDS), bytes_text="hex")
    assert [each["trace_id"].hex() for each in objects] == [each.lower() for each in IDS]
    assert not any("hexadecimal" in sentence for sentence in told)
    with pytest.raises(BadInput, match=r'traceId: expected bytes as hexadecimal text, found "abc"'):
        gathered(tmp_path, {"traceId": "abc"}, bytes_text="hex")


@pytest.mark.parametrize("texts", [["AAECAwQFBgcICQoLDA0ODw=="], ["abcd", "01"], [IDS[0], "zz=="], [""]])
def test_base64_gives_no_note(tmp_path: Path, texts: list[str]) -> None:
    _, _, told = gathered(tmp_path, *({"traceId": each} for each in texts))
    assert not any("hexadecimal" in sentence for sentence in told)


def test_numbers_of_an_open_enum_are_held(tmp_path: Path) -> None:
    material, objects, told = gathered(
        tmp_path,
        {"id": 1, "gear": "GEAR_LOW"},
        {"id": 2, "gear": 7, "history": [1, -3, 2147483647], "byDay": {"mon": 7}, "first": 9},
    )
    assert [each["gear"] for each in objects] == [1, 7]
    assert objects[1]["history"] == [1, -3, 2147483647] and objects[1]["by_day"] == {"mon": 7}
    assert objects[1]["first"] == 9
    assert (
        "p.Gear does not declare -3, 7, 9, 2147483647, which the data hold; they are measured as"
        " GEAR_NUMBER_MINUS_3 and so on."
    ) in told
    record = {
        "own": material.own,
        "workloads": [workload.name for workload in material.workloads],
        "corpora": {name: {"folder": str(corpus.folder)} for name, corpus in material.corpora.items()},
    }
    assert gather_again(record).workloads == material.workloads


@pytest.mark.parametrize("number", [2147483648, 1.5, True])
def test_no_enum_holds_what_is_no_number_of_32_bits(tmp_path: Path, number: object) -> None:
    with pytest.raises(BadInput, match=r"data\.jsonl:1: gear: expected a name or number of p\.Gear, found"):
        gathered(tmp_path, {"gear": number})


@pytest.mark.parametrize(
    "schema",
    [
        'syntax = "proto2"; package p; enum Gear { LOW = 1; } message Ride { optional Gear gear = 1; }',
        """edition = "2023"; package p; message Ride { Gear gear = 1; }
        enum Gear { option features.enum_type = CLOSED; LOW = 1; }""",
    ],
)
def test_closed_enums_hold_their_numbers_alone(tmp_path: Path, schema: str) -> None:
    with pytest.raises(BadInput, match=r"gear: expected a name or number of p\.Gear, found 7"):
        gathered(tmp_path, {"gear": 7}, schema=schema)


def test_names_that_an_enum_lacks_are_ignored_and_counted(tmp_path: Path) -> None:
    rides = [
        {"id": 1, "gear": "UP", "history": ["UP", "GEAR_LOW", "UP"], "byDay": {"mon": "UP", "tue": 1}}
    ] * 2
    _, objects, told = gathered(tmp_path, *rides, relaxed=True)
    assert [(each["gear"], each["history"], each["by_day"]) for each in objects] == [(0, [1], {"tue": 1})] * 2
    assert (
        "Fields that the schema does not know were ignored: history: UP (4×), by_day: UP (2×), gear: UP (2×)."
        in told
    )
    with pytest.raises(BadInput, match=r'gear: expected a name or number of p\.Gear, found "UP"'):
        gathered(tmp_path, *rides)


def test_relaxed_reading_replaces_what_no_double_and_no_unicode_is(tmp_path: Path) -> None:
    rides = ('{"mass": 1e400, "name": "a\\ud800b"}', '{"mass": -1e400, "name": "\\ud83d\\ude00"}')
    _, objects, told = gathered(tmp_path, *rides, relaxed=True)
    assert [(each["mass"], each["name"]) for each in objects] == [
        (float("inf"), "a\ufffdb"),
        (float("-inf"), "😀"),
    ]
    assert "data: mass: numbers beyond a double, as infinities (2×)" in told
    assert "data: name: lone surrogates, as U+FFFD (1×)" in told
    with pytest.raises(BadInput, match="mass: expected a number that fits a double, found a number"):
        gathered(tmp_path, *rides)


def test_what_changed_is_in_the_record_and_the_report(tmp_path: Path) -> None:
    material, _, told = gathered(tmp_path, '{"mass": 1e400}', '{"mass": 1}', relaxed=True)
    assert material.own is not None
    notes = [note.replace("data.jsonl", "data") for note in material.own["notes"]]
    assert notes == told and "data: mass: numbers beyond a double, as infinities (1×)" in notes
    contents = Contents(answers=(), sections=(), failures=(), samples=0)
    run = RunFolder.create(tmp_path, {"own": material.own, "plan": {}, "experiment": "run"})
    report = made_report(run, contents)
    assert [text for label, text in report.conditions if label == "data"] == material.own["notes"]


UNPACKED = """syntax = "proto2"; package p;
message Ride { repeated int32 a = 1; repeated sint64 b = 2 [packed = true]; repeated string c = 3;
optional group D = 4 { repeated double e = 1; } extensions 9; }
extend Ride { repeated bool f = 9; }"""


def test_what_rows_of_protobuf_write_in_another_way_is_told(tmp_path: Path) -> None:
    _, _, told = gathered(tmp_path, {"a": [1]}, schema=UNPACKED)
    assert told[:2] == [
        "Rows of protobuf write lists of numbers packed, which the schema does not: p.Ride.D.e, p.Ride.a,"
        " p.Ride.f.",
        "Rows of protobuf write groups as messages: p.Ride.d.",
    ]
    _, _, told = gathered(tmp_path, {"id": 1})
    assert not any("Rows of protobuf" in sentence for sentence in told)


def test_a_number_where_text_is_expected_has_advice(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"name: expected a string, found 1776; --relaxed reads it as text$"):
        gathered(tmp_path, {"name": 1776})


DEEP = """syntax = "proto3"; package p;
message Ride {
int32 id = 1; User user = 2; map<string, User> others = 3; oneof o { int32 a = 4; } int32 b = 5; }
message User { string name = 1; int32 shoe_size = 2; }"""


def test_fields_are_left_out_and_counted(tmp_path: Path) -> None:
    rides = [
        {"id": 1, "user": {"shoeSize": 40, "name": "x"}, "others": {"y": {"shoe_size": 41}}, "a": 1, "b": 2}
    ]
    material, objects, told = gathered(tmp_path, *rides * 2, schema=DEEP, without=("others.shoeSize", "a"))
    assert objects == [{"id": 1, "user": {"name": "x"}, "others": {"y": {"name": ""}}, "b": 2}] * 2
    assert [field.name for field in material.workloads[0].schema.message("p.Ride").fields] == [
        "id",
        "user",
        "others",
        "b",
    ]
    ignored = "a (2×), others.shoe_size (2×), user.shoeSize (2×)"
    assert f"Fields that the schema does not know were ignored: {ignored}." in told


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("user.shoe", "p.User has no field shoe; did you mean shoe_size?"),
        ("id.x", "id is not a message, so it has no fields."),
        ("x", "p.Ride has no field x; it has id, user, others, a, b."),
    ],
)
def test_a_path_that_leads_to_no_field_is_told(tmp_path: Path, path: str, reason: str) -> None:
    with pytest.raises(BadInput) as caught:
        gathered(tmp_path, {"id": 1}, schema=DEEP, without=(path,))
    assert str(caught.value) == f"--without {path}: {reason}"


def test_a_schema_that_is_not_supported_has_advice_and_is_read_without_the_field(tmp_path: Path) -> None:
    schema = DEEP.replace("int32 b = 5;", 'int32 b = 5 [json_name = "\\377"];')
    with pytest.raises(BadInput, match=r"is not UTF-8\. --without path\.to\.field leaves a field out\.$"):
        gathered(tmp_path, {"id": 1}, schema=schema)
    _, objects, _ = gathered(tmp_path, {"id": 1}, schema=schema, without=("b",))
    assert objects[0]["id"] == 1


def test_bytes_in_a_message_of_their_own_are_bytes_like_others(tmp_path: Path) -> None:
    schema = """syntax = "proto3"; package p; import "google/protobuf/wrappers.proto";
    message Ride { google.protobuf.BytesValue a = 1; repeated google.protobuf.BytesValue b = 2; }"""
    rides = [{"a": each, "b": [each]} for each in IDS]
    _, objects, told = gathered(tmp_path, *rides, schema=schema)
    assert [len(each["a"]["value"]) for each in objects] == [24, 24]
    for name in ("a", "b"):
        assert any(f"p.Ride.{name}: all 2 values have only hexadecimal digits" in each for each in told)
    _, objects, told = gathered(tmp_path, *rides, schema=schema, bytes_text="hex")
    assert [each["b"][0]["value"].hex() for each in objects] == [each.lower() for each in IDS]
    assert not any("hexadecimal" in sentence for sentence in told)


@pytest.mark.parametrize("count", [1, 40])
def test_what_a_type_takes_and_does_not_hold_is_counted(tmp_path: Path, count: int) -> None:
    schema = """syntax = "proto3"; package p; import "google/protobuf/struct.proto";
    import "google/protobuf/timestamp.proto"; import "google/protobuf/wrappers.proto";
    message Ride { double a = 1; repeated google.protobuf.Value b = 2; map<string, double> c = 3;
    google.protobuf.DoubleValue d = 4; google.protobuf.Timestamp e = 5; google.protobuf.Struct f = 6;
    In in = 7; } message In { double g = 1; }"""
    odd, zoned = 2**53 + 1, "2026-01-01T02:00:00+02:00"
    whole = {"a": 2**53, "b": [-(2**53)], "c": {"x": 2**54}, "d": 2**70, "e": "2026-01-01T00:00:00Z"}
    ride = {"a": odd, "b": [{"x": [odd, -odd]}], "c": {"x": odd, "y": 1}, "d": odd, "e": zoned}
    rides = [whole, {**ride, "f": {"y": odd}, "in": {"g": odd}}] * count
    _, objects, told = gathered(tmp_path, *rides, schema=schema)
    assert (objects[1]["a"], objects[1]["e"]) == (2.0**53, {"seconds": 1767225600, "nanos": 0})
    notes = [sentence.removeprefix("data: p.") for sentence in told if sentence.startswith("data: p.")]
    rounded = "whole numbers, rounded as doubles"
    assert sorted(notes) == [
        f"In.g: {rounded} ({count}×)",
        f"Ride.a: {rounded} ({count}×)",
        f"Ride.b: {rounded} ({2 * count}×)",
        f"Ride.c: {rounded} ({count}×)",
        f"Ride.d: {rounded} ({count}×)",
        f"Ride.e: times of other zones, as UTC ({count}×)",
        f"Ride.f: {rounded} ({count}×)",
    ]


@pytest.mark.parametrize("count", [1, 40])
def test_members_that_later_ones_replace_are_counted(tmp_path: Path, count: int) -> None:
    rides = ['{"id": 1}', '{"id": 1, "name": "x:y", "id": 2, "byDay": {"mon": 0, "mon": 1}}'] * count
    material, objects, told = gathered(tmp_path, *rides)
    assert (objects[1]["id"], objects[1]["by_day"]) == (2, {"mon": 1})
    replaced = f"values that a later member of the same name replaces ({count}×)"
    notes = [f"data: id: {replaced}", f"data: byDay.mon: {replaced}"]
    assert [sentence for sentence in told if "replaces" in sentence] == notes
    assert material.own is not None
    assert set(notes) <= {each.replace("data.jsonl", "data") for each in material.own["notes"]}


def test_lone_surrogates_are_replaced_wherever_they_stand(tmp_path: Path) -> None:
    ride = '{"byDay": {"\\ud800": 1}, "name": {"x": "\\ud800"}}'
    with pytest.raises(BadInput, match=r"by_day\{.*\}: expected Unicode text, found the lone surrogate"):
        gathered(tmp_path, ride.replace("byDay", "by_day"))
    _, (found,), told = gathered(tmp_path, ride, relaxed=True)
    assert (found["by_day"], found["name"]) == ({"\ufffd": 1}, '{"x":"\ufffd"}')
    assert "data: by_day: keys with lone surrogates, as U+FFFD (1×)" in told
    assert "data: name: lone surrogates, as U+FFFD (1×)" in told


def test_lone_surrogates_of_any_json_are_replaced(tmp_path: Path) -> None:
    schema = """syntax = "proto3"; package p; import "google/protobuf/struct.proto";
    message Ride { google.protobuf.Struct a = 1; repeated google.protobuf.Value b = 2; }"""
    ride = '{"a": {"\\udc00": ["\\ud800x"]}, "b": [1, "\\ud800"]}'
    _, (found,), told = gathered(tmp_path, ride, schema=schema, relaxed=True)
    assert found["a"]["fields"] == {"\ufffd": {"list_value": {"values": [{"string_value": "\ufffdx"}]}}}
    assert found["b"] == [{"number_value": 1.0}, {"string_value": "\ufffd"}]
    assert [each for each in told if "surrogates" in each] == [
        f"data: {name}: lone surrogates, as U+FFFD (1×)" for name in "ab"
    ]
    with pytest.raises(BadInput, match=r"a\.x: expected a number that fits a double"):
        gathered(tmp_path, '{"a": {"x": 1e400}}', schema=schema, relaxed=True)


def test_a_name_in_json_that_is_of_two_fields_is_refused(tmp_path: Path) -> None:
    schema = 'syntax = "proto2"; package p; message Ride { optional int32 aB = 1; optional int32 a_b = 2; }'
    # The library of protobuf refuses such a schema, whichever message is measured.
    schema += " message Other { optional Ride ride = 1; optional int32 a_b = 2; optional int32 ab = 3; }"
    _, (found,), _ = gathered(tmp_path, {"a_b": 5}, schema=schema, message="Ride")
    assert found["a_b"] == 5
    with pytest.raises(BadInput, match="aB: expected the name of one field, found that of aB and a_b; a "):
        gathered(tmp_path, {"aB": 5}, schema=schema, message="Ride")
