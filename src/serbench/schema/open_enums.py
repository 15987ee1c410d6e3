"""Open enums, whose fields hold numbers that the enum does not declare, too; the numbers of data declared."""

from collections.abc import Iterable, Iterator, Mapping

from google.protobuf.descriptor_pb2 import DescriptorProto, EnumDescriptorProto, FileDescriptorSet

from serbench.schema.dynamic import pool_of

# More of them are no enum's, and each becomes a name in generated code.
MOST_UNDECLARED = 1000


def open_enums(descriptors: FileDescriptorSet) -> frozenset[str]:
    """The full names of the enums that are open: those of proto3, and of editions unless a feature closes
    them."""
    has_edition = any(file.syntax == "editions" for file in descriptors.file)
    pool = pool_of(descriptors) if has_edition else None
    found: list[str] = []
    for file in descriptors.file:
        for name, _ in _enums(file.package, file.enum_type, file.message_type):
            if file.syntax == "proto3":
                found.append(name)
            elif file.syntax == "editions" and pool and not pool.FindEnumTypeByName(name).is_closed:
                found.append(name)
    return frozenset(found)


def declaring(descriptors: FileDescriptorSet, numbers: Mapping[str, Iterable[int]]) -> FileDescriptorSet:
    """The descriptors with values for further numbers of enums, which are given by their full names."""
    declared = FileDescriptorSet()
    declared.CopyFrom(descriptors)
    for file in declared.file:
        for name, enum in _enums(file.package, file.enum_type, file.message_type):
            for number in sorted(numbers.get(name, ())):
                enum.value.add(name=number_name(enum.name, number), number=number)
    return declared


def number_name(enum: str, number: int) -> str:
    """The name of a number that an enum does not declare."""
    return f"{enum.upper()}_NUMBER_{'MINUS_' if number < 0 else ''}{abs(number)}"


def _enums(
    scope: str, own: Iterable[EnumDescriptorProto], messages: Iterable[DescriptorProto]
) -> Iterator[tuple[str, EnumDescriptorProto]]:
    before = f"{scope}." if scope else ""
    for enum in own:
        yield f"{before}{enum.name}", enum
    for message in messages:
        yield from _enums(f"{before}{message.name}", message.enum_type, message.nested_type)
