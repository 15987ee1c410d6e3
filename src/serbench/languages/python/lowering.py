"""How the plain classes of Python are spelled, and which of their fields one struct packs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import ClassVar

from serbench.languages.lowering import NativeLowering, PlainAttributes, PlainEnum, PlainSchema
from serbench.languages.python import names
from serbench.languages.python.plain import PlainStyle
from serbench.languages.steps import PlainMessage, Step
from serbench.render.idl import Idl
from serbench.render.names import unique_names
from serbench.schema.model import Field, Kind, Message, Oneof, Schema, Type

# How the module struct spells a value of a fixed size, and the bytes that it takes.
_CODES = {
    Kind.BOOL: ("?", 1),
    Kind.INT32: ("i", 4),
    Kind.UINT32: ("I", 4),
    Kind.INT64: ("q", 8),
    Kind.UINT64: ("Q", 8),
    Kind.FLOAT: ("f", 4),
    Kind.DOUBLE: ("d", 8),
    Kind.ENUM: ("i", 4),
}
_ZEROS = {Kind.BOOL: "False", Kind.FLOAT: "0.0", Kind.DOUBLE: "0.0", Kind.STRING: '""', Kind.BYTES: 'b""'}
_DATACLASSES = PlainStyle()
_PRESENCE, _LENGTH = ("B", 1), ("I", 4)
_WRITTEN = {
    Kind.BOOL: "bool",
    Kind.FLOAT: "float",
    Kind.DOUBLE: "float",
    Kind.STRING: "str",
}


@dataclass(frozen=True, slots=True)
class PythonStep(Step):
    """A member of a class. ``value`` and ``key`` are the schema's names of scalars, or the class or enum;
    ``written`` is the annotation of one value and ``type`` that of the member. ``at`` is the member's place
    in its message. ``shape`` says how its bytes are read: fixed, string, bytes, optional, repeated, map,
    oneof or message. ``code``, ``size`` and ``struct`` pack one value of a fixed size, ``key_struct`` and
    ``key_size`` such a key; they are empty and 0 otherwise. ``has_text_keys`` says that keys which are no
    texts in the schema are held as such."""

    at: int = -1
    shape: str = ""
    code: str = ""
    size: int = 0
    struct: str = ""
    key_struct: str = ""
    key_size: int = 0
    has_text_keys: bool = False


@dataclass(frozen=True, slots=True)
class Format:
    """The format of a struct: its codes, and the name of its constant."""

    codes: str

    @property
    def name(self) -> str:
        return f"S_{self.codes.replace('?', 'o')}"


@dataclass(frozen=True, slots=True)
class Piece:
    """Neighbours that one struct packs: members of a ``fixed`` size, then the presence, length, count or
    position with which the ``tail`` begins, the member after them, if there is one."""

    fixed: tuple[PythonStep, ...]
    tail: PythonStep | None

    @property
    def format(self) -> Format | None:
        codes = "".join(step.code for step in self.fixed) + _head(self.tail)[0]
        return Format(codes) if codes else None

    @property
    def is_presence(self) -> bool:
        """Whether it is a presence byte and nothing else, which needs no struct."""
        return not self.fixed and _head(self.tail) == _PRESENCE

    @property
    def struct(self) -> str:
        return self.format.name if self.format else ""

    @property
    def size(self) -> int:
        return sum(step.size for step in self.fixed) + _head(self.tail)[1]

    @property
    def places(self) -> tuple[str, ...]:
        """The variables that the struct unpacks to."""
        return (*(f"f{step.at}" for step in self.fixed), *(["n"] if _head(self.tail)[0] else []))

    @property
    def enums(self) -> tuple[PythonStep, ...]:
        return tuple(step for step in self.fixed if step.value_kind == "enum")


@dataclass(frozen=True, slots=True)
class PythonMessage(PlainMessage):
    """A plain class, and its members in the pieces by which their bytes are read and written."""

    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class PythonSchema(PlainSchema[PlainMessage, PlainEnum]):
    """A lowered schema as a template sees it; ``formats`` are those of all structs."""

    formats: tuple[Format, ...] = ()
    style: PlainStyle = _DATACLASSES


def lower_to_python(schema: Schema, idl: Idl | None = None, style: PlainStyle = _DATACLASSES) -> PythonSchema:
    """The steps of all messages of a schema, with the names of a codec's IDL file and in the style of its
    plain types."""
    return PythonLowering(schema, idl, style).lower()


class PythonLowering(NativeLowering[PlainEnum]):
    path = ""
    scalars: ClassVar = {kind: str(kind) for kind in Kind if kind not in (Kind.ENUM, Kind.MESSAGE)}
    # The annotation of a member is made of that of a value, which `value` is not.
    containers: ClassVar = {}

    def __init__(self, schema: Schema, idl: Idl | None, style: PlainStyle) -> None:
        self.style = style
        super().__init__(schema, idl, names.class_name, PlainAttributes())
        self.case_types = self._case_types()
        # No class has these names: codecs name functions by them.
        self.oneofs = self.oneof_names(taken=self.case_types.values())
        # Libraries read annotations among the fields of a class, where one would hide a class of its name.
        declared = (*self.types.values(), *self.oneofs.values()) if style.taken else ()
        self.taken = frozenset((*style.taken, *declared))

    def lower(self) -> PythonSchema:
        low = super().lower()
        return PythonSchema(
            low.root,
            low.messages,
            low.enums,
            low.sha256,
            low.idl,
            versions=low.versions,
            formats=_formats(low.messages),
            style=self.style,
            rows=low.rows,
            row=low.row,
        )

    def accessor(self, name: str) -> str:
        return name

    def _case_types(self) -> dict[tuple[str, str, str], str]:
        """The classes of cases, which are declared with the types of the schema."""
        keys = [
            (message.name, member.name, case.name)
            for message in self.schema.messages
            for member in message.members
            if isinstance(member, Oneof)
            for case in member.cases
        ]
        wanted = [f"{self.types[message]}_{oneof}_{case}" for message, oneof, case in keys]
        found = unique_names(wanted, names.class_name, taken=self.types.values())
        return dict(zip(keys, found, strict=True))

    def value_name(self, name: str) -> str:
        return names.enum_member_name(name)

    def member_name(self, name: str) -> str:
        return names.attribute_name(name, self.taken, self.style.private)

    def message(self, message: Message) -> PythonMessage:
        low = super().message(message)
        fields = (low.name, low.type, low.steps, low.plans, low.idl, low.attributes)
        return PythonMessage(*fields, pieces=tuple(_pieces(low.steps)))

    def steps(self, message: Message) -> tuple[Step, ...]:
        found = super().steps(message)
        return tuple(replace(step, at=at) for at, step in enumerate(found) if isinstance(step, PythonStep))

    def field(self, field: Field, name: str) -> PythonStep:
        step = super().field(field, name)
        written = self._written(field.type)
        label = step.kind.removesuffix(f"_{step.value_kind}")
        has_text_keys = step.key_kind in self.style.text_keys
        key = "str" if has_text_keys else self._written(field.key) if field.key else ""
        annotation, default = {
            "optional": (self.style.optional(written), self.style.absent),
            "boxed": (self.style.optional(written), self.style.absent),
            "repeated": (f"list[{written}]", "[]"),
            "map": (f"dict[{key}, {written}]", "{}"),
        }.get(label, (written, self._default(field.type)))
        packed = _packed(step, field.type, field.key, written, annotation, _shape(label, field.type))
        initial = self.style.initial(default, field.name, name)
        return replace(packed, initial=initial, has_text_keys=has_text_keys)

    def oneof(self, message: Message, oneof: Oneof, name: str) -> PythonStep:
        types = [self.case_types[message.name, oneof.name, case.name] for case in oneof.cases]
        attributes = unique_names([case.name for case in oneof.cases], self.member_name)
        cases = self.cases(message, oneof, attributes)
        named = tuple(replace(case, type_name=type_) for case, type_ in zip(cases, types, strict=True))
        type_name = self.oneofs[message.name, oneof.name]
        annotation = self.style.optional(type_name if self.style.has_case_members else " | ".join(types))
        return PythonStep(
            kind="oneof",
            name=name,
            schema_name=oneof.name,
            type=annotation,
            written=annotation,
            initial=self.style.initial(self.style.absent, oneof.name, name),
            cases=named,
            type_name=type_name,
            shape="oneof",
        )

    def case(self, case: Field, name: str) -> PythonStep:
        step, written = super().case(case, name), self._written(case.type)
        annotation = f"{written} | {self.style.absent_type}" if self.style.has_case_members else written
        packed = _packed(step, case.type, None, written, annotation, "")
        return replace(packed, initial=self.style.initial(self.style.absent, case.name, name))

    def _written(self, type_: Type) -> str:
        """The annotation of a value."""
        is_class = type_.kind is Kind.MESSAGE or (type_.kind is Kind.ENUM and self.style.enum)
        if is_class:
            return self.types[type_.name]
        return self.style.bytes if type_.kind is Kind.BYTES else _WRITTEN.get(type_.kind, "int")

    def _default(self, type_: Type) -> str:
        """The value of a field that is absent and has no presence."""
        if type_.kind is Kind.ENUM and self.style.enum:
            enum = self.enums[type_.name]
            return f"{enum.name}.{enum.values[0].name}"
        return _ZEROS.get(type_.kind, "0")


def _shape(label: str, type_: Type) -> str:
    if label == "plain":
        return "fixed" if type_.kind in _CODES else str(type_.kind)
    return "optional" if label == "boxed" else label


def _packed(step: Step, of: Type, key: Type | None, written: str, annotation: str, shape: str) -> PythonStep:
    """The step with its annotations, and with what packs its value and key."""
    code, size = _CODES.get(of.kind, ("", 0))
    key_code, key_size = _CODES.get(key.kind, ("", 0)) if key else ("", 0)
    return PythonStep(
        kind=step.kind,
        name=step.name,
        type=annotation,
        schema_name=step.schema_name,
        value=step.value,
        value_kind=step.value_kind,
        key=step.key,
        key_kind=step.key_kind,
        written=written,
        shape=shape,
        code=code,
        size=size,
        struct=Format(code).name if code else "",
        key_struct=Format(key_code).name if key_code else "",
        key_size=key_size,
    )


def _head(tail: PythonStep | None) -> tuple[str, int]:
    """With what the bytes of a member of no fixed size begin: its code and size."""
    if tail is None or tail.shape == "message":
        return ("", 0)
    return _PRESENCE if tail.shape == "optional" else _LENGTH


def _pieces(steps: Sequence[Step]) -> Iterator[Piece]:
    waiting: list[PythonStep] = []
    for step in steps:
        assert isinstance(step, PythonStep)
        if step.shape == "fixed":
            waiting.append(step)
        else:
            yield Piece(tuple(waiting), step)
            waiting = []
    if waiting:
        yield Piece(tuple(waiting), None)


def _formats(messages: Iterable[PlainMessage]) -> tuple[Format, ...]:
    """The formats of all pieces that need a struct, and of each value alone."""
    pieces = chain.from_iterable(message.pieces for message in messages if isinstance(message, PythonMessage))
    alone = [Format(code) for code, _ in _CODES.values()]
    found = [*alone, *(one.format for one in pieces if one.format and not one.is_presence)]
    return tuple(dict.fromkeys(found))
