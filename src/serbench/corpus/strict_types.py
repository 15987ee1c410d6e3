"""Types by which msgspec reads JSON, where what it takes decides that nobody else needs to read it.

``record("Tree", [("id", whole(0, 9), True)])`` takes ``{"id": 7}``, and neither ``{}`` nor another member.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

# A type of Python, as msgspec takes it. Those that are made here are not known to a type checker.
StrictType: TypeAlias = Any
_UNION: Any = typing.Union
_LITERAL: Any = typing.Literal
_LIST: Any = list
_DICT: Any = dict
SPECIAL: StrictType = Literal["NaN", "Infinity", "-Infinity"]


def any_of(*kinds: StrictType) -> StrictType:
    return _UNION[kinds]


def or_null(kind: StrictType) -> StrictType:
    return _UNION[kind, None]


def lists_of(kind: StrictType) -> StrictType:
    return _LIST[kind]


def maps_of(key: StrictType, kind: StrictType) -> StrictType:
    return _DICT[key, kind]


def literal(values: Iterable[str | int]) -> StrictType:
    return _LITERAL[tuple(values)]


def whole(low: int, high: int) -> StrictType:
    """Whole numbers of a range, which is one of signed numbers of 64 bits."""
    return Annotated[int, Meta(ge=low, le=high)]


def number(least: float, most: float) -> StrictType:
    return Annotated[float, Meta(ge=least, le=most)]


def text(pattern: str) -> StrictType:
    """Text that a pattern matches from its beginning to its end."""
    return Annotated[str, Meta(pattern=rf"^(?:{pattern})\Z")]


def record(
    name: str,
    members: Iterable[tuple[str, StrictType, bool]],
    check: Callable[[Any], None] | None = None,
) -> StrictType:
    """Objects with these members, by their names in JSON, and no others; some must be there. Their places are
    called f0, f1 and so on, UNSET where they are absent, and ``check`` gets them. Raises ValueError for names
    that msgspec does not take."""
    made, names = list[Any](), dict[str, str]()
    for at, (named, kind, is_required) in enumerate(members):
        place = f"f{at}"
        made.append((place, kind) if is_required else (place, kind, msgspec.UNSET))
        names[place] = named
    return msgspec.defstruct(
        name,
        made,
        rename=names,
        forbid_unknown_fields=True,
        kw_only=True,
        gc=False,
        module=__name__,
        namespace={"__post_init__": check} if check else None,
    )


class Left:
    """The type of values of which none is taken."""


def leave(kind: type, value: Any) -> Any:
    """Refuses values of ``Left``, as msgspec's hook."""
    raise ValueError("left to another reader")
