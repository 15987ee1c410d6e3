"""From observations to messages and fields of a .proto."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, count

from serbench.corpus.lossy import GREATEST_EXACT
from serbench.errors import BadInput
from serbench.infer.any_json import ANY_JSON, is_any_json
from serbench.infer.collection import collection_note
from serbench.infer.names import are_labels, field_names, first_free, folded, message_name, singular
from serbench.infer.observation import NO_KINDS, Place, Seen, Shape
from serbench.infer.unification import unify
from serbench.inputs.types import Enumeration, ListOf, MapOf, Record, Scalar
from serbench.schema.limits import LONGEST_JSON_NAME, MOST_FIELDS
from serbench.schema.shapes import LIST_MEMBER, MAP_MEMBER, NULLABLE_MEMBER

_INT32, _INT64, _UINT64 = (-(1 << 31), (1 << 31) - 1), (-(1 << 63), (1 << 63) - 1), (0, (1 << 64) - 1)
# Of the enum within a message that has the enum's name, and of the choice within a message that is one.
_ENUM_NAME, CHOICE_NAME = "Value", "choice"
_SHOWN_LABELS = 3
TIME = "google.protobuf.Timestamp"
# Names that protobuf accepts neither for a field nor as its JSON name.
_UNNAMEABLE = re.compile(r".*[\0\ud800-\udfff].*|\[.*\]", re.DOTALL)
_SHOWN_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class InferredField:
    """A field of a .proto: ``type`` as it is declared, ``json_name`` the member's name in the data where it
    must be given."""

    name: str
    type: str
    json_name: str | None = None


@dataclass(frozen=True, slots=True)
class InferredMessage:
    """A message of a .proto, of which an object has one field where it is ``one_of`` them."""

    name: str
    fields: tuple[InferredField, ...]
    one_of: bool = False


@dataclass(frozen=True, slots=True)
class InferredEnum:
    """An enum of a .proto, whose labels are its own: those of several may be the same."""

    name: str
    labels: tuple[str, ...]

    @property
    def inner_name(self) -> str:
        """Its name within its message: the beginning of no label, which protobuf ignores in labels."""
        labels = [folded(label) for label in self.labels]
        names = chain([_ENUM_NAME], (f"{_ENUM_NAME}{number}" for number in count(2)))
        return next(name for name in names if not any(label.startswith(folded(name)) for label in labels))

    @property
    def type(self) -> str:
        """As fields name it."""
        return f"{self.name}.{self.inner_name}"


@dataclass(frozen=True, slots=True)
class Inferred:
    """A whole .proto, its root first. ``notes`` are sentences on what the schema cannot say exactly, with
    line and path; ``needs_relaxed``: values of several kinds are read as text, which strict reading
    refuses."""

    messages: tuple[InferredMessage, ...]
    notes: tuple[str, ...]
    needs_relaxed: bool
    enums: tuple[InferredEnum, ...] = ()


def infer(root: Place, name: str, unit: str = "line", taken: Iterable[str] = ()) -> Inferred:
    """The schema of documents that are objects; the root message is named after ``name``, and none has a name
    that is ``taken``. The numbers of the places count a ``unit``."""
    unify(root)
    return _Inference(root, name, unit, taken).inferred()


class _Inference:
    """Holds the names of messages while the places are traversed."""

    def __init__(self, root: Place, name: str, unit: str, taken: Iterable[str]) -> None:
        self._root = root
        self._unit = unit
        self._names: dict[Shape, str] = {}
        self._taken = set(taken)
        self._numbers: dict[str, int] = {}
        self._messages: dict[str, tuple[InferredField, ...]] = {}
        self._enums: dict[Enumeration, InferredEnum] = {}
        self._notes: list[str] = []
        self._mixed = False
        self._root_name = name

    def inferred(self) -> Inferred:
        assert self._root.shape is not None
        note = collection_note(self._root)
        self._notes += [note] if note else []
        self._message(self._root.shape, self._root_name, "")
        one_of = {name for shape, name in self._names.items() if shape.one_of}
        messages = tuple(
            InferredMessage(name, fields, name in one_of) for name, fields in self._messages.items()
        )
        return Inferred(messages, tuple(self._notes), self._mixed, tuple(self._enums.values()))

    def _message(self, shape: Shape, wanted: str, path: str) -> str:
        """The name of a shape's message, which is made when the shape is met first."""
        if shape not in self._names:
            self._names[shape] = name = self._free_name(wanted)
            self._messages[name] = ()
            self._messages[name] = tuple(self._fields(shape, path))
        return self._names[shape]

    def _fields(self, shape: Shape, path: str) -> Iterator[InferredField]:
        if len(shape.members) > MOST_FIELDS:
            raise BadInput(
                f"{path or 'The objects'} of the data: {len(shape.members)} different members are more than a"
                f" schema may have, {MOST_FIELDS}."
            )
        names = field_names(list(shape.members))
        for member, place in shape.members.items():
            if len(member) > LONGEST_JSON_NAME or _UNNAMEABLE.fullmatch(member):
                self._leave_out(place, member, path)
                continue
            name, is_derived = names[member]
            where = f"{path}.{member}" if path else member
            if shape.one_of:
                yield InferredField(name, self._inner(place, member, where), member if is_derived else None)
                continue
            always = shape.known.get(member, place.values == shape.count) and member not in shape.optional
            type_ = self._declared(place, member, where, always)
            yield InferredField(name, type_, member if is_derived else None)

    def _declared(self, place: Place, member: str, path: str, always: bool) -> str:
        if _is_list(place):
            assert place.element is not None
            return f"repeated {self._held(place.element, singular(member), path)}"
        if _is_map(place):
            assert place.entry is not None
            self._note_surrogates(place, path)
            key = place.declared.key if isinstance(place.declared, MapOf) else "string"
            return f"map<{key}, {self._held(place.entry, member, path)}>"
        value = self._value(place, member, path)
        return value if always or _is_message(place) or value == ANY_JSON else f"optional {value}"

    def _held(self, place: Place, member: str, path: str) -> str:
        """The type of what a list or a map holds: a message around it where some of it is null, unless it is
        taken as text."""
        type_ = self._inner(place, member, f"{path}[]")
        null = place.seen.get(Seen.NULL)
        if null is None or len(_numeric(place.kinds)) > 1:
            return type_
        self._notes.append(
            f"{self._unit} {null.line}, {path}: some values are null; each becomes a message, which is"
            " empty for null"
        )
        is_message = _is_message(place) or _is_list(place) or _is_map(place)
        name = self._free_name(f"{member}_or_null")
        self._messages[name] = (InferredField(NULLABLE_MEMBER, type_ if is_message else f"optional {type_}"),)
        return name

    def _inner(self, place: Place, member: str, path: str) -> str:
        """The type of one value: a list or a map gets a message of its own."""
        if not _is_list(place) and not _is_map(place):
            return self._value(place, member, path)
        kind, only = ("list", LIST_MEMBER) if _is_list(place) else ("map", MAP_MEMBER)
        name = self._free_name(f"{member}_{kind}")
        # Outer messages come before inner ones.
        self._messages[name] = ()
        self._messages[name] = (InferredField(only, self._declared(place, member, path, always=True)),)
        return name

    def _value(self, place: Place, member: str, path: str) -> str:
        kinds = place.kinds
        if _is_object(place):
            assert place.shape is not None
            named = place.declared.name if isinstance(place.declared, Record) else ""
            return self._message(place.shape, named or member, path)
        if isinstance(place.declared, Enumeration):
            return self._enum(place.declared, path)
        if isinstance(place.declared, Scalar):
            return place.declared.name
        if kinds == {Seen.BYTES}:
            return "bytes"
        if kinds == {Seen.TIME}:
            return TIME
        if kinds == {Seen.BOOL}:
            return "bool"
        if kinds == {Seen.WHOLE}:
            return self._integer(place, path)
        if _numeric(kinds) == {Seen.NUMBER}:
            self._note_beyond(place, path)
            self._note_rounded(place, path)
            return "double"
        if len(kinds) > 1 and is_any_json(place):
            self._note_mixture(place, path, f"each is a {ANY_JSON}, whose numbers are doubles")
            return ANY_JSON
        self._note_surrogates(place, path)
        if len(kinds) > 1 or kinds - {Seen.TEXT}:
            self._mixed = True
            self._note_mixture(place, path, "taken as text, for which the data has to be read with --relaxed")
        return "string"

    def _integer(self, place: Place, path: str) -> str:
        for name, (least, greatest) in (("int32", _INT32), ("int64", _INT64), ("uint64", _UINT64)):
            if (
                least <= place.least
                and place.greatest <= greatest
                and not (name == "int32" and place.is_wide)
            ):
                return name
        line = place.greatest_line if place.greatest > _INT64[1] else place.least_line
        if place.greatest <= _UINT64[1] and place.least >= _INT64[0]:
            of = f"no integer type holds both {place.least} and {place.greatest}; these numbers"
        else:
            of = "numbers beyond 64 bits"
        self._notes.append(f"{self._unit} {line}, {path}: {of} become doubles, which round them")
        self._note_beyond(place, path)
        return "double"

    def _note_beyond(self, place: Place, path: str) -> None:
        beyond = place.seen.get(Seen.BEYOND)
        if beyond is not None:
            numbers = "1 number is" if beyond.count == 1 else f"{beyond.count} numbers are"
            self._notes.append(
                f"{self._unit} {beyond.line}, {path}: {numbers} beyond a double and will be refused,"
                " unless --relaxed makes infinities of them"
            )

    def _note_rounded(self, place: Place, path: str) -> None:
        if place.least < -GREATEST_EXACT or place.greatest > GREATEST_EXACT:
            line = place.greatest_line if place.greatest > GREATEST_EXACT else place.least_line
            self._notes.append(
                f"{self._unit} {line}, {path}: not all numbers are whole, so those"
                " beyond 2^53 become doubles, which may round them"
            )

    def _note_surrogates(self, place: Place, path: str) -> None:
        lone = place.seen.get(Seen.SURROGATE)
        if lone is not None:
            texts = "1 text is" if lone.count == 1 else f"{lone.count} texts are"
            self._notes.append(
                f"{self._unit} {lone.line}, {path}: {texts} not Unicode, because of lone surrogates, and"
                " will be refused, unless --relaxed replaces these"
            )

    def _leave_out(self, place: Place, member: str, path: str) -> None:
        self._mixed = True
        line = min((tally.line for tally in place.seen.values()), default=1)
        named = json.dumps(member if len(member) <= _SHOWN_CHARACTERS else f"{member[:_SHOWN_CHARACTERS]}…")
        self._notes.append(
            f"{self._unit} {line}, {path or 'the object'}: no field can have the name {named}; read the"
            " data with --relaxed, which ignores it"
        )

    def _note_mixture(self, place: Place, path: str, taken: str) -> None:
        unsaid = (*NO_KINDS, Seen.SPECIAL)
        found = sorted((tally.line, kind) for kind, tally in place.seen.items() if kind not in unsaid)
        first, *others = found
        rest = " and ".join(f"{kind} in {self._unit} {line}" for line, kind in others)
        also = f" and {rest}" if rest else ""
        self._notes.append(
            f"{self._unit} {(others or [first])[0][0]}, {path}: {first[1]} in {self._unit} {first[0]}{also};"
            f" {taken}"
        )

    def _enum(self, declared: Enumeration, path: str) -> str:
        if not are_labels(declared.symbols):
            shown = ", ".join(declared.symbols[:_SHOWN_LABELS])
            self._notes.append(f"{path}: one enum cannot have the labels {shown}; taken as text")
            return "string"
        found = self._enums.get(declared)
        if found is None:
            found = self._enums[declared] = InferredEnum(self._free_name(declared.name), declared.symbols)
        return found.type

    def _free_name(self, wanted: str) -> str:
        return first_free(message_name(wanted), "", self._taken, self._numbers, str)


def _is_list(place: Place) -> bool:
    return isinstance(place.declared, ListOf) if place.declared else place.kinds == {Seen.LIST}


def _is_map(place: Place) -> bool:
    return place.entry is not None and (place.declared is not None or place.kinds == {Seen.OBJECT})


def _is_object(place: Place) -> bool:
    if place.declared is not None:
        return isinstance(place.declared, Record)
    return place.shape is not None and place.kinds == {Seen.OBJECT}


def _is_message(place: Place) -> bool:
    return _is_object(place) or (place.declared is None and place.kinds == {Seen.TIME})


def _numeric(kinds: frozenset[Seen]) -> frozenset[Seen]:
    """The kinds, whole numbers being numbers."""
    return frozenset(Seen.NUMBER if kind is Seen.WHOLE else kind for kind in kinds)
