"""Lowers a schema to the flat steps from which the Java templates are rendered.

All decisions (types, names, helper methods, order, what a plan reads) are made here; a template iterates over
steps and calls one macro per kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from serbench.languages.java.names import java_class_name, java_identifier, java_type_name
from serbench.languages.java.steps import (
    JavaConstant,
    JavaEnum,
    JavaMessage,
    JavaPlan,
    JavaStep,
    PlainAnnotations,
    split_into_parts,
)
from serbench.languages.java.values import LEAVES, JavaValue, least_bytes
from serbench.languages.lowering import Lowering, PlainSchema
from serbench.render.engine import render_each, render_folder
from serbench.render.idl import Idl
from serbench.render.names import unique_names
from serbench.schema.access import AccessPlan, Read, Reading
from serbench.schema.model import Enum, Field, Kind, Label, Member, Message, Oneof, Schema, Type

JavaSchema: TypeAlias = PlainSchema[JavaMessage, JavaEnum]


def lower_to_java(
    schema: Schema, idl: Idl | None = None, annotations: PlainAnnotations | None = None
) -> JavaSchema:
    """The steps of all messages of a schema, with the names that its IDL file gives them and what a codec
    writes above the plain classes."""
    return _Lowering(schema, idl, annotations or PlainAnnotations()).lower()


def render_harness(templates: Path, schema: JavaSchema, workload: str) -> dict[str, str]:
    """The rendered sources of the harness, which all runners of a workload share, by path below the source
    folder."""
    rendered = render_folder(templates, {"schema": schema, "workload": workload})
    return {f"serbench/rendered/{name}": text for name, text in rendered.items()}


def render_plain(templates: Path, schema: JavaSchema, workload: str) -> dict[str, str]:
    """The plain types, a file each, by path below the source folder."""
    rendered: dict[str, str] = {}
    kinds: dict[str, Sequence[JavaMessage | JavaEnum]] = {
        "each-message": schema.messages,
        "each-enum": schema.enums,
    }
    for folder, types in kinds.items():
        texts = render_each(templates / folder, ({"type": type_, "workload": workload} for type_ in types))
        for type_, files in zip(types, texts, strict=True):
            rendered |= {f"plain/{type_.name}.java": text for text in files.values()}
    return rendered


class _Lowering(Lowering[JavaMessage, JavaEnum]):
    def __init__(self, schema: Schema, idl: Idl | None, annotations: PlainAnnotations) -> None:
        super().__init__(schema, idl, java_class_name)
        self.above = annotations
        self.enums = {enum.name: self.enum(enum) for enum in schema.enums}

    def lower(self) -> JavaSchema:
        lowered = super().lower()
        classes = [message.type for message in lowered.messages]
        classes += [case.type for m in lowered.messages for step in m.steps for case in step.cases]
        classes += [enum.type for enum in lowered.enums]
        return replace(lowered, classes=tuple(classes))

    def enum(self, enum: Enum) -> JavaEnum:
        names = unique_names([name for name, _ in enum.values], java_identifier, taken=("number",))
        constants = tuple(
            JavaConstant(name, number, schema_name, self.above.of(schema_name, "value"))
            for name, (schema_name, number) in zip(names, enum.values, strict=True)
        )
        name = self.types[enum.name]
        annotations = self.above.of(_last(enum.name), "enum")
        return JavaEnum(name, f"plain.{name}", constants, annotations, self.idl.enums.get(enum.name))

    def message(self, message: Message) -> JavaMessage:
        names = unique_names(
            [member.name for member in message.members], java_identifier, taken=("serialVersionUID",)
        )
        simple = self.types[message.name]
        oneofs = [member.name for member in message.members if isinstance(member, Oneof)]
        interfaces = dict(zip(oneofs, _nested_names(oneofs, (simple,)), strict=True))
        steps = tuple(
            self.annotated(self.member(message, member, name, interfaces.get(member.name, "")), simple, index)
            for index, (member, name) in enumerate(zip(message.members, names, strict=True))
        )
        plans = tuple(self.plan(plan, message, steps) for plan in self.plans if message.name in plan.reads)
        annotations = self.above.of(_last(message.name), "message")
        idl = self.idl.messages.get(message.name)
        parts = split_into_parts(steps)
        return JavaMessage(simple, f"plain.{simple}", steps, parts, plans, annotations, idl)

    def member(self, message: Message, member: Member, name: str, interface: str) -> JavaStep:
        step = (
            self.oneof(message, member, name, interface)
            if isinstance(member, Oneof)
            else self.field(member, name)
        )
        return replace(step, schema_name=member.name, idl=self.idl.members.get((message.name, member.name)))

    def annotated(self, step: JavaStep, class_: str, index: int) -> JavaStep:
        return replace(step, annotations=self.above.of_step(step, class_, index))

    def plan(self, plan: AccessPlan, message: Message, steps: tuple[JavaStep, ...]) -> JavaPlan:
        read = [
            _with_reading(step, read, plan.name)
            for step, read in zip(steps, plan.reads[message.name], strict=True)
        ]
        scan = list(read)
        # Nothing follows what access-one reads, nor a root that no other message holds.
        last = plan.name == "one" or (message.name == self.schema.root and not message.on_cycle)
        while last and scan and scan[-1].reading == Reading.SKIP:
            scan.pop()
        wanted = tuple(step for step in read if step.reading != Reading.SKIP)
        return JavaPlan(plan.name, split_into_parts(tuple(scan)), split_into_parts(wanted))

    def field(self, field: Field, name: str) -> JavaStep:
        value = self.value(field.type)
        if field.label is Label.MAP:
            assert field.key is not None
            key = self.value(field.key)
            type_ = f"java.util.LinkedHashMap<{key.boxed}, {value.boxed}>"
            initial = " = new java.util.LinkedHashMap<>()"
            return JavaStep("map", name, type_, initial=initial, value=value, key=key)
        if field.label is Label.REPEATED and value.array_of:
            initial = f" = new {value.type}[0]"
            return JavaStep("array", name, f"{value.type}[]", initial=initial, value=value)
        if field.label is Label.REPEATED:
            type_ = f"java.util.ArrayList<{value.boxed}>"
            return JavaStep("list", name, type_, initial=" = new java.util.ArrayList<>()", value=value)
        if field.label is Label.OPTIONAL:
            return JavaStep("optional", name, value.boxed, value=value)
        return JavaStep("plain", name, value.type, initial=value.initial, value=value)

    def oneof(self, message: Message, oneof: Oneof, name: str, interface: str) -> JavaStep:
        enclosing = self.types[message.name]
        names = _nested_names([case.name for case in oneof.cases], (enclosing, interface))
        type_ = f"plain.{enclosing}.{interface}"
        cases = tuple(
            replace(
                self.case(case, JavaStep("case", name, f"{type_}.{simple}", case.name, simple)),
                position=position,
                idl=self.idl.cases.get((message.name, case.name)),
            )
            for position, (case, simple) in enumerate(zip(oneof.cases, names, strict=True), 1)
        )
        return JavaStep(
            "oneof",
            name,
            type_,
            simple_type=interface,
            cases=cases,
            type_annotations=self.above.of(oneof.name, "oneof"),
        )

    def case(self, case: Field, step: JavaStep) -> JavaStep:
        value = self.value(case.type)
        return replace(
            step,
            value=value,
            initial=value.initial,
            annotations=self.above.of_value(case.name, "case_field", value.kind),
            type_annotations=self.above.of(case.name, "case"),
        )

    def value(self, type_: Type) -> JavaValue:
        leaf = LEAVES.get(type_.kind)
        if leaf is not None:
            return leaf
        simple = self.types[type_.name]
        qualified = f"plain.{simple}"
        if type_.kind is Kind.ENUM:
            first = self.enums[type_.name].values[0].name
            return replace(
                LEAVES[Kind.INT32],
                kind=str(type_.kind),
                shape="enum",
                type=qualified,
                boxed=qualified,
                name=simple,
                raw=".number()",
                initial=f" = {qualified}.{first}",
                array_of="",
            )
        least = least_bytes(self.schema.message(type_.name))
        return JavaValue("message", "message", qualified, qualified, name=simple, least_bytes=least)


def _nested_names(names: list[str], enclosing: tuple[str, ...]) -> tuple[str, ...]:
    """Names of nested types: a type must not be named like one that encloses it, nor like a sibling,
    as those made of ``a_b`` and ``aB`` would be."""
    found: list[str] = []
    for name in names:
        base = candidate = java_type_name(name)
        number = 2
        while candidate in (*enclosing, *found):
            candidate = f"{base}{number}"
            number += 1
        found.append(candidate)
    return tuple(found)


def _last(full_name: str) -> str:
    return full_name.rpartition(".")[2]


def _with_reading(step: JavaStep, read: Read, plan: str) -> JavaStep:
    """The step as a plan reads it: a member that is read by access-all is whole by that plan; cases outside
    the plan are marked ``skip``."""
    inner, reading = plan, str(read.reading)
    if read.reading is Reading.ALL:
        inner, reading = "all", str(Reading.WHOLE)
    cases = tuple(
        replace(case, reading=reading if case.position in read.cases else str(Reading.SKIP), inner_plan=inner)
        for case in step.cases
    )
    return replace(step, reading=reading, inner_plan=inner, cases=cases)
