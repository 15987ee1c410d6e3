"""Lowers a schema to the flat steps from which the C++ templates are rendered.

All decisions (types, names, order, what a plan reads) are made here; a template iterates over steps and calls
one macro per kind.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from serbench.languages.cpp.names import cpp_identifier
from serbench.render.idl import NO_IDL, Idl
from serbench.render.names import short_type_names, unique_names
from serbench.schema.access import AccessPlan, Read, Reading, access_plans
from serbench.schema.model import Enum, Field, Kind, Label, Member, Message, Oneof, Schema, Type

_SCALARS = {
    Kind.BOOL: "bool",
    Kind.INT32: "::std::int32_t",
    Kind.UINT32: "::std::uint32_t",
    Kind.INT64: "::std::int64_t",
    Kind.UINT64: "::std::uint64_t",
    Kind.FLOAT: "float",
    Kind.DOUBLE: "double",
    Kind.STRING: "::std::string",
    Kind.BYTES: "::std::vector<::std::byte>",
}
_NAMED_KINDS = (Kind.BOOL, Kind.ENUM, Kind.STRING, Kind.BYTES, Kind.MESSAGE)


@dataclass(frozen=True, slots=True)
class Step:
    """One member of a plain struct, or one case of a oneof.

    ``kind`` is ``LABEL_LEAF``: the label one of plain, optional, boxed (a unique_ptr on a cycle),
    repeated, map, case, case_boxed; the leaf one of bool, number, enum, string, bytes, message (in maps that
    of the value); or ``oneof``. ``name`` is the C++ member (of a case: of the oneof), ``type`` its C++
    type, ``value`` the type of one value inside it, ``key`` the type of a map's key with ``key_kind``
    its leaf. ``position`` is a case's index in the variant, from 1. ``reading`` says what a plan does with
    the member (serbench.schema.access.Reading); a oneof's ``cases`` carry their own. ``schema_name`` is what
    the schema calls the member or case: ASCII letters, digits and underscores, so it may stand in a literal.
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


@dataclass(frozen=True, slots=True)
class PlanSteps:
    """An access plan in one message: ``scan`` has every member in order, those not read marked ``skip``;
    ``opening`` is ``scan`` up to the last member that is read, for readers that need not know where the
    message ends; ``read`` has only those that are read."""

    name: str
    scan: tuple[Step, ...]
    opening: tuple[Step, ...]
    read: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class CppMessage:
    """A plain struct: its name, its fully qualified C++ type, its members, the plans that enter it."""

    name: str
    type: str
    steps: tuple[Step, ...]
    plans: tuple[PlanSteps, ...]
    idl: Any


@dataclass(frozen=True, slots=True)
class CppEnum:
    """An enum class over int32: values as (name, number), and with the names that the schema gives them."""

    name: str
    type: str
    values: tuple[tuple[str, int], ...]
    schema_values: tuple[tuple[str, int], ...]
    idl: Any


@dataclass(frozen=True, slots=True)
class CppSchema:
    """What a C++ template sees. ``messages`` are in an order of declaration that C++ accepts; ``idl`` is
    what the codec's IDL file has besides the schema's own types (serbench.render.idls)."""

    root: CppMessage
    messages: tuple[CppMessage, ...]
    enums: tuple[CppEnum, ...]
    sha256: str
    idl: Any


def lower_to_cpp(schema: Schema, idl: Idl | None = None) -> CppSchema:
    """The steps of all messages of a schema, with the names that its IDL file gives them."""
    return _Lowering(schema, idl or NO_IDL).lower()


class _Lowering:
    """Holds the name tables while a schema is lowered."""

    def __init__(self, schema: Schema, idl: Idl) -> None:
        self.schema = schema
        self.idl = idl
        full_names = [enum.name for enum in schema.enums] + [message.name for message in schema.messages]
        self.types = short_type_names(full_names, cpp_identifier)
        self.plans = access_plans(schema)

    def lower(self) -> CppSchema:
        messages = tuple(self.message(message) for message in self.schema.messages)
        root = next(m for m in messages if m.name == self.types[self.schema.root])
        enums = tuple(self.enum(enum) for enum in self.schema.enums)
        return CppSchema(root, messages, enums, self.schema.sha256(), self.idl.file)

    def enum(self, enum: Enum) -> CppEnum:
        names = unique_names([name for name, _ in enum.values], cpp_identifier)
        numbers = [number for _, number in enum.values]
        name = self.types[enum.name]
        values = tuple(zip(names, numbers, strict=True))
        return CppEnum(name, f"::plain::{name}", values, enum.values, self.idl.enums.get(enum.name))

    def message(self, message: Message) -> CppMessage:
        names = unique_names([member.name for member in message.members], cpp_identifier)
        steps = tuple(
            self.member(message, member, name) for member, name in zip(message.members, names, strict=True)
        )
        plans = tuple(self.plan(plan, message, steps) for plan in self.plans if message.name in plan.reads)
        name = self.types[message.name]
        return CppMessage(name, f"::plain::{name}", steps, plans, self.idl.messages.get(message.name))

    def plan(self, plan: AccessPlan, message: Message, steps: tuple[Step, ...]) -> PlanSteps:
        scan = tuple(
            _with_reading(step, read) for step, read in zip(steps, plan.reads[message.name], strict=True)
        )
        read = tuple(step for step in scan if step.reading != Reading.SKIP)
        opening = scan[: scan.index(read[-1]) + 1] if read else ()
        return PlanSteps(plan.name, scan, opening, read)

    def member(self, message: Message, member: Member, name: str) -> Step:
        if isinstance(member, Oneof):
            return self.oneof(message, member, name)
        return self.field(message, member, name)

    def field(self, message: Message, field: Field, name: str) -> Step:
        value, leaf = self.value_type(field.type), _leaf(field.type)
        label, type_ = str(field.label), value
        if field.label is Label.REPEATED:
            type_ = f"::std::vector<{value}>"
        elif field.label is Label.OPTIONAL and field.on_cycle:
            label, type_ = "boxed", f"::std::unique_ptr<{value}>"
        elif field.label is Label.OPTIONAL:
            type_ = f"::std::optional<{value}>"
        elif field.key is not None:
            type_ = f"::std::map<{self.value_type(field.key)}, {value}>"
        return Step(
            kind=f"{label}_{leaf}",
            name=name,
            type=type_,
            schema_name=field.name,
            value=value,
            value_kind=leaf,
            key=self.value_type(field.key) if field.key else "",
            key_kind=_leaf(field.key) if field.key else "",
            idl=self.idl.members.get((message.name, field.name)),
        )

    def oneof(self, message: Message, oneof: Oneof, name: str) -> Step:
        cases = tuple(
            self.case(message, case, name, position) for position, case in enumerate(oneof.cases, 1)
        )
        type_ = f"::std::variant<{', '.join(['::std::monostate', *(case.type for case in cases)])}>"
        return Step(
            kind="oneof",
            name=name,
            type=type_,
            schema_name=oneof.name,
            cases=cases,
            idl=self.idl.members.get((message.name, oneof.name)),
        )

    def case(self, message: Message, case: Field, name: str, position: int) -> Step:
        value, leaf = self.value_type(case.type), _leaf(case.type)
        return Step(
            kind=f"case_boxed_{leaf}" if case.on_cycle else f"case_{leaf}",
            name=name,
            type=f"::std::unique_ptr<{value}>" if case.on_cycle else value,
            schema_name=case.name,
            value=value,
            value_kind=leaf,
            position=position,
            idl=self.idl.cases.get((message.name, case.name)),
        )

    def value_type(self, type_: Type) -> str:
        return _SCALARS.get(type_.kind) or f"::plain::{self.types[type_.name]}"


def _leaf(type_: Type) -> str:
    return str(type_.kind) if type_.kind in _NAMED_KINDS else "number"


def _with_reading(step: Step, read: Read) -> Step:
    """A oneof's cases outside the plan are marked ``skip``, the others read like the oneof."""
    cases = tuple(
        replace(case, reading=str(read.reading if case.position in read.cases else Reading.SKIP))
        for case in step.cases
    )
    return replace(step, reading=str(read.reading), cases=cases)
