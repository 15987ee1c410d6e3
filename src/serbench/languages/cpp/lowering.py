"""How the plain structs of C++ are spelled."""

from dataclasses import dataclass
from typing import Any, ClassVar

from serbench.languages.cpp.names import cpp_identifier
from serbench.languages.lowering import NativeLowering, PlainAttributes, PlainSchema
from serbench.languages.steps import PlainMessage, Step
from serbench.render.idl import Idl
from serbench.render.names import unique_names
from serbench.schema.model import Enum, Kind, Message, Oneof, Schema


@dataclass(frozen=True, slots=True)
class CppEnum:
    """An enum class over int32: values as (name, number), and with the names that the schema gives them."""

    name: str
    type: str
    values: tuple[tuple[str, int], ...]
    schema_values: tuple[tuple[str, int], ...]
    idl: Any


def lower_to_cpp(schema: Schema, idl: Idl | None = None) -> PlainSchema[PlainMessage, CppEnum]:
    """The steps of all messages of a schema, with the names that its IDL file gives them."""
    return _Lowering(schema, idl, cpp_identifier, PlainAttributes()).lower()


class _Lowering(NativeLowering[CppEnum]):
    path = "::plain::"
    scalars: ClassVar = {
        Kind.BOOL: "bool",
        Kind.INT32: "::std::int32_t",
        Kind.UINT32: "::std::uint32_t",
        Kind.INT64: "::std::int64_t",
        Kind.UINT64: "::std::uint64_t",
        Kind.FLOAT: "float",
        Kind.DOUBLE: "double",
        Kind.STRING: "::std::string",
        Kind.BYTES: "::std::vector<::std::byte>",
    }
    containers: ClassVar = {
        "optional": "::std::optional<{value}>",
        "boxed": "::std::unique_ptr<{value}>",
        "case_boxed": "::std::unique_ptr<{value}>",
        "repeated": "::std::vector<{value}>",
        "map": "::std::map<{key}, {value}>",
    }

    def enum(self, enum: Enum) -> CppEnum:
        names = unique_names([name for name, _ in enum.values], self.value_name)
        values = tuple(zip(names, (number for _, number in enum.values), strict=True))
        idl = self.idl.enums.get(enum.name)
        return CppEnum(self.types[enum.name], self.plain(enum.name), values, enum.values, idl)

    def member_name(self, name: str) -> str:
        return cpp_identifier(name)

    value_name = member_name

    def oneof(self, message: Message, oneof: Oneof, name: str) -> Step:
        cases = self.cases(message, oneof, [name] * len(oneof.cases))
        type_ = f"::std::variant<{', '.join(['::std::monostate', *(case.type for case in cases)])}>"
        return Step("oneof", name, type_, oneof.name, cases=cases)
