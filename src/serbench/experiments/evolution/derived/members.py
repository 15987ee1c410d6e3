"""Changes by which a message gets and loses fields, or has them in another way. Pure."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from serbench.corpus.layout import default_value
from serbench.experiments.evolution.changes import Object
from serbench.experiments.evolution.derived.turning import (
    Lost,
    Rule,
    Site,
    Turn,
    field_at,
    fields_with,
    free_name,
    is_single,
    json_name,
    new_field,
    own_messages,
    with_field,
    with_members,
    without,
)
from serbench.schema.model import Field, Kind, Label, Schema, Type

INT32 = Type(Kind.INT32, "int32")
STRING = Type(Kind.STRING, "string")
# What the new version writes into a field that only it has; None: nothing.
_NUMBERS = (3, -2_000_000_000, 0, None)
_REQUIRED = (3, -5, 0)
_TEXTS = ("first", "Łódź", "")
_WIDE = (4, -3_000_000_000)


def _messages(schema: Schema) -> Iterator[Site]:
    return (Site(message.name) for message in own_messages(schema))


def _of_several(schema: Schema) -> Iterator[Site]:
    return (Site(message.name) for message in own_messages(schema) if len(message.members) > 1)


def _elements(schema: Schema) -> Iterator[Site]:
    held = {
        each.type.name
        for message in schema.messages
        for each in message.fields
        if each.label is Label.REPEATED
    }
    return (Site(message.name) for message in own_messages(schema) if message.name in held)


def _adding(
    schema: Schema, site: Site, of: Type, values: tuple[Any, ...], *, in_middle: bool = False
) -> Turn:
    """An optional field is added."""
    message = schema.message(site.message)
    added = new_field(message, "added", of)
    at = len(message.members) // 2 if in_middle else len(message.members)
    members = (*message.members[:at], added, *message.members[at:])

    def fresh(new: Object, old: Object, nth: int) -> tuple[Object, Object, Lost]:
        value = values[nth % len(values)]
        return ({**new, added.name: value} if value is not None else new), old, ()

    place = "in the middle" if in_middle else "at the end"
    what = f"{site} gets an optional {of.proto} {place}"
    return Turn(site, with_members(schema, site.message, members), what, fresh=fresh)


def _add_at_end(schema: Schema, site: Site) -> Turn:
    return _adding(schema, site, INT32, _NUMBERS)


def _add_in_middle(schema: Schema, site: Site) -> Turn:
    return _adding(schema, site, INT32, _NUMBERS, in_middle=True)


def _add_in_elements(schema: Schema, site: Site) -> Turn:
    return _adding(schema, site, STRING, _TEXTS)


def _add_required(schema: Schema, site: Site) -> Turn:
    message = schema.message(site.message)
    added = new_field(message, "added", INT32, Label.PLAIN, required=True)

    def renew(name: str, old: Object) -> tuple[Object, Lost]:
        return {**old, added.name: 0}, (added.name,)

    def fresh(new: Object, old: Object, nth: int) -> tuple[Object, Object, Lost]:
        return {**new, added.name: _REQUIRED[nth % len(_REQUIRED)]}, old, ()

    members = (*message.members, added)
    what = f"{site} gets a required int32"
    return Turn(site, with_members(schema, site.message, members), what, renew, fresh)


def _removable(schema: Schema) -> Iterator[Site]:
    fields = fields_with(schema, lambda each: is_single(each) and not each.required)
    return (site for site in fields if len(schema.message(site.message).members) > 1)


def _remove(schema: Schema, site: Site) -> Turn:
    name = site.members[0]
    members = [one for one in schema.message(site.message).members if one.name != name]

    def renew(_: str, old: Object) -> tuple[Object, Lost]:
        return without(old, name), ()

    def fresh(new: Object, old: Object, nth: int) -> tuple[Object, Object, Lost]:
        return new, without(old, name), ()

    return Turn(site, with_members(schema, site.message, members), f"{site} is removed", renew, fresh)


def _reusable(schema: Schema) -> Iterator[Site]:
    return fields_with(schema, lambda each: is_single(each) and not each.required)


def _reuse_number(schema: Schema, site: Site) -> Turn:
    old_field = field_at(schema, site)
    was_text = old_field.type.kind in (Kind.STRING, Kind.BYTES)
    of = Type(Kind.INT64, "int64") if was_text else STRING
    values: tuple[Any, ...] = _WIDE if was_text else ("seven", "Łódź")
    name = old_field.name

    def renew(_: str, old: Object) -> tuple[Object, Lost]:
        is_there = old_field.label is Label.OPTIONAL or bool(old.get(name))
        return without(old, name), (name,) if is_there and name in old else ()

    def fresh(new: Object, old: Object, nth: int) -> tuple[Object, Object, Lost]:
        return {**new, name: values[nth % len(values)]}, without(old, name), (name,)

    what = f"{site}, {old_field.type.proto}, gives its number to {of.proto}"
    return Turn(site, with_field(schema, site, replace(old_field, type=of)), what, renew, fresh)


def _rename(schema: Schema, site: Site) -> Turn:
    old_field = field_at(schema, site)
    name = free_name(schema.message(site.message), f"{old_field.name}_renamed")

    def renew(_: str, old: Object) -> tuple[Object, Lost]:
        return {name if key == old_field.name else key: value for key, value in old.items()}, ()

    changed = replace(old_field, name=name, json_name=json_name(name))
    return Turn(site, with_field(schema, site, changed), f"{site} is called {name}", renew)


def _reorder(schema: Schema, site: Site) -> Turn:
    members = schema.message(site.message).members[::-1]
    what = f"the members of {site} are in the opposite order"
    return Turn(site, with_members(schema, site.message, members), what)


def _optional(schema: Schema) -> Iterator[Site]:
    return fields_with(schema, lambda each: is_single(each) and each.label is Label.OPTIONAL)


def _require(schema: Schema, site: Site) -> Turn:
    old_field = field_at(schema, site)
    name, of = old_field.name, old_field.type
    default = default_value(of, schema.enum(of.name) if of.kind is Kind.ENUM else None)

    def renew(_: str, old: Object) -> tuple[Object, Lost]:
        return (old, ()) if name in old else ({**old, name: default}, (name,))

    def fresh(new: Object, old: Object, nth: int) -> tuple[Object, Object, Lost]:
        return new, {**old, name: new[name]}, ()

    changed = replace(old_field, label=Label.PLAIN, required=True)
    return Turn(site, with_field(schema, site, changed), f"{site} becomes required", renew, fresh)


def _any_field(each: Field) -> bool:
    return True


RULES = {
    "add-at-end": Rule("message", _messages, _add_at_end),
    "add-in-middle": Rule("message of several fields", _of_several, _add_in_middle),
    "add-required": Rule("message", _messages, _add_required),
    "remove-field": Rule("single value beside other fields", _removable, _remove),
    "reuse-number": Rule("single value", _reusable, _reuse_number),
    "rename-field": Rule("field", lambda schema: fields_with(schema, _any_field), _rename),
    "reorder": Rule("message of several fields", _of_several, _reorder),
    "optional-to-required": Rule("optional value", _optional, _require),
    "add-in-elements": Rule("list of messages", _elements, _add_in_elements),
}
