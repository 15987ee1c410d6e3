"""All changes in one schema for each version, so that a codec needs two runners and not two for each change
(docs/decisions)."""

import inspect
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from serbench.corpus.cache import corpus_key, find_corpus, keep_corpus, write_corpus
from serbench.corpus.encoding import Encoder
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.experiments.evolution.changes import (
    BACKWARD,
    CHANGES,
    FORWARD,
    NEW,
    OLD,
    VERSIONS,
    Change,
    Object,
    Version,
)
from serbench.render.idl import camel_case
from serbench.render.names import short_type_names
from serbench.schema.graph import order_and_mark_cycles
from serbench.schema.model import Field, Kind, Label, Member, Message, Oneof, Schema, Type

FAMILY = "evolution"
ROOT = "serbench.evolution.Evolution"
SPARE = "serbench.evolution.Spare"
ONEOF = "change"
_SEED = 1
# No change's name begins so.
_SHARED = "Shared"


def workload_name(version: Version, family: str = FAMILY) -> str:
    return f"{family}-{version}"


def merged_workload(changes: Sequence[Change], version: Version, family: str = FAMILY) -> Workload:
    """The workload of a version of changes that are merged, for which runners are built. The names of types
    are the same in both versions; each knows the schemas of both, as a registry would."""
    schemas = {each: merged(changes, each) for each in VERSIONS}
    return Workload(
        name=workload_name(version, family),
        folder=CHANGES,
        schema=schemas[version],
        versions=tuple(schemas.values()),
        # What unknown fields cost is timed.
        conformance=family == FAMILY,
        summary=f"All changes, {version} version",
    )


def merged(changes: Sequence[Change], version: Version) -> Schema:
    """The schema of a message that holds the message of one change. It is a case of a oneof and stands at the
    end of all bytes, where a root would.

    Both versions have the same types in the same order, so that a change of one does not move the types of
    others: a type that only one version has is a case of its own behind the changes, which is never written,
    and so is a message that makes up for cases of oneofs, which some languages have types for. Changes of one
    user's schema share the types that they leave alone."""
    both = [renamed(change) for change in changes]
    olds, news = ({message.name: message for pair in both for message in pair[at].messages} for at in (0, 1))
    own, other = (olds, news) if version == OLD else (news, olds)
    enums = {enum.name: enum for pair in both for schema in pair for enum in schema.enums}
    enums |= {enum.name: enum for pair in both for enum in pair[version == NEW].enums}
    held_by = [(change.field, pair[0].root) for change, pair in zip(changes, both, strict=True)]
    spare = [*sorted(olds.keys() ^ news.keys()), SPARE]
    held_by += [(f"spare_{number}", name) for number, name in enumerate(spare, 1)]
    cases = tuple(
        Field(name, number, camel_case(name), Label.PLAIN, Type(Kind.MESSAGE, "message", type_))
        for number, (name, type_) in enumerate(held_by, 1)
    )
    messages = {**other, **{name: _with_retired(name, own, olds) for name in own}}
    messages[SPARE] = _spare(1 + max(0, _cases(other) - _cases(own)))
    messages[ROOT] = Message(ROOT, (Oneof(ONEOF, cases),))
    return Schema(ROOT, tuple(messages[name] for name in _order(olds, news, cases)), tuple(enums.values()))


def _cases(messages: Mapping[str, Message]) -> int:
    """How many cases the oneofs of these messages have."""
    members = (member for message in messages.values() for member in message.members)
    return sum(len(member.cases) for member in members if isinstance(member, Oneof))


def _spare(cases: int) -> Message:
    fields = (
        Field(f"case_{number}", number, f"case{number}", Label.PLAIN, Type(Kind.INT32, "int32"))
        for number in range(1, cases + 1)
    )
    return Message(SPARE, (Oneof("spare", tuple(fields)),))


def _with_retired(name: str, own: Mapping[str, Message], olds: Mapping[str, Message]) -> Message:
    """A message of a version, with the fields that the old one has under numbers that are free here."""
    message = own[name]
    taken = {field.number for field in message.fields}
    old = olds[name].members if name in olds else ()
    retired = (one for one in old if isinstance(one, Field) and one.number not in taken)
    return replace(message, retired=tuple(retired))


def _order(olds: Mapping[str, Message], news: Mapping[str, Message], cases: tuple[Field, ...]) -> list[str]:
    """The names of all types, each after those that it holds in either version."""
    names = [*olds, *(name for name in news if name not in olds)]
    union = {
        name: Message(
            name, tuple(member for one in (olds, news) if name in one for member in one[name].members)
        )
        for name in names
    }
    union[SPARE] = _spare(1)
    union[ROOT] = Message(ROOT, cases)
    return [message.name for message in order_and_mark_cycles(ROOT, union, ()).messages]


def renamed(change: Change) -> tuple[Schema, Schema]:
    """Both versions with types whose names begin with the change's, so that those of all changes differ, or
    with a word of their own where changes share them."""
    declared = dict.fromkeys((*change.old.type_names, *change.new.type_names))
    names = {
        name: f"serbench.evolution.{_SHARED if name in change.shared else camel_case(change.field)}{bare}"
        for name, bare in short_type_names([*declared], lambda name: name).items()
    }
    return _named(change.old, names), _named(change.new, names)


def _named(schema: Schema, names: Mapping[str, str]) -> Schema:
    def of_type(type_: Type) -> Type:
        return replace(type_, name=names[type_.name]) if type_.name else type_

    def of_member(member: Member) -> Member:
        if isinstance(member, Oneof):
            return replace(
                member, cases=tuple(replace(case, type=of_type(case.type)) for case in member.cases)
            )
        return replace(member, type=of_type(member.type))

    return Schema(
        names[schema.root],
        tuple(
            replace(message, name=names[message.name], members=tuple(map(of_member, message.members)))
            for message in schema.messages
        ),
        tuple(replace(enum, name=names[enum.name]) for enum in schema.enums),
    )


def held(change: Change, obj: Object) -> Object:
    """A message of a change within the merged schema."""
    return {change.field: obj}


def written_corpus(
    all_of_them: Sequence[Change], asked: Sequence[Change], version: Version, family: str = FAMILY
) -> Corpus:
    """The corpus that a version writes: the objects of these changes in order."""
    workload = merged_workload(all_of_them, version, family)
    encoder = Encoder(workload.schema)
    direction = BACKWARD if version == OLD else FORWARD
    objects = [held(change, case.written) for change in asked for case in change.cases(direction)]
    data = [encoder.encode(obj) for obj in objects]
    key = corpus_key(
        workload.name,
        workload.schema,
        (*(encoded.hex() for encoded in data), inspect.getsource(sys.modules[__name__])),
    )

    def make(folder: Path) -> None:
        made = (((), obj, encoded) for obj, encoded in zip(objects, data, strict=True))
        write_corpus(folder, workload.name, workload.schema, _SEED, made)

    return find_corpus(key) or keep_corpus(key, workload.name, make)
