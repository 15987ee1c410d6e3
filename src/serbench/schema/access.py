"""The fields that the access operations read (FORMAT.md, section 5)."""

from dataclasses import dataclass
from enum import StrEnum

from serbench.schema.model import Field, Kind, Label, Member, Message, Oneof, Schema, Type


class Reading(StrEnum):
    """How a plan reads one member of a message.

    WHOLE: all of it, messages inside by the same plan. MIDDLE: the middle element of a list. KEYS and
    VALUES: one side of a map. ALL: all of it, messages inside by access-all. SKIP: not at all.
    """

    WHOLE = "whole"
    MIDDLE = "middle"
    KEYS = "keys"
    VALUES = "values"
    ALL = "all"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class Read:
    """The reading of one member by a plan.
    ``cases`` are the positions (from 1) of the cases of a oneof that are read, empty for fields."""

    member: Member
    reading: Reading
    cases: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class AccessPlan:
    """A plan: for each message type that it enters, every member in schema order with its reading."""

    name: str
    reads: dict[str, tuple[Read, ...]]


def access_plans(schema: Schema) -> tuple[AccessPlan, AccessPlan, AccessPlan]:
    """The plans ``one``, ``tenth`` and ``all`` of a schema."""
    return _one(schema), _tenth(schema), _all(schema)


def _every_case(member: Member) -> frozenset[int]:
    return frozenset(range(1, len(member.cases) + 1)) if isinstance(member, Oneof) else frozenset()


def _all(schema: Schema) -> AccessPlan:
    return AccessPlan(
        "all",
        {
            message.name: tuple(Read(m, Reading.WHOLE, _every_case(m)) for m in message.members)
            for message in schema.messages
        },
    )


@dataclass(frozen=True, slots=True)
class _LeafField:
    """A leaf field by its message, its field and, in maps, its side."""

    message: str
    field: str
    side: str = ""


def leaf_fields(schema: Schema) -> list[_LeafField]:
    """All leaf fields in the order of their numbers."""
    found: list[_LeafField] = []
    seen: set[str] = set()

    def number(message: Message) -> None:
        seen.add(message.name)
        for field in message.fields:
            if field.label is Label.MAP:
                found.append(_LeafField(message.name, field.name, "key"))
            if field.type.is_leaf:
                found.append(_LeafField(message.name, field.name, "value" if field.key else ""))
            elif field.type.name not in seen:
                number(schema.message(field.type.name))

    number(schema.message(schema.root))
    return found


def tenth_share(schema: Schema) -> tuple[int, int]:
    """How many leaf fields access-tenth reads, and how many the schema has: of few, a tenth is one."""
    total = len(leaf_fields(schema))
    return (max(1, (total + 5) // 10) if total else 0), total


def _tenth(schema: Schema) -> AccessPlan:
    leaves = leaf_fields(schema)
    count, total = tenth_share(schema)
    chosen = {leaves[(2 * j + 1) * total // (2 * count)] for j in range(count)}
    entered = _types_that_reach(schema, {leaf.message for leaf in chosen})

    def wanted(message: Message, field: Field, side: str = "") -> bool:
        if field.type.is_leaf or side == "key":
            return _LeafField(message.name, field.name, side) in chosen
        return field.type.name in entered

    def read(message: Message, member: Member) -> Read:
        if isinstance(member, Oneof):
            cases = frozenset(
                position for position, case in enumerate(member.cases, 1) if wanted(message, case)
            )
            return Read(member, Reading.WHOLE if cases else Reading.SKIP, cases)
        if member.label is Label.MAP:
            key, value = wanted(message, member, "key"), wanted(message, member, "value")
            both = {(True, True): Reading.WHOLE, (True, False): Reading.KEYS, (False, True): Reading.VALUES}
            return Read(member, both.get((key, value), Reading.SKIP))
        return Read(member, Reading.WHOLE if wanted(message, member) else Reading.SKIP)

    return AccessPlan(
        "tenth",
        {
            message.name: tuple(read(message, member) for member in message.members)
            for message in schema.messages
            if message.name in entered or message.name == schema.root
        },
    )


def _types_that_reach(schema: Schema, wanted: set[str]) -> set[str]:
    """The message types from which one of ``wanted`` can be reached in zero or more steps."""
    found, size = set(wanted), 0
    while len(found) > size:
        size = len(found)
        for message in schema.messages:
            if any(field.type.name in found for field in message.fields if not field.type.is_leaf):
                found.add(message.name)
    return found


def _one(schema: Schema) -> AccessPlan:
    reads: dict[str, tuple[Read, ...]] = {}
    current: Message | None = schema.message(schema.root)
    while current is not None:
        chosen, reading, inside = _one_step(schema, current)
        reads[current.name] = tuple(
            Read(member, reading, _every_case(member)) if member is chosen else Read(member, Reading.SKIP)
            for member in current.members
        )
        current = schema.message(inside.name) if inside is not None else None
    return AccessPlan("one", reads)


def _one_step(schema: Schema, message: Message) -> tuple[Member | None, Reading, Type | None]:
    """The member that access-one reads in a message, how, and the message type in which it continues."""
    fields = [member for member in message.members if isinstance(member, Field)]
    for label in (Label.PLAIN, Label.OPTIONAL):
        leaves = [field for field in fields if field.label is label and field.type.is_leaf]
        if leaves:
            return leaves[len(leaves) // 2], Reading.WHOLE, None

    def open_message(field: Field) -> bool:
        return field.type.kind is Kind.MESSAGE and not schema.message(field.type.name).on_cycle

    for field in fields:
        if field.label is Label.OPTIONAL and open_message(field):
            return field, Reading.WHOLE, field.type
    for field in fields:
        if field.label is Label.REPEATED and (field.type.is_leaf or open_message(field)):
            return field, Reading.MIDDLE, None if field.type.is_leaf else field.type
    if message.members:
        return message.members[0], Reading.ALL, None
    return None, Reading.SKIP, None
