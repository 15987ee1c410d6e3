"""Messages in protobuf's encoding, as its library parses them, to plain objects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.message import DecodeError
from google.protobuf.message import Message as Parsed
from google.protobuf.unknown_fields import UnknownFieldSet

from serbench.corpus.layout import compiled
from serbench.corpus.undeclared import Undeclared
from serbench.errors import BadInput
from serbench.inputs.changes import Changes
from serbench.schema.dynamic import MessageClasses
from serbench.schema.left_out import LeftOut
from serbench.schema.model import Field, Kind, Label, Message, Schema

_Read: TypeAlias = Callable[[Any, str], Any]


class WireMapping:
    """Reads messages of one schema.

    ``ignored`` counts, by path without indices, the fields that the schema does not know, numbers in their
    place; without ``relaxed`` they are refused. ``as_text`` is always 0. Fields of ``open_enums`` hold
    numbers that these do not declare, which ``undeclared`` collects.
    """

    def __init__(
        self,
        schema: Schema,
        descriptors: FileDescriptorSet,
        relaxed: bool = False,
        open_enums: frozenset[str] = frozenset(),
        left_out: LeftOut = frozenset(),
    ) -> None:
        self.ignored: Counter[str] = Counter()
        self.as_text = 0
        self._relaxed = relaxed
        self._left_out = left_out
        self.undeclared = Undeclared(open_enums)
        self._schema = schema
        # Its values are as the data have them.
        self.changes = Changes()
        found = MessageClasses(descriptors).find(schema.root)
        assert found is not None
        self._class = found
        self._messages: dict[str, _Read] = {}
        for message in schema.messages:
            self._messages[message.name] = self._message(message)
        self._root = schema.root

    def read(self, data: bytes) -> dict[str, Any]:
        """The plain object (as ``Encoder`` takes it) of a message's bytes. Raises BadInput for what the
        library refuses, and for unknown fields with their path."""
        # The library's stubs lack what is used here.
        parsed: Any = self._class()
        try:
            parsed.ParseFromString(data)
        except DecodeError:
            raise BadInput(f"expected a message of {self._root} in protobuf's encoding") from None
        if not parsed.IsInitialized():
            missing = parsed.FindInitializationErrors()[0]
            raise BadInput(f"{missing}: expected a value, which the schema requires, found none")
        try:
            obj: dict[str, Any] = self._messages[self._root](parsed, "")
        except RecursionError:
            raise BadInput("the object is nested too deeply; about 250 levels are read") from None
        return obj

    def hexadecimal(self) -> Iterable[str]:
        """Nothing: bytes are no text."""
        return ()

    def _message(self, message: Message) -> _Read:
        fields = {field.number: (field.name, self._field(field)) for field in message.fields}

        def read(parsed: Parsed, path: str) -> dict[str, Any]:
            obj: dict[str, Any] = {}
            for described, value in parsed.ListFields():
                name, content = fields[described.number]
                obj[name] = content(value, f"{path}.{name}" if path else name)
            found: Any = UnknownFieldSet(parsed)
            for unknown in found:
                self._unknown(message, unknown.field_number, path)
            return obj

        return read

    def _field(self, field: Field) -> _Read:
        if field.type.kind is Kind.ENUM:
            return self._enum(field)
        if field.type.is_leaf:
            convert = {Label.REPEATED: list, Label.MAP: dict}.get(field.label)
            return (lambda value, path: convert(value)) if convert else (lambda value, path: value)
        # A message may hold one of its own type, which is not known yet.
        name, messages = field.type.name, self._messages
        if field.label is Label.REPEATED:
            return lambda value, path: [messages[name](each, path) for each in value]
        if field.label is Label.MAP:
            return lambda value, path: {key: messages[name](each, path) for key, each in value.items()}
        return compiled(messages, name)

    def _enum(self, field: Field) -> _Read:
        name, declared = field.type.name, self._schema.enum(field.type.name).numbers

        def note(numbers: Iterable[int]) -> None:
            for number in numbers:
                if number not in declared:
                    self.undeclared.add(name, number)

        def read(value: Any, path: str) -> Any:
            if field.label is Label.REPEATED:
                made: Any = list(value)
                note(made)
            elif field.label is Label.MAP:
                made = dict(value)
                note(made.values())
            else:
                made = value
                note((value,))
            return made

        return read

    def _unknown(self, message: Message, number: int, path: str) -> None:
        place = f"{path}.{number}" if path else str(number)
        if not self._relaxed and (message.name, number) not in self._left_out:
            raise BadInput(
                f"{place}: expected a field of {message.name}, which has none with this number"
                " and encoding, or no such value of an enum; --relaxed ignores it"
            )
        self.ignored[place] += 1
