"""Columns of Parquet: what DuckDB's types are in a .proto, and the expressions that give such values."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from duckdb.sqltypes import DuckDBPyType

from serbench.inputs.source import SpecialNumber
from serbench.inputs.types import Declared, ListOf, MapOf, Record, Scalar

_SCALARS = {
    "boolean": "bool",
    "tinyint": "int32",
    "smallint": "int32",
    "integer": "int32",
    "bigint": "int64",
    "utinyint": "uint32",
    "usmallint": "uint32",
    "uinteger": "uint32",
    "ubigint": "uint64",
    "float": "float",
    "double": "double",
    "varchar": "string",
    "blob": "bytes",
}
_MICROSECONDS = "timestamps, as microseconds since 1970"
# Infinite dates and times are no numbers, and DuckDB would make null or another date of them.
_FINITE = "(CASE WHEN isinf({0}) THEN error('a date or time is infinite, which no number is') ELSE {0} END)"
# The expression, the scalar and the note of types that .proto lacks.
_CONVERTED = {
    "timestamp": (f"epoch_us({_FINITE})", "int64", _MICROSECONDS),
    "timestamp_s": (f"epoch_us({_FINITE})", "int64", _MICROSECONDS),
    "timestamp_ms": (f"epoch_us({_FINITE})", "int64", _MICROSECONDS),
    "timestamp with time zone": (f"epoch_us({_FINITE})", "int64", _MICROSECONDS),
    "timestamp_ns": (f"epoch_ns({_FINITE})", "int64", "timestamps, as nanoseconds since 1970"),
    "date": (f"CAST({_FINITE} - DATE '1970-01-01' AS INTEGER)", "int32", "dates, as days since 1970"),
    "time": ("epoch_us({0})", "int64", "times of day, as microseconds"),
}
_HOLDING = ("struct", "list", "array", "map")
_FLOATS = ("float", "double")
# Of the types that no key of a .proto has.
_KEYS_AS_TEXT = {"float": "floats, as text", "double": "doubles, as text", "bytes": "bytes, as text"}
Convert = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A column by its name, the type it declares, the expression that selects it, and what makes its value of
    that."""

    name: str
    declared: Declared
    expression: str
    value: Convert


def column(name: str, type_: DuckDBPyType) -> Column:
    """The column of a name and a type of DuckDB."""
    declared, expression = _typed(type_, _quoted(name), name, 0)
    return Column(name, declared, expression, _converting(declared) or _as_it_is)


def _typed(type_: DuckDBPyType, value: str, name: str, depth: int) -> tuple[Declared, str]:
    """The declared type of an expression, and the expression that has such values."""
    kind, inner = type_.id, f"e{depth}"
    # Only types that hold others have children, and of these all are types.
    children: Any = type_.children if kind in _HOLDING else ()
    if kind in _SCALARS:
        return Scalar(_SCALARS[kind]), value
    if kind in _CONVERTED:
        expression, scalar, note = _CONVERTED[kind]
        return Scalar(scalar, note), expression.format(value)
    if kind == "struct":
        members = {
            member: _typed(child, f"struct_extract({value}, {_text(member)})", member, depth)
            for member, child in children
        }
        packed = ", ".join(f"{_quoted(member)} := {each}" for member, (_, each) in members.items())
        declared = Record(name, {member: each for member, (each, _) in members.items()})
        return declared, f"CASE WHEN {value} IS NULL THEN NULL ELSE struct_pack({packed}) END"
    if kind in ("list", "array"):
        element, each = _typed(children[0][1], inner, name, depth + 1)
        return ListOf(element), value if each == inner else f"list_transform({value}, lambda {inner}: {each})"
    if kind == "map":
        (_, key), (_, content) = children
        element, each = _typed(content, f"struct_extract({inner}, 'value')", name, depth + 1)
        known, of_key = _key_typed(key, f"struct_extract({inner}, 'key')", name, depth + 1)
        entry = f"struct_pack(key := {of_key}, value := {each})"
        by = known.name if isinstance(known, Scalar) and known.name not in _KEYS_AS_TEXT else "string"
        entries = f"list_transform(map_entries({value}), lambda {inner}: {entry})"
        return MapOf(by, element, _note_of_keys(known)), f"map_from_entries({entries})"
    return Scalar("string", f"{_shown(type_)}, as text"), f"CAST({value} AS VARCHAR)"


def _key_typed(type_: DuckDBPyType, value: str, name: str, depth: int) -> tuple[Declared, str]:
    """The same for keys of maps, which are text where they hold others."""
    if type_.id in _HOLDING:
        return Scalar("string", "structs or lists, as text"), f"CAST({value} AS VARCHAR)"
    return _typed(type_, value, name, depth)


def _note_of_keys(declared: Declared) -> str:
    """The note on keys of a type, where they are not quite what the file has."""
    assert isinstance(declared, Scalar)
    becomes = _KEYS_AS_TEXT.get(declared.name, declared.note)
    return f"keys that are {becomes}" if becomes else ""


def _converting(declared: Declared) -> Convert | None:
    """The function that makes a value of one of DuckDB's; None where it is that already."""
    if isinstance(declared, Scalar):
        return _number if declared.name in _FLOATS else None
    if isinstance(declared, ListOf):
        element = _converting(declared.element)
        return element and (lambda value: None if value is None else [element(each) for each in value])
    if isinstance(declared, MapOf):
        content = _converting(declared.value) or _as_it_is
        return lambda value: (
            None if value is None else {_key(key): content(each) for key, each in value.items()}
        )
    assert isinstance(declared, Record)
    members = {name: _converting(each) or _as_it_is for name, each in declared.members.items()}
    return lambda value: (
        None if value is None else {name: convert(value[name]) for name, convert in members.items()}
    )


def _as_it_is(value: Any) -> Any:
    return value


def _number(value: float | None) -> float | None:
    return value if value is None or math.isfinite(value) else SpecialNumber(value)


def _key(key: Any) -> str:
    """The text of a key, as JSON has it."""
    if isinstance(key, bytes):
        return key.decode("utf-8", "backslashreplace")
    return str(key).lower() if isinstance(key, bool) else str(key)


def _shown(type_: DuckDBPyType) -> str:
    return str(type_).split("(")[0].lower()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"
