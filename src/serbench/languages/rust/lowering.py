"""How the plain structs of Rust are spelled, and which attributes stand on them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from serbench.languages.lowering import NativeLowering, PlainMessage, PlainSchema, Step
from serbench.languages.rust.names import rust_type_name, rust_variant
from serbench.languages.rust.style import PlainStyle
from serbench.render.idl import Idl, snake_case
from serbench.render.names import unique_names
from serbench.schema.model import Enum, Field, Kind, Message, Oneof, Schema

# Types of the standard library as they are written where nothing hides them.
_WRITTEN = (
    ("::std::primitive::", ""),
    ("::std::string::String", "String"),
    ("::std::vec::Vec", "Vec"),
    ("::std::option::Option", "Option"),
    ("::std::boxed::Box", "Box"),
    ("::std::collections::", "std::collections::"),
)


@dataclass(frozen=True, slots=True)
class RustValue:
    """One value of an enum: its variant, its name in the schema and its number."""

    name: str
    schema_name: str
    number: int
    attributes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RustEnum:
    """An enum without explicit discriminants; the first value is the default."""

    name: str
    type: str
    attributes: tuple[str, ...]
    values: tuple[RustValue, ...]
    idl: Any


def lower_to_rust(
    schema: Schema, style: PlainStyle, idl: Idl | None = None
) -> PlainSchema[PlainMessage, RustEnum]:
    """The steps of all messages of a schema, with what a codec adds to the types and the names that its IDL
    file gives them."""
    return replace(_Lowering(schema, style, idl).lower(), derives=style.derives)


class _Lowering(NativeLowering[RustEnum]):
    path = "crate::plain::"
    scalars: ClassVar = {
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
    containers: ClassVar = {
        "optional": "::std::option::Option<{value}>",
        "boxed": "::std::option::Option<::std::boxed::Box<{value}>>",
        "case_boxed": "::std::boxed::Box<{value}>",
        "repeated": "::std::vec::Vec<{value}>",
        "map": "::std::collections::BTreeMap<{key}, {value}>",
    }

    def __init__(self, schema: Schema, style: PlainStyle, idl: Idl | None) -> None:
        super().__init__(schema, idl, rust_type_name)
        self.style = style
        self.oneofs = self.oneof_names()

    def accessor(self, idl: Any) -> str:
        return snake_case(getattr(idl, "name", ""))

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

    def enum(self, enum: Enum) -> RustEnum:
        names = unique_names([name for name, _ in enum.values], rust_variant)
        values = tuple(
            RustValue(name, schema_name, number, self.style.of(schema_name, "value"))
            for name, (schema_name, number) in zip(names, enum.values, strict=True)
        )
        name, idl = self.types[enum.name], self.idl.enums.get(enum.name)
        attributes = self.style.of(_last(enum.name), "enum", type_name=name)
        return RustEnum(name, self.plain(enum.name), attributes, values, idl)

    def field_name(self, name: str) -> str:
        return self.style.field_name(name)

    def message(self, message: Message) -> PlainMessage:
        lowered = super().message(message)
        kinds = ("message", "message_on_cycle") if message.on_cycle else ("message",)
        attributes = self.style.of(_last(message.name), *kinds, type_name=lowered.name)
        return replace(lowered, attributes=attributes)

    def field(self, message: Message, field: Field, name: str) -> Step:
        step = super().field(message, field, name)
        label = step.kind.removesuffix(f"_{step.value_kind}")
        of_leaf = self.style.leaf(label, field.type.kind, step.value_kind)
        kinds = ("field", label, of_leaf, *_cycle(field.on_cycle))
        attributes = self.style.of(field.name, *kinds, type_name=step.value)
        return replace(step, attributes=attributes, written=_written(step.type))

    def oneof(self, message: Message, oneof: Oneof, name: str) -> Step:
        type_name = self.oneofs[message.name, oneof.name]
        on_cycle = any(case.on_cycle for case in oneof.cases)
        kinds = ("oneof", "oneof_on_cycle") if on_cycle else ("oneof",)
        value = f"{self.path}{type_name}"
        type_ = self.containers["optional"].format(value=value)
        variants = unique_names([case.name for case in oneof.cases], rust_variant)
        return Step(
            kind="oneof",
            name=name,
            schema_name=oneof.name,
            type=type_,
            written=_written(type_),
            value=value,
            attributes=self.style.of(oneof.name, "field", "oneof_field", *_cycle(on_cycle)),
            cases=self.cases(message, oneof, variants),
            type_attributes=self.style.of(oneof.name, *kinds, type_name=type_name),
            type_name=type_name,
        )

    def case(self, message: Message, case: Field, name: str, position: int) -> Step:
        step = super().case(message, case, name, position)
        of_leaf = self.style.leaf("case", case.type.kind, step.value_kind)
        return replace(
            step,
            attributes=self.style.of(case.name, "case", of_leaf),
            held_attributes=self.style.of(case.name, *_cycle(case.on_cycle)),
            written=_written(step.type),
        )


def _cycle(on_cycle: bool) -> tuple[str, ...]:
    return ("on_cycle",) if on_cycle else ()


def _written(type_: str) -> str:
    """A type as an application writes it: some derives know a Vec or a String only by its spelling."""
    for path, name in _WRITTEN:
        type_ = type_.replace(path, name)
    return type_


def _last(full_name: str) -> str:
    return full_name.rpartition(".")[2]
