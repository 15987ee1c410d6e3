"""Shapes of schemas are seen wherever they lie."""

import pytest
from corpus.tours import schema_of

from serbench.schema.shapes import SHAPES


def enum_of(values: int) -> str:
    return "enum E { " + " ".join(f"V{number} = {number};" for number in range(values)) + " }"


def oneof_of(cases: int) -> str:
    return "oneof o { " + " ".join(f"int32 c{number} = {number};" for number in range(1, cases + 1)) + " }"


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("message T { M m = 1; repeated M ms = 2; } message M {}", set()),
        ("message T { T t = 1; }", {"recursion"}),
        ("message T { M m = 1; } message M { map<int32, N> ns = 1; } message N { M m = 1; }", {"recursion"}),
        ("message T { oneof o { int32 a = 1; T t = 2; } }", {"recursion"}),
        ("message T { repeated E e = 1; } " + enum_of(256), set()),
        ("message T { repeated E e = 1; } " + enum_of(257), {"wide-enum"}),
        (f"message T {{ M m = 1; }} message M {{ {oneof_of(256)} }}", set()),
        (f"message T {{ M m = 1; }} message M {{ {oneof_of(257)} }}", {"wide-enum"}),
        ("message T { int32 a = 65535; }", set()),
        ("message T { M m = 1; } message M { oneof o { int32 a = 65536; } }", {"far-number"}),
    ],
)
def test_shapes(text: str, shapes: set[str]) -> None:
    schema = schema_of(text)
    assert {name for name, holds in SHAPES.items() if holds(schema)} == shapes
