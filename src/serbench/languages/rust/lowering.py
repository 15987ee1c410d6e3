"""How the plain structs of Rust are spelled, and which attributes stand on them."""

from dataclasses import dataclass, replace
from typing import ClassVar

from serbench.languages.lowering import NativeLowering, PlainAttributes, PlainEnum, PlainSchema
from serbench.languages.rust.names import rust_identifier, rust_type_name, rust_variant
from serbench.languages.steps import PlainMessage, Step
from serbench.render.idl import Idl, snake_case
from serbench.render.names import unique_names
from serbench.schema.model import Field, Kind, Message, Oneof, Schema

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
class PlainStyle(PlainAttributes):
    """The additions of a codec to the plain types.

    ``derives`` stand on every struct and enum. ``attributes`` have no brackets. In them ``{type}`` is the
    name of the Rust type, with its path: on types their own, on fields that of one value. On types:
    ``message``, ``enum``, ``oneof`` (the enum of a oneof), and ``value`` on the values of an enum. Also on
    types: ``message_on_cycle`` (messages that can reach themselves) and ``oneof_on_cycle`` (oneofs with a
    case that leads back to their message). On fields: ``field`` (every one), the label (``plain``,
    ``optional``, ``boxed``, ``repeated``, ``map``, ``oneof_field``), label and leaf (``optional_bytes``,
    ``map_number`` …), ``on_cycle`` (those that lead back to their message). On the cases of a oneof:
    ``case``, ``case_bytes`` …, and on the value in a case ``held`` and ``on_cycle``. The kind of a number,
    where it is named (``map_uint64``), stands in the place of all numbers. On fields and cases ``{index}`` is
    the number in the schema less one, of the field of a oneof that of its first case; on the values of an
    enum ``{number}`` is theirs.

    ``snake_case`` puts the names of structs' fields into snake case, where a derive finds no others.
    ``taken`` are names of fields with which the code that a derive generates does not compile.
    """

    derives: tuple[str, ...] = ()
    snake_case: bool = False
    taken: tuple[str, ...] = ()

    def field_name(self, name: str) -> str:
        """The name of a struct's field, from that in the schema."""
        identifier = rust_identifier(snake_case(name) if self.snake_case else name)
        return f"{identifier}_" if identifier in self.taken else identifier

    def leaf(self, label: str, kind: Kind, leaf: str) -> str:
        """The name of the attributes of a field or a case with this kind of value."""
        narrow = f"{label}_{kind}"
        return narrow if narrow in self.attributes else f"{label}_{leaf}"


def lower_to_rust(
    schema: Schema, style: PlainStyle, idl: Idl | None = None
) -> PlainSchema[PlainMessage, PlainEnum]:
    """The steps of all messages of a schema, with what a codec adds to the types and the names that its IDL
    file gives them."""
    return replace(RustLowering(schema, style, idl).lower(), derives=style.derives)


class RustLowering(NativeLowering[PlainEnum]):
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
        super().__init__(schema, idl, rust_type_name, style)
        self.style = style
        self.oneofs = self.oneof_names()

    def accessor(self, name: str) -> str:
        return snake_case(name)

    def value_name(self, name: str) -> str:
        return rust_variant(name)

    def member_name(self, name: str) -> str:
        return self.style.field_name(name)

    def field(self, field: Field, name: str) -> Step:
        step = super().field(field, name)
        label = step.kind.removesuffix(f"_{step.value_kind}")
        of_leaf = self.style.leaf(label, field.type.kind, step.value_kind)
        kinds = ("field", label, of_leaf, *_cycle(field.on_cycle))
        attributes = self.style.of(field.name, *kinds, type=step.value, index=_index(field))
        return replace(step, attributes=attributes, written=written(step.type))

    def oneof(self, message: Message, oneof: Oneof, name: str) -> Step:
        type_name = self.oneofs[message.name, oneof.name]
        on_cycle = any(case.on_cycle for case in oneof.cases)
        kinds = ("oneof", "oneof_on_cycle") if on_cycle else ("oneof",)
        value = f"{self.path}{type_name}"
        type_ = self.containers["optional"].format(value=value)
        variants = unique_names([case.name for case in oneof.cases], self.value_name)
        return Step(
            kind="oneof",
            name=name,
            schema_name=oneof.name,
            type=type_,
            written=written(type_),
            value=value,
            attributes=self.style.of(
                oneof.name, "field", "oneof_field", *_cycle(on_cycle), index=_index(oneof.cases[0])
            ),
            cases=self.cases(message, oneof, variants),
            type_attributes=self.style.of(oneof.name, *kinds, type=type_name.removeprefix("r#")),
            type_name=type_name,
        )

    def case(self, case: Field, name: str) -> Step:
        step = super().case(case, name)
        of_leaf = self.style.leaf("case", case.type.kind, step.value_kind)
        return replace(
            step,
            attributes=self.style.of(case.name, "case", of_leaf, index=_index(case)),
            held_attributes=self.style.of(case.name, "held", *_cycle(case.on_cycle)),
            written=written(step.type),
        )


def _index(field: Field) -> str:
    """The number of a field, counted from zero as some libraries do."""
    return str(field.number - 1)


def _cycle(on_cycle: bool) -> tuple[str, ...]:
    return ("on_cycle",) if on_cycle else ()


def written(type_: str) -> str:
    """A type as an application writes it: some derives know a Vec or a String only by its spelling."""
    for path, name in _WRITTEN:
        type_ = type_.replace(path, name)
    return type_
