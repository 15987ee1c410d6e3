from typing import Any

import pytest
from corpus.tours import TOURS, schema_of, tour, tour_objects

from serbench.corpus.decoding import BEYOND_THE_END, first_difference
from serbench.corpus.difference import NO_OBJECT, differing_values
from serbench.corpus.encoding import Encoder

SCHEMA = """message T { User user = 1; repeated int32 numbers = 2; map<string, User> by = 3;
    oneof o { int32 a = 4; string b = 5; } double last = 6; map<bool, int32> flags = 7; }
    message User { optional string name = 1; repeated Url urls = 2; }
    message Url { repeated int32 indices = 1; string text = 2; }"""
BASE: dict[str, Any] = {
    "user": {"name": "n", "urls": [{}, {"text": "t"}, {"indices": [1, 2]}]},
    "numbers": [1, 2, 3],
    "by": {"x": {}, "y": {"name": "y"}},
    "a": 1,
    "last": 1.0,
    "flags": {True: 1},
}


def _urls(third: dict[str, Any]) -> dict[str, Any]:
    return {"user": {"name": "n", "urls": [{}, {"text": "t"}, third]}}


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"user": None}, "user"),
        ({"user": {"urls": BASE["user"]["urls"]}}, "user.name"),
        ({"user": {"name": "m", "urls": BASE["user"]["urls"]}}, "user.name"),
        ({"user": {"name": "n"}}, "user.urls"),
        (_urls({"indices": [1]}), "user.urls[2].indices"),
        (_urls({"indices": [1, 5]}), "user.urls[2].indices[1]"),
        (_urls({"indices": [1, 2], "text": "x"}), "user.urls[2].text"),
        ({"numbers": [1, 2, 4]}, "numbers[2]"),
        ({"numbers": []}, "numbers"),
        ({"by": {"x": {}, "z": {"name": "y"}}}, "by{y}"),
        ({"by": {"x": {}, "y": {"name": "z"}}}, "by{y}.name"),
        ({"by": {"x": {"name": ""}, "y": {"name": "y"}}}, "by{x}.name"),
        ({"a": 2}, "a"),
        ({"a": None, "b": "1"}, "o"),
        ({"a": None}, "o"),
        ({"last": -1.0}, "last"),
        ({"flags": {False: 1}}, "flags{true}"),
    ],
)
def test_the_path_of_the_first_difference(changes: dict[str, Any], path: str) -> None:
    schema = schema_of(SCHEMA)
    encode = Encoder(schema).encode
    assert first_difference(schema, encode(BASE), encode(BASE | changes)) == path


@pytest.mark.parametrize(
    ("changes", "values"),
    [
        ({"last": -1.0}, ("1.0", "-1.0")),
        ({"numbers": [1, 2, 4]}, ("3", "4")),
        ({"numbers": [1]}, ("[1, 2, 3] (3 long)", "[1] (1 long)")),
        ({"user": {"urls": BASE["user"]["urls"]}}, ("'n'", "nothing")),
        (_urls({"indices": [1, 2], "text": "x"}), ("''", "'x'")),
        ({"by": {"x": {"name": ""}, "y": {"name": "y"}}}, ("nothing", "''")),
        ({"a": None, "b": "1"}, ("1", "nothing")),
        ({"flags": {False: 1}}, ("nothing", "1")),
        ({"by": {"x": {}, "y": {"name": "z"}}}, ("'y'", "'z'")),
        (
            {"user": {"name": "n" + 99 * "a", "urls": []}},
            ("'n'", "'n" + 46 * "a" + "…"),
        ),
    ],
)
def test_both_values_of_the_first_difference(changes: dict[str, Any], values: tuple[str, str]) -> None:
    schema = schema_of(SCHEMA)
    encode = Encoder(schema).encode
    assert differing_values(schema, encode(BASE), encode(BASE | changes)) == values


def test_both_values_where_texts_are_long_and_zeros_have_signs() -> None:
    schema = schema_of(SCHEMA)
    encode = Encoder(schema).encode
    texts = [encode({"b": 99 * "a" + end}) for end in ("bc", "c")]
    assert differing_values(schema, texts[0], texts[1]) == (
        "…'aaaaaaaabc' (101 long)",
        "…'aaaaaaaac' (100 long)",
    )
    assert differing_values(schema, encode({"last": 0.0}), encode({"last": -0.0})) == ("0.0", "-0.0")
    right, other = differing_values(schema, encode(BASE), b"\xff" * 9)
    assert (right[:9], other) == ("{'user': ", NO_OBJECT)


def test_equal_short_long_and_foreign_bytes() -> None:
    schema = schema_of(SCHEMA)
    expected = Encoder(schema).encode(BASE)
    assert first_difference(schema, expected, expected) == ""
    assert first_difference(schema, expected, expected + b"more") == BEYOND_THE_END
    assert first_difference(schema, expected, expected[:-1]) == "flags{true}"
    assert first_difference(schema, expected, b"") == "user"
    assert first_difference(schema, expected, b"\xff" * 1000) == "user"


def test_a_difference_far_into_a_long_list() -> None:
    schema = schema_of(SCHEMA)
    encode = Encoder(schema).encode
    numbers = list(range(200_000))
    other = [*numbers[:150_000], -1, *numbers[150_001:]]
    assert (
        first_difference(schema, encode({"numbers": numbers}), encode({"numbers": other}))
        == "numbers[150000]"
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", TOURS)
def test_every_byte_of_the_tours_has_a_path(name: str) -> None:
    schema = tour(name).schema
    for _, obj in tour_objects(name):
        data = Encoder(schema).encode(obj)
        for at in range(0, len(data), max(1, len(data) // 20)):
            changed = data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]
            path = first_difference(schema, data, changed)
            first = path.split(".")[0].split("[")[0].split("{")[0]
            members = schema.message(schema.root)
            assert first in {m.name for m in (*members.members, *members.fields)}
