"""Lowers a schema to the flat steps from which the templates of a language are rendered.

All decisions (types, names, order, what a plan reads) are made here and in the language's own lowering; a
template iterates over steps and calls one macro per kind.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from serbench.languages import languages
from serbench.render.idl import NO_IDL, NO_WORDS, Idl
from serbench.render.idls import lower_to_idl
from serbench.render.names import short_type_names, unique_names
from serbench.schema.access import AccessPlan, Read, Reading, access_plans
from serbench.schema.model import Enum, Field, Kind, Label, Member, Message, Oneof, Schema, Type

_NAMED_KINDS = (Kind.BOOL, Kind.ENUM, Kind.STRING, Kind.BYTES, Kind.MESSAGE)

M = TypeVar("M", bound="Named")
E = TypeVar("E")


class Named(Protocol):
    """A message as a language sees it, whatever else it has."""

    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Step:
    """One member of a plain struct, or one case of a oneof.

    ``kind`` is ``LABEL_LEAF``: the label one of plain, optional, boxed (optional on a cycle), repeated, map,
    case, case_boxed; the leaf one of bool, number, enum, string, bytes, message (in maps that of the value);
    or ``oneof``. ``name`` is the member (of a case: what the language calls it), ``type`` its whole type,
    ``value`` the type of one value inside it, ``key`` the type of a map's key with ``key_kind`` its leaf.
    ``position`` is a case's place in its oneof, from 1. ``reading`` says what a plan does with the member
    (serbench.schema.access.Reading); a oneof's ``cases`` carry their own. ``schema_name`` is what the schema
    calls the member or case: ASCII letters, digits and underscores, so it may stand in a literal.

    Where a language has them: ``accessor`` is how code that is generated from the IDL spells the member,
    ``written`` is ``type`` as an application writes it, ``attributes`` stand on the member,
    ``held_attributes`` on the value that a case holds, and ``type_attributes`` on the type of a oneof, which
    is called ``type_name``.
    """

    kind: str
    name: str
    type: str
    schema_name: str
    value: str = ""
    value_kind: str = ""
    key: str = ""
    key_kind: str = ""
    position: int = 0
    reading: str = str(Reading.WHOLE)
    cases: tuple[Step, ...] = ()
    idl: Any = None
    accessor: str = ""
    written: str = ""
    attributes: tuple[str, ...] = ()
    held_attributes: tuple[str, ...] = ()
    type_attributes: tuple[str, ...] = ()
    type_name: str = ""


@dataclass(frozen=True, slots=True)
class PlanSteps:
    """An access plan in one message: ``scan`` has every member in order, those not read marked ``skip``;
    ``opening`` is ``scan`` up to the last member that is read, for readers that need not know where the
    message ends; ``read`` has only those that are read."""

    name: str
    scan: tuple[Step, ...]
    opening: tuple[Step, ...]
    read: tuple[Step, ...]

    @property
    def number(self) -> str:
        """The constant that names the plan."""
        return self.name.upper()


@dataclass(frozen=True, slots=True)
class PlainMessage:
    """A plain struct: its name, its qualified type, its members, the plans that enter it."""

    name: str
    type: str
    steps: tuple[Step, ...]
    plans: tuple[PlanSteps, ...]
    idl: Any
    attributes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlainSchema(Generic[M, E]):
    """What a template sees. ``messages`` are in an order of declaration that needs no later one; ``derives``
    stand on every type and ``classes`` are the types in one order that depends on the schema alone, the cases
    of oneofs included, where a language has them; ``idl`` is what the codec's IDL file has besides the
    schema's own types (serbench.render.idls)."""

    root: M
    messages: tuple[M, ...]
    enums: tuple[E, ...]
    sha256: str
    idl: Any
    derives: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()


def wire_names(idl: str, schema: Schema) -> Idl | None:
    """What the IDL's module makes of a schema, by names that the generators of every language accept; None
    for the empty name of a codec without an IDL."""
    words = reduce(lambda all_words, language: all_words | language.reserved, languages(), NO_WORDS)
    return lower_to_idl(idl, schema, words)


class Lowering(ABC, Generic[M, E]):
    """Holds the name tables while a schema is lowered."""

    def __init__(self, schema: Schema, idl: Idl | None, type_name: Callable[[str], str]) -> None:
        self.schema = schema
        self.idl = idl or NO_IDL
        full_names = [enum.name for enum in schema.enums] + [message.name for message in schema.messages]
        self.types = short_type_names(full_names, type_name)
        self.plans = access_plans(schema)

    def lower(self) -> PlainSchema[M, E]:
        messages = tuple(self.message(message) for message in self.schema.messages)
        root = next(m for m in messages if m.name == self.types[self.schema.root])
        enums = tuple(self.enum(enum) for enum in self.schema.enums)
        return PlainSchema(root, messages, enums, self.schema.sha256(), self.idl.file)

    @abstractmethod
    def enum(self, enum: Enum) -> E: ...

    @abstractmethod
    def message(self, message: Message) -> M: ...


class NativeLowering(Lowering[PlainMessage, E]):
    """The lowering to structs of values. A language says how it spells the scalars, the ``containers`` around
    a ``{value}`` by label, the path of a plain type, and by its methods all else."""

    scalars: ClassVar[Mapping[Kind, str]]
    containers: ClassVar[Mapping[str, str]]
    path: ClassVar[str]

    @abstractmethod
    def field_name(self, name: str) -> str: ...

    @abstractmethod
    def oneof(self, message: Message, oneof: Oneof, name: str) -> Step: ...

    def message(self, message: Message) -> PlainMessage:
        names = unique_names([member.name for member in message.members], self.field_name)
        steps = tuple(map(self.member, [message] * len(names), message.members, names))
        plans = tuple(_plan(plan, message, steps) for plan in self.plans if message.name in plan.reads)
        type_, idl = self.plain(message.name), self.idl.messages.get(message.name)
        return PlainMessage(self.types[message.name], type_, steps, plans, idl)

    def member(self, message: Message, member: Member, name: str) -> Step:
        if isinstance(member, Oneof):
            step = self.oneof(message, member, name)
        else:
            step = self.field(message, member, name)
        idl = self.idl.members.get((message.name, member.name))
        return replace(step, idl=idl, accessor=self.accessor(idl))

    def accessor(self, idl: Any) -> str:
        """How generated code spells a member of the IDL file; empty where that is its name."""
        return ""

    def field(self, message: Message, field: Field, name: str) -> Step:
        label = "boxed" if field.label is Label.OPTIONAL and field.on_cycle else str(field.label)
        value, leaf = self.value_type(field.type), _leaf(field.type)
        key = self.value_type(field.key) if field.key else ""
        type_ = self.containers.get(label, "{value}").format(key=key, value=value)
        key_kind = _leaf(field.key) if field.key else ""
        return Step(f"{label}_{leaf}", name, type_, field.name, value, leaf, key, key_kind)

    def cases(self, message: Message, oneof: Oneof, names: Sequence[str]) -> tuple[Step, ...]:
        named = zip(oneof.cases, names, strict=True)
        return tuple(self.case(message, case, name, at) for at, (case, name) in enumerate(named, 1))

    def case(self, message: Message, case: Field, name: str, position: int) -> Step:
        label = "case_boxed" if case.on_cycle else "case"
        value, leaf = self.value_type(case.type), _leaf(case.type)
        type_ = self.containers.get(label, "{value}").format(value=value)
        idl = self.idl.cases.get((message.name, case.name))
        step = Step(f"{label}_{leaf}", name, type_, case.name, value, leaf, position=position)
        return replace(step, idl=idl, accessor=self.accessor(idl))

    def value_type(self, type_: Type) -> str:
        return self.scalars.get(type_.kind) or self.plain(type_.name)

    def plain(self, full_name: str) -> str:
        """The qualified type of a message or enum."""
        return f"{self.path}{self.types[full_name]}"


def _plan(plan: AccessPlan, message: Message, steps: Sequence[Step]) -> PlanSteps:
    scan = tuple(map(_with_reading, steps, plan.reads[message.name]))
    read = tuple(step for step in scan if step.reading != Reading.SKIP)
    opening = scan[: scan.index(read[-1]) + 1] if read else ()
    return PlanSteps(plan.name, scan, opening, read)


def _with_reading(step: Step, read: Read) -> Step:
    """A oneof's cases outside the plan are marked ``skip``, the others read like the oneof."""
    cases = tuple(
        replace(case, reading=str(read.reading if case.position in read.cases else Reading.SKIP))
        for case in step.cases
    )
    return replace(step, reading=str(read.reading), cases=cases)


def _leaf(type_: Type) -> str:
    return str(type_.kind) if type_.kind in _NAMED_KINDS else "number"
