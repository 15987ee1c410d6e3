"""Lowers a schema to the flat steps from which the Rust templates are rendered.

All decisions (types, names, order, what a plan reads, attributes) are here; a template iterates over steps
and calls one macro per reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from serbench.languages.rust.names import rust_type_name, rust_variant
from serbench.languages.rust.steps import (
    PlainStyle,
    PlanSteps,
    RustCase,
    RustEnum,
    RustMessage,
    RustSchema,
    RustStep,
    RustValue,
)
from serbench.render.idl import NO_IDL, Idl
from serbench.render.names import short_type_names, unique_names
from serbench.schema.access import AccessPlan, Read, Reading, access_plans
from serbench.schema.model import Enum, Field, Kind, Label, Member, Message, Oneof, Schema, Type

_SCALARS = {
    Kind.BOOL: "::std::primitive::bool",
    Kind.INT32: "::std::primitive::i32",
    Kind.UINT32: "::std::primitive::u32",
    Kind.INT64: "::std::primitive::i64",
    Kind.UINT64: "::std::primitive::u64",
    Kind.FLOAT: "::std::primitive::f32",
    Kind.DOUBLE: "::std::primitive::f64",
    Kind.STRING: "::std::string::String",
    Kind.BYTES: "::std::vec::Vec<::std::primitive::u8>",
}
_NAMED_KINDS = (Kind.BOOL, Kind.ENUM, Kind.STRING, Kind.BYTES, Kind.MESSAGE)


def lower_to_rust(schema: Schema, style: PlainStyle, idl: Idl | None = None) -> RustSchema:
    """The steps of all messages of a schema, with what a codec adds to the types and the names that its IDL
    file gives them."""
    return _Lowering(schema, style, idl or NO_IDL).lower()


class _Lowering:
    """Holds the name tables while a schema is lowered."""

    def __init__(self, schema: Schema, style: PlainStyle, idl: Idl) -> None:
        self.schema = schema
        self.idl = idl
        self.style = style
        full_names = [enum.name for enum in schema.enums] + [message.name for message in schema.messages]
        self.types = short_type_names(full_names, rust_type_name)
        self.oneofs = self.oneof_names()
        self.plans = access_plans(schema)

    def oneof_names(self) -> dict[tuple[str, str], str]:
        """The names of the enums of oneofs, which are declared with the types of the schema."""
        keys = [
            (message.name, member.name)
            for message in self.schema.messages
            for member in message.members
            if isinstance(member, Oneof)
        ]
        wanted = [f"{self.types[message].removeprefix('r#')}_{oneof}" for message, oneof in keys]
        names = unique_names(wanted, rust_type_name, taken=self.types.values())
        return dict(zip(keys, names, strict=True))

    def lower(self) -> RustSchema:
        messages = tuple(self.message(message) for message in self.schema.messages)
        root = next(m for m in messages if m.name == self.types[self.schema.root])
        enums = tuple(self.enum(enum) for enum in self.schema.enums)
        return RustSchema(root, messages, enums, self.style.derives, self.schema.sha256(), self.idl.file)

    def enum(self, enum: Enum) -> RustEnum:
        names = unique_names([name for name, _ in enum.values], rust_variant)
        values = tuple(
            RustValue(name, schema_name, number, self.style.of(schema_name, "value"))
            for name, (schema_name, number) in zip(names, enum.values, strict=True)
        )
        attributes = self.style.of(_last(enum.name), "enum", type_name=self.types[enum.name])
        idl = self.idl.enums.get(enum.name)
        return RustEnum(self.types[enum.name], self.path(enum.name), attributes, values, idl)

    def message(self, message: Message) -> RustMessage:
        names = unique_names([member.name for member in message.members], self.style.field_name)
        steps = tuple(
            self.member(message, member, name) for member, name in zip(message.members, names, strict=True)
        )
        plans = tuple(_plan(plan, message, steps) for plan in self.plans if message.name in plan.reads)
        kinds = ("message", "message_on_cycle") if message.on_cycle else ("message",)
        return RustMessage(
            name=self.types[message.name],
            type=self.path(message.name),
            attributes=self.style.of(_last(message.name), *kinds, type_name=self.types[message.name]),
            steps=steps,
            plans=plans,
            idl=self.idl.messages.get(message.name),
        )

    def member(self, message: Message, member: Member, name: str) -> RustStep:
        if isinstance(member, Oneof):
            return self.oneof(message, member, name)
        return self.field(message, member, name)

    def field(self, message: Message, member: Field, name: str) -> RustStep:
        value, leaf = self.value_type(member.type), _leaf(member.type)
        label, type_ = str(member.label), value
        if member.label is Label.REPEATED:
            type_ = _vec(value)
        elif member.label is Label.OPTIONAL and member.on_cycle:
            label, type_ = "boxed", _option(_box(value))
        elif member.label is Label.OPTIONAL:
            type_ = _option(value)
        elif member.key is not None:
            type_ = f"::std::collections::BTreeMap<{self.value_type(member.key)}, {value}>"
        cycle = ("on_cycle",) if member.on_cycle else ()
        of_leaf = self.style.leaf(label, member.type.kind, leaf)
        return RustStep(
            kind=f"{label}_{leaf}",
            name=name,
            schema_name=member.name,
            type=type_,
            value=value,
            attributes=self.style.of(member.name, "field", label, of_leaf, *cycle, type_name=value),
            value_kind=leaf,
            key=self.value_type(member.key) if member.key else "",
            key_kind=_leaf(member.key) if member.key else "",
            idl=self.idl.members.get((message.name, member.name)),
        )

    def oneof(self, message: Message, oneof: Oneof, name: str) -> RustStep:
        type_name = self.oneofs[message.name, oneof.name]
        on_cycle = any(case.on_cycle for case in oneof.cases)
        cycle = ("on_cycle",) if on_cycle else ()
        kinds = ("oneof", "oneof_on_cycle") if on_cycle else ("oneof",)
        variants = unique_names([case.name for case in oneof.cases], rust_variant)
        cases = tuple(
            self.case(message, case, variant, position)
            for position, (case, variant) in enumerate(zip(oneof.cases, variants, strict=True), 1)
        )
        return RustStep(
            kind="oneof",
            name=name,
            schema_name=oneof.name,
            type=_option(f"crate::plain::{type_name}"),
            value=f"crate::plain::{type_name}",
            attributes=self.style.of(oneof.name, "field", "oneof_field", *cycle),
            cases=cases,
            type_attributes=self.style.of(oneof.name, *kinds, type_name=type_name),
            type_name=type_name,
            idl=self.idl.members.get((message.name, oneof.name)),
        )

    def case(self, message: Message, case: Field, variant: str, position: int) -> RustCase:
        value, leaf = self.value_type(case.type), _leaf(case.type)
        cycle = ("on_cycle",) if case.on_cycle else ()
        of_leaf = self.style.leaf("case", case.type.kind, leaf)
        return RustCase(
            kind=f"case_boxed_{leaf}" if case.on_cycle else f"case_{leaf}",
            name=variant,
            schema_name=case.name,
            type=_box(value) if case.on_cycle else value,
            value=value,
            value_kind=leaf,
            position=position,
            attributes=self.style.of(case.name, "case", of_leaf),
            held_attributes=self.style.of(case.name, *cycle),
            idl=self.idl.cases.get((message.name, case.name)),
        )

    def value_type(self, type_: Type) -> str:
        return _SCALARS.get(type_.kind) or self.path(type_.name)

    def path(self, full_name: str) -> str:
        return f"crate::plain::{self.types[full_name]}"


def _plan(plan: AccessPlan, message: Message, steps: Sequence[RustStep]) -> PlanSteps:
    scan = tuple(
        _with_reading(step, read) for step, read in zip(steps, plan.reads[message.name], strict=True)
    )
    read = tuple(step for step in scan if step.reading != Reading.SKIP)
    opening = scan[: scan.index(read[-1]) + 1] if read else ()
    return PlanSteps(plan.name, plan.name.upper(), scan, opening, read)


def _with_reading(step: RustStep, read: Read) -> RustStep:
    """A oneof's cases outside the plan are marked ``skip``, the others read like the oneof."""
    cases = tuple(
        replace(case, reading=str(read.reading if case.position in read.cases else Reading.SKIP))
        for case in step.cases
    )
    return replace(step, reading=str(read.reading), cases=cases)


def _leaf(type_: Type) -> str:
    return str(type_.kind) if type_.kind in _NAMED_KINDS else "number"


def _last(full_name: str) -> str:
    return full_name.rpartition(".")[2]


def _option(inside: str) -> str:
    return f"::std::option::Option<{inside}>"


def _box(inside: str) -> str:
    return f"::std::boxed::Box<{inside}>"


def _vec(inside: str) -> str:
    return f"::std::vec::Vec<{inside}>"
