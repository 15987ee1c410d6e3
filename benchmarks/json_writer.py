"""Plain objects as documents of protobuf's JSON mapping, the opposite of ``JsonMapping.read``."""

import base64
import math
import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from serbench.corpus.json_values import FLOATS, Convert
from serbench.corpus.layout import default_value
from serbench.corpus.well_known import DURATION, EPOCH, TIMESTAMP, VALUE, WRAPPERS
from serbench.schema.model import Enum, Field, Kind, Label, Schema, Type


def to_json(schema: Schema, obj: Mapping[str, Any], original_names: bool = False) -> Any:
    """The JSON document of a plain object, with the JSON names of the fields or those of the schema.

    Fields that the object leaves out are left out. What comes back from ``JsonMapping.read`` is the same
    value, but not always the same dict: it holds numbers for the names of enums.
    """
    root = Type(Kind.MESSAGE, "message", schema.root)
    return _Writer(schema, original_names).value(root, obj)


class _Writer:
    def __init__(self, schema: Schema, original_names: bool) -> None:
        self._schema = schema
        self._original_names = original_names

    def value(self, type_: Type, value: Any) -> Any:
        if type_.kind is not Kind.MESSAGE:
            enum = self._schema.enum(type_.name) if type_.kind is Kind.ENUM else None
            return leaf_to_json(type_, enum)(value)
        if type_.name in WRITERS:
            return WRITERS[type_.name](value)
        message = self._schema.message(type_.name)
        if type_.name in WRAPPERS:
            wrapped = message.fields[0]
            return self.value(wrapped.type, value.get(wrapped.name, default_value(wrapped.type, None)))
        return {
            field.name if self._original_names else field.json_name: self._field(field, value[field.name])
            for field in message.fields
            if value.get(field.name) is not None
        }

    def _field(self, field: Field, value: Any) -> Any:
        if field.label is Label.REPEATED:
            return [self.value(field.type, element) for element in value]
        if field.label is Label.MAP:
            return {key_to_json(key): self.value(field.type, inner) for key, inner in value.items()}
        return self.value(field.type, value)


def leaf_to_json(type_: Type, enum: Enum | None) -> Convert:
    """The writer of one leaf."""
    if enum is not None:
        names = {number: name for name, number in enum.values}
        return lambda value: names.get(value, value)
    if type_.kind in (Kind.INT64, Kind.UINT64):
        return str
    if type_.kind is Kind.BYTES:
        return lambda value: base64.b64encode(value).decode()
    return _float_to_json if type_.kind in FLOATS else lambda value: value


def key_to_json(key: object) -> str:
    return str(key).lower() if isinstance(key, bool) else str(key)


def _float_to_json(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def timestamp_to_json(value: dict[str, Any]) -> str:
    time = EPOCH + timedelta(seconds=value.get("seconds", 0))
    # strftime does not fill years below 1000 on every system.
    text = f"{time.year:04}-{time.month:02}-{time.day:02}T{time.hour:02}:{time.minute:02}:{time.second:02}"
    return f"{text}{_fraction(value.get('nanos', 0))}Z"


def duration_to_json(value: dict[str, Any]) -> str:
    seconds, nanos = value.get("seconds", 0), value.get("nanos", 0)
    sign = "-" if seconds < 0 or nanos < 0 else ""
    return f"{sign}{abs(seconds)}{_fraction(abs(nanos))}s"


def any_value_to_json(value: dict[str, Any]) -> Any:
    for name, content in value.items():
        if content is not None:
            return _OF_KIND[name](content)
    return None


def struct_to_json(value: dict[str, Any]) -> dict[str, Any]:
    return {name: any_value_to_json(content) for name, content in (value.get("fields") or {}).items()}


def list_value_to_json(value: dict[str, Any]) -> list[Any]:
    return [any_value_to_json(element) for element in value.get("values") or ()]


def field_mask_to_json(value: dict[str, Any]) -> str:
    paths = value.get("paths") or ()
    return ",".join(re.sub("_([a-z])", lambda match: match[1].upper(), path) for path in paths)


_OF_KIND: dict[str, Convert] = {
    "null_value": lambda content: None,
    "number_value": lambda content: content,
    "string_value": lambda content: content,
    "bool_value": lambda content: content,
    "struct_value": struct_to_json,
    "list_value": list_value_to_json,
}
WRITERS: dict[str, Convert] = {
    TIMESTAMP: timestamp_to_json,
    DURATION: duration_to_json,
    VALUE: any_value_to_json,
    "google.protobuf.Struct": struct_to_json,
    "google.protobuf.ListValue": list_value_to_json,
    "google.protobuf.FieldMask": field_mask_to_json,
}


def _fraction(nanos: int) -> str:
    """Three, six or nine digits, as many as are needed."""
    if not nanos:
        return ""
    digits = f"{nanos:09}"
    while digits.endswith("000"):
        digits = digits[:-3]
    return f".{digits}"
