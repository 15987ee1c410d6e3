import json
import math
from typing import Any

import pytest
from corpus.tours import TOURS, schema_of, tour, tour_objects
from corpus.values import objects
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from json_writer import to_json

from serbench.corpus.encoding import Encoder
from serbench.corpus.json_mapping import JsonMapping
from serbench.errors import BadInput
from serbench.inputs.source import SpecialNumber
from serbench.schema.model import Schema

SCHEMA = """
import "google/protobuf/timestamp.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/wrappers.proto";
message T {
  int32 i = 1; uint32 u = 2; int64 wide = 3; uint64 widest = 4; float f = 5; double d = 6; bool b = 7;
  string s = 8; bytes raw = 9; Colour colour = 10; optional int32 maybe_int = 11; T inside = 12;
  repeated int64 many = 13; repeated T children = 14; map<string, int64> by_text = 15;
  map<int32, T> by_number = 16; map<bool, string> by_bool = 17;
  oneof choice { int32 left = 18; T right = 19; }
  google.protobuf.Timestamp at = 20; google.protobuf.Duration took = 21;
  google.protobuf.Int64Value boxed = 22; google.protobuf.StringValue text_box = 23;
  string renamed = 24 [json_name = "a \\"b\\""];
}
enum Colour { option allow_alias = true; NONE = 0; RED = 3; CRIMSON = 3; MINUS = -1; }
"""


def schema() -> Schema:
    return schema_of(SCHEMA, "T")


def read(text: str, relaxed: bool = False) -> dict[str, Any]:
    return JsonMapping(schema(), relaxed).read(json.loads(text))


@pytest.mark.parametrize(
    ("text", "obj"),
    [
        ("{}", {}),
        ('{"i": -5, "u": 4294967295}', {"i": -5, "u": 2**32 - 1}),
        ('{"i": 1.0, "u": 1e3}', {"i": 1, "u": 1000}),
        ('{"i": "7", "wide": "1e3", "many": ["-1.0"]}', {"i": 7, "wide": 1000, "many": [-1]}),
        ('{"wide": "9223372036854775807"}', {"wide": 2**63 - 1}),
        ('{"widest": 18446744073709551615}', {"widest": 2**64 - 1}),
        ('{"wide": -9223372036854775808}', {"wide": -(2**63)}),
        ('{"f": 1, "d": "2.5"}', {"f": 1.0, "d": 2.5}),
        ('{"f": "Infinity", "d": "-Infinity"}', {"f": math.inf, "d": -math.inf}),
        ('{"b": true, "s": "é😀"}', {"b": True, "s": "é😀"}),
        ('{"raw": "+/8="}', {"raw": b"\xfb\xff"}),
        ('{"raw": "-_8"}', {"raw": b"\xfb\xff"}),
        ('{"raw": ""}', {"raw": b""}),
        ('{"colour": "RED"}', {"colour": 3}),
        ('{"colour": "CRIMSON"}', {"colour": 3}),
        ('{"colour": -1}', {"colour": -1}),
        ('{"maybeInt": 0}', {"maybe_int": 0}),
        ('{"maybe_int": 0}', {"maybe_int": 0}),
        ('{"maybeInt": null, "s": null, "many": null, "inside": null, "left": null}', {}),
        ('{"a \\"b\\"": "x"}', {"renamed": "x"}),
        ('{"inside": {"children": [{}, {"i": 1}]}}', {"inside": {"children": [{}, {"i": 1}]}}),
        ('{"byText": {"": "5"}}', {"by_text": {"": 5}}),
        ('{"byNumber": {"-3": {"i": 1}}}', {"by_number": {-3: {"i": 1}}}),
        ('{"byBool": {"true": "x", "false": ""}}', {"by_bool": {True: "x", False: ""}}),
        ('{"left": 0, "right": null}', {"left": 0}),
        ('{"right": {}}', {"right": {}}),
        ('{"boxed": "0", "textBox": ""}', {"boxed": {"value": 0}, "text_box": {"value": ""}}),
        ('{"boxed": null}', {}),
    ],
)  # fmt: skip
def test_what_protobuf_maps(text: str, obj: dict[str, Any]) -> None:
    found = read(text)
    assert found == obj
    assert [type(value) for value in found.values()] == [type(value) for value in obj.values()]


def test_not_a_number() -> None:
    assert math.isnan(read('{"d": "NaN"}')["d"])


@pytest.mark.parametrize(
    ("text", "seconds", "nanos"),
    [
        ("1970-01-01T00:00:00Z", 0, 0),
        ("2018-05-01T12:30:15.5Z", 1_525_177_815, 500_000_000),
        ("2018-05-01T14:30:15+02:00", 1_525_177_815, 0),
        ("1969-12-31T23:59:59.000000001Z", -1, 1),
        ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
        ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999),
    ],
)
def test_times(text: str, seconds: int, nanos: int) -> None:
    assert read(json.dumps({"at": text})) == {"at": {"seconds": seconds, "nanos": nanos}}


@pytest.mark.parametrize(
    ("text", "seconds", "nanos"),
    [("0s", 0, 0), ("1.5s", 1, 500_000_000), ("-0.000000001s", 0, -1), ("-3.25s", -3, -250_000_000)],
)
def test_durations(text: str, seconds: int, nanos: int) -> None:
    assert read(json.dumps({"took": text})) == {"took": {"seconds": seconds, "nanos": nanos}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "expected an object, found a list"),
        ('{"inside": {"i": "x"}}', 'inside.i: expected a whole number, found "x"'),
        ('{"i": 1.5}', "i: expected a whole number, found 1.5"),
        ('{"i": true}', "i: expected a whole number, found true"),
        ('{"i": 2147483648}', "i: expected a whole number from -2147483648 to 2147483647, found 2147483648"),
        ('{"u": "-1"}', 'u: expected a whole number from 0 to 4294967295, found "-1"'),
        ('{"wide": " 1"}', 'wide: expected a whole number, found " 1"'),
        ('{"wide": "1_0"}', 'wide: expected a whole number, found "1_0"'),
        ('{"wide": "1e999999999"}', 'wide: expected a whole number, found "1e999999999"'),
        ('{"f": 1e39}', "f: expected a number that fits a float, found 1e+39"),
        ('{"d": 1e999}', "d: expected a number that fits a double, found a number too large for a double"),
        ('{"d": "nan"}', 'd: expected a number, found "nan"'),
        ('{"d": false}', "d: expected a number, found false"),
        ('{"b": "true"}', 'b: expected true or false, found "true"'),
        ('{"b": 1}', "b: expected true or false, found 1"),
        ('{"s": 5}', "s: expected a string, found 5; --relaxed reads it as text"),
        ('{"s": "\\ud800"}', "s: expected Unicode text, found the lone surrogate U+D800"),
        ('{"raw": "?"}', 'raw: expected bytes as base64 text, found "?"'),
        ('{"raw": "A"}', 'raw: expected bytes as base64 text, found "A"'),
        ('{"colour": "BLUE"}', 'colour: expected a name or number of p.Colour, found "BLUE"'),
        ('{"colour": 9}', "colour: expected a name or number of p.Colour, found 9"),
        ('{"many": 1}', "many: expected a list, found 1"),
        ('{"many": [1, null]}', "many[1]: expected a whole number, found null"),
        ('{"children": [{}, {"inside": []}]}', "children[1].inside: expected an object, found a list"),
        ('{"byText": []}', "byText: expected an object, found a list"),
        ('{"byNumber": {"x": {}}}', 'byNumber{x}: expected a whole number, found "x"'),
        ('{"byNumber": {"1": {}, "01": {}}}', "byNumber{01}: expected each key once, found two spellings"),
        ('{"byNumber": {"1": {"i": []}}}', "byNumber{1}.i: expected a whole number, found a list"),
        ('{"byBool": {"TRUE": ""}}', 'byBool{TRUE}: expected "true" or "false" as a key, found "TRUE"'),
        ('{"left": 1, "right": {}}', "expected at most one of left, right, found left and right"),
        ('{"maybe_int": 1, "maybeInt": 1}', "maybeInt: expected it once, found it under both its names"),
        (
            '{"inside": {"new": 1}}',
            "inside.new: expected a field of p.T, which has none of this name; --relaxed ignores it",
        ),
        ('{"at": 5}', 'at: expected a time such as "2018-05-01T12:00:00Z", found 5'),
        ('{"at": "2018-02-30T00:00:00Z"}', 'at: expected a time that exists, found "2018-02-30T00:00:00Z"'),
        (
            '{"at": "0001-01-01T00:00:00+01:00"}',
            'at: expected a time in the years 1 to 9999, found "0001-01-01T00:00:00+01:00"',
        ),
        ('{"took": "1"}', 'took: expected a duration such as "1.5s", found "1"'),
        ('{"took": "315576000001s"}', 'took: expected a duration such as "1.5s", found "315576000001s"'),
        ('{"boxed": {"value": 1}}', "boxed: expected a whole number, found an object"),
    ],
)  # fmt: skip
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(text)
    assert str(caught.value) == message


def test_a_long_value_is_shortened_in_a_message() -> None:
    with pytest.raises(BadInput) as caught:
        read(json.dumps({"i": "x" * 1000}))
    assert len(str(caught.value)) < 100


def test_unknown_fields_are_counted_by_path_when_relaxed() -> None:
    mapping = JsonMapping(schema(), relaxed=True)
    document = {"x": 1, "inside": {"y": None}, "children": [{"y": {}}, {"inside": {"y": 2}}]}
    assert mapping.read(document) == {"inside": {}, "children": [{}, {"inside": {}}]}
    assert mapping.read({"x": 2, "by_number": {"5": {"z\n": 1}}}) == {"by_number": {5: {}}}
    assert mapping.ignored == {
        "x": 2,
        "inside.y": 1,
        "children.y": 1,
        "children.inside.y": 1,
        "by_number.z\\n": 1,
    }


def test_a_refusal_leaves_the_counting_right() -> None:
    mapping = JsonMapping(schema(), relaxed=True)
    with pytest.raises(BadInput):
        mapping.read({"inside": {"inside": {"i": "x"}}})
    mapping.read({"inside": {"new": 1}})
    assert mapping.ignored == {"inside.new": 1}


def test_an_object_nested_too_deeply() -> None:
    document: dict[str, Any] = {}
    for _ in range(10_000):
        document = {"inside": document}
    with pytest.raises(BadInput, match="nested too deeply"):
        JsonMapping(schema()).read(document)


def any_json() -> Schema:
    return schema_of(
        """import "google/protobuf/struct.proto"; import "google/protobuf/field_mask.proto";
        message T { google.protobuf.Struct fields = 1; google.protobuf.Value value = 2;
        google.protobuf.ListValue list = 3; google.protobuf.FieldMask mask = 4;
        repeated google.protobuf.Value many = 5; }"""
    )


def test_any_json_says_which_kind_it_is() -> None:
    document: dict[str, Any] = {
        "fields": {"a": {"b": None}, "": [True, "x"]},
        "value": None,
        "list": [1, []],
        "mask": "user.displayName,photo",
        "many": [None, {}],
    }
    mapping = JsonMapping(any_json())
    obj = mapping.read(document)
    assert obj == {
        "fields": {
            "fields": {
                "a": {"struct_value": {"fields": {"b": {"null_value": 0}}}},
                "": {"list_value": {"values": [{"bool_value": True}, {"string_value": "x"}]}},
            }
        },
        "value": {"null_value": 0},
        "list": {"values": [{"number_value": 1.0}, {"list_value": {"values": []}}]},
        "mask": {"paths": ["user.display_name", "photo"]},
        "many": [{"null_value": 0}, {"struct_value": {"fields": {}}}],
    }
    assert to_json(any_json(), obj) == document
    Encoder(any_json()).encode(obj)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"fields": []}', "fields: expected an object, found a list"),
        ('{"fields": {"a": {"b": ["\\ud800"]}}}', "fields.a.b[0]: expected Unicode text, found the lone"),
        ('{"value": 1e999}', "value: expected a number that fits a double, found a number too large"),
        ('{"list": 1}', "list: expected a list, found 1"),
        ('{"mask": []}', 'mask: expected a mask of fields such as "user.displayName,photo", found a list'),
    ],
)
def test_any_json_has_its_limits(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        JsonMapping(any_json()).read(json.loads(text))
    assert str(caught.value).startswith(message)


def test_what_the_schema_requires_has_to_be_there() -> None:
    required = schema_of(
        """message T { required int32 long_name = 1; optional In in = 2; }
        message In { required string s = 1 [default = "x"]; }""",
        syntax="proto2",
    )
    mapping = JsonMapping(required)
    assert mapping.read({"long_name": 0}) == {"long_name": 0}
    for text, path in (
        ("{}", "longName"),
        ('{"longName": null}', "longName"),
        ('{"longName": 1, "in": {}}', "in.s"),
    ):
        with pytest.raises(BadInput) as caught:
            mapping.read(json.loads(text))
        assert str(caught.value) == f"{path}: expected a value, which the schema requires, found none"


def test_the_json_of_an_object() -> None:
    obj = {
        "wide": 2**60,
        "f": math.inf,
        "raw": b"\xfb\xff",
        "colour": 3,
        "maybe_int": 0,
        "by_bool": {True: "x"},
        "at": {"seconds": 1_525_177_815, "nanos": 500_000_000},
        "took": {"seconds": -3, "nanos": -250_000_000},
        "boxed": {},
    }
    assert to_json(schema(), obj) == {
        "wide": str(2**60),
        "f": "Infinity",
        "raw": "+/8=",
        "colour": "RED",
        "maybeInt": 0,
        "byBool": {"true": "x"},
        "at": "2018-05-01T12:30:15.500Z",
        "took": "-3.250s",
        "boxed": "0",
    }
    assert "maybe_int" in to_json(schema(), obj, original_names=True)


@pytest.mark.parametrize("name", TOURS)
def test_tours_come_back_from_json(name: str) -> None:
    workload = tour(name)
    mapping, encoder = JsonMapping(workload.schema), Encoder(workload.schema)
    for _, obj in tour_objects(name):
        text = json.dumps(to_json(workload.schema, obj), allow_nan=False)
        assert encoder.encode(mapping.read(json.loads(text))) == encoder.encode(obj)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
@pytest.mark.parametrize("original_names", [False, True])
@pytest.mark.parametrize("name", TOURS)
def test_any_object_comes_back_from_json(name: str, original_names: bool, data: st.DataObject) -> None:
    workload = tour(name)
    obj = data.draw(objects(workload.schema))
    text = json.dumps(to_json(workload.schema, obj, original_names), allow_nan=False)
    assert JsonMapping(workload.schema).read(json.loads(text)) == obj


def test_null_is_the_value_of_its_enum_wherever_it_stands() -> None:
    free = schema_of(
        """import "google/protobuf/struct.proto";
        message T {
          google.protobuf.NullValue a = 1; optional google.protobuf.NullValue b = 2;
          oneof choice { string text = 3; google.protobuf.NullValue cleared = 4; }
          repeated google.protobuf.NullValue many = 5; map<string, google.protobuf.NullValue> by = 6; }"""
    )
    found = JsonMapping(free).read(
        {"a": None, "b": None, "cleared": None, "many": [None, "NULL_VALUE"], "by": {"x": None}}
    )
    assert found == {"a": 0, "b": 0, "cleared": 0, "many": [0, 0], "by": {"x": 0}}
    assert JsonMapping(free).read({"text": None}) == {}


def test_special_numbers_are_doubles_and_those_beyond_are_refused() -> None:
    assert math.isnan(JsonMapping(schema()).read({"d": SpecialNumber("nan")})["d"])
    assert JsonMapping(schema()).read({"f": SpecialNumber("-inf")}) == {"f": -math.inf}
    with pytest.raises(BadInput, match=r"^d: expected a number that fits a double, found a number too large"):
        JsonMapping(schema()).read({"d": math.inf})
    free = schema_of('import "google/protobuf/struct.proto"; message T { google.protobuf.Value v = 1; }')
    with pytest.raises(BadInput, match=r"^v: expected a number that JSON has, found NaN"):
        JsonMapping(free).read({"v": SpecialNumber("nan")})
