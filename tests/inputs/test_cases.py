"""Small data that once were refused, or read as something else: each stands for a whole kind."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from fakes.gathering import gathered_from

from serbench.errors import BadInput

_HEX = ("0A1B2C3D4E5F60718293A4B5C6D7E8F9", "0011223344556677")


@dataclass(frozen=True)
class Case:
    """Data, their schema (proto3 without a head, empty: inferred), and what is read of them: values of each
    object, and a part of what is told."""

    data: str
    objects: list[Mapping[str, Any]]
    schema: str = ""
    told: str = ""
    suffix: str = ".jsonl"
    options: Mapping[str, Any] = field(default_factory=dict)


_TREES: list[Mapping[str, Any]] = [{"id": 1, "name": "ash"}, {"id": 2, "name": "elm"}]
_SPAN = "message Span { bytes trace_id = 1; bytes span_id = 2; }"
_SPANS = f'{{"traceId":"{_HEX[0]}","spanId":"{_HEX[1]}"}}'
_RIDE = """enum Gear { GEAR_UNKNOWN = 0; GEAR_LOW = 1; }
message Ride { int32 id = 1; Gear gear = 2; repeated Gear history = 3; map<string, Gear> by_day = 4; }"""
_SETTING = """import "google/protobuf/struct.proto";
message Setting {
string name = 1; oneof value { google.protobuf.NullValue cleared = 2; string text = 3; } }"""
_ALARM = """import "google/protobuf/any.proto";
message Pump { int32 litres = 1; } message Alarm { int32 id = 1; google.protobuf.Any detail = 2; }"""
_GROUP = """syntax = "proto2";
message Basket { required int32 id = 1; repeated group Item = 2 { optional int32 count = 3; } }"""
_TRACE = """syntax = "proto2";
message Trace {
required int32 id = 1; repeated int32 samples = 2; repeated sint64 deltas = 3 [packed = true]; }"""
_EDITION = """edition = "2023"; message Parcel {
int32 id = 1; string label = 2 [features.field_presence = IMPLICIT]; repeated int32 weights = 3; }"""
_WORDS = [f"w{number}{letter}x" for number in range(30) for letter in "abc"]
CASES = {
    "01-null-is-a-value": Case(
        '{"name":"colour","cleared":null}\n{"name":"size","text":"large"}\n{"name":"rest"}',
        [{"name": "colour", "cleared": 0}, {"name": "size", "text": "large"}, {"name": "rest"}],
        _SETTING,
    ),
    "03-null-in-a-map": Case(
        '{"shop":1,"sales":{"2026-01":30,"2026-02":null}}\n{"shop":2,"sales":{"2026-01":5}}',
        [
            {"shop": 1, "sales": {"2026-01": {"value_or_null": 30}, "2026-02": {}}},
            {"shop": 2, "sales": {"2026-01": {"value_or_null": 5}}},
        ],
        told="sales: some values are null",
    ),
    "05-hexadecimal": Case(
        f"{_SPANS}\n{_SPANS}",
        [{"trace_id": base64.b64decode(_HEX[0]), "span_id": base64.b64decode(_HEX[1])}] * 2,
        _SPAN,
        "Span.span_id: all 2 values have only hexadecimal digits",
    ),
    "05-hexadecimal-read": Case(
        _SPANS,
        [{"trace_id": bytes.fromhex(_HEX[0]), "span_id": bytes.fromhex(_HEX[1])}],
        _SPAN,
        options={"bytes_text": "hex"},
    ),
    "06a-edition": Case(
        '{"id":1,"label":"north"}\n{"label":"","weights":[0,2]}',
        [{"id": 1, "label": "north", "weights": []}, {"label": "", "weights": [0, 2]}],
        _EDITION,
    ),
    "07-any-that-no-line-uses": Case(
        '{"id":1}\n{"id":2}', [{"id": 1}, {"id": 2}], _ALARM, options={"message": "Alarm"}
    ),
    "07-any-of-the-schema": Case(
        '{"detail":{"@type":"x/Pump","litres":5}}',
        [{"id": 0, "detail": {"type_url": "x/Pump", "value": b"\x08\x05"}}],
        _ALARM,
        options={"message": "Alarm"},
    ),
    "08-open-enum": Case(
        '{"id":1,"gear":"GEAR_LOW"}\n{"id":2,"gear":7,"byDay":{"mon":7}}',
        [{"id": 1, "gear": 1, "by_day": {}}, {"id": 2, "gear": 7, "by_day": {"mon": 7}}],
        _RIDE,
        "Gear does not declare 7",
    ),
    "08-unknown-name": Case(
        '{"gear":"UP","history":["UP","GEAR_LOW"]}',
        [{"gear": 0, "history": [1]}],
        _RIDE,
        "were ignored: gear: UP (1×), history: UP (1×)",
        options={"relaxed": True},
    ),
    "10b-mixed-scalars": Case(
        '{"v":1}\n{"v":"a"}\n{"v":{"x":1}}',
        [
            {"v": {"number_value": 1.0}},
            {"v": {"string_value": "a"}},
            {"v": {"struct_value": {"fields": {"x": {"number_value": 1.0}}}}},
        ],
        told="each is a google.protobuf.Value",
    ),
    "11a-map-of-maps": Case(
        '{"grid":{"1":{"10":4,"11":5},"2":{"10":6}}}\n{"grid":{"3":{"12":7}}}',
        [
            {"grid": {"1": {"map_entries": {"10": 4, "11": 5}}, "2": {"map_entries": {"10": 6}}}},
            {"grid": {"3": {"map_entries": {"12": 7}}}},
        ],
    ),
    "12a-words-as-keys": Case(
        "".join(f'{{"tags":{{"{word}":[{at}]}}}}\n' for at, word in enumerate(_WORDS)),
        [{"tags": {word: {"values": [at]}}} for at, word in enumerate(_WORDS)],
    ),
    "12c-one-object-of-records": Case(
        "{" + ",".join(f'"{word}":{{"age":{at}}}' for at, word in enumerate(_WORDS[:20])) + "}",
        [{_WORDS[0]: {"age": 0}, _WORDS[19]: {"age": 19}}],
        told="20 members of one kind; `./serbench convert FILE | jq",
    ),
    "13a-list": Case('[{"id":1,"name":"ash"},{"id":2,"name":"elm"}]', _TREES, suffix=".json"),
    "13b-pretty-list": Case(
        '[\n  {"id": 1, "name": "ash"},\n  {"id": 2, "name": "elm"}\n]\n', _TREES, suffix=".json"
    ),
    "13e-comma-after-each-line": Case('{"id":1,"name":"ash"},\n{"id":2,"name":"elm"},\n', _TREES),
    "14a-csv": Case(
        "id,name\n1,ash\n2,elm\n", _TREES, "message Tree { int32 id = 1; string name = 2; }", suffix=".csv"
    ),
    "16a-nan": Case('{"id":1,"level":NaN}\n{"id":2,"level":1.5}', [{"level": nan}, {"level": 1.5}]),
    "16b-name-of-nan": Case('{"level":"NaN"}\n{"level":1.5}', [{"level": nan}, {"level": 1.5}]),
    "18-beyond-a-double": Case(
        '{"id":1,"mass":1e400}\n{"id":2,"mass":2.5}',
        [{"mass": inf}, {"mass": 2.5}],
        told="mass: numbers beyond a double, as infinities (1×)",
        options={"relaxed": True},
    ),
    "20-group": Case(
        '{"id":1,"item":[{"count":2},{"count":3}]}',
        [{"id": 1, "item": [{"count": 2}, {"count": 3}]}],
        _GROUP,
        "Rows of protobuf write groups as messages: Basket.item.",
    ),
    "22-minus-zero": Case(
        '{"x":-0,"y":-0.0}', [{"x": -0.0, "y": -0.0}], "message Point { double x = 1; double y = 2; }"
    ),
    "24a-toJSON": Case('{"toJSON": 3, "id": 4, "__proto__": 5}', [{"toJSON": 3, "id": 4, "__proto__": 5}]),
    "25-null-among-several-kinds": Case(
        '{"v":[1,"a",null,true]}\n{"v":[2]}',
        [
            {"v": [{"number_value": 1.0}, {"string_value": "a"}, {"null_value": 0}, {"bool_value": True}]},
            {"v": [{"number_value": 2.0}]},
        ],
    ),
    "33-unpacked": Case(
        '{"id":0,"samples":[0,0],"deltas":["-5","4"]}',
        [{"id": 0, "samples": [0, 0], "deltas": [-5, 4]}],
        _TRACE,
        "Rows of protobuf write lists of numbers packed, which the schema does not: Trace.samples.",
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_data_are_measured_as_the_user_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: Case
) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    _, objects, told = gathered_from(tmp_path, case.data, _headed(case.schema), case.suffix, **case.options)
    # As text, NaN is NaN, and -0.0 is not 0.0.
    found = [
        repr({name: obj[name] for name in wanted if name in obj})
        for obj, wanted in zip(objects, case.objects, strict=True)
    ]
    assert found == [repr(dict(wanted)) for wanted in case.objects]
    assert case.told in "\n".join(told)


def _headed(schema: str) -> str:
    has_head = schema.startswith(("syntax", "edition"))
    return schema if has_head or not schema else f'syntax = "proto3"; {schema}'


@pytest.mark.parametrize(
    ("data", "schema", "sentence"),
    [
        ('{"id":1,"mass":1e400}', "", "data.jsonl:1: mass: expected a number that fits a double, found a"),
        (
            "{}",
            'import "elsewhere/currency.proto"; message Bill { required Currency unit = 1; }',
            "is not valid: elsewhere/currency.proto: File not found. Imports are searched next to the schema",
        ),
        (
            '{"name":{}}',
            "message T { string name = 1; }",
            "data.jsonl:1: name: expected a string, found an obj",
        ),
        ('{"name":1776}', "message T { string name = 1; }", "found 1776; --relaxed reads it as text"),
        (
            '{"in":"x"}',
            "message T { U in = 1; } message U {}",
            "data.jsonl:1: in: expected an object, found ",
        ),
    ],
)
def test_what_cannot_be_read_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: str, schema: str, sentence: str
) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    head = 'syntax = "proto3"; ' if schema.startswith("message") else ""
    with pytest.raises(BadInput) as caught:
        gathered_from(tmp_path, data, head + schema)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value) and "WARNING" not in str(caught.value)
