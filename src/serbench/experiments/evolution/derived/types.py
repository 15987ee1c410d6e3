"""Changes by which a field gets another type. Pure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from serbench.experiments.evolution.changes import Object
from serbench.experiments.evolution.derived.turning import (
    Lost,
    Rule,
    Site,
    Turn,
    Unfit,
    field_at,
    fields_with,
    is_single,
    with_field,
    without,
)
from serbench.schema.model import Field, Kind, Label, Message, Schema, Type

# Every third object of the new version has a value that the old one cannot hold.
_EACH = 3


@dataclass(frozen=True, slots=True)
class _Retyping:
    """A field of a type becomes one of type ``to``. ``carried`` gives a value in the new type, None where
    that has none; ``beyond`` are values that the old type cannot hold. Without ``has_default`` the old type's
    default is another value in the new one, so that nobody can tell what an absent field means."""

    proto: str
    to: Type
    carried: Callable[[Any], Any]
    beyond: tuple[Any, ...] = ()
    has_default: bool = True

    @property
    def rule(self) -> Rule:
        return Rule(f"single {self.proto}", self._sites, self._turn)

    def _sites(self, schema: Schema) -> Iterator[Site]:
        return fields_with(schema, lambda each: is_single(each) and each.type.proto == self.proto)

    def _turn(self, schema: Schema, site: Site) -> Turn:
        old_field = field_at(schema, site)
        name = old_field.name

        def renew(_: str, old: Object) -> tuple[Object, Lost]:
            if name not in old:
                return old, ()
            value = old[name]
            if not (value or self.has_default or old_field.label is Label.OPTIONAL):
                raise Unfit
            carried = self.carried(value)
            return (without(old, name), (name,)) if carried is None else ({**old, name: carried}, ())

        def fresh(new: Object, old: Object, nth: int) -> tuple[Object, Object, Lost]:
            if name not in new:
                return new, without(old, name), ()
            if not self.beyond or nth % _EACH != _EACH - 1:
                return new, old, ()
            value = self.beyond[nth // _EACH % len(self.beyond)]
            return {**new, name: value}, without(old, name), (name,)

        changed = replace(old_field, type=self.to)
        what = f"{site}, {old_field.type.proto}, becomes {self.to.proto}"
        return Turn(site, with_field(schema, site, changed), what, renew, fresh)


def _same(value: Any) -> Any:
    return value


def _unsigned(value: int) -> int | None:
    return value if value >= 0 else None


_DOUBLE = Type(Kind.DOUBLE, "double")
_RETYPED = {
    "int32-to-int64": _Retyping(
        "int32", Type(Kind.INT64, "int64"), _same, (3_000_000_000, -3_000_000_000, 4_294_967_297)
    ),
    "int32-to-uint32": _Retyping(
        "int32", Type(Kind.UINT32, "uint32"), _unsigned, (4_294_967_295, 3_000_000_000)
    ),
    "int32-to-sint32": _Retyping("int32", Type(Kind.INT32, "sint32"), _same),
    "int32-to-double": _Retyping("int32", _DOUBLE, float, (2.5, -0.125, 1e300)),
    "int32-to-string": _Retyping("int32", Type(Kind.STRING, "string"), str, ("Zürich",), has_default=False),
    "string-to-bytes": _Retyping("string", Type(Kind.BYTES, "bytes"), str.encode, (b"\xff\xfe\x80a",)),
    "float-to-double": _Retyping("float", _DOUBLE, _same, (0.1, 1e300)),
}


def _single(schema: Schema) -> Iterator[Site]:
    return fields_with(schema, lambda each: is_single(each) and not each.required)


def _repeat(schema: Schema, site: Site) -> Turn:
    old_field = field_at(schema, site)
    name = old_field.name

    def renew(_: str, old: Object) -> tuple[Object, Lost]:
        if name not in old:
            return old, ()
        if old_field.label is Label.PLAIN and not old[name]:
            # The default of a field without presence may be no element, or one.
            raise Unfit
        return {**old, name: [old[name]]}, ()

    def fresh(new: Object, old: Object, nth: int) -> tuple[Object, Object, Lost]:
        if name not in new or nth % _EACH != _EACH - 1:
            return new, old, ()
        return {**new, name: new[name] * 3}, without(old, name), (name,)

    changed = replace(old_field, label=Label.REPEATED)
    return Turn(site, with_field(schema, site, changed), f"{site} becomes a list", renew, fresh)


def _lists(schema: Schema) -> Iterator[Site]:
    return fields_with(schema, lambda each: each.label is Label.REPEATED and each.type.is_leaf)


def _wrap(schema: Schema, site: Site) -> Turn:
    old_field = field_at(schema, site)
    name = old_field.name
    value = Field("value", 1, "value", Label.PLAIN, old_field.type)
    element = Message(free_type(schema, f"{site.message}Element"), (value,))

    def renew(_: str, old: Object) -> tuple[Object, Lost]:
        return {**old, name: [{"value": one} for one in old.get(name, ())]}, ()

    changed = replace(old_field, type=Type(Kind.MESSAGE, "message", element.name))
    what = f"the elements of {site} become messages"
    return Turn(site, with_field(schema, site, changed, element), what, renew)


def free_type(schema: Schema, wanted: str) -> str:
    """The wanted full name of a message, with a number where a type has it."""
    taken = set(schema.type_names)
    names = (wanted, *(f"{wanted}{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


RULES = {
    **{name: retyping.rule for name, retyping in _RETYPED.items()},
    "singular-to-repeated": Rule("single value", _single, _repeat),
    "list-of-scalars-to-messages": Rule("list of values that are no messages", _lists, _wrap),
}
