"""The flat steps that Java templates iterate over, and what a codec adds to the plain classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from serbench.languages.java.values import LEAVES, JavaValue
from serbench.render.idl import camel_case
from serbench.schema.access import Reading
from serbench.schema.model import Kind

# The JIT compiler leaves methods of more than 8000 bytes of code interpreted, and a method of more than 64 KB
# is not a valid class; a step takes about 30 bytes for each unit of its weight.
_PART_WEIGHT = 50
_WEIGHTS = {"plain": 1, "optional": 2, "array": 1, "list": 2, "map": 4}


@dataclass(frozen=True, slots=True)
class PlainAnnotations:
    """What a codec writes above the plain classes and their members.

    ``texts`` maps what is to carry them to annotations without their ``@``, in which ``{name}`` is the
    schema's name and, on the members of messages, ``{class}`` that of the plain class, ``{field}`` that of
    the field and ``{index}`` its place among them, from 0.

    On types: ``message``, ``enum``, ``oneof`` (the interface of a oneof), ``case`` (the class of a case), and
    ``value`` on the constants of an enum. On fields: ``field`` (every one), the kind of the step (``plain``,
    ``optional``, ``array``, ``list``, ``map``, ``oneof_field``, and ``case_field`` for the one field of a
    case), and the kind of a map's key (``key_uint64`` …). What is said of one kind of values stands in the
    place of the rest (``field_uint64`` of ``field``, ``optional_uint64`` of ``optional``), and so does what
    is said of maps by the kind of their keys (``map_by_bool`` of ``map``).
    """

    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def of(self, name: str, *kinds: str) -> tuple[str, ...]:
        """The annotations for these kinds, in their order."""
        return tuple(text.replace("{name}", name) for kind in kinds for text in self.texts.get(kind, ()))

    def of_value(self, name: str, kind: str, value_kind: str) -> tuple[str, ...]:
        """The annotations for a field of a kind with values of a kind."""
        narrowed = ((broad, f"{broad}_{value_kind}") for broad in ("field", kind))
        return self.of(name, *(narrow if narrow in self.texts else broad for broad, narrow in narrowed))

    def of_step(self, step: JavaStep, class_: str, index: int) -> tuple[str, ...]:
        """The annotations for a member of a plain class."""
        slots = {"{class}": class_, "{field}": step.name, "{index}": str(index)}
        return tuple(
            reduce(lambda filled, slot: filled.replace(*slot), slots.items(), text)
            for text in self._of_kinds(step)
        )

    def _of_kinds(self, step: JavaStep) -> tuple[str, ...]:
        name = step.schema_name
        if step.kind == "oneof":
            return self.of(name, "field", "oneof_field")
        if step.kind != "map":
            return self.of_value(name, step.kind, step.value.kind)
        by_key = f"map_by_{step.key.kind}"
        kind = by_key if by_key in self.texts else "map"
        return self.of_value(name, kind, step.value.kind) + self.of(name, f"key_{step.key.kind}")


@dataclass(frozen=True, slots=True)
class JavaStep:
    """One member of a plain class, or one case of a oneof.

    ``kind`` is plain, optional, array (of primitives), list, map, oneof or case. ``name`` is the Java field
    (of a case: of its oneof), ``type`` its type (of a case: the case's class), ``simple_type`` that type's
    last part, ``initial`` its value in a new object with `` = `` before it, else empty. ``schema_name`` is
    what the schema calls the member or case. ``value`` is one value inside, ``key`` a map's key. ``position``
    is a case's position in its oneof, from 1. ``annotations`` stand above the field (of a case: above the
    field in its class), ``type_annotations`` above the interface of a oneof and the class of a case.
    ``reading`` says what a plan does with the member, messages inside being read by the plan ``inner_plan``.
    """

    kind: str
    name: str
    type: str
    schema_name: str = ""
    simple_type: str = ""
    initial: str = ""
    value: JavaValue = LEAVES[Kind.INT32]
    key: JavaValue = LEAVES[Kind.INT32]
    position: int = 0
    cases: tuple[JavaStep, ...] = ()
    annotations: tuple[str, ...] = ()
    type_annotations: tuple[str, ...] = ()
    reading: str = str(Reading.WHOLE)
    inner_plan: str = ""
    idl: Any = None

    @property
    def accessor(self) -> str:
        """What follows the verb in accessors generated from the IDL file: ``Name`` of ``getName``."""
        return camel_case(self.idl.name, after_digits=True)

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
    annotations: tuple[str, ...]
    idl: Any


@dataclass(frozen=True, slots=True)
class JavaConstant:
    """A constant of a Java enum with its number and what the schema calls it."""

    name: str
    number: int
    schema_name: str
    annotations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JavaEnum:
    """A Java enum with the raw number beside each constant; the first is the default."""

    name: str
    type: str
    values: tuple[JavaConstant, ...]
    annotations: tuple[str, ...]
    idl: Any


def split_into_parts(steps: tuple[JavaStep, ...], heaviest: int = _PART_WEIGHT) -> tuple[Part, ...]:
    """The steps in parts that a method can hold. A single part has the empty suffix; of several each is a
    method of its own, next to the one that calls them."""
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
