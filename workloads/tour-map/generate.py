"""Maps with every type of key and value. Entries are given unsorted; the corpus format sorts them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

Labelled = tuple[tuple[str, ...], dict[str, Any]]

MANY = 300
LONG = 70_004
SIGNED_32 = ("by_int32", "by_sint32", "by_sfixed32")
SIGNED_64 = ("by_int64", "by_sint64", "by_sfixed64")
VALUES: dict[str, object] = {
    "by_int32": "text",
    "by_sint32": 2.5,
    "by_sfixed32": True,
    "by_uint32": 11,
    "by_fixed32": b"bytes",
    "by_int64": -0.5,
    "by_sint64": -12,
    "by_sfixed64": 13,
    "by_uint64": -14,
    "by_fixed64": -15,
}


def labelled_objects() -> Iterator[Labelled]:
    yield ("plain", "map-string-key"), {"by_string": {"one": 1, "two": -2, "three": 3}, "after": 4}
    yield ("map-empty", "all-default"), {}
    yield ("map-empty",), {"after": 1}
    yield from _string_keys()
    yield from _other_keys()
    yield from _values()


def _string_keys() -> Iterator[Labelled]:
    key = "map-string-key"
    yield (key,), {"by_string": {"only": 1}}
    yield (key, "map-empty-key"), {"by_string": {"": 5, "a": 6}}
    yield (key, "map-empty-key", "map-default-entry"), {"by_string": {"": 0}}
    yield (key, "map-default-entry"), {"by_string": {"zero": 0, "one": 1}, "to_int64": {"zero": 0}}
    yield (key,), {"by_string": {"b": 1, "B": 2, "a": 3, "aa": 4, "a b": 5, "A": 6, "10": 7, "9": 8, "-": 9}}
    # By UTF-8 bytes the emoji comes after U+FF5E; by UTF-16 units, and as signed bytes, it comes before.
    yield (key, "non-ascii"), {"by_string": {"\U0001f600": 1, "\uff5e": 2, "z": 3, "é": 4, "e\u0301": 5}}
    yield (key, "nul-in-string"), {"by_string": {"a\0b": 1, "a\0c": 2, "a": 3, "\0": 4}}
    yield (key, "control-characters"), {"by_string": {"\x01": 1, "\x1f": 2}}
    yield (key, "markup-in-string"), {"by_string": {"a.b": 1, "$c": 2, '"': 3, " ": 4, "a:b,c": 5, "<d>": 6}}
    yield (key, "long-string"), {"by_string": {"k" * LONG: 1, "k": 2}}
    yield (key, "map-many"), {"by_string": {f"key {i * 7919 % MANY}": i + 1 for i in range(MANY)}}


def _other_keys() -> Iterator[Labelled]:
    key = "map-int-key"
    for name, value in VALUES.items():
        yield (key, *_of_bools(name)), {name: {30: value, 4: value, 200: value}}
    for name in (*SIGNED_32, *SIGNED_64):
        yield (key, *_of_bools(name)), _maps((name,), 1, -1, 300, -300, 70000, 0)
    narrow = _maps(SIGNED_32, 2**31 - 1, -(2**31), 0)
    yield (key, "map-bool-value", "int-min-max"), narrow | _maps(SIGNED_64, 2**63 - 1, -(2**63), 0)
    yield (key, "uint32-high"), _maps(("by_uint32", "by_fixed32"), 2**31, 2**32 - 1, 1)
    yield (key, "map-uint64-key", "uint64-high"), _maps(("by_uint64", "by_fixed64"), 2**63, 2**64 - 1, 1)
    yield (key, "map-default-entry", "empty-string"), {"by_int32": {0: "", 1: ""}}
    yield (key, "map-many"), {"by_uint32": {i * 7919 % 65521: i + 1 for i in range(MANY)}}
    yield ("map-bool-key",), {"by_bool": {True: 1, False: 2}}
    yield ("map-bool-key",), {"to_text": {True: "only true"}}
    yield ("map-bool-key", "map-default-entry"), {"by_bool": {False: 0}}


def _of_bools(name: str) -> tuple[str, ...]:
    return ("map-bool-value",) if VALUES[name] is True else ()


def _maps(names: tuple[str, ...], *keys: int) -> dict[str, object]:
    return {name: dict.fromkeys(keys, VALUES[name]) for name in names}


def _values() -> Iterator[Labelled]:
    text, number = "map-string-key", "map-int-key"
    yield (text,), {"to_int64": {"a": -(2**40), "b": 2**40}, "to_fixed64": {"c": 2**40}}
    yield (text, "uint64-high"), {"to_fixed64": {"a": 2**64 - 1}}
    yield (number,), {"to_sfixed32": {5: -6, -5: 6}}
    yield (
        (text, "map-message-value"),
        {"to_place": {"summit": {"name": "Sneeuw", "height": 1603.3}, "sea": {"name": "Baltic"}}, "after": 2},
    )
    yield (
        (number, "map-message-value"),
        {"places_by_number": {-1: {"name": "below"}, 1: {}, 0: {"height": 8.5}}},
    )
    yield (number, "map-message-value", "map-empty-message-value"), {"to_nothing": {3: {}, 1: {}}}
    yield (
        (text, "map-enum-value", "map-default-entry"),
        {"to_level": {"high": "LEVEL_HIGH", "low": "LEVEL_LOW"}},
    )
    yield (text, "map-enum-value", "enum-negative", "enum-large"), {"to_level": {"below": "LEVEL_BELOW"}}
    yield (
        (text, "map-message-value", "nested-maps"),
        {"to_nested": {"x": {"entries": {"b": 1, "a": 2}, "order": ["b", "a"]}, "empty": {}}},
    )
    yield (number, "empty-bytes", "map-default-entry"), {"by_fixed32": {7: b"", 8: b"eight"}}
    yield (number, "bytes-all-values"), {"by_fixed32": {9: bytes(range(256))}}
    yield (number, "negative-zero", "map-default-entry"), {"by_sint32": {1: -0.0}, "by_int64": {1: -0.0}}
    yield (number, "nan"), {"by_sint32": {1: math.nan}, "by_int64": {1: math.nan}}
    yield (number, "infinity"), {"by_sint32": {1: math.inf}, "by_int64": {1: -math.inf}}
