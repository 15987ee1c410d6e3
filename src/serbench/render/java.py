"""Lowers a schema to the flat steps from which the Java templates are rendered.

All decisions (types, names, helper methods, order, what a plan reads) fall here; a template iterates over
steps and calls one macro per kind.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from serbench.render.engine import render_folder
from serbench.render.idl import NO_IDL, Idl
from serbench.render.java_names import java_identifier, java_type_name
from serbench.render.java_values import LEAVES, JavaValue, least_bytes
from serbench.render.names import short_type_names, unique_names
from serbench.schema.access import AccessPlan, Read, Reading, access_plans
from serbench.schema.model import Enum, Field, Kind, Label, Message, Oneof, Schema, Type

# The JIT compiler leaves methods of more than 8000 bytes of code interpreted, and a method of more than 64 KB
# is no valid class; a step takes about 30 bytes for each unit of its weight.
_PART_WEIGHT = 50
_WEIGHTS = {"plain": 1, "optional": 2, "array": 1, "list": 2, "map": 4}


@dataclass(frozen=True, slots=True)
class JavaStep:
    """One member of a plain class, or one case of a oneof.

    ``kind`` is plain, optional, array (of primitives), list, map, oneof or case. ``name`` is the Java field
    (of a case: of its oneof), ``type`` its type (of a case: the case's class), ``simple_type`` that type's
    last part, ``initial`` its value in a new object with `` = `` before it, else empty. ``value`` is one
    value inside, ``key`` a map's key. ``position`` is a case's position in its oneof, from 1. ``reading``
    says what a plan does with the member, messages inside being read by the plan ``inner_plan``.
    """

    kind: str
    name: str
    type: str
    simple_type: str = ""
    initial: str = ""
    value: JavaValue = LEAVES[Kind.INT32]
    key: JavaValue = LEAVES[Kind.INT32]
    position: int = 0
    cases: tuple[JavaStep, ...] = ()
    reading: str = str(Reading.WHOLE)
    inner_plan: str = ""
    idl: Any = None

    @property
    def weight(self) -> int:
        """How much code a walk needs for the step, in plain scalars."""
        return _WEIGHTS.get(self.kind, 1 + len(self.cases))


@dataclass(frozen=True, slots=True)
class Part:
    """Some steps of a walk that share a method, and what is appended to the walk's name for that method."""

    suffix: str
    steps: tuple[JavaStep, ...]


@dataclass(frozen=True, slots=True)
class JavaPlan:
    """An access plan in one message. ``scan`` has every member up to the last that matters, those not read
    marked ``skip``; ``read`` has only those that are read."""

    name: str
    scan: tuple[Part, ...]
    read: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class JavaMessage:
    """A plain class: its name, its qualified type, its members whole and in parts, its plans."""

    name: str
    type: str
    steps: tuple[JavaStep, ...]
    parts: tuple[Part, ...]
    plans: tuple[JavaPlan, ...]
    idl: Any


@dataclass(frozen=True, slots=True)
class JavaEnum:
    """A Java enum with the raw number beside each constant: values as (name, number)."""

    name: str
    type: str
    values: tuple[tuple[str, int], ...]
    idl: Any


@dataclass(frozen=True, slots=True)
class JavaSchema:
    """What a Java template sees. ``classes`` are the plain classes in one order that depends on the schema
    alone, the cases of oneofs included; ``idl`` is what the codec's IDL file has beside the schema's own types
    (serbench.render.idls)."""

    root: JavaMessage
    messages: tuple[JavaMessage, ...]
    enums: tuple[JavaEnum, ...]
    classes: tuple[str, ...]
    sha256: str
    idl: Any


def lower_to_java(schema: Schema, idl: Idl | None = None) -> JavaSchema:
    """The steps of all messages of a schema, with the names that its IDL file gives them."""
    return _Lowering(schema, idl or NO_IDL).lower()


def render_harness(harness: Path, schema: JavaSchema, workload: str) -> dict[str, str]:
    """The rendered sources that all runners of a workload share, by path below the source folder: those of
    the harness itself, and a file for each plain type."""
    rendered = {
        f"serbench/rendered/{name}": text
        for name, text in render_folder(harness, {"schema": schema, "workload": workload}).items()
    }
    for folder, types in (("each-message", schema.messages), ("each-enum", schema.enums)):
        for type_ in types:
            context: dict[str, object] = {"type": type_, "workload": workload}
            for text in render_folder(harness / folder, context).values():
                rendered[f"plain/{type_.name}.java"] = text
    return rendered


def split_into_parts(steps: tuple[JavaStep, ...], heaviest: int = _PART_WEIGHT) -> tuple[Part, ...]:
    """The steps in parts that a method can hold. A single part has the empty suffix; of several each is a
    method of its own beside the one that calls them."""
    groups: list[list[JavaStep]] = [[]]
    weight = 0
    for step in steps:
        if groups[-1] and weight + step.weight > heaviest:
            groups.append([])
            weight = 0
        groups[-1].append(step)
        weight += step.weight
    if len(groups) == 1:
        return (Part("", tuple(groups[0])),)
    return tuple(Part(f"${number}", tuple(group)) for number, group in enumerate(groups, 1))


class _Lowering:
    """Holds the name tables while a schema is lowered."""

    def __init__(self, schema: Schema, idl: Idl) -> None:
        self.schema = schema
        self.idl = idl
        full_names = [enum.name for enum in schema.enums] + [message.name for message in schema.messages]
        self.types = short_type_names(full_names, java_identifier)
        self.plans = access_plans(schema)
        self.enums = {enum.name: self.enum(enum) for enum in schema.enums}

    def lower(self) -> JavaSchema:
        messages = tuple(self.message(message) for message in self.schema.messages)
        root = next(m for m in messages if m.name == self.types[self.schema.root])
        classes = [message.type for message in messages]
        classes += [case.type for m in messages for step in m.steps for case in step.cases]
        classes += [enum.type for enum in self.enums.values()]
        enums = tuple(self.enums.values())
        return JavaSchema(root, messages, enums, tuple(classes), self.schema.sha256(), self.idl.file)

    def enum(self, enum: Enum) -> JavaEnum:
        names = unique_names([name for name, _ in enum.values], java_identifier, taken=("number",))
        numbers = [number for _, number in enum.values]
        name = self.types[enum.name]
        values = tuple(zip(names, numbers, strict=True))
        return JavaEnum(name, f"plain.{name}", values, self.idl.enums.get(enum.name))

    def message(self, message: Message) -> JavaMessage:
        names = unique_names(
            [member.name for member in message.members], java_identifier, taken=("serialVersionUID",)
        )
        simple = self.types[message.name]
        oneofs = [member.name for member in message.members if isinstance(member, Oneof)]
        interfaces = dict(zip(oneofs, _nested_names(oneofs, (simple,)), strict=True))
        steps = tuple(
            self.oneof(message, member, name, interfaces[member.name])
            if isinstance(member, Oneof)
            else replace(self.field(member, name), idl=self.idl.members.get((message.name, member.name)))
            for member, name in zip(message.members, names, strict=True)
        )
        plans = tuple(self.plan(plan, message, steps) for plan in self.plans if message.name in plan.reads)
        idl = self.idl.messages.get(message.name)
        return JavaMessage(simple, f"plain.{simple}", steps, split_into_parts(steps), plans, idl)

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
        cases = []
        for position, (case, simple) in enumerate(zip(oneof.cases, names, strict=True), 1):
            value = self.value(case.type)
            step = JavaStep(
                "case", name, f"{type_}.{simple}", simple, value.initial, value, position=position
            )
            cases.append(replace(step, idl=self.idl.cases.get((message.name, case.name))))
        idl = self.idl.members.get((message.name, oneof.name))
        return JavaStep("oneof", name, type_, simple_type=interface, cases=tuple(cases), idl=idl)

    def value(self, type_: Type) -> JavaValue:
        leaf = LEAVES.get(type_.kind)
        if leaf is not None:
            return leaf
        simple = self.types[type_.name]
        qualified = f"plain.{simple}"
        if type_.kind is Kind.ENUM:
            first = self.enums[type_.name].values[0][0]
            return replace(
                LEAVES[Kind.INT32],
                shape="enum",
                type=qualified,
                boxed=qualified,
                name=simple,
                raw=".number()",
                initial=f" = {qualified}.{first}",
                array_of="",
            )
        least = least_bytes(self.schema.message(type_.name))
        return JavaValue("message", qualified, qualified, name=simple, least_bytes=least)


def _nested_names(names: list[str], enclosing: tuple[str, ...]) -> tuple[str, ...]:
    """Names of nested types: a type must not be called like one that encloses it, nor like another beside it,
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
