"""Oneofs: unset, and each case with a value and with the default of its type."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

Labelled = tuple[tuple[str, ...], dict[str, Any]]

VALUES: dict[str, object] = {
    "a_bool": True,
    "a_int32": -1,
    "a_sint32": -2,
    "a_sfixed32": -3,
    "a_uint32": 4,
    "a_fixed32": 5,
    "a_int64": -6,
    "a_sint64": -7,
    "a_sfixed64": -8,
    "a_uint64": 9,
    "a_fixed64": 10,
    "a_float": 1.25,
    "a_double": -2.5,
    "a_string": "chosen",
    "a_bytes": b"\xc4\xbe",
    "a_season": "SEASON_SPRING",
}
DEFAULTS: dict[str, object] = {
    name: {str: "", bytes: b"", bool: False}.get(type(value), 0.0 if isinstance(value, float) else 0)
    for name, value in VALUES.items()
} | {"a_season": 0}
TEXT_FEATURES = {"a_string": ("empty-string",), "a_bytes": ("empty-bytes",)}
AROUND: dict[str, object] = {"before": 1, "between": "oneofs", "numbers": [2, 3], "last": True}


def labelled_objects() -> Iterator[Labelled]:
    yield ("plain",), AROUND | {"a_string": "everyday"}
    yield ("oneof-unset", "all-default"), {}
    yield ("oneof-unset",), AROUND
    for name, value in VALUES.items():
        if name != "a_string":
            yield ("plain",), AROUND | {name: value}
    for name, value in DEFAULTS.items():
        yield ("oneof-default", *TEXT_FEATURES.get(name, ())), AROUND | {name: value}
    yield from _messages()
    yield from _twins()
    yield from _edges()
    yield from _names()


def _messages() -> Iterator[Labelled]:
    box = {"box": {"width": 3, "height": 4}, "name": "boxed"}
    yield ("oneof-message",), AROUND | {"a_shape": box}
    yield ("oneof-message",), AROUND | {"a_shape": {"radius": 1.5}}
    yield ("oneof-message", "oneof-unset"), AROUND | {"a_shape": {"name": "formless"}}
    yield ("oneof-message", "oneof-unset", "oneof-default"), AROUND | {"a_shape": {}}
    yield ("oneof-message", "oneof-empty-message"), AROUND | {"a_nothing": {}}
    yield ("oneof-message", "oneof-empty-message"), {"only": {}}
    yield (
        ("list-of-message", "oneof-unset"),
        {"choices": [{"number": 1}, {"text": "two"}, {}, {"flag": True}], "a_int32": 3},
    )


def _twins() -> Iterator[Labelled]:
    """Two cases of one type: only the position tells them apart."""
    shape = {"radius": 0.5}
    for prefix in ("first", "second"):
        yield ("oneof-twins",), AROUND | {f"{prefix}_string": "which", "a_bool": True}
        yield ("oneof-twins",), AROUND | {f"{prefix}_number": 77, "a_string": "which"}
        yield ("oneof-twins", "oneof-message"), AROUND | {f"{prefix}_shape": shape}
    yield ("oneof-twins", "oneof-default", "empty-string"), AROUND | {"second_string": ""}


def _edges() -> Iterator[Labelled]:
    yield ("negative-zero", "oneof-default"), {"a_double": -0.0}
    yield ("nan",), {"a_float": math.nan}
    yield ("infinity",), {"a_double": -math.inf}
    yield ("int-min-max",), {"a_sint64": -(2**63)}
    yield ("uint64-high",), {"a_fixed64": 2**64 - 1}
    yield ("enum-negative",), {"a_season": "SEASON_FIFTH"}
    yield ("non-ascii",), {"a_string": "🎲 кость"}
    yield ("nul-in-string",), {"a_string": "\0"}


def _names() -> Iterator[Labelled]:
    yield ("keyword-names",), {"names": {"monostate": 1, "enum": "enum"}}
    yield ("keyword-names",), {"names": {"None": True, "case": 2}}
    yield ("keyword-names",), {"names": {"variant_case": "case", "Names": "names"}}
    yield ("keyword-names", "oneof-message", "oneof-empty-message"), {"names": {"Nothing": {}, "kind": 3}}
