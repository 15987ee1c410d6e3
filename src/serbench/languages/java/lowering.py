"""Lowers a schema to the flat steps from which the Java templates are rendered."""

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from serbench.languages.java.names import java_class_name, java_identifier, java_type_name
from serbench.languages.java.values import LEAVES, JavaValue, least_bytes
from serbench.languages.lowering import Lowering, PlainAttributes, PlainEnum, PlainSchema
from serbench.languages.steps import Step
from serbench.render.idl import Idl, camel_case
from serbench.schema.access import Read, Reading
from serbench.schema.model import Field, Kind, Label, Member, Message, Oneof, Schema, Type

JavaSchema: TypeAlias = PlainSchema["JavaMessage", PlainEnum]

# The JIT compiler leaves methods of more than 8000 bytes of code interpreted, and a method of more than 64 KB
# is not a valid class; a step takes about 30 bytes for each unit of its weight.
_PART_WEIGHT = 50
_WEIGHTS = {"plain": 1, "optional": 2, "array": 1, "list": 2, "map": 4}


@dataclass(frozen=True, slots=True)
class PlainAnnotations(PlainAttributes):
    """The annotations that a codec writes above the plain classes and their members.

    ``attributes`` have no ``@``. In those on the members of messages ``{class}`` is the plain class,
    ``{field}`` the field, ``{index}`` its place among them, from 0, and ``{number}`` its number in the
    schema, of a oneof that of its first case.

    On types: ``message``, ``enum``, ``oneof`` (the interface of a oneof), ``case`` (the class of a case), and
    ``value`` on the constants of an enum. On fields: ``field`` (every one), the kind of the step, and the
    kind of a map's key (``key_uint64`` …). The kinds of steps are ``plain``, ``optional``, ``array``,
    ``list``, ``map``, ``oneof_field``, and ``case_field`` for the one field of a case. An annotation for one
    kind of values replaces the general one (``field_uint64`` for ``field``, ``optional_uint64`` for
    ``optional``). So does an annotation for maps by the kind of their keys (``map_by_bool`` for ``map``).
    Annotations of the type of a field, not of the field itself, are named ``type_of_`` and the kind of the
    step (``type_of_optional``, ``type_of_oneof``).
    """

    def of_value(self, name: str, kind: str, value_kind: str, **slots: str) -> tuple[str, ...]:
        """The annotations for a field of a kind with values of a kind."""
        narrowed = ((broad, f"{broad}_{value_kind}") for broad in ("field", kind))
        kinds = (narrow if narrow in self.attributes else broad for broad, narrow in narrowed)
        return self.of(name, *kinds, **slots)

    def of_step(self, step: Step, class_: str, index: int, number: int) -> tuple[str, ...]:
        """The annotations for a member of a plain class."""
        name = step.schema_name
        slots = {"class": class_, "field": step.name, "index": str(index), "number": str(number)}
        if step.kind == "oneof":
            return self.of(name, "field", "oneof_field", **slots)
        if step.kind != "map":
            return self.of_value(name, step.kind, step.value.kind, **slots)
        by_key = f"map_by_{step.key.kind}"
        kind = by_key if by_key in self.attributes else "map"
        on_key = self.of(name, f"key_{step.key.kind}", **slots)
        return self.of_value(name, kind, step.value.kind, **slots) + on_key

    def written_type(self, step: Step) -> str:
        """The type of a member with its annotations, which Java wants before the last name of a qualified
        type and before the brackets of an array."""
        marks = "".join(f"@{text} " for text in self.of(step.schema_name, f"type_of_{step.kind}"))
        if step.type.endswith("[]"):
            return f"{step.type[:-2]} {marks}[]" if marks else step.type
        name, opening, arguments = step.type.partition("<")
        path, dot, last = name.rpartition(".")
        return f"{path}{dot}{marks}{last}{opening}{arguments}"


@dataclass(frozen=True, slots=True)
class Part:
    """Some steps of a walk that share a method, and what is appended to the walk's name for that method."""

    suffix: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class JavaPlan:
    """An access plan in one message. ``scan`` has every member up to the last that matters, those not read
    marked ``skip``; ``read`` has only those that are read."""

    name: str
    scan: tuple[Part, ...]
    read: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class JavaMessage:
    """A plain class: its name, its qualified type, its members whole and in parts, its plans, and whether it
    can be reached from itself."""

    name: str
    type: str
    steps: tuple[Step, ...]
    parts: tuple[Part, ...]
    plans: tuple[JavaPlan, ...]
    attributes: tuple[str, ...]
    idl: Any
    on_cycle: bool

    @property
    def oneofs(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if step.is_oneof)


def lower_to_java(
    schema: Schema, idl: Idl | None = None, annotations: PlainAnnotations | None = None
) -> JavaSchema:
    """The steps of all messages of a schema, with the names that its IDL file gives them and what a codec
    writes above the plain classes."""
    return _Lowering(schema, idl, java_class_name, annotations or PlainAnnotations()).lower()


class _Lowering(Lowering[JavaMessage, PlainEnum]):
    """``kind`` of a step is plain, optional, array (of primitives), list, map, oneof or case; ``name`` of a
    case is that of its oneof, and ``type`` its class. Values and keys are of the class JavaValue."""

    path = "plain."
    taken_members = ("serialVersionUID",)
    taken_values = ("number",)
    attributes: PlainAnnotations

    def lower(self) -> JavaSchema:
        lowered = super().lower()
        classes = [message.type for message in lowered.messages]
        classes += [case.type for m in lowered.messages for step in m.steps for case in step.cases]
        classes += [enum.type for enum in lowered.enums]
        return replace(lowered, classes=tuple(classes))

    def member_name(self, name: str) -> str:
        return java_identifier(name)

    value_name = member_name

    def accessor(self, name: str) -> str:
        """The part of an accessor's name that follows the verb: ``Name`` of ``getName``."""
        return camel_case(name, after_digits=True)

    def message(self, message: Message) -> JavaMessage:
        name = self.types[message.name]
        steps = tuple(
            replace(
                step,
                attributes=self.attributes.of_step(step, name, index, _number(member)),
                written=self.attributes.written_type(step),
            )
            for index, (step, member) in enumerate(zip(self.steps(message), message.members, strict=True))
        )
        # Nothing follows what access-one reads, nor a root that no other message holds.
        last = message.name == self.schema.root and not message.on_cycle
        plans = tuple(
            JavaPlan(
                plan.name,
                split_into_parts(plan.opening if last or plan.name == "one" else plan.scan),
                split_into_parts(plan.read),
            )
            for plan in self.plans_of(message, steps)
        )
        attributes, idl = self.on_type(message.name, "message"), self.idl.messages.get(message.name)
        parts = split_into_parts(steps)
        type_ = self.plain(message.name)
        return JavaMessage(name, type_, steps, parts, plans, attributes, idl, message.on_cycle)

    def as_read(self, step: Step, read: Read, plan: str) -> Step:
        """A member that is read by access-all is whole by that plan."""
        if read.reading is Reading.ALL:
            return super().as_read(step, replace(read, reading=Reading.WHOLE), "all")
        return super().as_read(step, read, plan)

    def field(self, field: Field, name: str) -> Step:
        value = self.value(field.type)
        if field.key is not None:
            key = self.value(field.key)
            kind, type_ = "map", f"java.util.LinkedHashMap<{key.boxed}, {value.boxed}>"
            initial = " = new java.util.LinkedHashMap<>()"
            return Step(kind, name, type_, field.name, value, key=key, initial=initial)
        if field.label is Label.REPEATED and value.array_of:
            kind, type_, initial = "array", f"{value.type}[]", f" = new {value.type}[0]"
        elif field.label is Label.REPEATED:
            kind, type_, initial = (
                "list",
                f"java.util.ArrayList<{value.boxed}>",
                " = new java.util.ArrayList<>()",
            )
        elif field.label is Label.OPTIONAL:
            kind, type_, initial = "optional", value.boxed, ""
        else:
            kind, type_, initial = "plain", value.type, value.initial
        return Step(kind, name, type_, field.name, value, initial=initial)

    def oneof(self, message: Message, oneof: Oneof, name: str) -> Step:
        oneofs, enclosing = (
            [one.name for one in message.members if isinstance(one, Oneof)],
            self.types[message.name],
        )
        interface = _nested_names(oneofs, (enclosing,))[oneofs.index(oneof.name)]
        classes = _nested_names([case.name for case in oneof.cases], (enclosing, interface))
        type_ = f"{self.path}{enclosing}.{interface}"
        cases = tuple(
            replace(case, name=name, type=f"{type_}.{case.type_name}")
            for case in self.cases(message, oneof, classes)
        )
        above = self.attributes.of(oneof.name, "oneof")
        return Step("oneof", name, type_, oneof.name, cases=cases, type_attributes=above, type_name=interface)

    def case(self, case: Field, name: str) -> Step:
        value = self.value(case.type)
        return Step(
            "case",
            name,
            name,
            case.name,
            value,
            initial=value.initial,
            attributes=self.attributes.of_value(case.name, "case_field", value.kind),
            type_attributes=self.attributes.of(case.name, "case"),
            type_name=name,
        )

    def value(self, type_: Type) -> JavaValue:
        leaf = LEAVES.get(type_.kind)
        if leaf is not None:
            return leaf
        simple, qualified = self.types[type_.name], self.plain(type_.name)
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


def _number(member: Member) -> int:
    return member.cases[0].number if isinstance(member, Oneof) else member.number


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


def weight_of(step: Step) -> int:
    """How much code a walk needs for a step, in plain scalars."""
    return _WEIGHTS.get(step.kind, 1 + len(step.cases))


def split_into_parts(steps: tuple[Step, ...]) -> tuple[Part, ...]:
    """The steps in parts that a method can hold. A single part has the empty suffix; of several each is a
    method of its own, next to the one that calls them."""
    groups: list[list[Step]] = [[]]
    weight = 0
    for step in steps:
        if groups[-1] and weight + weight_of(step) > _PART_WEIGHT:
            groups.append([])
            weight = 0
        groups[-1].append(step)
        weight += weight_of(step)
    if len(groups) == 1:
        return (Part("", tuple(groups[0])),)
    return tuple(Part(f"${number}", tuple(group)) for number, group in enumerate(groups, 1))
