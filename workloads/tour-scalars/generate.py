"""Objects that visit every scalar type without presence at its edges, and a page of awkward names."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Labelled = tuple[tuple[str, ...], dict[str, Any]]

LONG = 70_001
SMALLEST_FLOAT = 2.0**-149
LARGEST_FLOAT_DENORMAL = 2.0**-126 - 2.0**-149
LARGEST_FLOAT = (2 - 2.0**-23) * 2.0**127
SMALLEST_DOUBLE = 5e-324
LARGEST_DOUBLE_DENORMAL = 2.0**-1022 - 5e-324
LARGEST_DOUBLE = 1.7976931348623157e308

PLAIN: dict[str, object] = {
    "truth": True,
    "int32_value": -32,
    "sint32_value": -33,
    "sfixed32_value": -34,
    "between": False,
    "uint32_value": 35,
    "fixed32_value": 36,
    "int64_value": -64,
    "sint64_value": -65,
    "sfixed64_value": -66,
    "uint64_value": 67,
    "fixed64_value": 68,
    "float_value": 1.5,
    "double_value": -2.25,
    "text": "an everyday line of text",
    "data": b"\x01\x02\x03\xfe",
    "colour": "COLOUR_GREEN",
    "extremes": 0,
    "aliased": "ALIASED_SECOND",
    "far_number": 2047,
    "farthest_number": "far",
    "declared_late": 16000,
}


def labelled_objects() -> Iterator[Labelled]:
    yield ("plain",), PLAIN
    yield ("all-default",), {}
    yield ("plain",), PLAIN | {"extremes": "EXTREMES_BYTE", "colour": 3, "truth": False, "between": True}
    for features, changes in (*_integers(), *_floats(), *_enums(), *_texts()):
        yield features, PLAIN | changes
    yield from _names()


def _integers() -> Iterator[Labelled]:
    narrow_signed = ("int32_value", "sint32_value", "sfixed32_value")
    wide_signed = ("int64_value", "sint64_value", "sfixed64_value")
    narrow = ("uint32_value", "fixed32_value")
    wide = ("uint64_value", "fixed64_value")
    yield ("int-min-max",), dict.fromkeys(narrow_signed, -(2**31)) | dict.fromkeys(wide_signed, -(2**63))
    yield ("int-min-max",), dict.fromkeys(narrow_signed, 2**31 - 1) | dict.fromkeys(wide_signed, 2**63 - 1)
    yield ("uint32-high",), dict.fromkeys(narrow, 2**32 - 1)
    yield ("uint32-high",), dict.fromkeys(narrow, 2**31)
    yield ("uint64-high",), dict.fromkeys(wide, 2**64 - 1)
    yield ("uint64-high",), dict.fromkeys(wide, 2**63)
    # 2⁵³ + 1 is the first integer that a double cannot hold.
    yield (
        ("int-beyond-double",),
        {"int64_value": 2**53 + 1, "sint64_value": -(2**53) - 1, "uint64_value": 2**53 + 1},
    )
    # Where encodings of variable length grow by a byte.
    for edge in (2**7, 2**8, 2**14, 2**15, 2**16, 2**21, 2**28):
        yield (
            ("plain",),
            {
                "int32_value": edge - 1,
                "sint32_value": -edge,
                "uint32_value": edge,
                "int64_value": edge,
                "sint64_value": edge // 2,
                "uint64_value": edge - 1,
            },
        )


def _floats() -> Iterator[Labelled]:
    yield ("negative-zero",), {"float_value": -0.0}
    yield ("negative-zero",), {"double_value": -0.0}
    yield ("nan",), {"float_value": math.nan}
    yield ("nan",), {"double_value": math.nan}
    yield ("infinity",), {"float_value": math.inf}
    yield ("infinity",), {"float_value": -math.inf}
    yield ("infinity",), {"double_value": math.inf}
    yield ("infinity",), {"double_value": -math.inf}
    yield ("denormal",), {"float_value": SMALLEST_FLOAT, "double_value": SMALLEST_DOUBLE}
    yield ("denormal",), {"float_value": -LARGEST_FLOAT_DENORMAL, "double_value": -LARGEST_DOUBLE_DENORMAL}
    yield ("float-extremes",), {"float_value": LARGEST_FLOAT, "double_value": LARGEST_DOUBLE}
    yield ("float-extremes",), {"float_value": -LARGEST_FLOAT, "double_value": -LARGEST_DOUBLE}
    yield ("float-extremes",), {"float_value": 2.0**-126, "double_value": 2.0**-1022}
    # Seventeen digits are needed to bring these back from text.
    yield ("plain",), {"float_value": 0.1, "double_value": 0.1 + 0.2}
    yield ("plain",), {"float_value": 16777216.0, "double_value": 9007199254740993.0}


def _enums() -> Iterator[Labelled]:
    yield ("enum-negative",), {"extremes": -1}
    yield ("enum-negative", "enum-large"), {"extremes": "EXTREMES_SMALLEST"}
    yield ("enum-large",), {"extremes": "EXTREMES_LARGE"}
    yield ("enum-large",), {"extremes": "EXTREMES_LARGEST"}
    yield ("enum-alias",), {"aliased": "ALIASED_ALSO_FIRST"}


def _texts() -> Iterator[Labelled]:
    yield ("long-string",), {"text": "abcdefg" * (LONG // 7 + 1)}
    yield ("long-bytes",), {"data": bytes(i * 7 % 251 for i in range(LONG))}
    yield ("non-ascii",), {"text": "Grüße, señor: ἀλήθεια, 真実, правда"}
    yield ("non-ascii",), {"text": "😀 at both ends 🏴‍☠️😀"}
    yield ("non-ascii",), {"text": "e\u0301 is not \u00e9; \ufeff \u2028 \uffff \U0010ffff"}
    # JavaScript's TextDecoder drops this mark at the beginning; libraries often decode short texts otherwise.
    yield ("non-ascii", "byte-order-mark"), {"text": "\ufeffmarked"}
    yield ("non-ascii", "byte-order-mark"), {"text": "\ufeff" + "marked" * 70}
    yield ("nul-in-string",), {"text": "before\0after"}
    yield ("nul-in-string",), {"text": "\0"}
    yield ("control-characters",), {"text": "\x01\x02\x08\x0b\x0c\x1b\x1f\x7f"}
    yield (
        ("markup-in-string",),
        {"text": " \"quoted\" 'quoted' \\back\\ /slash/ <b>&amp;</b>\t\r\n {}[],:%s "},
    )
    yield ("bytes-all-values",), {"data": bytes(range(256))}
    yield ("bytes-all-values",), {"data": bytes(range(255, -1, -1))}


def _names() -> Iterator[Labelled]:
    groups = {
        field: _filled(message)
        for field, message in (
            ("keywords", "KeywordFields"),
            ("library", "LibraryFields"),
            ("locals", "LocalFields"),
            ("shapes", "ShapeFields"),
        )
    }
    types: dict[str, object] = {
        "words": {"word": "hashCode", "either": "int"},
        "String": {"String": "a field with the name of its type"},
        "object": {"Integer": 7},
        "class": {"struct": 8},
        "self": {"Self": True},
        "nested_some": {"value": 9},
    }
    for name, value in (groups | types).items():
        yield ("keyword-names",), {"names": {name: value}}
    yield ("keyword-names",), PLAIN | {"names": groups | types}


def _filled(message: str) -> dict[str, object]:
    """Every field of a message of the schema with a value of its own, so that no two can be swapped."""
    schema = Path(__file__).with_name("schema.proto").read_text(encoding="utf-8")
    body = schema.split(f"message {message} {{")[1].split("}")[0]
    values: dict[str, object] = {}
    for type_, name, number in re.findall(r"(\w+) (\w+) = (\d+);", body):
        position = int(number)
        values[name] = {"string": name, "bool": position % 2 == 1, "double": position + 0.5}.get(
            type_, 1000 + position
        )
    return values
