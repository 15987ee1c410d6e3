"""The steps that templates iterate over, with the answers to what they ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from serbench.schema.access import Reading


@dataclass(frozen=True, slots=True)
class Leaf:
    """The type of one value or key, and what templates ask of it. ``kind`` is the last part of a step's,
    ``type`` the language's type."""

    kind: str
    type: Any

    @property
    def is_message(self) -> bool:
        return self.kind == "message"

    @property
    def is_enum(self) -> bool:
        return self.kind == "enum"

    @property
    def is_text(self) -> bool:
        return self.kind == "string"

    @property
    def is_bytes(self) -> bool:
        return self.kind == "bytes"

    @property
    def is_bool(self) -> bool:
        return self.kind == "bool"

    @property
    def is_number(self) -> bool:
        return self.kind == "number"

    @property
    def is_declared(self) -> bool:
        """Whether the schema declares the type: a message or an enum."""
        return self.is_message or self.is_enum

    @property
    def is_fixed(self) -> bool:
        """Whether each value takes the same room; those of all others lie apart in some formats."""
        return self.is_bool or self.is_number or self.is_enum

    @property
    def unit(self) -> str:
        """The name by which a macro is looked up: ``message``, ``enum``, or the type of a scalar."""
        return self.kind if self.is_declared else str(self.type)

    @property
    def bare(self) -> str:
        """The type without what qualifies it, of which functions are named."""
        return str(self.type).rpartition(".")[2]


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
    ``written`` is ``type`` as an application writes it, ``initial`` the value in a new object with `` = ``
    before it, ``attributes`` stand on the member, ``held_attributes`` on the value that a case holds, and
    ``type_attributes`` on the type of a oneof or of a case, which is called ``type_name``. Messages inside
    are read by the plan ``inner_plan``.

    The kinds, the values and the keys of a language that holds values otherwise are its own.

    Templates ask by name (``label``, ``is_map``, ``leaf.is_message`` …) and compare no kinds.
    """

    kind: str
    name: str
    type: str
    schema_name: str
    value: Any = ""
    value_kind: str = ""
    key: Any = ""
    key_kind: str = ""
    position: int = 0
    reading: str = str(Reading.WHOLE)
    cases: tuple[Step, ...] = ()
    idl: Any = None
    accessor: str = ""
    written: str = ""
    initial: str = ""
    attributes: tuple[str, ...] = ()
    held_attributes: tuple[str, ...] = ()
    type_attributes: tuple[str, ...] = ()
    type_name: str = ""
    inner_plan: str = ""

    @property
    def label(self) -> str:
        """The beginning of ``kind``, which does not tell a boxed case from the others."""
        return self.kind.partition("_")[0]

    @property
    def leaf(self) -> Leaf:
        """One value inside the member."""
        return Leaf(self.value_kind, self.value)

    @property
    def key_leaf(self) -> Leaf:
        """A key of the map."""
        return Leaf(self.key_kind, self.key)

    @property
    def is_oneof(self) -> bool:
        return self.label == "oneof"

    @property
    def is_map(self) -> bool:
        return self.label == "map"

    @property
    def is_list(self) -> bool:
        return self.label in ("repeated", "list")

    @property
    def is_array(self) -> bool:
        """Whether it is a list of numbers in a language that has arrays for them."""
        return self.label == "array"

    @property
    def is_plain(self) -> bool:
        return self.label == "plain"

    @property
    def is_optional(self) -> bool:
        """Whether it is a field that may be absent, on a cycle or not."""
        return self.label in ("optional", "boxed")

    @property
    def may_be_absent(self) -> bool:
        return self.is_optional or self.is_oneof


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

    @property
    def oneofs(self) -> tuple[Step, ...]:
        return tuple(step for step in self.read if step.is_oneof)


@dataclass(frozen=True, slots=True)
class PlainMessage:
    """A plain struct: its name, its qualified type, its members, the plans that enter it, and whether it can
    be reached from itself."""

    name: str
    type: str
    steps: tuple[Step, ...]
    plans: tuple[PlanSteps, ...]
    idl: Any
    attributes: tuple[str, ...] = ()
    on_cycle: bool = False

    @property
    def oneofs(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if step.is_oneof)
