"""Documents that are certainly objects of a schema, found many times faster than the JSON mapping reads them.

msgspec reads a document by types that allow less than the mapping does: ``message Tree { int32 id = 1; }`` is
a class with one number from -2^31 to 2^31 - 1 and no other member. What it takes is valid, and the mapping
reads only those of them that are measured. What it refuses says nothing: the mapping reads it, and either
takes it or finds the error and its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any, ForwardRef

import msgspec

from serbench.corpus.any_values import ANY, AnyPacker
from serbench.corpus.json_mapping import JsonMapping
from serbench.corpus.json_values import NULL_VALUE, Convert, leaf
from serbench.corpus.layout import LIMITS, enum_numbers
from serbench.corpus.lossy import GREATEST_EXACT, rounded
from serbench.corpus.strict_types import (
    SPECIAL,
    Left,
    StrictType,
    any_of,
    leave,
    lists_of,
    literal,
    maps_of,
    number,
    or_null,
    record,
    text,
    whole,
)
from serbench.corpus.well_known import ANY_JSON, BYTES_VALUE, DURATION, READERS, TIMESTAMP, VALUE, WRAPPERS
from serbench.inputs.json.complete import holds_all
from serbench.schema.model import Field, Kind, Label, Message, Oneof, Schema, Type
from serbench.schema.shapes import MAP_MEMBER, stands_for_list, stands_for_map, stands_for_nullable

# Of the limits that msgspec takes.
_GREATEST = 2**63 - 1
# Fewer digits than the greatest number has are always within the range.
_DIGITS = {Kind.INT32: 9, Kind.UINT32: 9, Kind.INT64: 18, Kind.UINT64: 18}
_FLOATS = {Kind.FLOAT: 3.4e38, Kind.DOUBLE: 1.7e308}
_HEXADECIMAL = text("(?:[0-9a-fA-F]{2})*")
_DATE = (
    "(?:19|20)[0-9]{2}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
    "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))"
)
_TIME = text(rf"{_DATE}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{{1,9}})?Z")
_SPAN = text(r"-?[0-9]{1,11}(?:\.[0-9]{1,9})?s")
# The mapping reads about 250 levels, each of a bracket or more.
_MOST_BRACKETS = 200


class QuickCheck:
    """Decides for documents of one schema. Text of bytes ``has_hex``; what it looks like is counted by
    ``mapping``, which reads all other documents; ``packer`` knows the types of values of ``Any``."""

    def __init__(
        self, schema: Schema, mapping: JsonMapping, packer: AnyPacker | None = None, has_hex: bool = False
    ) -> None:
        self._mapping = JsonMapping(schema, packer=packer, has_hex=has_hex)
        self._seen_bytes: list[tuple[Convert, Any]] = []
        self._decoders: list[msgspec.json.Decoder[Any]] = []
        self._is_deep = False
        fields = [field for message in schema.messages for field in message.fields]
        are_same = all(field.name == field.json_name for field in fields)
        for by_json_name in (True,) if are_same else (True, False):
            types = _Types(schema, mapping, packer, has_hex, by_json_name)
            try:
                self._decoders.append(msgspec.json.Decoder(types.root(), dec_hook=self._hook))
            except (ValueError, TypeError):
                # A name that msgspec does not take.
                continue
            self._is_deep = types.is_deep

    def accepts(self, documents: str, count: int) -> bool:
        """Whether the text is so many documents, each in a line, that are certainly valid."""
        if self._is_deep and any(map(_is_deep, documents.split("\n"))):
            return False
        for at, decoder in enumerate(self._decoders):
            self._seen_bytes.clear()
            try:
                objects = decoder.decode_lines(documents)
                if len(objects) != count or not holds_all(documents, objects, encoder=_ENCODER):
                    continue
                for read, value in self._seen_bytes:
                    read(value)
            except Exception:
                # Whatever is not taken is read by the mapping, which knows the reason and the place.
                continue
            if at:
                # The names by which most objects call their fields come first.
                self._decoders.reverse()
            return True
        return False

    def object(self, line: str, parse: Callable[[str], Any]) -> dict[str, Any]:
        """The plain object of a document that is certainly valid."""
        return self._mapping.read(parse(line))

    def _hook(self, kind: type, value: Any) -> Any:
        if not issubclass(kind, _Read):
            return leave(kind, value)
        if kind.is_counted:
            self._seen_bytes.append((kind.read, value))
        else:
            kind.read(value)
        return kind(value)


def _is_deep(document: str) -> bool:
    return document.count("{") + document.count("[") > _MOST_BRACKETS


class _Read:
    """The type of a ``content`` that a function of the mapping reads; one that counts waits until all of the
    document is known to be valid."""

    read: Convert
    is_counted: bool

    def __init__(self, content: Any) -> None:
        self.content = content


_ENCODER = msgspec.json.Encoder(enc_hook=lambda read: read.content)


def _read_by(read: Convert, is_counted: bool = False) -> StrictType:
    return type("_Read", (_Read,), {"read": staticmethod(read), "is_counted": is_counted})


class _Types:
    """The types of one schema, whose fields are called as in JSON or as in the schema. ``is_deep``: some may
    hold themselves."""

    def __init__(
        self,
        schema: Schema,
        mapping: JsonMapping,
        packer: AnyPacker | None,
        has_hex: bool,
        by_json_name: bool,
    ) -> None:
        self._schema, self._mapping, self._has_hex = schema, mapping, has_hex
        self._packer = packer or AnyPacker(None)
        self._by_json_name = by_json_name
        self._names = {message.name: f"M{at}" for at, message in enumerate(schema.messages)}
        self._classes: dict[str, Any] = {}
        # Of the class that is being made: the messages that come later, or are itself.
        self._later: set[str] = set()
        self.is_deep = any(message.on_cycle for message in schema.messages)

    def root(self) -> StrictType:
        """The type of the schema's root. Raises ValueError and TypeError for names that msgspec does not
        take."""
        later: dict[str, set[str]] = {}
        for message in self._schema.messages:
            if message.name not in READERS and message.name not in WRAPPERS and message.name != ANY:
                self._later = later[message.name] = set()
                self._classes[message.name] = self._class(message)
        for name, others in later.items():
            # msgspec looks names up in the class that has them.
            for other in others:
                setattr(self._classes[name], self._names[other], self._classes[other])
        return self._message(self._schema.message(self._schema.root))

    def _class(self, message: Message) -> StrictType:
        fields = message.fields
        called = {field.json_name: field for field in fields}
        if len(called) < len(fields):
            raise ValueError("several fields have one name in JSON")
        oneofs = [member.cases for member in message.members if isinstance(member, Oneof)]
        cases = {field.name for fields in oneofs for field in fields}
        members = [
            (
                self._name(field, called),
                self._member(field, message.name, field.name in cases),
                field.required,
            )
            for field in fields
        ]
        places = {field.name: f"f{at}" for at, field in enumerate(fields)}
        check = _at_most_one([[places[case.name] for case in fields] for fields in oneofs])
        return record(self._names[message.name], members, check)

    def _name(self, field: Field, called: Mapping[str, Field]) -> str:
        """The name of a field in JSON, where fields are ``called`` so; of two that could be meant, it is the
        field's that JSON calls so."""
        is_taken = called.get(field.name, field) is not field
        return field.json_name if self._by_json_name or is_taken else field.name

    def _member(self, field: Field, message: str, is_case: bool) -> StrictType:
        kind = self._field(field, message)
        # Null of these is a value, which two cases of a oneof could be.
        is_value = is_case and field.type.name in (VALUE, NULL_VALUE)
        return kind if field.required or is_value else or_null(kind)

    def _field(self, field: Field, message: str) -> StrictType:
        if field.type.kind is not Kind.BYTES and field.type.name != BYTES_VALUE:
            kind = self._value(field.type)
        elif self._has_hex:
            kind = _HEXADECIMAL
        else:
            kind = _read_by(self._mapping.bytes_reader(field, message), is_counted=True)
        if field.label is Label.REPEATED:
            return lists_of(kind)
        return maps_of(_key(field.key), kind) if field.key is not None else kind

    def _value(self, type_: Type) -> StrictType:
        if type_.kind is Kind.MESSAGE:
            return self._message(self._schema.message(type_.name))
        if type_.kind is Kind.ENUM:
            enum = self._schema.enum(type_.name)
            return literal((*enum_numbers(enum), *enum.numbers))
        return _scalar(type_)

    def _message(self, message: Message) -> StrictType:
        if message.name in (TIMESTAMP, DURATION):
            return _TIME if message.name == TIMESTAMP else _SPAN
        if message.name in READERS or message.name == ANY:
            self.is_deep = True
            read = READERS.get(message.name, self._packer.read)
            return _read_by(_exact(read) if message.name in ANY_JSON else read)
        if message.name in WRAPPERS:
            content = message.fields[0].type
            return _read_by(leaf(content)) if content.kind is Kind.BYTES else _scalar(content)
        held = self._classes.get(message.name)
        if held is None:
            self._later.add(message.name)
            held = ForwardRef(self._names[message.name])
        if message.on_cycle:
            # A list of lists of lists has no type that ends.
            return Left if stands_for_map(message) or stands_for_nullable(message) else held
        if stands_for_list(message):
            return any_of(self._field(message.fields[0], message.name), held)
        if stands_for_map(message):
            return self._map(message)
        return self._nullable(message) if stands_for_nullable(message) else held

    def _map(self, message: Message) -> StrictType:
        """The entries alone: an object with them as its member may be the message itself."""
        field = message.fields[0]
        assert field.key is not None
        if field.key.kind is not Kind.STRING:
            return self._field(field, message.name)
        element = replace(field, label=Label.PLAIN, key=None)
        return maps_of(text(rf"(?!{MAP_MEMBER}\Z)(?s:.*)"), self._field(element, message.name))

    def _nullable(self, message: Message) -> StrictType:
        """The content or null; an object with the content as its member is left to the mapping."""
        field = message.fields[0]
        if field.label not in (Label.PLAIN, Label.OPTIONAL):
            return Left
        if field.type.kind is Kind.MESSAGE:
            content = self._schema.message(field.type.name)
            names = {name for inner in content.fields for name in (inner.name, inner.json_name)}
            takes_any = content.name in (*READERS, ANY) and content.name not in (TIMESTAMP, DURATION)
            if field.name in names or takes_any or stands_for_map(content):
                return Left
        return or_null(self._field(field, message.name))


def _scalar(type_: Type) -> StrictType:
    kind = type_.kind
    if kind is Kind.BOOL:
        return bool
    if kind is Kind.STRING:
        return str
    if kind in _FLOATS:
        numbers = number(-_FLOATS[kind], _FLOATS[kind])
        # Those that a double rounds are counted by the mapping.
        exact = whole(-GREATEST_EXACT, GREATEST_EXACT)
        return any_of(numbers, exact, SPECIAL) if kind is Kind.DOUBLE else any_of(numbers, SPECIAL)
    low, high = LIMITS[kind]
    digits = f"{_sign(kind)}[0-9]{{1,{_DIGITS[kind]}}}"
    return any_of(whole(low, min(high, _GREATEST)), text(digits))


def _exact(read: Convert) -> Convert:
    """The reader that takes no whole number which a double rounds."""

    def read_exact(value: Any) -> Any:
        if rounded(value):
            raise ValueError("a double rounds it")
        return read(value)

    return read_exact


def _key(type_: Type) -> StrictType:
    """The type of a map's key: text that no other text means, too."""
    if type_.kind is Kind.STRING:
        return str
    if type_.kind is Kind.BOOL:
        return literal(("true", "false"))
    return text(f"0|{_sign(type_.kind)}[1-9][0-9]{{0,{_DIGITS[type_.kind] - 1}}}")


def _sign(kind: Kind) -> str:
    return "-?" if LIMITS[kind][0] < 0 else ""


def _at_most_one(oneofs: list[list[str]]) -> Callable[[Any], None] | None:
    """A method that refuses an object with two cases of a oneof; None where there is no oneof."""
    getters: list[tuple[Callable[[Any], tuple[Any, ...]], int]] = [
        (attrgetter(*cases), len(cases) - 1) for cases in oneofs if len(cases) > 1
    ]

    def check(self: Any) -> None:
        for get, fewest in getters:
            cases = get(self)
            if cases.count(None) + cases.count(msgspec.UNSET) < fewest:
                raise ValueError("two cases of a oneof")

    return check if getters else None
