"""How the plain objects of JavaScript are spelled."""

from dataclasses import replace
from typing import ClassVar

from serbench.languages.javascript import names
from serbench.languages.lowering import NativeLowering, PlainAttributes, PlainEnum, PlainSchema
from serbench.languages.steps import PlainMessage, Step
from serbench.render.idl import Idl
from serbench.schema.model import Kind, Member, Message, Oneof, Schema, Type

# Integers of 64 bits that are numbers, which hold those of 53 bits and a sign.
_AS_NUMBERS = {Kind.INT64: "int53", Kind.UINT64: "uint53"}


def lower_to_javascript(
    schema: Schema, idl: Idl | None = None, *, numbers: bool = False
) -> PlainSchema[PlainMessage, PlainEnum]:
    """The steps of all messages of a schema, with the names of a codec's IDL file. With ``numbers`` integers
    of 64 bits are numbers in objects, else BigInt."""
    return JavaScriptLowering(schema, idl, numbers).lower()


class JavaScriptLowering(NativeLowering[PlainEnum]):
    """The language has no types of its own, so a scalar's is its kind in the schema, or int53 and uint53 for
    integers of 64 bits that are numbers."""

    path = "plain."
    scalars: ClassVar = {kind: str(kind) for kind in Kind if kind not in (Kind.ENUM, Kind.MESSAGE)}
    containers: ClassVar = {
        "optional": "{value}|null",
        "boxed": "{value}|null",
        "repeated": "{value}[]",
        "map": "Map<{key}, {value}>",
    }

    def __init__(self, schema: Schema, idl: Idl | None, numbers: bool) -> None:
        super().__init__(schema, idl, names.type_name, PlainAttributes())
        self.numbers = numbers
        self.oneofs = self.oneof_names()

    def accessor(self, name: str) -> str:
        return names.accessor(name)

    def value_name(self, name: str) -> str:
        return names.member(name)

    def member_name(self, name: str) -> str:
        return names.member(name)

    def value_type(self, type_: Type) -> str:
        if self.numbers and type_.kind in _AS_NUMBERS:
            return _AS_NUMBERS[type_.kind]
        return super().value_type(type_)

    def member(self, message: Message, member: Member, name: str) -> Step:
        """The member as the module of the plain classes names its type."""
        step = super().member(message, member, name)
        return replace(step, written=step.type.replace(self.path, ""))

    def oneof(self, message: Message, oneof: Oneof, name: str) -> Step:
        type_name = self.oneofs[message.name, oneof.name]
        return Step(
            kind="oneof",
            name=name,
            schema_name=oneof.name,
            type=f"{self.path}{type_name}|null",
            value=f"{self.path}{type_name}",
            cases=self.cases(message, oneof, [case.name for case in oneof.cases]),
            type_name=type_name,
        )
