"""The rules that the names of all generated IDL files share.

Codecs whose library has an IDL compile a file of ours instead of the user's. Every generator of every
language accepts its names, so accessors follow from them by rule. The bytes depend on no name.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from serbench.render.names import unique_names
from serbench.schema.model import Enum, Field, Kind, Member, Message, Oneof, Schema, Type

_SAFE_FIELD = re.compile(r"[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*")
_SAFE_TYPE = re.compile(r"[A-Z][a-zA-Z0-9]*[a-z][a-zA-Z0-9]*")


@dataclass(frozen=True, slots=True)
class ReservedWords:
    """Words that no name in a rendered IDL file may be, for any generator: of fields in lower case, of
    types as they are spelled."""

    fields: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()

    def __or__(self, other: ReservedWords) -> ReservedWords:
        return ReservedWords(self.fields | other.fields, self.types | other.types)


NO_WORDS = ReservedWords()
# Members of generated classes, and types that generated code names.
_GENERATED = ReservedWords(
    fields=frozenset(
        """and_then arena byte_size byte_size_long cached_size clear copy_from default_instance descriptor
        encode encoded_len exit file final_ get_arena get_default_instance get_descriptor get_metadata
        get_unknown_fields google init_arena initialized internal internal_swap is_initialized merge
        merge_from metadata mutable_unknown_fields parser_for_type protobuf reflection serialize
        serialized_size space_used space_used_long static_ swap to_builder unknown_fields wire""".split()
    ),
    types=frozenset("Any Arena Builder Descriptor Internal Message MessageLite Root".split()),
)


@dataclass(frozen=True, slots=True)
class IdlEnum:
    """One enum of a rendered IDL file: its name, and its values as (name, number)."""

    name: str
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Idl:
    """A schema as a module of serbench.render.idls lowers it, by the schema's full names.
    It has all that the templates of the module's codecs need of each message, enum, member (a field or a
    oneof) and case. ``file`` is what the generated file has besides the schema's own types; ``versions`` are
    the files of all versions of the schema that are known, this one first. The values are the module's own
    classes."""

    messages: Mapping[str, Any]
    enums: Mapping[str, Any]
    members: Mapping[tuple[str, str], Any]
    cases: Mapping[tuple[str, str], Any]
    file: Any = None
    versions: tuple[Any, ...] = ()


NO_IDL = Idl({}, {}, {}, {})


@dataclass(frozen=True, slots=True)
class FieldNaming:
    """The field names that a generator cannot accept.
    They are its ``reserved`` words, and those that one of ``prefixes`` or ``suffixes`` makes of another
    field's name, because accessors are named so."""

    reserved: Collection[str]
    prefixes: tuple[str, ...]
    suffixes: tuple[str, ...]

    def without(self, words: ReservedWords) -> FieldNaming:
        """The same, where these words are taken as well."""
        return replace(self, reserved=frozenset(self.reserved) | words.fields)

    def name(self, message: Message, field: Field) -> str:
        """The field's own name where it is safe, otherwise ``field_`` and its number in the schema."""
        name = field.name
        others = {other.name.lower().replace("_", "") for other in message.fields if other is not field}
        stems = [name.removeprefix(prefix) for prefix in self.prefixes if name.startswith(prefix)]
        stems += [name.removesuffix(suffix) for suffix in self.suffixes if name.endswith(suffix)]
        safe = (
            _SAFE_FIELD.fullmatch(name)
            and name not in _GENERATED.fields
            and name not in self.reserved
            # Generated C++ names size_t and its like within the class that would have them as accessors.
            and not name.endswith("_t")
            # Names of ours, and of parameters in generated code.
            and not re.fullmatch(r"(field|oneof|other)_?\d*", name)
            and name.replace("_", "") not in others
            and not any(stem.replace("_", "") in others for stem in stems)
        )
        return name if safe else f"field_{field.number}"


def camel_case(name: str, *, after_digits: bool = False) -> str:
    """``user_name`` as ``UserName``, as generated Java does; in some generators a letter after a digit is
    capitalised too."""
    text = re.sub("(?:^|_)([a-z0-9])", lambda match: match[1].upper(), name)
    return re.sub("(?<=[0-9])[a-z]", lambda match: match[0].upper(), text) if after_digits else text


def snake_case(name: str) -> str:
    """``UserName`` as ``user_name``, as generated Rust does: an underscore before each capital that is not
    the first."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def type_names(
    full_names: Sequence[str], words: ReservedWords, accept: Callable[[str], bool]
) -> dict[str, str]:
    """Full type names to names in one namespace: last parts that are safe, that no word takes and that the
    generator accepts are kept; all else becomes ``Type`` and a number."""
    reserved = (_GENERATED | words).types
    last_parts = [name.rpartition(".")[2] for name in full_names]
    lowered = [last.lower() for last in last_parts]

    def choose(index: int) -> str:
        last = last_parts[index]
        safe = _SAFE_TYPE.fullmatch(last) and last not in reserved and accept(last)
        return last if safe and lowered.count(last.lower()) == 1 else f"Type{index}"

    chosen = unique_names([choose(index) for index in range(len(full_names))], lambda name: name)
    return dict(zip(full_names, chosen, strict=True))


def zero_first(enum: Enum) -> list[int]:
    """The numbers of an enum with zero first, as proto3 requires."""
    return sorted(enum.numbers | {0}, key=lambda number: (number != 0, number))


def ascending(enum: Enum) -> list[int]:
    """The numbers of an enum and zero, smallest first."""
    return sorted(enum.numbers | {0})


def numbered(name: str, numbers: Sequence[int]) -> IdlEnum:
    """An enum whose values are named by their positions: their names do not appear in the bytes."""
    return IdlEnum(name, tuple((f"{name}_{position}", number) for position, number in enumerate(numbers)))


def by_number(message: Message) -> list[Member]:
    """The members and retired fields of a message by their numbers, a oneof by its least. Where the ids of an
    IDL have no gaps, they follow this order and not that of the declarations: it is the same in every version
    of a schema to which fields with new numbers are added."""
    return sorted((*message.members, *message.retired), key=_least_number)


def _least_number(member: Member) -> int:
    return min(case.number for case in member.cases) if isinstance(member, Oneof) else member.number


class IdlNames(ABC):
    """The names of one IDL while they are assigned: a module says which it accepts (``fields``, ``accepts``),
    how it spells leaves, and what its templates need of members, cases and the file. ``position`` is that of
    a member in its message, from 0, ``number`` that of a case in its oneof, from 1."""

    fields: ClassVar[FieldNaming]
    leaves: ClassVar[Mapping[Kind, str]] = {}
    has_enums: ClassVar[bool] = True
    # The template in this module's folder that all codecs of the IDL share, and the file that it makes; empty
    # where the text is that of a module.
    template: ClassVar[str] = ""
    makes: ClassVar[str] = ""
    # The schemas of all versions in the order of time, this one among them; empty where there is one.
    versions: Sequence[Schema] = ()

    def __init__(self, schema: Schema, words: ReservedWords) -> None:
        self.schema = schema
        self.naming = self.fields.without(words)
        full_names = [message.name for message in schema.messages]
        full_names += [enum.name for enum in schema.enums if self.has_enums]
        names = type_names(full_names, words, self.accepts)
        self.types = {full: self.respelled(name) for full, name in names.items()}
        self.enums = {enum.name: self.enum(enum) for enum in schema.enums if self.has_enums}
        self.members: dict[tuple[str, str], Any] = {}
        self.cases: dict[tuple[str, str], Any] = {}

    def lower(self) -> Idl:
        for message in self.schema.messages:
            for position, member in enumerate(message.members):
                self.members[message.name, member.name] = self.member(message, member, position)
                for number, case in enumerate(member.cases if isinstance(member, Oneof) else (), 1):
                    self.cases[message.name, case.name] = self.case(message, case, position, number)
        messages = {message.name: self.message(self.types[message.name]) for message in self.schema.messages}
        return Idl(messages, self.enums, self.members, self.cases, self.file())

    @abstractmethod
    def member(self, message: Message, member: Member, position: int) -> object: ...

    @abstractmethod
    def case(self, message: Message, case: Field, position: int, number: int) -> object: ...

    def accepts(self, name: str) -> bool:
        """Whether generators accept the name of a type."""
        return True

    def respelled(self, name: str) -> str:
        """The name of a type, where a generator has a spelling of its own whatever the file says."""
        return name

    def message(self, name: str) -> object:
        return name

    def enum(self, enum: Enum) -> IdlEnum:
        return numbered(self.types[enum.name], zero_first(enum))

    def file(self) -> object:
        return None

    def leaf(self, type_: Type) -> str:
        return self.leaves.get(type_.kind) or self.types[type_.name]

    def free_name(self, wanted: str, taken: Iterable[str] = ()) -> str:
        """A name for a type that the schema does not have."""
        return unique_names([wanted], lambda name: name, (*self.types.values(), *taken))[0]
