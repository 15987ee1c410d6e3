"""Objects in which the same fields are absent, present with the default, and present with a value."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

Labelled = tuple[tuple[str, ...], dict[str, Any]]

LONG = 70_002
VALUES: dict[str, object] = {
    "maybe_bool": True,
    "maybe_int32": -11,
    "maybe_sint32": -12,
    "maybe_sfixed32": -13,
    "maybe_uint32": 14,
    "maybe_fixed32": 15,
    "maybe_int64": -16,
    "maybe_sint64": -17,
    "maybe_sfixed64": -18,
    "maybe_uint64": 19,
    "maybe_fixed64": 20,
    "maybe_float": 0.5,
    "maybe_double": -0.25,
    "maybe_string": "present",
    "maybe_bytes": b"\x00\xff",
    "maybe_weekday": "WEEKDAY_FRIDAY",
    "last": True,
}
DEFAULTS: dict[str, object] = {
    name: {str: "", bytes: b"", bool: False}.get(type(value), 0.0 if isinstance(value, float) else 0)
    for name, value in VALUES.items()
} | {"maybe_weekday": 0}
TEXT_FEATURES = {"maybe_string": ("empty-string",), "maybe_bytes": ("empty-bytes",)}
FULL_INNER: dict[str, object] = {"count": 3, "label": "inner", "innermost": {"depth": -4}}


def labelled_objects() -> Iterator[Labelled]:
    yield ("plain",), VALUES | {"always": 1, "inner": FULL_INNER, "maybe_inner": FULL_INNER}
    yield ("plain",), {"always": 2, "maybe_int32": 5, "maybe_string": "some are absent", "inner": FULL_INNER}
    yield ("all-default",), {}
    yield ("empty-vs-absent", "empty-string", "empty-bytes"), DEFAULTS | {"always": 3}
    for name, value in DEFAULTS.items():
        yield ("empty-vs-absent", *TEXT_FEATURES.get(name, ())), {"always": 4, name: value}
    yield from _messages()
    yield from _edges()
    yield from _names()


def _messages() -> Iterator[Labelled]:
    yield ("empty-vs-absent", "empty-message"), {"nothing": {}}
    yield ("empty-vs-absent", "empty-message"), {"inner": {}}
    yield ("empty-vs-absent", "empty-message"), {"inner": {}, "maybe_inner": {"innermost": {}}}
    yield ("empty-vs-absent", "empty-message"), {"inner": {"innermost": {"nothing": {}}}, "always": 5}
    yield ("empty-vs-absent", "empty-string"), {"maybe_inner": {"count": 0, "label": ""}}


def _edges() -> Iterator[Labelled]:
    yield ("negative-zero", "empty-vs-absent"), {"maybe_float": -0.0}
    yield ("negative-zero", "empty-vs-absent"), {"maybe_double": -0.0}
    yield ("nan",), {"maybe_float": math.nan}
    yield ("nan",), {"maybe_double": math.nan}
    yield ("infinity",), {"maybe_float": -math.inf}
    yield ("infinity",), {"maybe_double": math.inf}
    yield ("denormal",), {"maybe_float": 2.0**-149, "maybe_double": -5e-324}
    yield (
        ("int-min-max",),
        {
            "maybe_int32": -(2**31),
            "maybe_sint32": 2**31 - 1,
            "maybe_int64": -(2**63),
            "maybe_sint64": 2**63 - 1,
        },
    )
    # Sentinels that a library may keep for "absent".
    yield ("int-min-max",), {"maybe_sfixed32": -(2**31), "maybe_sfixed64": -(2**63)}
    yield ("uint32-high",), {"maybe_uint32": 2**32 - 1, "maybe_fixed32": 2**32 - 1}
    yield ("uint64-high",), {"maybe_uint64": 2**64 - 1, "maybe_fixed64": 2**64 - 1}
    yield ("enum-negative",), {"maybe_weekday": "WEEKDAY_NEVER"}
    yield ("non-ascii",), {"maybe_string": "žluťoučký 🐎"}
    yield ("nul-in-string",), {"maybe_string": "\0\0"}
    yield ("long-string",), {"maybe_string": "z" * LONG, "last": True, "always": 6}


def _names() -> Iterator[Labelled]:
    accessors: dict[str, object] = {
        "x": 1,
        "has_x": True,
        "clear_x": 3,
        "set_x": 4,
        "mutable_x": "five",
        "get_x": 6,
        "x_size": 7,
        "x_case": 8,
        "x_bytes": b"nine",
        "x_value": 10,
        "release_x": "eleven",
        "set_allocated_x": "twelve",
        "with_x": True,
        "x_builder": 14,
        "is_set_x": True,
        "xs": [16, 1, 6],
        "xs_count": 17,
        "xs_list": ["eight", "teen"],
        "add_xs": 19,
        "x_map": {20: 2, -20: 0x20},
        "default_instance": 21,
        "serialized_size": 22,
        "unknown_fields": "twenty-three",
        "cached_size": 24,
        "descriptor_for_type": 25,
        "is_initialized": True,
        "byte_size_long": 27,
        "to_builder": "twenty-eight",
        "new_builder": 29,
        "parse_from": 30,
        "swap": "thirty-one",
        "copy_from": 32,
        "is_present": True,
        "unwrap": "thirty-four",
        "has_value": 35,
    }
    box = {"Box": 1}
    vec = {"first": box}
    types: dict[str, object] = {
        "box": box,
        "vec": vec,
        "list": {"List": [vec, vec]},
        "map": {"Map": {"key": {"List": [vec]}}},
        "result": {"Err": 2},
        "optional": {"Optional": "present"},
        "integer": {"Integer": 3},
        "default": {"Default": True},
    }
    yield ("keyword-names", "map-int-key"), {"accessors": accessors}
    yield ("keyword-names", "list-of-message", "map-string-key", "map-message-value"), {"types": types}
    yield ("keyword-names", "recursion-optional"), {"types": {"nested_types": {"result": {"Ok": "fine"}}}}
