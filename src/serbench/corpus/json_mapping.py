"""Protobuf's JSON mapping: a parsed JSON document to a plain object.

A schema is compiled once into closures, one per message type, so reading an object is little more than one
look-up per field.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from serbench.corpus.any_values import ANY, AnyPacker
from serbench.corpus.json_values import (
    FLOATS,
    NULL_VALUE,
    BytesOfText,
    Convert,
    advised,
    bytes_of_hex,
    cell,
    enum_value,
    expected,
    json_text,
    leaf,
    list_of,
    map_key,
    map_of,
)
from serbench.corpus.layout import Refusal, compiled, key_step
from serbench.corpus.lossy import counting_lossy
from serbench.corpus.replacing import Replacing
from serbench.corpus.undeclared import Undeclared
from serbench.corpus.well_known import ANY_JSON, BYTES_VALUE, READERS, VALUE, WRAPPERS
from serbench.errors import BadInput
from serbench.inputs.changes import Changes
from serbench.schema.left_out import LeftOut
from serbench.schema.model import Field, Kind, Label, Message, Oneof, Schema, Type
from serbench.schema.shapes import stands_for_list, stands_for_map, stands_for_nullable


class JsonMapping:
    """Reads JSON documents of one schema.

    ``ignored`` counts, by path without indices, the unknown fields that were left out, and ``as_text`` how
    many values of other kinds became the text of a string; without ``relaxed`` both are refused. A message of
    nothing but ``repeated … values`` stands for a list within a list, and is read from a list too; one of
    nothing but ``value_or_null`` for a value or null in a list or a map. With
    ``cells``, scalars are text: whole numbers, numbers and booleans are read from it. ``packer`` knows the
    types of values of ``google.protobuf.Any``. With ``has_hex``, text of bytes is hexadecimal. Fields of
    ``open_enums`` hold numbers that these do not declare, which ``undeclared`` collects. Those of
    ``left_out`` are ignored. ``changes`` counts
    the values that are not quite as the data have them.
    """

    def __init__(
        self,
        schema: Schema,
        relaxed: bool = False,
        cells: bool = False,
        packer: AnyPacker | None = None,
        has_hex: bool = False,
        open_enums: frozenset[str] = frozenset(),
        left_out: LeftOut = frozenset(),
    ) -> None:
        self.ignored: Counter[str] = Counter()
        self.as_text = 0
        self._schema = schema
        self._relaxed = relaxed
        self._cells = cells
        self._packer = packer or AnyPacker(None)
        self._has_hex = has_hex
        self._left_out = left_out
        self.undeclared = Undeclared(open_enums)
        self.changes = Changes()
        self._bytes: dict[str, BytesOfText] = {}
        self._path: list[str] = []
        self._replacing = Replacing(self._path, self.changes)
        self._messages: dict[str, Convert] = {}
        for message in schema.messages:
            self._messages[message.name] = self._message(message)
        self._root = self._messages[schema.root]

    def read(self, document: Any) -> dict[str, Any]:
        """The plain object (as ``Encoder`` takes it) of a document that a JSON reader gave.

        Raises BadInput with the path of the field, what was expected there and what was found.
        """
        self._path.clear()
        try:
            obj: dict[str, Any] = self._root(document)
            return obj
        except Refusal as refusal:
            place = f"{refusal.path}: " if refusal.steps else ""
            raise BadInput(f"{place}{refusal.reason}") from None
        except RecursionError:
            raise BadInput("the object is nested too deeply; about 250 levels are read") from None

    def _message(self, message: Message) -> Convert:
        if message.name in READERS:
            return READERS[message.name]
        if message.name == ANY:
            return self._packer.read
        if message.name in WRAPPERS:
            read_scalar = self._value(message.fields[0].type)
            return lambda value: {"value": read_scalar(value)}
        if stands_for_list(message):
            return self._list_message(message)
        if stands_for_map(message):
            return self._map_message(message)
        if stands_for_nullable(message):
            return self._nullable_message(message)
        return self._plain_message(message)

    def _list_message(self, message: Message) -> Convert:
        field = message.fields[0]
        read_object, read_elements = self._plain_message(message), self._field(field, message.name)

        def read(value: Any) -> dict[str, Any]:
            return {field.name: read_elements(value)} if type(value) is list else read_object(value)

        return read

    def _map_message(self, message: Message) -> Convert:
        field = message.fields[0]
        read_object, read_entries = self._plain_message(message), self._field(field, message.name)

        def read(value: Any) -> dict[str, Any]:
            if type(value) is dict and type(value.get(field.name)) is not dict:
                return {field.name: read_entries(value)}
            obj: dict[str, Any] = read_object(value)
            return obj

        return read

    def _nullable_message(self, message: Message) -> Convert:
        field = message.fields[0]
        read_object, read_content = self._plain_message(message), self._field(field, message.name)

        def read(value: Any) -> dict[str, Any]:
            if value is None:
                return {}
            if type(value) is dict and (field.name in value or field.type.kind is not Kind.MESSAGE):
                obj: dict[str, Any] = read_object(value)
                return obj
            return {field.name: read_content(value)}

        return read

    def _plain_message(self, message: Message) -> Convert:
        known = self._known(message)
        oneofs = tuple(tuple(c.name for c in m.cases) for m in message.members if isinstance(m, Oneof))
        required = tuple((field.name, field.json_name) for field in message.fields if field.required)
        # Null is a value of these types, and elsewhere means that the field is absent.
        nullable = frozenset(
            field.name
            for field in message.fields
            if field.type.name in (VALUE, NULL_VALUE) and field.label in (Label.PLAIN, Label.OPTIONAL)
        )

        def read(value: Any) -> dict[str, Any]:
            if type(value) is not dict:
                raise expected("an object", value)
            obj: dict[str, Any] = {}
            key = ""
            try:
                for key, content in value.items():
                    entry = known.get(key)
                    if entry is None:
                        self._unknown(message, key)
                    elif content is not None or entry[0] in nullable:
                        name, convert = entry
                        if name in obj:
                            raise Refusal("expected it once, found it under both its names")
                        obj[name] = convert(content)
            except Refusal as refusal:
                raise refusal.under(f".{_shown(key)}") from None
            for cases in oneofs:
                _refuse_two(cases, obj)
            for name, shown in required:
                if name not in obj:
                    raise Refusal("expected a value, which the schema requires, found none").under(
                        f".{shown}"
                    )
            return obj

        return read

    def _known(self, message: Message) -> dict[str, tuple[str, Convert]]:
        """The name and the reader of a field by each name that JSON may give it."""
        readers = {field.name: (field.name, self._field(field, message.name)) for field in message.fields}
        by_json_name: dict[str, list[Field]] = {}
        for field in message.fields:
            by_json_name.setdefault(field.json_name, []).append(field)
        # An original name that is another field's JSON name is the JSON name.
        return readers | {
            name: readers[fields[0].name] if len(fields) == 1 else (name, _of_several(fields))
            for name, fields in by_json_name.items()
        }

    def _unknown(self, message: Message, key: str) -> None:
        if not self._relaxed and (message.name, key) not in self._left_out:
            raise Refusal(
                f"expected a field of {message.name}, which has none of this name; --relaxed ignores it"
            )
        self.ignored[".".join((*self._path, _shown(key)))] += 1

    def _field(self, field: Field, message: str) -> Convert:
        read = counting_lossy(field, message, self._single(field, message), self.changes)
        if self._relaxed and (field.type.kind in (*FLOATS, Kind.STRING) or field.type.name in ANY_JSON):
            read = self._replacing.value(field, read)
        if self._relaxed and field.type.kind is Kind.ENUM:
            return self._known_names(field, read)
        # Any JSON has no field that could be unknown.
        if (self._relaxed or self._left_out) and not (field.type.is_leaf or field.type.name in ANY_JSON):
            read = self._inside(field.name, read)
        if field.label is Label.REPEATED:
            return list_of(read)
        if field.key is not None:
            return map_of(self._key(field, field.key), read)
        return read

    def _single(self, field: Field, message: str) -> Convert:
        """The reader of one value of a field."""
        if field.type.kind is Kind.BYTES:
            return self.bytes_reader(field, message)
        if field.type.name == BYTES_VALUE:
            read_bytes = self.bytes_reader(field, message)
            return lambda value: {"value": read_bytes(value)}
        return self._value(field.type)

    def bytes_reader(self, field: Field, message: str) -> Convert:
        """The reader of bytes in a field, which learns whether their text is hexadecimal in truth."""
        if self._has_hex:
            return bytes_of_hex
        counted = self._bytes.setdefault(f"{message}.{field.name}", BytesOfText())
        return counted.read

    def hexadecimal(self) -> Iterator[str]:
        """Sentences that name the fields whose bytes were taken for base64 and look like hexadecimal text."""
        for name, counted in self._bytes.items():
            if counted.looks_hexadecimal:
                yield (
                    f"{name}: all {counted.texts} values have only hexadecimal digits and are read as"
                    " base64, as protobuf's JSON says; --bytes hex reads them as hexadecimal"
                )

    def _known_names(self, field: Field, read: Convert) -> Convert:
        """The reader of a field of an enum that leaves out, and counts, names that the enum lacks."""

        def read_known(value: Any) -> Any:
            try:
                return read(value)
            except Refusal:
                if type(value) is not str:
                    raise
            self.ignored[".".join((*self._path, f"{field.name}: {_shown(value)}"))] += 1
            return None

        if field.label is Label.REPEATED:
            read_list = list_of(read_known)
            return lambda value: [each for each in read_list(value) if each is not None]
        if field.key is not None:
            read_entries = map_of(self._key(field, field.key), read_known)
            return lambda value: {key: each for key, each in read_entries(value).items() if each is not None}
        return read_known

    def _key(self, field: Field, type_: Type) -> Convert:
        """The reader of a map's keys."""
        read = map_key(type_)
        return self._replacing.key(field, read) if self._relaxed and type_.kind is Kind.STRING else read

    def _inside(self, name: str, read: Convert) -> Convert:
        """The reader that keeps the path of the message it reads; only counting needs it."""
        path = self._path

        def read_inside(value: Any) -> Any:
            path.append(name)
            obj = read(value)
            path.pop()
            return obj

        return read_inside

    def _value(self, type_: Type) -> Convert:
        if type_.kind is Kind.MESSAGE:
            return compiled(self._messages, type_.name)
        if type_.kind is Kind.ENUM:
            read = enum_value(self._schema.enum(type_.name), self.undeclared)
        else:
            read = leaf(type_)
        if self._cells:
            return cell(type_, read)
        if type_.kind is Kind.STRING:
            return self._text(read) if self._relaxed else advised(read)
        return read

    def _text(self, read: Convert) -> Convert:
        """The reader of a string that takes any other value as its JSON text."""

        def read_text(value: Any) -> Any:
            if not isinstance(value, str):
                self.as_text += 1
                value = json_text(value)
            return read(value)

        return read_text


def _of_several(fields: Sequence[Field]) -> Convert:
    """The reader of a member whose name in JSON is that of several fields."""
    names = " and ".join(field.name for field in fields)

    def refuse(value: Any) -> Any:
        raise Refusal(f"expected the name of one field, found that of {names}; a json_name tells them apart")

    return refuse


def _refuse_two(cases: tuple[str, ...], obj: dict[str, Any]) -> None:
    present = [name for name in cases if name in obj]
    if len(present) > 1:
        raise Refusal(f"expected at most one of {', '.join(cases)}, found {' and '.join(present)}")


def _shown(key: str) -> str:
    """A key that would not print or is very long is shortened, as in the path of a map's entry."""
    return key_step(key)[1:-1]
