"""Lists of every element type: empty, of one, of many, and with awkward elements."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

Labelled = tuple[tuple[str, ...], dict[str, Any]]

MANY = 300
LONG = 70_003
SIGNED_32 = ("int32s", "sint32s", "sfixed32s")
SIGNED_64 = ("int64s", "sint64s", "sfixed64s")
UNSIGNED_32 = ("uint32s", "fixed32s")
UNSIGNED_64 = ("uint64s", "fixed64s")
NUMBERS = (*SIGNED_32, *SIGNED_64, *UNSIGNED_32, *UNSIGNED_64, "floats", "doubles")
PLAIN: dict[str, object] = {
    "int32s": [1, -2, 300],
    "int64s": [-5, 6_000_000_000],
    "doubles": [0.5, -1.25, 3.0],
    "strings": ["one", "two", "three"],
    "after": "the lists",
}


def labelled_objects() -> Iterator[Labelled]:
    yield ("plain",), PLAIN
    yield ("list-empty", "all-default"), {}
    yield ("list-empty",), {"after": "nothing but this"}
    yield ("list-one",), {name: [7] for name in NUMBERS} | {"strings": ["alone"], "after": "one of each"}
    yield from _many()
    yield from _elements()
    yield from _edges()


def _many() -> Iterator[Labelled]:
    for name in NUMBERS:
        sign = -1 if name in (*SIGNED_32, *SIGNED_64, "floats", "doubles") else 1
        yield ("list-many",), {name: [i * i * (sign if i % 3 == 0 else 1) for i in range(MANY)]}
    yield ("list-many",), {"strings": [f"string {i}" for i in range(MANY)], "after": "many strings"}
    yield ("list-many",), {"unpacked": list(range(-MANY, 0))}
    yield ("list-many", "list-of-bool"), {"bools": [i % 3 == 0 for i in range(LONG)]}
    yield ("list-many", "list-of-message"), {"points": [{"x": i, "y": -i - 1} for i in range(MANY)]}


def _elements() -> Iterator[Labelled]:
    yield ("list-of-bool", "list-one"), {"bools": [True]}
    yield ("list-of-bool",), {"bools": [False, True, True, False, False, False, True, True, False]}
    yield ("list-of-bytes",), {"blobs": [b"one", b"\x00\x01", b"\xff"], "after": "blobs"}
    yield ("list-of-bytes", "empty-bytes"), {"blobs": [b"", b"between", b""]}
    yield ("list-of-bytes", "bytes-all-values"), {"blobs": [bytes(range(256)), b"next"]}
    yield ("list-of-enum",), {"suits": ["SUIT_HEARTS", "SUIT_NONE", "SUIT_HEARTS"], "unpacked_suits": [1, 0]}
    yield ("list-of-enum", "enum-large"), {"suits": ["SUIT_SPADES", "SUIT_NONE"]}
    yield ("list-of-enum", "enum-negative"), {"suits": ["SUIT_HEARTS", "SUIT_JOKER"]}
    yield (
        ("list-of-message",),
        {"points": [{"x": 1, "y": 2, "name": "named"}, {"x": 3}, {"y": 4, "name": "again"}]},
    )
    yield ("list-of-message", "list-one"), {"points": [{"x": 1, "y": 2}]}
    # Elements in which nothing is set still count.
    yield ("list-of-message",), {"points": [{}, {"x": 1.5}, {}]}
    yield ("list-of-message", "empty-vs-absent", "empty-string"), {"points": [{"name": ""}, {}]}
    yield ("list-of-empty-message", "list-one"), {"nothings": [{}]}
    yield ("list-of-empty-message",), {"nothings": [{}] * 5, "after": "five times nothing"}
    yield (
        ("nested-lists", "list-of-message"),
        {"rows": [{"cells": [1, 2, 3]}, {"cells": [4]}, {"cells": [5, 6]}]},
    )
    yield ("nested-lists", "list-of-message"), {"rows": [{"cells": [1]}, {}, {"cells": []}, {"cells": [-2]}]}
    yield (
        ("nested-lists", "list-of-message", "list-of-bytes"),
        {
            "blocks": [
                {"rows": [{"cells": [1, 2]}, {"cells": [3]}], "notes": [b"first"]},
                {},
                {"rows": [{}], "notes": [b"second", b"third"]},
            ]
        },
    )


def _edges() -> Iterator[Labelled]:
    yield (
        ("int-min-max",),
        {name: [-(2**31), 0, 2**31 - 1] for name in SIGNED_32}
        | {name: [-(2**63), -1, 2**63 - 1] for name in SIGNED_64},
    )
    yield ("uint32-high",), {name: [2**31, 2**32 - 1, 0] for name in UNSIGNED_32}
    yield ("uint64-high",), {name: [2**63, 2**64 - 1, 0] for name in UNSIGNED_64}
    yield ("int-beyond-double",), {"int64s": [2**53 + 1, -(2**53) - 1], "uint64s": [2**53 + 1]}
    yield ("negative-zero",), {"floats": [-0.0, 0.0, -0.0], "doubles": [0.0, -0.0]}
    yield ("nan",), {"floats": [1.0, math.nan, 2.0], "doubles": [math.nan, math.nan]}
    yield ("infinity",), {"floats": [math.inf, 1.0, -math.inf], "doubles": [-math.inf, math.inf]}
    yield ("denormal",), {"floats": [2.0**-149, -(2.0**-130)], "doubles": [5e-324, -1e-310]}
    yield ("empty-string",), {"strings": ["", "between", ""]}
    yield ("empty-string", "list-one"), {"strings": [""]}
    yield ("long-string",), {"strings": ["short", "q" * LONG, "last"]}
    yield ("non-ascii",), {"strings": ["ascii", "čeština", "日本語", "🙂🙃", "a\u0308"]}
    yield ("nul-in-string",), {"strings": ["\0first", "in\0side", "last\0"]}
    yield ("control-characters",), {"strings": ["\x01", "\x1f\x7f"]}
    yield ("markup-in-string",), {"strings": [" ", "a,b", '"', "\\", "a b\n", "<a>"]}
