"""Types of an Avro schema in the terms of a .proto, and what makes a value of one that fastavro gives."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from serbench.errors import BadInput
from serbench.inputs.source import SpecialNumber
from serbench.inputs.types import Declared, Enumeration, ListOf, MapOf, Record, Scalar

Convert: TypeAlias = Callable[[Any], Any]
_SCALARS = {
    "null": "string",
    "boolean": "bool",
    "int": "int32",
    "long": "int64",
    "float": "float",
    "double": "double",
    "bytes": "bytes",
    "string": "string",
    "fixed": "bytes",
}
# Of a union, fastavro names the types of other values.
_UNNAMED = frozenset((*_SCALARS, "array", "map")) - {"fixed"}
# Which branches of a union a value of a type of Python may be of; the wider ones hold the others' values.
_BRANCHES: Mapping[type, tuple[str, ...]] = {
    bool: ("boolean",),
    int: ("long", "int"),
    float: ("double", "float"),
    str: ("string",),
    bytes: ("bytes",),
    list: ("array",),
    dict: ("map",),
}


class _Undefined(Exception):
    """A name that no type of the schema has."""


class Types:
    """The types of one schema, which may name each other. ``has_special``: special numbers among its values
    become such."""

    def __init__(self, schema: Any, has_special: bool = True) -> None:
        self._schema = schema
        self._has_special = has_special
        self._named: dict[str, tuple[Declared, Convert]] = {}

    def root(self, name: str) -> tuple[Record, Convert]:
        """The root's type, and what makes its values. Raises BadInput, with the file's name, where it is no
        record, or where the schema is not one."""
        try:
            declared, convert = self._type(self._schema, "", "Item")
        except _Undefined as undefined:
            raise BadInput(f"{name} names the type {undefined}, which it does not define.") from None
        except RecursionError:
            raise BadInput(f"{name} has a schema that is nested too deeply.") from None
        except (KeyError, TypeError, AttributeError):
            raise BadInput(f"{name} has a schema that is not Avro's.") from None
        if not isinstance(declared, Record):
            raise BadInput(f"{name} holds values that are no records.")
        return declared, convert

    def _type(self, schema: Any, space: str, name: str) -> tuple[Declared, Convert]:
        if isinstance(schema, list):
            return self._union(schema, space, name)
        kind = schema["type"] if isinstance(schema, dict) else schema
        if isinstance(kind, dict | list):
            return self._type(kind, space, name)
        if kind in ("record", "error"):
            return self._record(schema, space)
        if kind == "enum":
            full, _ = _full_name(schema["name"], schema.get("namespace", space))
            symbols = Enumeration(schema["name"].rpartition(".")[2], tuple(map(str, schema["symbols"])))
            return self._named.setdefault(full, (symbols, _as_it_is))
        if kind == "array":
            element, convert = self._type(schema["items"], space, name)
            each_of = _as_it_is if convert is _as_it_is else lambda value: [convert(each) for each in value]
            return ListOf(element), each_of
        if kind == "map":
            content, convert = self._type(schema["values"], space, name)
            values = lambda value: {k: convert(each) for k, each in value.items()}  # noqa: E731
            return MapOf("string", content), _as_it_is if convert is _as_it_is else values
        if kind not in _SCALARS:
            found = self._named.get(_full_name(kind, space)[0]) or self._named.get(kind)
            if found is None:
                raise _Undefined(kind)
            return found
        return self._scalar(schema, kind, space)

    def _scalar(self, schema: Any, kind: str, space: str) -> tuple[Declared, Convert]:
        logical = schema.get("logicalType") if isinstance(schema, dict) else None
        scalar = Scalar(_SCALARS[kind], f"of the logical type {logical}, kept as {kind}" if logical else "")
        found = scalar, _number if kind in ("float", "double") and self._has_special else _as_it_is
        if kind == "fixed":
            self._named[_full_name(schema["name"], schema.get("namespace", space))[0]] = found
        return found

    def _record(self, schema: Mapping[str, Any], space: str) -> tuple[Declared, Convert]:
        full, space = _full_name(schema["name"], schema.get("namespace", space))
        members: dict[str, Declared] = {}
        converts: dict[str, Convert] = {}

        def convert(value: Any) -> dict[str, Any]:
            for name, of_member in converts.items():
                value[name] = of_member(value[name])
            found: dict[str, Any] = value
            return found

        nullable = {each["name"] for each in schema["fields"] if _may_be_null(each["type"])}
        record = Record(full.rpartition(".")[2], members, optional=nullable)
        self._named[full] = record, convert
        for member in schema["fields"]:
            name = member["name"]
            members[name], of_member = self._type(member["type"], space, name)
            if of_member is not _as_it_is:
                converts[name] = of_member
        return record, convert

    def _union(self, branches: list[Any], space: str, name: str) -> tuple[Declared, Convert]:
        """One branch beside null may be absent; several are members of a message."""
        some = [branch for branch in branches if branch != "null"]
        if len(some) < 2:
            only = some[0] if some else "null"
            declared, convert = self._type(only, space, name)
            if convert is _as_it_is and _branch_name(only, space) in _UNNAMED:
                return declared, _as_it_is
            return declared, lambda value: None if value is None else convert(_bare(value))
        full = [_branch_name(branch, space) for branch in some]
        typed = {key: self._type(branch, space, name) for key, branch in zip(full, some, strict=True)}
        short = {key: key.rpartition(".")[2] for key in full}
        often = Counter(short.values())
        members = {key: key if often[name] > 1 else name for key, name in short.items()}
        record = Record(f"{name}_union", {members[key]: typed[key][0] for key in full}, one_of=True)

        def read(value: Any) -> Any:
            if value is None:
                return None
            key = value[0] if isinstance(value, tuple) else _branch_of(value, typed)
            return {members[key]: typed[key][1](_bare(value))}

        return record, read


def _may_be_null(schema: Any) -> bool:
    return schema == "null" or (isinstance(schema, list) and "null" in schema)


def _branch_of(value: Any, branches: Mapping[str, object]) -> str:
    return next(name for name in _BRANCHES[type(value)] if name in branches)


def _branch_name(branch: Any, space: str) -> str:
    kind = branch["type"] if isinstance(branch, dict) else branch
    if kind in ("record", "error", "enum", "fixed"):
        return _full_name(branch["name"], branch.get("namespace", space))[0]
    return kind if kind in _SCALARS or kind in ("array", "map") else _full_name(kind, space)[0]


def _full_name(name: str, space: str) -> tuple[str, str]:
    """The full name of a type and the namespace in it."""
    if "." in name:
        return name, name.rpartition(".")[0]
    return (f"{space}.{name}", space) if space else (name, space)


def _bare(value: Any) -> Any:
    """A value without the name of its type."""
    return value[1] if isinstance(value, tuple) else value


def _as_it_is(value: Any) -> Any:
    return value


def _number(value: float) -> float:
    return value if math.isfinite(value) else SpecialNumber(value)
