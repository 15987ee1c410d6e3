"""Derives changes from a user's schema: for each the site to which it applies, and its cases. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.engine.rounds import shuffled
from serbench.experiments.evolution.changes import Case, Change, Object
from serbench.experiments.evolution.comparing import Comparing, is_empty
from serbench.experiments.evolution.derived import members, shapes, types
from serbench.experiments.evolution.derived.declarations import declared
from serbench.experiments.evolution.derived.turning import Rule, Site, Turn, Unfit, backward, forward
from serbench.schema.model import Field, Kind, Label, Oneof, Schema

RULES: Mapping[str, Rule] = {**members.RULES, **types.RULES, **shapes.RULES}
# A change is asked with so many objects that have a value at its site, and with so many that have none.
WITH_VALUE, WITHOUT_VALUE = 6, 4
# Objects are looked at until there are enough of these, and written until they have so many bytes.
MOST_BYTES = 256 * 1024
# A site has as many types of its own in the merged schema as reach it; more take long to compile.
_MANY_TYPES = 12
_MOST_SITES = 16

Sites = Counter[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Derived:
    """The changes that apply to a schema, and why each of the others does not."""

    changes: tuple[Change, ...]
    left_out: Mapping[str, str]


def derived(schema: Schema, objects: Sequence[Object], seed: int, names: Iterable[str]) -> Derived:
    """The named changes as they apply to a schema, each at one site that is drawn by the seed among those
    that have values in the objects; at a site without values only where there is no other."""
    seen = _seen(schema, objects)
    above = _above(schema)
    changes: list[Change] = []
    left_out: dict[str, str] = {}
    for name in names:
        rule = RULES.get(name)
        if rule is None:
            left_out[name] = "it is not derived from schemas yet"
            continue
        sites = list(rule.sites(schema))
        reached = [site for site in sites if seen[site.message, ""]]
        ordered = sorted(
            shuffled(reached, seed, name),
            key=lambda site: (not _is_seen(seen, site), len(above[site.message]) > _MANY_TYPES),
        )
        turns = (rule.turn(schema, site) for site in ordered[:_MOST_SITES])
        found = (change for turn in turns if (change := _change(name, schema, turn, objects)) is not None)
        change = next(found, None)
        if change is not None:
            changes.append(change)
        elif not sites:
            left_out[name] = f"the schema has no {rule.needs}"
        else:
            left_out[name] = f"no object has a fitting {rule.needs}"
    return Derived(tuple(changes), left_out)


def _seen(schema: Schema, objects: Iterable[Object]) -> Sites:
    """How often a message occurs in the objects (under an empty name), and how often each of its fields and
    oneofs has a value."""
    seen: Sites = Counter()

    def look(name: str, obj: Object) -> None:
        seen[name, ""] += 1
        for member in schema.message(name).members:
            for field in member.cases if isinstance(member, Oneof) else (member,):
                value = obj.get(field.name)
                if value is None or is_empty(value):
                    continue
                seen[name, field.name] += 1
                seen[name, member.name] += isinstance(member, Oneof)
                if field.type.kind is Kind.MESSAGE:
                    for one in held_in(field, value):
                        look(field.type.name, one)

    for obj in objects:
        look(schema.root, obj)
    return seen


def held_in(field: Field, value: Any) -> Iterable[Object]:
    """The messages that a field of messages holds."""
    if field.label is Label.REPEATED:
        return list(value)
    return list(value.values()) if field.label is Label.MAP else [value]


def _is_seen(seen: Sites, site: Site) -> bool:
    return all(seen[site.message, member] for member in site.members)


def _above(schema: Schema) -> dict[str, set[str]]:
    """The messages that reach each message, itself among them."""
    holders: dict[str, set[str]] = {message.name: set() for message in schema.messages}
    for message in schema.messages:
        for field in message.fields:
            if field.type.kind is Kind.MESSAGE:
                holders[field.type.name].add(message.name)
    return {name: _reached(name, holders) for name in holders}


def _reached(name: str, following: Mapping[str, Iterable[str]]) -> set[str]:
    found, left = {name}, [name]
    while left:
        new = set(following[left.pop()]) - found
        found |= new
        left += new
    return found


def _change(name: str, schema: Schema, turn: Turn, objects: Sequence[Object]) -> Change | None:
    """The change at a site; None where no object tells anything of it."""
    back = _cases(schema, turn.new, objects, lambda obj, nth: backward(turn, schema, obj))
    forth = _cases(turn.new, schema, objects, lambda obj, nth: forward(turn, schema, obj, nth))
    if not (back and forth):
        return None
    old_text, new_text = declared(schema), declared(turn.new)
    shared = _shared(schema, turn.new)
    return Change(name, name, turn.what, schema, turn.new, back, forth, shared, (old_text, new_text))


def _cases(
    writer: Schema, reader: Schema, objects: Sequence[Object], make: Callable[[Object, int], Case]
) -> tuple[Case, ...]:
    """Cases of objects with a value at stake, then few without, as both versions hold them."""
    written, expected = _holder(writer), _holder(reader)
    comparing = Comparing.of(reader, writer)
    chosen: dict[bool, list[Case]] = {True: [], False: []}
    most = {True: WITH_VALUE, False: WITHOUT_VALUE}
    left_bytes = MOST_BYTES
    for obj in objects:
        try:
            case = make(obj, len(chosen[True]) + len(chosen[False]))
            wrote, wrote_bytes = written(case.written)
            reads, _ = expected(case.expected)
        except Unfit:
            continue
        case = Case(wrote, reads, case.lost)
        of = chosen[bool(case.lost) or comparing.is_at_stake(reads)]
        is_at_stake = of is chosen[True]
        if len(of) < most[is_at_stake] and case not in of and (left_bytes > 0 or not of):
            of.append(case)
            left_bytes -= wrote_bytes
        if all(len(chosen[key]) == most[key] for key in most):
            break
    return (*chosen[True], *chosen[False])


def _holder(schema: Schema) -> Callable[[Object], tuple[Object, int]]:
    """Gives objects as a schema holds them, with all defaults, and the size of their bytes."""
    encoder, decoder = Encoder(schema), Decoder(schema)

    def hold(obj: Object) -> tuple[Object, int]:
        data = encoder.encode(obj)
        return decoder.decode(data), len(data)

    return hold


def _shared(old: Schema, new: Schema) -> frozenset[str]:
    """The types that are the same in both versions, with all that they hold."""
    messages, enums = set(old.messages) ^ set(new.messages), set(old.enums) ^ set(new.enums)
    touched = {message.name for message in messages} | {enum.name for enum in enums}
    grew = True
    while grew:
        holding = {
            message.name
            for schema in (old, new)
            for message in schema.messages
            if any(field.type.name in touched for field in message.fields)
        }
        grew = not holding <= touched
        touched |= holding
    return frozenset((*old.type_names, *new.type_names)) - touched - {old.root}
