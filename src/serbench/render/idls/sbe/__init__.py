"""The names and types of a rendered SBE message schema (formats/sbe.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from serbench.render.idl import (
    FieldNaming,
    Idl,
    IdlNames,
    ReservedWords,
    camel_case,
)
from serbench.render.idls.sbe.blocks import (
    VAR_DATA,
    VAR_STRING,
    SbeBlock,
    SbeField,
    SbeGroup,
    Shape,
    dated,
    joined,
    verb,
)
from serbench.render.idls.sbe.declarations import SbeFile, SbeMember, SbeMessage, SbeNullable
from serbench.render.idls.sbe.history import since_of
from serbench.render.idls.sbe.places import places_of
from serbench.render.idls.sbe.reads import lower_plan
from serbench.schema.access import access_plans
from serbench.schema.model import Enum, Field, Kind, Label, Member, Message, Oneof, Schema, Type

# SBE's own null of a byte, and the smallest number of an enum's type, which is SBE's null of it.
_NULL_BOOL = 255
_SMALLEST = -(2**31)
_CASES_OF_A_BYTE = 254
# The presence of what older messages do not have, which reads as absent.
_PRESENT_SINCE = SbeNullable("PresentSince", "uint8", 0)
_OURS = frozenset(
    """MessageHeader GroupSizeEncoding VarStringEncoding VarDataEncoding MetaAttribute BooleanType
    PresentSince""".split()
)


class Names(IdlNames):
    """A group's name is unique in the file: its class must not be called like one around it."""

    template = "sbe.j2"
    makes = "message.xml"
    fields = FieldNaming(
        reserved=frozenset(
            """acting_block_length acting_version append_to block_length buffer buffer_length builder clone
            compute_length count decode_length encoded_length finalize for_each get_class has_next hash_code
            header index initial_limit initial_offset initial_position is_const_length iterator key limit
            next notify notify_all offset parent_message position_ptr remove reset reset_count_to_index
            sbe_acting_block_length sbe_block_and_header_length sbe_block_length sbe_check_position
            sbe_decoded_length sbe_header_size sbe_position sbe_position_ptr sbe_rewind sbe_schema_id
            sbe_schema_version sbe_semantic_type sbe_semantic_version sbe_skip sbe_template_id skip
            to_string value wait wrap wrap_and_apply_header wrap_for_decode wrap_for_encode writer""".split()
        ),
        prefixes=("get_", "put_", "skip_", "wrap_"),
        suffixes=(
            "_as_json_escaped_string",
            "_as_string",
            "_as_string_view",
            "_character_encoding",
            "_count",
            "_decoder_id",
            "_decoder_since_version",
            "_encoding_length",
            "_encoding_offset",
            "_header_length",
            "_id",
            "_in_acting_version",
            "_length",
            "_max_value",
            "_meta_attribute",
            "_min_value",
            "_null_value",
            "_present",
            "_since_version",
        ),
    )
    leaves: ClassVar = {
        Kind.BOOL: "uint8",
        Kind.INT32: "int32",
        Kind.UINT32: "uint32",
        Kind.INT64: "int64",
        Kind.UINT64: "uint64",
        Kind.FLOAT: "float",
        Kind.DOUBLE: "double",
        Kind.ENUM: "int32",
    }
    blobs: ClassVar = {
        Kind.STRING: (Shape.TEXT, VAR_STRING),
        Kind.BYTES: (Shape.BYTES, VAR_DATA),
    }

    def __init__(self, schema: Schema, words: ReservedWords) -> None:
        super().__init__(schema, words)
        classes = [self.types[message.name] for message in schema.messages if self.is_class(message)]
        self.group_classes = {*_OURS, *classes}
        self.nullables: dict[str, SbeNullable] = {}
        self.composites: dict[str, SbeBlock] = {}
        # The root is the first of the messages; others follow as data holds them.
        self.inside_data = [schema.root]
        self.others = 0

    def accepts(self, name: str) -> bool:
        return name not in _OURS

    def is_class(self, message: Message) -> bool:
        """Whether a class may be generated for a message: an SBE message, or a composite."""
        return message.name == self.schema.root or message.on_cycle or self.is_fixed(message)

    def is_fixed(self, message: Message) -> bool:
        return not message.on_cycle and all(
            field.label in (Label.PLAIN, Label.OPTIONAL)
            and field.type.kind not in self.blobs
            and (field.type.is_leaf or self.is_fixed(self.schema.message(field.type.name)))
            for field in message.fields
        )

    def lower(self) -> Idl:
        idl = super().lower()
        places = places_of(self.schema, self.types, self.members, self.cases, self.inside_data)
        plans = access_plans(self.schema)

        def message(one: Message) -> SbeMessage:
            blocks = [self.members[one.name, member.name].block for member in one.members]
            # Nothing follows a message that is no element of a group.
            ends = all(place.is_whole for place in places[one.name])
            entering = [plan for plan in plans if one.name in plan.reads]
            lowered = tuple(lower_plan(plan, one.name, blocks, ends) for plan in entering)
            is_message = one.name in self.inside_data
            return SbeMessage(self.types[one.name], is_message, places[one.name], lowered)

        return replace(idl, messages={one.name: message(one) for one in self.schema.messages})

    def file(self) -> SbeFile:
        messages = {self.types[name]: self.block(name) for name in self.inside_data}
        return SbeFile(tuple(self.nullables.values()), self.composites, messages, self.version)

    def member(self, message: Message, member: Member, position: int) -> SbeMember:
        if isinstance(member, Oneof):
            return replace(self.oneof(message, member, position), label="oneof")
        return replace(self.dated(message, member, self.field(message, member)), label=str(member.label))

    @property
    def version(self) -> int:
        return self.versions.index(self.schema) if self.versions else 0

    def dated(self, message: Message, field: Field, member: SbeMember) -> SbeMember:
        """The member with the version that was the first to have it, where that is not the first of all: SBE
        reads it in older messages as absent, if it stands behind all that these have."""
        since = since_of(message, self.versions[: self.version]).get(field.name)
        if since is None:
            return member
        block = dated(member.block, since)
        if member.present:
            self.nullables[_PRESENT_SINCE.name] = _PRESENT_SINCE
            first = replace(block.fields[0], type=_PRESENT_SINCE.name, referred=True)
            block = replace(block, fields=(first, *block.fields[1:]))
        return replace(member, block=block)

    def field(self, message: Message, member: Field) -> SbeMember:
        name = self.field_name(message, member)
        if member.key is not None:
            return self.map(name, member.key, member)
        if member.label is Label.REPEATED:
            return self.repeated(name, member)
        if member.label is Label.OPTIONAL:
            return self.optional(name, member)
        return self.value(name, member.type)

    def case(self, message: Message, case: Field, position: int, number: int) -> SbeMember:
        found: SbeMember = self.cases[message.name, case.name]
        return found

    def field_name(self, message: Message, field: Field) -> str:
        name = camel_case(self.naming.name(message, field))
        return name[0].lower() + name[1:]

    def group_name(self, wanted: str) -> str:
        """A name whose class no other group is and none around it; ``FieldNaming`` gives none like the
        others."""
        name = wanted
        while verb(name) in self.group_classes:
            self.others += 1
            name = f"other{self.others}"
        self.group_classes.add(verb(name))
        return name

    def value(self, name: str, type_: Type, on_cycle: bool = False, group: str = "") -> SbeMember:
        """One value that is always there: of a group, which is called ``group`` or like the value, that is
        one element."""
        if type_.kind in self.blobs:
            shape, encoding = self.blobs[type_.kind]
            return SbeMember(name, shape, SbeBlock(data=(SbeField(name, encoding),)))
        if type_.kind is not Kind.MESSAGE:
            return SbeMember(name, Shape.NUMBER, SbeBlock((SbeField(name, self.leaves[type_.kind]),)))
        held = self.types[type_.name]
        if on_cycle:
            if type_.name not in self.inside_data:
                self.inside_data.append(type_.name)
            block = SbeBlock(data=(SbeField(name, VAR_DATA),))
            return SbeMember(name, Shape.MESSAGE, block, message=held)
        inside = self.block(type_.name)
        if inside.streams:
            return self.group(group or name, inside, type_.name)
        if not inside.fields:
            return SbeMember(name, Shape.EMPTY, inside)
        self.composites[held] = inside
        block = SbeBlock((SbeField(name, held, True),))
        return SbeMember(name, Shape.COMPOSITE, block, held=type_.name)

    def group(self, wanted: str, inside: SbeBlock, held: str = "", shape: Shape = Shape.GROUP) -> SbeMember:
        group = SbeGroup(self.group_name(wanted), inside)
        return SbeMember(group.name, shape, SbeBlock(groups=(group,)), groups=(group,), held=held)

    def optional(self, name: str, field: Field) -> SbeMember:
        """A group has no element, and data that would hold a message no bytes, where the value is absent."""
        nullable = self.nullable(field.type)
        if nullable is not None:
            block = SbeBlock((SbeField(name, nullable.name, True),))
            return SbeMember(name, Shape.NULLABLE, block, null=nullable.null)
        value = self.value(name, field.type, field.on_cycle)
        if value.shape in (Shape.GROUP, Shape.MESSAGE):
            return value
        present = SbeField(f"{name}Present", "uint8")
        block = joined((SbeBlock((present,)), value.block))
        return replace(value, block=block, present=present.name)

    def nullable(self, type_: Type) -> SbeNullable | None:
        """The type of a bool or enum that may be absent; other types have no number to spare."""
        if type_.kind not in (Kind.BOOL, Kind.ENUM):
            return None
        if type_.name not in self.nullables:
            name = self.free_name(f"{self.types.get(type_.name, 'Bool')}OrNull", self.nullable_names())
            null = self.spare(self.schema.enum(type_.name)) if type_.name else _NULL_BOOL
            self.nullables[type_.name] = SbeNullable(name, self.leaves[type_.kind], null)
        return self.nullables[type_.name]

    def nullable_names(self) -> list[str]:
        return [nullable.name for nullable in self.nullables.values()]

    def spare(self, enum: Enum) -> int:
        null = _SMALLEST
        while null in enum.numbers:
            null += 1
        return null

    def repeated(self, name: str, field: Field) -> SbeMember:
        """The members of messages are those of the group's elements."""
        if field.type.kind is Kind.MESSAGE and not field.on_cycle:
            return self.group(name, self.block(field.type.name), field.type.name)
        value = self.value("value", field.type, field.on_cycle)
        listed = self.group(name, value.block, shape=Shape(value.shape))
        return replace(listed, message=value.message)

    def map(self, name: str, key: Type, field: Field) -> SbeMember:
        value = self.value("value", field.type, field.on_cycle, f"{name}Value")
        entry = joined((self.value("key", key).block, value.block))
        listed = self.group(name, entry, value.held, Shape(value.shape))
        return replace(listed, groups=(*listed.groups, *value.groups), message=value.message)

    def oneof(self, message: Message, oneof: Oneof, position: int) -> SbeMember:
        name = f"oneof{position}"
        wide = len(oneof.cases) > _CASES_OF_A_BYTE
        blocks = [SbeBlock((SbeField(name, "uint16" if wide else "uint8"),))]
        for case in oneof.cases:
            value = self.dated(message, case, self.case_value(message, case))
            self.cases[message.name, case.name] = value
            blocks.append(value.block)
        return SbeMember(name, "oneof", joined(blocks))

    def case_value(self, message: Message, case: Field) -> SbeMember:
        """A case's value. A composite has no version and cannot grow, so where there are versions the cases
        of the root, each of which stands for a message, are elements of groups."""
        name = self.field_name(message, case)
        stands_for_root = message.name == self.schema.root and case.type.kind is Kind.MESSAGE
        if self.versions and stands_for_root and not case.on_cycle:
            return self.group(name, self.block(case.type.name), case.type.name)
        return self.value(name, case.type, case.on_cycle)

    def block(self, full_name: str) -> SbeBlock:
        """The block of a message, all of whose members have been lowered."""
        members = self.schema.message(full_name).members
        return joined(self.members[full_name, member.name].block for member in members)
