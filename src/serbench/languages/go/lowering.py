"""How the plain structs of Go are spelled, and which tags stand on their fields."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from serbench.languages.go import names
from serbench.languages.lowering import NativeLowering, PlainAttributes, PlainEnum, PlainSchema
from serbench.languages.steps import PlainMessage, Step
from serbench.render.idl import Idl
from serbench.render.names import unique_names
from serbench.schema.model import Field, Kind, Message, Oneof, Schema


@dataclass(frozen=True, slots=True)
class PlainTags(PlainAttributes):
    """The tags that a codec writes on the fields of the plain structs.
    A field takes the texts of the most specific name that the codec has. From the most specific, the names
    are: label and kind (``map_uint64``); label and leaf (``optional_bytes``, ``map_number`` …); the label;
    ``field`` for all but cases. The labels are ``plain``, ``optional``, ``boxed``, ``repeated``, ``map``,
    ``oneof_field``, and ``case`` of a oneof. ``taken`` are names that no field may have, because the codec's
    generator adds methods of those names."""

    taken: tuple[str, ...] = ()

    def tag(self, name: str, *kinds: str) -> tuple[str, ...]:
        """The texts of the first of these kinds that has any."""
        return next((texts for kind in kinds if (texts := self.of(name, kind))), ())


def lower_to_go(
    schema: Schema, tags: PlainTags, idl: Idl | None = None
) -> PlainSchema[PlainMessage, PlainEnum]:
    """The steps of all messages of a schema, with a codec's tags and the names of its IDL file."""
    return GoLowering(schema, tags, idl).lower()


class GoLowering(NativeLowering[PlainEnum]):
    path = "plain."
    scalars: ClassVar = {
        Kind.BOOL: "bool",
        Kind.INT32: "int32",
        Kind.UINT32: "uint32",
        Kind.INT64: "int64",
        Kind.UINT64: "uint64",
        Kind.FLOAT: "float32",
        Kind.DOUBLE: "float64",
        Kind.STRING: "string",
        Kind.BYTES: "[]byte",
    }
    containers: ClassVar = {
        "optional": "*{value}",
        "boxed": "*{value}",
        "case": "*{value}",
        "case_boxed": "*{value}",
        "repeated": "[]{value}",
        "map": "map[{key}]{value}",
    }

    def __init__(self, schema: Schema, tags: PlainTags, idl: Idl | None) -> None:
        super().__init__(schema, idl, names.exported, tags)
        self.tags = tags
        self.oneofs = self.oneof_names()
        self.enums = dict(zip(self.enums, self._with_constants(tuple(self.enums.values())), strict=True))

    def accessor(self, name: str) -> str:
        return names.accessor(name)

    def _with_constants(self, enums: Sequence[PlainEnum]) -> tuple[PlainEnum, ...]:
        """The enums with their values as constants, which are declared with the types of the schema."""
        wanted = [f"{enum.name}_{value.schema_name}" for enum in enums for value in enum.values]
        taken = (*self.types.values(), *self.oneofs.values())
        found = iter(unique_names(wanted, names.exported, taken))
        return tuple(
            replace(enum, values=tuple(replace(value, name=next(found)) for value in enum.values))
            for enum in enums
        )

    def value_name(self, name: str) -> str:
        return name

    def member_name(self, name: str) -> str:
        field = names.exported(name)
        return f"{field}_" if field in self.tags.taken else field

    def field(self, field: Field, name: str) -> Step:
        step = super().field(field, name)
        label = step.kind.removesuffix(f"_{step.value_kind}")
        tags = self.tags.tag(field.name, f"{label}_{field.type.kind}", step.kind, label, "field")
        return replace(step, attributes=tags, written=self._written(step.type))

    def oneof(self, message: Message, oneof: Oneof, name: str) -> Step:
        type_name = self.oneofs[message.name, oneof.name]
        cases = unique_names([case.name for case in oneof.cases], self.member_name)
        return Step(
            kind="oneof",
            name=name,
            schema_name=oneof.name,
            type=f"*{self.path}{type_name}",
            written=f"*{type_name}",
            value=f"{self.path}{type_name}",
            attributes=self.tags.tag(oneof.name, "oneof_field", "field"),
            cases=self.cases(message, oneof, cases),
            type_name=type_name,
        )

    def case(self, case: Field, name: str) -> Step:
        step = super().case(case, name)
        tags = self.tags.tag(case.name, f"case_{case.type.kind}", f"case_{step.value_kind}", "case")
        return replace(step, attributes=tags, written=self._written(step.type))

    def _written(self, type_: str) -> str:
        """A type as the package of the plain types writes it."""
        return type_.replace(self.path, "")
