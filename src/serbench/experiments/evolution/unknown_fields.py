"""Messages with fields that the reader does not know: changes that add 1, 10 and 50 fields at the end. They
are made here, because only the number of the fields counts, and have schemas of their own. Pure."""

from functools import cache

from serbench.experiments.evolution.changes import Case, Change, Object
from serbench.schema.model import Field, Kind, Label, Message, Schema, Type

NUMBERS = (1, 10, 50)
FAMILY = "unknown"
OBJECTS = 16
_KNOWN = (Kind.INT32, Kind.STRING, Kind.DOUBLE, Kind.INT64)
_UNKNOWN = (Kind.INT32, Kind.STRING, Kind.DOUBLE, Kind.BOOL, Kind.INT64, Kind.BYTES)


@cache
def unknown_changes() -> tuple[Change, ...]:
    """One change for each number. The names are equally long, because some formats write them."""
    return tuple(map(_change, NUMBERS))


def _change(number: int) -> Change:
    name = f"unknown-{number:02}"
    kinds = (*_KNOWN, *(_UNKNOWN[at % len(_UNKNOWN)] for at in range(number)))
    old, new = _schema(name, _KNOWN), _schema(name, kinds)
    written = [_object(kinds, index) for index in range(OBJECTS)]
    read = [_object(_KNOWN, index) for index in range(OBJECTS)]
    return Change(
        name=name,
        order=name,
        summary=f"The new version has {number} more fields.",
        old=old,
        new=new,
        backward=tuple(Case(obj, obj) for obj in read),
        forward=tuple(map(Case, written, read)),
    )


def _schema(name: str, kinds: tuple[Kind, ...]) -> Schema:
    root = f"{name.replace('-', '_')}.Reading"
    fields = (
        Field(f"field_{number}", number, f"field{number}", Label.OPTIONAL, Type(kind, kind.value))
        for number, kind in enumerate(kinds, 1)
    )
    return Schema(root, (Message(root, tuple(fields)),), ())


def _object(kinds: tuple[Kind, ...], index: int) -> Object:
    """All fields have values, which differ between fields and objects."""
    return {f"field_{number}": _value(kind, 100 * index + number) for number, kind in enumerate(kinds, 1)}


def _value(kind: Kind, number: int) -> object:
    """A value that is not the default."""
    return {
        Kind.INT32: -number,
        Kind.INT64: number << 33,
        Kind.DOUBLE: number + 0.1,
        Kind.BOOL: True,
        Kind.STRING: f"näme {number}",
        Kind.BYTES: number.to_bytes(8, "little"),
    }[kind]
