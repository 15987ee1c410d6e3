"""The plain types a second time, as types that borrow texts and bytes from the message they are read from."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from serbench.languages.lowering import PlainEnum, PlainSchema
from serbench.languages.rust.lowering import PlainStyle, RustLowering, written
from serbench.languages.steps import PlainMessage, Step
from serbench.schema.model import Field, Kind, Member, Message, Oneof, Schema, Type

_LIFETIME = "'a"


@dataclass(frozen=True, slots=True)
class BorrowedStyle(PlainStyle):
    """The additions of a codec to the types that borrow.
    ``spelled`` has the types that borrow, by their kind: strings, bytes or both. Without ``recursive``,
    messages on a cycle stay plain. The attributes ``borrowed`` stand on fields whose type borrows,
    ``case_borrowed`` on such cases of oneofs."""

    spelled: Mapping[Kind, str] = field(default_factory=dict)
    recursive: bool = True


def lower_to_borrowed(schema: Schema, style: BorrowedStyle) -> PlainSchema[PlainMessage, PlainEnum]:
    """The messages that hold something to borrow, directly or not. All other types, and the root where it is
    one of them, are the plain ones."""
    lowering = _BorrowedLowering(schema, style)
    lowered = lowering.lower()
    messages = tuple(message for message in lowered.messages if _LIFETIME in message.type)
    return replace(lowered, derives=style.derives, messages=messages)


class _BorrowedLowering(RustLowering):
    def __init__(self, schema: Schema, style: BorrowedStyle) -> None:
        self.spelled = style.spelled
        self.borrowing = _borrowing(schema, style)
        super().__init__(schema, style, None)

    def plain(self, full_name: str) -> str:
        if full_name in self.borrowing:
            return f"crate::borrowed::{self.types[full_name]}<{_LIFETIME}>"
        return super().plain(full_name)

    def value_type(self, type_: Type) -> str:
        return self.spelled.get(type_.kind) or super().value_type(type_)

    def field(self, field: Field, name: str) -> Step:
        return self._marked(super().field(field, name), field.name, "borrowed")

    def case(self, case: Field, name: str) -> Step:
        return self._marked(super().case(case, name), case.name, "case_borrowed")

    def oneof(self, message: Message, oneof: Oneof, name: str) -> Step:
        step = super().oneof(message, oneof, name)
        if not _holds((oneof,), self.borrowing, self.spelled):
            # Without a name of its own it is not declared again.
            return replace(step, type_name="")
        # A case is named by the path of its type without the lifetime.
        path = f"crate::borrowed::{step.type_name}"
        type_ = self.containers["optional"].format(value=f"{path}<{_LIFETIME}>")
        return self._marked(
            replace(step, value=path, type=type_, written=written(type_)), oneof.name, "borrowed"
        )

    def _marked(self, step: Step, schema_name: str, kind: str) -> Step:
        marks = self.style.of(schema_name, kind) if _LIFETIME in step.type else ()
        return replace(step, attributes=(*step.attributes, *marks))


def _borrowing(schema: Schema, style: BorrowedStyle) -> frozenset[str]:
    """The names of the messages that borrow."""
    able = [message for message in schema.messages if style.recursive or not message.on_cycle]
    found: frozenset[str] = frozenset()
    while True:
        more = {message.name for message in able if _holds(message.members, found, style.spelled)}
        if more == found:
            return found
        found = frozenset(more)


def _holds(members: Iterable[Member], borrowing: frozenset[str], spelled: Mapping[Kind, str]) -> bool:
    types = (type_ for member in members for type_ in _types_of(member))
    return any(type_.kind in spelled or type_.name in borrowing for type_ in types)


def _types_of(member: Member) -> Iterator[Type]:
    for one in member.cases if isinstance(member, Oneof) else (member,):
        yield one.type
        if one.key:
            yield one.key
