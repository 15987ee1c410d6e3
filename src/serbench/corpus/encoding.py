"""The reference writer: a plain object to the bytes of FORMAT.md, section 1.

A schema is compiled once into closures: adjacent plain numbers share one ``struct``, a list of numbers is
one ``struct``. The fast path checks types only; whatever it rejects is checked again, value
by value, to find out what is wrong and where.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from serbench.corpus import leaves
from serbench.corpus.layout import LENGTH, Refusal, compiled, default_value, key_step
from serbench.corpus.leaves import NUMBERS, Put, Write, described, packed_count
from serbench.errors import BadInput
from serbench.schema.model import Field, Kind, Label, Member, Message, Oneof, Schema, Type

_ABSENT, _PRESENT = b"\0", b"\1"


class Encoder:
    """Writes objects of one schema.

    An object is a dict from field names to values. A missing or None field is absent, or default when it
    has no presence. A message is a dict, a list a list or tuple, a map a dict; of a oneof at most one case
    is a key of the same dict. An enum is its number or a declared name. ``descending`` turns the order of the
    keys of maps, which only the verb ``emit`` takes (PROTOCOL.md).
    """

    def __init__(self, schema: Schema, *, descending: bool = False) -> None:
        self._schema = schema
        self._descending = descending
        self._messages: dict[str, Write] = {}
        for message in schema.messages:
            self._messages[message.name] = self._message(message)
        self._root = self._messages[schema.root]

    def encode(self, obj: Mapping[str, Any]) -> bytes:
        """The bytes of an object. Raises BadInput with the path of the field that cannot be written."""
        parts: list[bytes] = []
        try:
            self._root(obj, parts.append)
        except Refusal as refusal:
            place = f"The field {refusal.path}" if refusal.steps else "The object"
            raise BadInput(f"{place} cannot be written: {refusal.reason}.") from None
        except RecursionError:
            raise BadInput("The object cannot be written: it is nested too deeply.") from None
        return b"".join(parts)

    def _message(self, message: Message) -> Write:
        known = frozenset(field.name for field in message.fields)
        steps = tuple(self._steps(message.members))

        def write(obj: Any, put: Put) -> None:
            if not isinstance(obj, dict):
                raise Refusal(f"a {message.name} is a dict, not {described(obj)}")
            if not obj.keys() <= known:
                unknown = next(name for name in obj if name not in known)
                raise Refusal(f"{message.name} has no field of this name").under(f".{unknown}")
            for step in steps:
                step(obj, put)

        return write

    def _steps(self, members: tuple[Member, ...]) -> Iterator[Write]:
        """The writers of the members, adjacent plain numbers together."""
        for are_numbers, run in groupby(members, _is_plain_number):
            if are_numbers:
                yield leaves.plain_numbers([member for member in run if isinstance(member, Field)])
            else:
                for member in run:
                    yield self._oneof(member) if isinstance(member, Oneof) else self._field(member)

    def _field(self, field: Field) -> Write:
        name, step = field.name, f".{field.name}"
        write, default = self._content(field)
        optional = field.label is Label.OPTIONAL

        def write_field(obj: Any, put: Put) -> None:
            value = obj.get(name)
            if optional:
                put(_ABSENT if value is None else _PRESENT)
                if value is None:
                    return
            try:
                write(default if value is None else value, put)
            except Refusal as refusal:
                raise refusal.under(step) from None

        return write_field

    def _oneof(self, oneof: Oneof) -> Write:
        cases = tuple(
            (case.name, LENGTH.pack(position), self._value(case.type))
            for position, case in enumerate(oneof.cases, 1)
        )

        def write(obj: Any, put: Put) -> None:
            present = [case for case in cases if obj.get(case[0]) is not None]
            if not present:
                put(LENGTH.pack(0))
                return
            name, position, write_value = present[0]
            if len(present) > 1:
                both = f"{name} and {present[1][0]}"
                raise Refusal(f"the oneof holds {both}, but at most one case can be set").under(
                    f".{oneof.name}"
                )
            put(position)
            try:
                write_value(obj[name], put)
            except Refusal as refusal:
                raise refusal.under(f".{name}") from None

        return write

    def _content(self, field: Field) -> tuple[Write, object]:
        """The writer of a field's value, without its presence, and the value where there is none."""
        if field.label is Label.REPEATED:
            is_number = field.type.kind in NUMBERS
            elements = leaves.number_elements(field.type) if is_number else _elements(self._value(field.type))
            return _list(elements), ()
        if field.label is Label.MAP:
            assert field.key is not None
            return _map(self._value(field.key), self._value(field.type), self._descending), {}
        enum = self._schema.enum(field.type.name) if field.type.kind is Kind.ENUM else None
        return self._value(field.type), default_value(field.type, enum) if field.type.is_leaf else {}

    def _value(self, type_: Type) -> Write:
        """The writer of one value, without its presence."""
        if type_.kind is Kind.STRING:
            return leaves.write_string
        if type_.kind is Kind.BYTES:
            return leaves.write_bytes
        if type_.kind is Kind.ENUM:
            return leaves.enum_value(self._schema.enum(type_.name))
        if type_.kind is not Kind.MESSAGE:
            return leaves.number_value(type_)
        return compiled(self._messages, type_.name)


def _is_plain_number(member: Member) -> bool:
    return isinstance(member, Field) and member.label is Label.PLAIN and member.type.kind in NUMBERS


def _list(write_elements: Write) -> Write:
    def write(values: Any, put: Put) -> None:
        if not isinstance(values, (list, tuple)):
            raise Refusal(f"a repeated field is a list, not {described(values)}")
        put(packed_count(len(values)))
        write_elements(values, put)

    return write


def _map(write_key: Write, write_value: Write, descending: bool) -> Write:
    def write(entries: Any, put: Put) -> None:
        if not isinstance(entries, dict):
            raise Refusal(f"a map is a dict, not {described(entries)}")
        put(packed_count(len(entries)))
        for key in _sorted_keys(entries, descending):
            try:
                write_key(key, put)
                write_value(entries[key], put)
            except Refusal as refusal:
                raise refusal.under(key_step(key)) from None

    return write


def _elements(write_element: Write) -> Write:
    def write(values: Any, put: Put) -> None:
        written = 0
        try:
            for value in values:
                write_element(value, put)
                written += 1
        except Refusal as refusal:
            raise refusal.under(f"[{written}]") from None

    return write


def _sorted_keys(entries: dict[Any, Any], descending: bool) -> list[Any]:
    """The keys in the format's order: Python orders text by code points, which is the order of its UTF-8
    bytes."""
    try:
        return sorted(entries, reverse=descending)
    except TypeError:
        raise Refusal("its keys are of different types") from None
