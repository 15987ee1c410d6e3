"""A change at one site of a user's schema: the new schema, and what becomes of objects. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from serbench.experiments.evolution.changes import Case, Object
from serbench.schema.model import Enum, Field, Kind, Label, Member, Message, Oneof, Schema, Type

_LARGEST_NUMBER = 2**29 - 1
_RESERVED_NUMBERS = range(19_000, 20_000)
# Its messages have a meaning of their own.
_WELL_KNOWN = "google.protobuf."

Lost: TypeAlias = tuple[str, ...]
# An object of the old version as the new one ought to read it, and its fields for which no value is right.
Renew: TypeAlias = Callable[[str, Object], tuple[Object, Lost]]
# The objects that the new version writes and the old one ought to read, given what is common to both, and a
# number that tells objects apart; with the fields for which no value is right.
Fresh: TypeAlias = Callable[[Object, Object, int], tuple[Object, Object, Lost]]


class Unfit(Exception):
    """Says that an object has a value for which a change leaves open what is right."""


@dataclass(frozen=True, slots=True)
class Site:
    """Where a schema changes: a message, and the names of those of its members that do; none where it is the
    message itself."""

    message: str
    members: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ".".join((self.message.rpartition(".")[2], " and ".join(self.members))).rstrip(".")


def _unchanged(name: str, old: Object) -> tuple[Object, Lost]:
    return old, ()


def _nothing_new(new: Object, old: Object, nth: int) -> tuple[Object, Object, Lost]:
    return new, old, ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A change at a site: the ``new`` schema, ``what`` happens in a few words, and what becomes of the site's
    message, or with ``everywhere`` of all messages. Both functions may raise Unfit."""

    site: Site
    new: Schema
    what: str
    renew: Renew = _unchanged
    fresh: Fresh = _nothing_new
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A change as it applies to any schema: what it ``needs``, in words without an article, the sites that
    have it, and the change at one of them."""

    needs: str
    sites: Callable[[Schema], Iterable[Site]]
    turn: Callable[[Schema, Site], Turn]


@dataclass(slots=True)
class Turning:
    """Walks one object; ``visit`` gets what both versions have of a message, the innermost first."""

    schema: Schema
    visit: Callable[[str, Object, Object], tuple[Object, Object, Lost]]
    lost: list[str] = field(default_factory=list)

    def pair(self, name: str, obj: Object, path: str = "") -> tuple[Object, Object]:
        """The object of the old version and of the new one, in the order of writer and reader."""
        written: Object = {}
        expected: Object = {}
        for each in self.schema.message(name).fields:
            value = obj.get(each.name)
            if value is None:
                continue
            if each.type.kind is not Kind.MESSAGE:
                written[each.name] = expected[each.name] = value
                continue
            written[each.name], expected[each.name] = self._held(each, value, f"{path}{each.name}")
        one, other, lost = self.visit(name, written, expected)
        self.lost += [f"{path}{each}" for each in lost]
        return one, other

    def _held(self, of: Field, value: Any, path: str) -> tuple[Any, Any]:
        name = of.type.name
        if of.label is Label.REPEATED:
            pairs = [self.pair(name, one, f"{path}[{index}].") for index, one in enumerate(value)]
            return [one for one, _ in pairs], [other for _, other in pairs]
        if of.label is Label.MAP:
            by_key = {key: self.pair(name, one, f"{path}[{key!r}].") for key, one in value.items()}
            return {key: one for key, (one, _) in by_key.items()}, {
                key: other for key, (_, other) in by_key.items()
            }
        return self.pair(name, value, f"{path}.")


def backward(turn: Turn, schema: Schema, obj: Object) -> Case:
    """The case in which the old version has written the object. Raises Unfit."""

    def visit(name: str, written: Object, expected: Object) -> tuple[Object, Object, Lost]:
        if not (turn.everywhere or name == turn.site.message):
            return written, expected, ()
        return written, *turn.renew(name, expected)

    turning = Turning(schema, visit)
    written, expected = turning.pair(schema.root, obj)
    return Case(written, expected, frozenset(turning.lost))


def forward(turn: Turn, schema: Schema, obj: Object, nth: int) -> Case:
    """The case in which the new version has written the object, with what only it has; ``nth`` tells objects
    apart. Raises Unfit."""
    numbers = iter(range(nth, nth + 2**31))

    def visit(name: str, written: Object, expected: Object) -> tuple[Object, Object, Lost]:
        if not (turn.everywhere or name == turn.site.message):
            return written, expected, ()
        return turn.fresh(turn.renew(name, written)[0], expected, next(numbers))

    turning = Turning(schema, visit)
    written, expected = turning.pair(schema.root, obj)
    return Case(written, expected, frozenset(turning.lost))


def own_messages(schema: Schema) -> Iterator[Message]:
    """The messages that a user may change."""
    return (message for message in schema.messages if not message.name.startswith(_WELL_KNOWN))


def fields_with(schema: Schema, fits: Callable[[Field], bool]) -> Iterator[Site]:
    """The fields outside of oneofs that a change fits."""
    for message in own_messages(schema):
        for member in message.members:
            if isinstance(member, Field) and fits(member):
                yield Site(message.name, (member.name,))


def is_single(of: Field) -> bool:
    """Whether a field holds at most one value, which is no message."""
    return of.type.is_leaf and of.label in (Label.PLAIN, Label.OPTIONAL)


def field_at(schema: Schema, site: Site, index: int = 0) -> Field:
    fields = schema.message(site.message).fields
    return next(one for one in fields if one.name == site.members[index])


def with_members(schema: Schema, name: str, members: Sequence[Member], *more: Message) -> Schema:
    """The schema with other members of a message, and with more messages."""
    messages = (replace(one, members=tuple(members)) if one.name == name else one for one in schema.messages)
    return Schema(schema.root, (*more, *messages), schema.enums)


def with_field(schema: Schema, site: Site, changed: Field, *more: Message) -> Schema:
    """The schema with another field in place of the site's."""
    members = schema.message(site.message).members
    name = site.members[0]
    return with_members(
        schema,
        site.message,
        [changed if isinstance(one, Field) and one.name == name else one for one in members],
        *more,
    )


def with_enum(schema: Schema, enum: Enum) -> Schema:
    return Schema(
        schema.root,
        schema.messages,
        tuple(enum if one.name == enum.name else one for one in schema.enums),
    )


def new_field(
    message: Message, wanted: str, kind: Type, label: Label = Label.OPTIONAL, required: bool = False
) -> Field:
    """A field that a message does not have yet, with a number of its own."""
    name = free_name(message, wanted)
    return Field(name, free_number(message), json_name(name), label, kind, required=required)


def free_name(message: Message, wanted: str) -> str:
    """The wanted name, with a number where a member has it in any spelling."""
    taken = {_bare(member.name) for member in (*message.fields, *message.members)}
    names = (wanted, *(f"{wanted}_{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if _bare(name) not in taken)


def _bare(name: str) -> str:
    return name.replace("_", "").lower()


def free_number(message: Message) -> int:
    taken = {each.number for each in message.fields} | set(_RESERVED_NUMBERS)
    following = max((each.number for each in message.fields), default=0) + 1
    if following <= _LARGEST_NUMBER and following not in taken:
        return following
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def json_name(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def without(obj: Object, *names: str) -> Object:
    return {name: value for name, value in obj.items() if name not in names}


def cases_of(schema: Schema, site: Site) -> tuple[Field, ...]:
    """The cases of the oneof at a site."""
    members = schema.message(site.message).members
    return next(one.cases for one in members if isinstance(one, Oneof) and one.name == site.members[0])
