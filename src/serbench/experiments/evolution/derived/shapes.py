"""Changes of enums and oneofs, and of what holds a value. Pure."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from serbench.corpus.layout import LIMITS
from serbench.experiments.evolution.changes import Object
from serbench.experiments.evolution.derived.members import STRING
from serbench.experiments.evolution.derived.turning import (
    Lost,
    Rule,
    Site,
    Turn,
    Unfit,
    cases_of,
    field_at,
    fields_with,
    is_single,
    new_field,
    own_messages,
    with_enum,
    with_field,
    with_members,
    without,
)
from serbench.experiments.evolution.derived.types import free_type
from serbench.schema.model import Enum, Field, Kind, Label, Member, Message, Oneof, Schema, Type

_KEYS = frozenset({Kind.STRING, Kind.INT32, Kind.INT64, Kind.UINT32, Kind.UINT64, Kind.BOOL})


def _enums(schema: Schema) -> Iterator[Site]:
    return fields_with(schema, lambda each: is_single(each) and each.type.kind is Kind.ENUM)


def _add_value(schema: Schema, site: Site) -> Turn:
    changed = field_at(schema, site)
    name, enum = changed.name, schema.enum(changed.type.name)
    number, label = _free_value(enum)

    def fresh(new: Object, old: Object, nth: int) -> tuple[Object, Object, Lost]:
        if nth % 2 == 0:
            return new, old, ()
        return {**new, name: number}, without(old, name), (name,)

    what = f"the enum of {site} gets {label}"
    more = replace(enum, values=(*enum.values, (label, number)))
    return Turn(site, with_enum(schema, more), what, fresh=fresh)


def _free_value(enum: Enum) -> tuple[int, str]:
    taken = {number for _, number in (*enum.values, *enum.aliases)}
    names = {name for name, _ in (*enum.values, *enum.aliases)}
    following = max(taken) + 1
    number = (
        following
        if following <= LIMITS[Kind.INT32][1]
        else next(n for n in range(1, 2**31) if n not in taken)
    )
    base = f"{enum.values[-1][0]}_ADDED"
    return number, next(name for name in (base, *(f"{base}_{n}" for n in range(2, 99))) if name not in names)


def _with_pairs(schema: Schema) -> Iterator[Site]:
    return (
        site
        for site in fields_with(
            schema, lambda each: each.type.kind is Kind.ENUM and each.label is not Label.MAP
        )
        if len(schema.enum(field_at(schema, site).type.name).values) > 2
    )


def _renumber(schema: Schema, site: Site) -> Turn:
    enum = schema.enum(field_at(schema, site).type.name)
    # The first value is the default.
    numbers = [number for _, number in enum.values[1:]]
    exchanged: dict[int, int] = {}
    for one, other in zip(numbers[::2], numbers[1::2], strict=False):
        exchanged |= {one: other, other: one}

    def value_of(each: Field, value: Any) -> Any:
        if each.type.name != enum.name:
            return value
        if each.label is Label.REPEATED:
            return [exchanged.get(number, number) for number in value]
        if each.label is Label.MAP:
            return {key: exchanged.get(number, number) for key, number in value.items()}
        return exchanged.get(value, value)

    def renew(message: str, old: Object) -> tuple[Object, Lost]:
        fields = {each.name: each for each in schema.message(message).fields}
        return {name: value_of(fields[name], value) for name, value in old.items()}, ()

    def with_numbers(values: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
        return tuple((name, exchanged.get(number, number)) for name, number in values)

    changed = replace(enum, values=with_numbers(enum.values), aliases=with_numbers(enum.aliases))
    what = f"values of the enum of {site} exchange numbers"
    return Turn(site, with_enum(schema, changed), what, renew, everywhere=True)


def _oneofs(schema: Schema) -> Iterator[Site]:
    for message in own_messages(schema):
        for member in message.members:
            if isinstance(member, Oneof):
                yield Site(message.name, (member.name,))


def _add_case(schema: Schema, site: Site) -> Turn:
    message = schema.message(site.message)
    added = new_field(message, "added", STRING, Label.PLAIN)
    names = tuple(case.name for case in cases_of(schema, site))

    def fresh(new: Object, old: Object, nth: int) -> tuple[Object, Object, Lost]:
        if nth % 2 == 0:
            return new, old, ()
        return {**without(new, *names), added.name: "Łódź"}, without(old, *names), names

    members = [
        replace(one, cases=(*one.cases, added))
        if isinstance(one, Oneof) and one.name == site.members[0]
        else one
        for one in message.members
    ]
    what = f"the oneof {site} gets a case, string"
    return Turn(site, with_members(schema, site.message, members), what, fresh=fresh)


def _pairs(schema: Schema, label: tuple[Label, ...], *, leaves: bool) -> Iterator[Site]:
    """Fields that follow each other among those that fit."""
    for message in own_messages(schema):
        fits = [
            one.name
            for one in message.members
            if isinstance(one, Field)
            and one.label in label
            and not (one.on_cycle or one.required)
            and (one.type.is_leaf or not leaves)
        ]
        for pair in pairwise(fits):
            yield Site(message.name, pair)


def _move(schema: Schema, site: Site) -> Turn:
    message, names = schema.message(site.message), site.members
    cases = tuple(replace(field_at(schema, site, at), label=Label.PLAIN) for at in (0, 1))
    oneof = Oneof(new_field(message, "choice", STRING).name, cases)
    members: list[Member] = [oneof if one.name == names[0] else one for one in message.members]

    def renew(_: str, old: Object) -> tuple[Object, Lost]:
        return (without(old, *names), names) if all(name in old for name in names) else (old, ())

    def fresh(new: Object, old: Object, nth: int) -> tuple[Object, Object, Lost]:
        return new, (old if any(name in new for name in names) else without(old, *names)), ()

    rest = [one for one in members if one.name != names[1]]
    what = f"{site} become a oneof"
    return Turn(site, with_members(schema, site.message, rest), what, renew, fresh)


def _nest(schema: Schema, site: Site) -> Turn:
    message, names = schema.message(site.message), site.members
    fields = tuple(replace(field_at(schema, site, at), number=at + 1) for at in (0, 1))
    inner = Message(free_type(schema, f"{site.message}Nested"), fields)
    holder = new_field(message, "nested", Type(Kind.MESSAGE, "message", inner.name))
    members: list[Member] = [holder if one.name == names[0] else one for one in message.members]

    def renew(_: str, old: Object) -> tuple[Object, Lost]:
        moved = {name: old[name] for name in names if name in old}
        return ({**without(old, *names), holder.name: moved} if moved else old), ()

    def fresh(new: Object, old: Object, nth: int) -> tuple[Object, Object, Lost]:
        if nth % 3 < 2:
            return new, old, ()
        return without(new, holder.name), without(old, *names), ()

    rest = [one for one in members if one.name != names[1]]
    what = f"{site} move into a message"
    return Turn(site, with_members(schema, site.message, rest, inner), what, renew, fresh)


def _entries(schema: Schema) -> Iterator[Site]:
    def is_pair(each: Field) -> bool:
        if each.label is not Label.REPEATED or each.type.is_leaf:
            return False
        members = schema.message(each.type.name).members
        return (
            len(members) == 2
            and all(
                isinstance(one, Field) and one.label is Label.PLAIN and one.type.is_leaf for one in members
            )
            and isinstance(members[0], Field)
            and members[0].type.kind in _KEYS
            and not each.type.name.startswith("google.protobuf.")
        )

    return fields_with(schema, is_pair)


def _to_map(schema: Schema, site: Site) -> Turn:
    old_field = field_at(schema, site)
    name = old_field.name
    key, value = schema.message(old_field.type.name).fields

    def renew(_: str, old: Object) -> tuple[Object, Lost]:
        pairs = old.get(name, ())
        if len(pairs) > 1:
            # A map has no order, so none is right for the list that is made of it again.
            raise Unfit
        return {**old, name: {pair[key.name]: pair[value.name] for pair in pairs}}, ()

    changed = replace(old_field, label=Label.MAP, key=key.type, type=value.type)
    what = f"{site} becomes a map"
    return Turn(site, with_field(schema, site, changed), what, renew)


RULES = {
    "add-enum-value": Rule("single value of an enum", _enums, _add_value),
    "renumber-enum": Rule("enum of three values or more", _with_pairs, _renumber),
    "add-oneof-case": Rule("oneof", _oneofs, _add_case),
    "move-into-oneof": Rule(
        "message with two optional fields",
        lambda schema: _pairs(schema, (Label.OPTIONAL,), leaves=False),
        _move,
    ),
    "nest-fields": Rule(
        "message with two single values",
        lambda schema: _pairs(schema, (Label.PLAIN, Label.OPTIONAL), leaves=True),
        _nest,
    ),
    "list-to-map": Rule("list of pairs of a key and a value", _entries, _to_map),
}
