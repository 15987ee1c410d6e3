"""Objects with each integer in each place; keys of maps are in objects of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

MOST = 2**53 - 1
POSITIVE = (0, 1, 127, 128, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**40 + 5, MOST - 1, MOST)
SIGNED = (*POSITIVE, *(-value for value in POSITIVE[1:]))


def labelled_objects() -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    for value in SIGNED:
        size = abs(value)
        label = "int-min-max" if size >= MOST - 1 else "integers"
        inside = {"signed": value, "unsigned": size}
        yield (label,), {"signed": value, "unsigned": size, "real": float(value), "small": size % 2**32}
        yield (label,), {"perhaps": value, "perhaps_not": size, "named": {"a": value, "b": -value}}
        yield (label,), {"left": value, "within": inside, "all": [inside, {}, {"signed": -value}]}
        yield (label,), {"right": size}
        yield (label,), {"inside": inside}
        yield (label, "map-int-key"), {"by_signed": {value: "a"}}
        yield (label, "map-uint64-key"), {"by_unsigned": {size: size}}
    yield ("int-min-max",), {"many": list(SIGNED), "more": list(POSITIVE)}
    yield ("int-min-max", "map-int-key"), {"by_signed": {value: str(value) for value in SIGNED}}
