from typing import Any

import pytest
from corpus.tours import TOURS, schema_of, tour, tour_objects
from corpus.values import objects
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.errors import BadInput

SCHEMA = """message T { int32 a = 1; uint32 b = 2; double d = 3; float f = 4; bool t = 5; string s = 6;
    bytes y = 7; E e = 8; M m = 9; repeated int64 l = 10; repeated M ms = 11; map<string, M> by = 12;
    map<uint32, string> n = 13; oneof o { int32 x = 14; M z = 15; } optional int32 opt = 16;
    repeated string ss = 17; repeated E es = 18; }
    message M { repeated string s = 1; int64 i = 2; M m = 3; }
    enum E { option allow_alias = true; ZERO = 0; ONE = 1; UNO = 1; }"""


def _encode(obj: Any) -> bytes:
    return Encoder(schema_of(SCHEMA)).encode(obj)


@pytest.mark.parametrize(
    ("obj", "message"),
    [
        ({"a": 2**31}, "The field a cannot be written: 2147483648 does not fit int32."),
        ({"b": -1}, "The field b cannot be written: -1 does not fit uint32."),
        ({"a": True}, "The field a cannot be written: int32 is an int, not bool True."),
        ({"a": 1.0}, "The field a cannot be written: int32 is an int, not float 1.0."),
        ({"t": 1}, "The field t cannot be written: a bool is True or False, not int 1."),
        ({"d": "1"}, "The field d cannot be written: double is a float, not str '1'."),
        ({"f": 1e39}, "The field f cannot be written: 1e+39 does not fit float."),
        ({"d": 10**400}, "does not fit double."),
        ({"s": b"x"}, "The field s cannot be written: a string is a str, not bytes b'x'."),
        ({"s": "ab\ud800"}, "The field s cannot be written: character 2 is the lone surrogate U+D800."),
        ({"y": "x"}, "The field y cannot be written: bytes are a bytes object, not str 'x'."),
        ({"e": 7}, "The field e cannot be written: p.E declares no 7."),
        ({"e": "TWO"}, "The field e cannot be written: p.E declares no 'TWO'."),
        ({"e": True}, "an enum is a number or a declared name, not bool True."),
        ({"es": [0, "NO"]}, "The field es[1] cannot be written: p.E declares no 'NO'."),
        ({"nope": 1}, "The field nope cannot be written: p.T has no field of this name."),
        ({"m": {"nope": 1}}, "The field m.nope cannot be written: p.M has no field of this name."),
        ({"m": 3}, "The field m cannot be written: a p.M is a dict, not int 3."),
        ({"l": 3}, "The field l cannot be written: a repeated field is a list, not int 3."),
        ({"ss": "abc"}, "The field ss cannot be written: a repeated field is a list, not str 'abc'."),
        ({"l": [1, "2"]}, "The field l[1] cannot be written: int64 is an int, not str '2'."),
        ({"l": [1, 2, 2**63]}, "The field l[2] cannot be written: 9223372036854775808 does not fit int64."),
        ({"ms": [{}, {"s": ["", 5]}]}, "The field ms[1].s[1] cannot be written: a string is a str"),
        ({"by": {"k": {"m": {"i": 2**63}}}}, "The field by{k}.m.i cannot be written:"),
        ({"by": [1]}, "The field by cannot be written: a map is a dict, not list [1]."),
        ({"by": {1: {}, "a": {}}}, "The field by cannot be written: its keys are of different types."),
        ({"n": {-1: ""}}, "The field n{-1} cannot be written: -1 does not fit uint32."),
        ({"n": {True: ""}}, "The field n{true} cannot be written: uint32 is an int, not bool True."),
        ({"n": {1: None}}, "The field n{1} cannot be written: a string is a str, not NoneType None."),
        ({"x": 1, "z": {}}, "The field o cannot be written: the oneof holds x and z, but at most one case"),
        ({"z": {"i": "no"}}, "The field z.i cannot be written: int64 is an int, not str 'no'."),
        ({"opt": "1"}, "The field opt cannot be written: int32 is an int, not str '1'."),
        ([], "The object cannot be written: a p.T is a dict, not list []."),
    ],
)
def test_what_does_not_fit_the_schema_is_refused_with_its_path(obj: Any, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        _encode(obj)
    assert message in str(caught.value)


def test_none_and_missing_are_the_same() -> None:
    names = ("a", "b", "d", "f", "t", "s", "y", "e", "m", "l", "ms", "by", "n", "x", "z", "opt")
    assert _encode(dict.fromkeys(names)) == _encode({})


def test_an_enum_is_given_by_number_name_or_alias() -> None:
    assert _encode({"e": 1}) == _encode({"e": "ONE"}) == _encode({"e": "UNO"}) != _encode({})


def test_an_enum_in_proto2_defaults_to_the_first_that_is_declared() -> None:
    schema = schema_of("message T { required E e = 1; } enum E { FIVE = 5; ONE = 1; }", syntax="proto2")
    assert Encoder(schema).encode({}) == bytes.fromhex("05000000")


def test_an_int_is_taken_for_a_float() -> None:
    assert _encode({"d": 2, "f": -3}) == _encode({"d": 2.0, "f": -3.0})


def test_an_object_that_nests_too_deeply_is_refused() -> None:
    obj: dict[str, Any] = {}
    for _ in range(100_000):
        obj = {"m": obj}
    with pytest.raises(BadInput, match="nested too deeply"):
        _encode(obj)


@pytest.mark.parametrize(
    ("descending", "entries"),
    [(False, "0100000001 0200000001 0300000000"), (True, "0300000000 0200000001 0100000001")],
)
def test_maps_may_descend(descending: bool, entries: str) -> None:
    schema = schema_of("message M { map<uint32, bool> m = 1; }")
    data = Encoder(schema, descending=descending).encode({"m": {1: True, 3: False, 2: True}})
    assert data == bytes.fromhex("03000000" + entries)


@pytest.mark.parametrize("name", TOURS)
def test_the_tours_come_back_to_the_same_bytes(name: str) -> None:
    encoder, decoder = Encoder(tour(name).schema), Decoder(tour(name).schema)
    for _, obj in tour_objects(name):
        data = encoder.encode(obj)
        assert encoder.encode(decoder.decode(data)) == data


@pytest.mark.parametrize("name", TOURS)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_object_comes_back(name: str, data: st.DataObject) -> None:
    schema = tour(name).schema
    obj = data.draw(objects(schema))
    encoded = Encoder(schema).encode(obj)
    back = Decoder(schema).decode(encoded)
    assert back == obj
    assert Encoder(schema).encode(back) == encoded
