"""Lowers a schema to the flat steps from which the templates of a language are rendered.

All decisions (types, names, order, what a plan reads) are made here and in the language's own lowering; a
template iterates over steps, calls one macro per label or kind, and asks steps by name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from serbench.languages import languages
from serbench.languages.steps import PlainMessage, PlanSteps, Step
from serbench.render.idl import NO_IDL, NO_WORDS, Idl
from serbench.render.idls import lower_to_idl
from serbench.render.names import short_type_names, unique_names
from serbench.schema.access import AccessPlan, Read, Reading, access_plans
from serbench.schema.model import Enum, Field, Kind, Label, Member, Message, Oneof, Schema, Type
from serbench.schema.routing import rows_list

_NAMED_KINDS = (Kind.BOOL, Kind.ENUM, Kind.STRING, Kind.BYTES, Kind.MESSAGE)

M = TypeVar("M", bound="Named")
E = TypeVar("E")


class Named(Protocol):
    """A message as a language sees it, whatever else it has."""

    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class PlainValue:
    """One value of an enum: its constant, its name in the schema and its number."""

    name: str
    schema_name: str
    number: int
    attributes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlainEnum:
    """An enum with the number of each value; the first value is the default."""

    name: str
    type: str
    attributes: tuple[str, ...]
    values: tuple[PlainValue, ...]
    idl: Any


@dataclass(frozen=True, slots=True)
class PlainAttributes:
    """The attributes that a codec writes on the plain types and their members.
    ``attributes`` maps each kind of type or member to its texts, in which ``{name}`` is the schema's name. A
    language says which other names it fills in."""

    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def of(self, name: str, *kinds: str, **slots: str) -> tuple[str, ...]:
        """The attributes for these kinds, in their order."""
        texts = (text for kind in kinds for text in self.attributes.get(kind, ()))
        return tuple(reduce(_filled, {"name": name, **slots}.items(), text) for text in texts)


@dataclass(frozen=True, slots=True)
class PlainSchema(Generic[M, E]):
    """A lowered schema as a template sees it.
    ``messages`` are in an order of declaration in which none needs a later one. ``derives`` stand on every
    type. ``classes`` are the types in one order that depends on the schema alone; it includes the cases of
    oneofs where a language has them. ``idl`` is what the codec's IDL file has besides the schema's own types
    (serbench.render.idls), ``versions`` the same of all known versions of the schema, this one first. A table
    has a row for each element of the list ``rows``, which a root holds alone, else one for the root (None);
    ``row`` is the message of a row."""

    root: M
    messages: tuple[M, ...]
    enums: tuple[E, ...]
    sha256: str
    idl: Any
    derives: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    versions: tuple[Any, ...] = ()
    rows: Step | None = None
    row: M | None = None


def wire_names(idl: str, schema: Schema, versions: Sequence[Schema] = ()) -> Idl | None:
    """The names of a schema in a codec's IDL file; None for the empty name of a codec without an IDL.
    The IDL's module makes names that the generators of every language accept. ``versions`` are as
    a workload has them."""
    words = reduce(lambda all_words, language: all_words | language.reserved, languages(), NO_WORDS)
    return lower_to_idl(idl, schema, words, versions)


class Lowering(ABC, Generic[M, E]):
    """The lowering of a schema, and its name tables. A language says which names are safe, which are
    ``taken`` from members and from values of enums, the path of a plain type, and by its methods all else."""

    path: ClassVar[str]
    taken_members: ClassVar[tuple[str, ...]] = ()
    taken_values: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self, schema: Schema, idl: Idl | None, type_name: Callable[[str], str], attributes: PlainAttributes
    ) -> None:
        self.schema = schema
        self.idl = idl or NO_IDL
        self.attributes = attributes
        self.type_name = type_name
        full_names = [enum.name for enum in schema.enums] + [message.name for message in schema.messages]
        self.types = short_type_names(full_names, type_name)
        self.plans = access_plans(schema)
        self.enums = {enum.name: self.enum(enum) for enum in schema.enums}

    def lower(self) -> PlainSchema[M, E]:
        messages = tuple(self.message(message) for message in self.schema.messages)
        by_name = {message.name: message for message in messages}
        root, rows = by_name[self.types[self.schema.root]], rows_list(self.schema)
        return PlainSchema(
            root,
            messages,
            tuple(self.enums.values()),
            self.schema.sha256(),
            self.idl.file,
            versions=self.idl.versions,
            rows=self.steps(self.schema.message(self.schema.root))[0] if rows else None,
            row=by_name[self.types[rows.type.name]] if rows else root,
        )

    @abstractmethod
    def message(self, message: Message) -> M: ...

    @abstractmethod
    def member_name(self, name: str) -> str: ...

    @abstractmethod
    def value_name(self, name: str) -> str: ...

    @abstractmethod
    def field(self, field: Field, name: str) -> Step: ...

    @abstractmethod
    def oneof(self, message: Message, oneof: Oneof, name: str) -> Step: ...

    @abstractmethod
    def case(self, case: Field, name: str) -> Step: ...

    def accessor(self, name: str) -> str:
        """How generated code spells a member of the IDL file; empty where that is its name."""
        return ""

    def oneof_names(self, taken: Iterable[str] = ()) -> dict[tuple[str, str], str]:
        """The names of the types of oneofs by message and member. They are declared with the types of the
        schema, and with those that are ``taken``."""
        keys = [
            (message.name, member.name)
            for message in self.schema.messages
            for member in message.members
            if isinstance(member, Oneof)
        ]
        wanted = [f"{self.types[message].removeprefix('r#')}_{oneof}" for message, oneof in keys]
        found = unique_names(wanted, self.type_name, (*self.types.values(), *taken))
        return dict(zip(keys, found, strict=True))

    def enum(self, enum: Enum) -> Any:
        """The enum as templates see it, a PlainEnum unless a language spells it in another way."""
        names = unique_names([name for name, _ in enum.values], self.value_name, self.taken_values)
        values = tuple(
            PlainValue(
                name, schema_name, number, self.attributes.of(schema_name, "value", number=str(number))
            )
            for name, (schema_name, number) in zip(names, enum.values, strict=True)
        )
        attributes = self.on_type(enum.name, "enum")
        idl = self.idl.enums.get(enum.name)
        return PlainEnum(self.types[enum.name], self.plain(enum.name), attributes, values, idl)

    def on_type(self, full_name: str, *kinds: str) -> tuple[str, ...]:
        """The attributes on the plain type of a message or enum."""
        type_ = self.types[full_name].removeprefix("r#")
        return self.attributes.of(full_name.rpartition(".")[2], *kinds, type=type_)

    def steps(self, message: Message) -> tuple[Step, ...]:
        names = [member.name for member in message.members]
        safe = unique_names(names, self.member_name, self.taken_members)
        return tuple(map(self.member, [message] * len(names), message.members, safe))

    def member(self, message: Message, member: Member, name: str) -> Step:
        step = self.oneof(message, member, name) if isinstance(member, Oneof) else self.field(member, name)
        return self.with_idl(step, self.idl.members.get((message.name, member.name)))

    def cases(self, message: Message, oneof: Oneof, names: Sequence[str]) -> tuple[Step, ...]:
        return tuple(
            replace(
                self.with_idl(self.case(case, name), self.idl.cases.get((message.name, case.name))),
                position=at,
            )
            for at, (case, name) in enumerate(zip(oneof.cases, names, strict=True), 1)
        )

    def with_idl(self, step: Step, idl: Any) -> Step:
        return replace(step, idl=idl, accessor=self.accessor(getattr(idl, "name", "")))

    def plans_of(self, message: Message, steps: Sequence[Step]) -> tuple[PlanSteps, ...]:
        """The access plans that enter a message."""
        return tuple(self.plan(plan, message, steps) for plan in self.plans if message.name in plan.reads)

    def plan(self, plan: AccessPlan, message: Message, steps: Sequence[Step]) -> PlanSteps:
        reads = plan.reads[message.name]
        scan = tuple(self.as_read(step, read, plan.name) for step, read in zip(steps, reads, strict=True))
        read = tuple(step for step in scan if step.reading != Reading.SKIP)
        opening = scan[: scan.index(read[-1]) + 1] if read else ()
        return PlanSteps(plan.name, scan, opening, read)

    def as_read(self, step: Step, read: Read, plan: str) -> Step:
        """The step as a plan reads it: by access-all where it says so. A oneof's cases outside the plan are
        marked ``skip``, the others read like the oneof."""
        plan = "all" if read.reading is Reading.ALL else plan
        inside = {at: str(read.reading) for at in read.cases}
        cases = tuple(
            replace(case, reading=inside.get(case.position, str(Reading.SKIP)), inner_plan=plan)
            for case in step.cases
        )
        return replace(step, reading=str(read.reading), inner_plan=plan, cases=cases)

    def plain(self, full_name: str) -> str:
        """The qualified type of a message or enum."""
        return f"{self.path}{self.types[full_name]}"


class NativeLowering(Lowering[PlainMessage, E]):
    """The lowering to structs of values. A language says how it spells the scalars and the ``containers``
    around a ``{value}`` by label."""

    scalars: ClassVar[Mapping[Kind, str]]
    containers: ClassVar[Mapping[str, str]]

    def message(self, message: Message) -> PlainMessage:
        steps, idl = self.steps(message), self.idl.messages.get(message.name)
        plans = self.plans_of(message, steps)
        kinds = ("message", "message_on_cycle") if message.on_cycle else ("message",)
        attributes = self.on_type(message.name, *kinds)
        type_ = self.plain(message.name)
        return PlainMessage(self.types[message.name], type_, steps, plans, idl, attributes, message.on_cycle)

    def field(self, field: Field, name: str) -> Step:
        label = "boxed" if field.label is Label.OPTIONAL and field.on_cycle else str(field.label)
        value, leaf = self.value_type(field.type), _leaf(field.type)
        key = self.value_type(field.key) if field.key else ""
        type_ = self.containers.get(label, "{value}").format(key=key, value=value)
        key_kind = _leaf(field.key) if field.key else ""
        return Step(f"{label}_{leaf}", name, type_, field.name, value, leaf, key, key_kind)

    def case(self, case: Field, name: str) -> Step:
        label = "case_boxed" if case.on_cycle else "case"
        value, leaf = self.value_type(case.type), _leaf(case.type)
        type_ = self.containers.get(label, "{value}").format(value=value)
        return Step(f"{label}_{leaf}", name, type_, case.name, value, leaf)

    def value_type(self, type_: Type) -> str:
        return self.scalars.get(type_.kind) or self.plain(type_.name)


def _filled(text: str, slot: tuple[str, str]) -> str:
    name, value = slot
    return text.replace(f"{{{name}}}", value)


def _leaf(type_: Type) -> str:
    return str(type_.kind) if type_.kind in _NAMED_KINDS else "number"
