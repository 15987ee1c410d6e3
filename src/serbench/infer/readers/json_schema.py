"""JSON Schema (2020-12 and its predecessors) in the terms of a .proto. What has no counterpart is text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from serbench.errors import BadInput
from serbench.inputs.types import Declared, Enumeration, ListOf, MapOf, Record, Scalar

_INT32, _INT64, _UINT64 = (-(1 << 31), (1 << 31) - 1), (-(1 << 63), (1 << 63) - 1), (0, (1 << 64) - 1)
_SCALARS = {"string": "string", "number": "double", "boolean": "bool"}
_DEEPEST = 100
_Schema = Mapping[str, Any]


class JsonSchema:
    """The types of one document, whose references are to places in it. ``notes`` name what becomes text."""

    def __init__(self, document: Any, source: str) -> None:
        self.notes: list[str] = []
        self._document = document
        self._source = source
        self._records: dict[str, Record] = {}

    def root(self) -> Record:
        """The type of an object, or of an element where the whole is a list. Raises BadInput for a schema
        that describes no object."""
        try:
            schema = self._resolved(self._document)[0]
            is_list = schema.get("type") == "array" and isinstance(schema.get("items"), Mapping)
            start = schema["items"] if is_list else {"$ref": "#"}
            declared, _ = self._type(start, str(schema.get("title", "")), "")
        except (TypeError, AttributeError, KeyError, ValueError):
            raise BadInput(f"{self._source} is no valid JSON Schema.") from None
        if not isinstance(declared, Record):
            raise BadInput(f"{self._source} describes no object with properties.")
        return declared

    def _type(self, schema: Any, name: str, path: str) -> tuple[Declared, bool]:
        """The type, and whether null is a value of it."""
        resolved, reference = self._resolved(schema)
        if reference in self._records:
            return self._records[reference], False
        only = _only_beside_null(resolved)
        if only is not None:
            # Its reference is kept: it may lead back to here.
            return self._type(only, name, path)[0], True
        schema, is_nullable = self._alternative(resolved)
        if "properties" in schema:
            return self._record(schema, reference, name, path), is_nullable
        kinds = [kind for kind in _listed(schema.get("type", _implied(schema))) if kind != "null"]
        is_nullable = is_nullable or "null" in _listed(schema.get("type"))
        if len(kinds) == 1 and (found := self._of_kind(kinds[0], schema, name, path)) is not None:
            return found, is_nullable
        self.notes.append(
            f"{path or 'the object'}: {_described(schema, kinds)} have no type in .proto; taken as text"
        )
        return Scalar("string"), is_nullable

    def _of_kind(self, kind: str, schema: _Schema, name: str, path: str) -> Declared | None:
        if kind == "array" and isinstance(schema.get("items"), Mapping) and "prefixItems" not in schema:
            return ListOf(self._type(schema["items"], name, f"{path}[]")[0])
        if kind == "object":
            values = schema.get("additionalProperties")
            patterns = list(schema.get("patternProperties", {}).values())
            content = values if isinstance(values, Mapping) else patterns[0] if len(patterns) == 1 else None
            return MapOf("string", self._type(content, name, f"{path}[]")[0]) if content is not None else None
        if kind == "integer":
            return Scalar(_integer(schema))
        labels = schema.get("enum", ())
        if kind == "string" and labels and all(isinstance(label, str) for label in labels):
            return Enumeration(name or "Choice", tuple(dict.fromkeys(labels)))
        if kind == "string" and schema.get("contentEncoding") == "base64":
            return Scalar("bytes")
        return Scalar(_SCALARS[kind]) if kind in _SCALARS else None

    def _record(self, schema: _Schema, reference: str, name: str, path: str) -> Record:
        members: dict[str, Declared] = {}
        optional: set[str] = set()
        title = name if reference in ("", "#") else reference.rpartition("/")[2]
        record = Record(title, members, optional=optional)
        if reference:
            self._records[reference] = record
        required = set(schema.get("required", ()))
        for member, each in schema["properties"].items():
            declared, is_nullable = self._type(each, member, f"{path}.{member}" if path else member)
            members[member] = declared
            if is_nullable or member not in required:
                optional.add(member)
        return record

    def _alternative(self, schema: _Schema) -> tuple[_Schema, bool]:
        """The one schema that stands for all that are combined, and whether null is another."""
        merged: dict[str, Any] = {key: each for key, each in schema.items() if key not in _COMBINED}
        is_nullable = False
        for key in ("anyOf", "oneOf"):
            found = [self._resolved(each)[0] for each in schema.get(key, ())]
            some = [each for each in found if each.get("type") != "null"]
            is_nullable = is_nullable or len(some) < len(found)
            # Which of several it is does not follow from the data: the members of all may be there.
            if len(some) == 1:
                merged = _joined(merged, some[0], required=True)
            elif some and all("properties" in each for each in some):
                for each in some:
                    merged = _joined(merged, each, required=False)
            elif some:
                merged["type"] = [kind for each in some for kind in _listed(each.get("type", "object"))]
        for each in schema.get("allOf", ()):
            inner, _ = self._alternative(self._resolved(each)[0])
            merged = _joined(merged, inner, required=True)
        return merged, is_nullable

    def _resolved(self, schema: Any) -> tuple[_Schema, str]:
        """The schema that is referred to, and the reference by which it is known."""
        known = ""
        for _ in range(_DEEPEST):
            if schema is True:
                return {}, known
            if not isinstance(schema, Mapping):
                raise BadInput(f"{self._source} is no JSON Schema: expected an object, found {schema!r:.40}.")
            reference = schema.get("$ref")
            if reference is None:
                return schema, known
            known, schema = str(reference), self._found(str(reference))
        raise BadInput(f"{self._source} has references that lead to each other: {known}.")

    def _found(self, reference: str) -> Any:
        if not reference.startswith("#"):
            raise BadInput(f"{self._source} refers to {reference}, which is not in it.")
        if reference != "#" and not reference.startswith("#/"):
            raise BadInput(
                f"{self._source} refers to {reference}; a reference names a place, such as #/$defs/x."
            )
        found = self._document
        for step in reference[1:].split("/")[1:]:
            step = step.replace("~1", "/").replace("~0", "~")
            if not isinstance(found, Mapping) or step not in found:
                raise BadInput(f"{self._source} refers to {reference}, which is not in it.")
            found = found[step]
        return found


_COMBINED = ("anyOf", "oneOf", "allOf")


def _only_beside_null(schema: _Schema) -> Any:
    """The schema of all values but null, where that is all that alternatives say; else None."""
    found = schema.get("anyOf") or schema.get("oneOf")
    if not isinstance(found, list) or "properties" in schema or "allOf" in schema:
        return None
    some = [each for each in found if each != {"type": "null"}]
    return some[0] if len(some) == 1 and len(found) == 2 else None


def _joined(one: Mapping[str, Any], other: _Schema, required: bool) -> dict[str, Any]:
    """Both schemas in one; members of only the first are ``required`` where the other's need not be."""
    joined = {**one, **other}
    if "properties" in one or "properties" in other:
        joined["properties"] = {**one.get("properties", {}), **other.get("properties", {})}
        needed = set(one.get("required", ())) | (set(other.get("required", ())) if required else set())
        joined["required"] = sorted(needed)
    return joined


def _listed(value: Any) -> Sequence[Any]:
    if value is None:
        return ()
    return value if isinstance(value, list) else (value,)


def _implied(schema: _Schema) -> str | None:
    """The type that other keywords say."""
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return "string" if all(isinstance(value, str) for value in values) else None
    if "items" in schema:
        return "array"
    return "object" if "additionalProperties" in schema or "patternProperties" in schema else None


def _integer(schema: _Schema) -> str:
    least, greatest = schema.get("minimum"), schema.get("maximum")
    if least is not None and greatest is not None:
        for name, (low, high) in (("int32", _INT32), ("int64", _INT64), ("uint64", _UINT64)):
            if low <= least and greatest <= high:
                return name
    return "int64"


def _described(schema: _Schema, kinds: Sequence[Any]) -> str:
    if len(kinds) > 1:
        return f"values of {' and '.join(dict.fromkeys(map(str, kinds)))}"
    return f"values of {kinds[0]}" if kinds else "values of any type"
