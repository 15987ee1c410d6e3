"""The quick check takes nothing that the JSON mapping refuses, and changes no byte of a corpus."""

import json
from pathlib import Path

import pytest
from corpus.tours import TOURS, schema_of, tour, tour_objects
from json_writer import to_json

from serbench.corpus.container import read_objects
from serbench.corpus.json_mapping import JsonMapping
from serbench.corpus.own_data import own_workload
from serbench.corpus.own_schema import OwnSchema
from serbench.corpus.quick_check import QuickCheck
from serbench.errors import BadInput
from serbench.inputs.source import SpecialNumber
from serbench.locations import WORKLOADS
from serbench.schema.model import Schema

# A field of each kind and label, and the shapes that inference makes.
SCHEMA = """
import "google/protobuf/any.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
message T {
  int32 a = 1; uint32 b = 2; int64 c = 3; uint64 d = 4; float e = 5; double f = 6; bool g = 7; string h = 8;
  bytes i = 9; Colour j = 10; optional int32 k = 11; T l = 12; repeated int64 m = 13; repeated T n = 14;
  map<string, double> o = 15; map<int32, T> p = 16; map<bool, string> q = 17; map<uint64, bytes> r = 18;
  oneof choice { int32 s = 19; T t = 20; google.protobuf.Value u = 21; }
  google.protobuf.Timestamp v = 22; google.protobuf.Duration w = 23; google.protobuf.Int64Value x = 24;
  google.protobuf.BytesValue y = 25; google.protobuf.Value z = 26; google.protobuf.Struct aa = 27;
  google.protobuf.ListValue ab = 28; google.protobuf.FieldMask ac = 29; google.protobuf.Any ad = 30;
  google.protobuf.NullValue ae = 31; repeated google.protobuf.NullValue af = 32; repeated Colour ag = 33;
  repeated List ah = 34; repeated Map ai = 35; repeated Null aj = 36; repeated NullT ak = 37;
  map<string, Map> al = 38; repeated google.protobuf.Timestamp am = 39; optional string an = 40;
  repeated NullTime ao = 41; string the_name = 42;
}
message List { repeated int32 values = 1; }
message Map { map<string, int32> map_entries = 1; }
message Null { optional string value_or_null = 1; }
message NullT { T value_or_null = 1; }
message NullTime { google.protobuf.Timestamp value_or_null = 1; }
enum Colour { NONE = 0; RED = 3; MINUS = -1; }
"""
VALUES = (
    *("null", "true", "false", "0", "-0", "-0.0", "1", "-1", "1.0", "1.5", "1e3", "1E-3", "3e38", "1e39"),
    *("2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296"),
    *("9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551615"),
    *("18446744073709551616", "1e308", "1e309", "-1e400", "1" * 400, "NaN", "Infinity", "01", "1.", "+1"),
    *('""', '"a"', '"1"', '"-1"', '"01"', '"1.0"', '"1e3"', '" 1"', '"1_0"', '"٣"', '"2147483648"'),
    *('"18446744073709551615"', '"99999999999999999999"', '"NaN"', '"Infinity"', '"-Infinity"', '"nan"'),
    *('"true"', '"RED"', '"red"', '"NULL_VALUE"', '"MINUS"', "3", "7", '"3"', "[3]", '["RED", 7]'),
    *('"AA=="', '"AA"', '"+/-_"', '"A"', '"!"', '"0a0b"', '["AA=="]', '{"1": "AA"}', '{"1": "!"}'),
    *('"\\ud800"', '"\\udc00x"', '"\\ud83d\\ude00"', '"é😀"', '"\\u0000"', '"\\x"', '"\t"', '"\x01"'),
    *("{}", "[]", "[[]]", "[[1], [2]]", "[{}]", "[null]", "[1, null]", "[[null]]", '["x", null]'),
    *(
        '{"a": 1}',
        '{"a": "x"}',
        '{"zz": 1}',
        '{"1": 2}',
        '{"01": {}}',
        '{"1": {}, "01": {}}',
        '{"true": "x"}',
    ),
    *(
        '{"a": 1, "a": "x"}',
        '{"s": 1, "t": {}}',
        '{"s": null, "t": {}}',
        '{"u": null, "s": 1}',
        '{"u": null}',
    ),
    *('{"theName": "x", "the_name": "y"}', '{"the_name": "y"}', '[{"values": [1]}]', '[{"values": [null]}]'),
    *('[{"map_entries": {"a": 1}}]', '[{"a": 1}]', '[{"map_entries": 1}]', '{"map_entries": {"a": 1}}'),
    *('{"x": {"map_entries": {"map_entries": 1}}}', '{"x": {"y": 1}}', '[{"value_or_null": "x"}, "y", null]'),
    *('[{"value_or_null": {"a": 1}}, {"a": 2}, null]', '[{"value_or_null": {"value_or_null": 1}}]'),
    *('"2020-01-31T00:00:00Z"', '"2020-02-29T00:00:00Z"', '"2021-02-29T00:00:00Z"', '"2020-04-31T00:00:00Z"'),
    *('"2020-01-01T00:00:00.123456789Z"', '"2020-01-01T00:00:00.1234567891Z"', '"2020-01-01T24:00:00Z"'),
    *('"2020-01-01T00:00:00+01:00"', '"0000-01-01T00:00:00Z"', '"9999-12-31T23:59:59Z"', '"2020-01-01"'),
    *('["2020-01-01T00:00:00Z", null]', '"1.5s"', '"-0.000000001s"', '"315576000001s"', '"1.s"', '"s"'),
    *('"a.b,c"', '{"@type": "x/p.T", "a": 1}', '{"@type": "x/p.None"}', '{"@type": "x/p.T", "a": "x"}'),
    *('[1, "a", [true, {"b": null}]]', '{"b": [1e999]}', '{"b": "\\ud800"}', "{,}", "[1,]", '{"a" 1}', "tru"),
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))


def schema() -> Schema:
    return schema_of(SCHEMA, "T")


def is_valid(mapping: JsonMapping, text: str) -> bool:
    try:
        mapping.read(json.loads(text, parse_constant=SpecialNumber))
    except (ValueError, BadInput):
        return False
    return True


def test_what_is_accepted_is_valid() -> None:
    mapping = JsonMapping(schema())
    check = QuickCheck(schema(), JsonMapping(schema()))
    names = [field.json_name for field in schema().message("p.T").fields]
    texts = [f'{{"{name}": {value}}}' for name in names for value in VALUES]
    texts += [*VALUES, *(f"{value} {{}}" for value in VALUES), *(f'{{"a": 1}}{value}' for value in VALUES)]
    accepted = [text for text in texts if check.accepts(text, 1)]
    valid = [text for text in texts if is_valid(mapping, text)]
    assert set(accepted) <= set(valid)
    # Most of what is valid is taken, or nothing would be gained.
    assert len(accepted) > 0.6 * len(valid) > 200


def test_nothing_that_is_counted_is_accepted() -> None:
    check = QuickCheck(schema(), JsonMapping(schema()))
    for text in ('{"h": "a:b", "an": null}', '{"f": 9007199254740992}', '{"z": {"k": ":", "l": [{}]}}'):
        assert check.accepts(text, 1), text
    repeated = [f'{{"{name}": {{"k": 1, "k": 1}}}}' for name in ("o", "z", "aa")]
    repeated += ['{"a": 1, "a": 1}', '{"an": null, "an": "x"}', '{"l": {"i": "AA==", "i": "AA=="}}']
    rounded = ['{"f": 9007199254740993}', '{"z": [9007199254740993]}', '{"aa": {"k": 18446744073709551617}}']
    for text in (*repeated, *rounded):
        assert not check.accepts(text, 1), text
        assert not check.accepts(f'{{"a": 1}}\n{text}', 2), text


@pytest.mark.parametrize("name", TOURS)
@pytest.mark.parametrize("has_original_names", [True, False])
def test_ordinary_objects_are_accepted(name: str, has_original_names: bool) -> None:
    found = tour(name).schema
    check, mapping = QuickCheck(found, JsonMapping(found)), JsonMapping(found)
    documents = [
        (document, json.dumps(document))
        for _, obj in tour_objects(name)
        for document in [to_json(found, obj, original_names=has_original_names)]
    ]
    accepted = [document for document, text in documents if check.accepts(text, 1)]
    assert len(accepted) > 0.5 * len(documents)
    for document in accepted:
        mapping.read(document)


def test_objects_are_accepted_as_deep_as_the_mapping_reads_them() -> None:
    check = QuickCheck(schema(), JsonMapping(schema()))
    deep = ['{"l": ' * levels + "{}" + "}" * levels for levels in (90, 400)]
    assert [check.accepts(text, 1) for text in deep] == [True, False]


def test_hexadecimal_text_is_counted_once() -> None:
    mapping = JsonMapping(schema())
    check = QuickCheck(schema(), mapping)
    assert check.accepts('{"i": "0a0b0c0d"}\n{"l": {"i": "00112233"}}', 2)
    # Neither a document that is refused counts, nor one that is read later.
    assert not check.accepts('{"i": "0a0b0c0d"}\n{"zz": 1}', 2)
    assert next(mapping.hexadecimal()).startswith("p.T.i: all 2 values have only hexadecimal digits")


def corpus(data: Path, own: OwnSchema, batch: int = 0) -> list[bytes]:
    return [*read_objects(own_workload(own, str(data), batch=batch)[1].path)]


@pytest.mark.parametrize("batch", [0, 3])
@pytest.mark.parametrize("end", ["\n", ",\n", "\r\n", " \n\n"])
def test_a_corpus_is_the_same_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch: int, end: str
) -> None:
    schema_path, data = tmp_path / "t.proto", tmp_path / "t.jsonl"
    schema_path.write_text(f'syntax = "proto3"; package p; {SCHEMA}')
    lines = (
        f'{{"a": {n}, "f": -0, "l": {{"h": "é{n}"}}, "m": ["{n}"], "o": {{"k": {n}}}, "the_name": "x"}}'
        if n % 7
        # Neither is accepted as it is.
        else f'{{\n "a": {n}.0}}\n{{"a": 1}} {{"c": 2}}'
        for n in range(5000)
    )
    data.write_text(end.join(lines))
    own = OwnSchema(schema_path, "T")
    quick = corpus(data, own, batch)
    monkeypatch.setattr(QuickCheck, "accepts", lambda self, text, count: False)
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "other"))
    assert corpus(data, own, batch) == quick
    assert len(quick) == 1024


def test_foreign_objects_of_a_workload_are_not_taken_for_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "tweets.jsonl"
    box = '"place": {"bounding_box": {"coordinates": [[[1, 2]]]}}'
    data.write_text(f'{{"id": 1}}\n{{"id": 2, {box}}}\n{{"id": 3, "new": 1}}\n')
    own = OwnSchema(WORKLOADS / "tweet" / "schema.proto", family="tweet")
    quick = corpus(data, own)
    monkeypatch.setattr(QuickCheck, "accepts", lambda self, text, count: False)
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "other"))
    assert corpus(data, own) == quick
    assert len(quick) == 3


def test_an_invalid_line_among_accepted_ones_has_its_place(tmp_path: Path) -> None:
    schema_path, data = tmp_path / "t.proto", tmp_path / "t.jsonl"
    schema_path.write_text(f'syntax = "proto3"; package p; {SCHEMA}')
    good = '{"a": 1}\n' * 40_000
    for line, reason in (
        ('{"l": {"a": "x"}}', ': l.a: expected a whole number, found "x"'),
        ('{"s": 1, "t": {}}', ": expected at most one of s, t, u, found s and t"),
        ('{"a": 1]', ":8: expected JSON: expecting ',' delimiter"),
        ('{"a": 1} x', ":10: expected JSON: expecting value"),
    ):
        data.write_text(f"{good}{line}\n{good}")
        with pytest.raises(BadInput) as caught:
            own_workload(OwnSchema(schema_path, "T"), str(data))
        assert str(caught.value) == f"{data}:40001{reason}"
