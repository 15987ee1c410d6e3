"""The fields by which the complex-object study sorts its tweets (FORMAT.md, section 8). Pure."""

from dataclasses import dataclass

from serbench.schema.model import Field, Kind, Label, Schema

_INTEGERS = frozenset({Kind.INT32, Kind.UINT32, Kind.INT64, Kind.UINT64})
_TEXT = frozenset({Kind.STRING})


@dataclass(frozen=True, slots=True)
class StudyFields:
    """The ``text`` of the root, the message that it quotes with that one's text, and the message that it
    repeats with the number of repetitions."""

    text: Field
    quoted: Field
    quoted_text: Field
    retweeted: Field
    retweet_count: Field


def study_fields(schema: Schema) -> StudyFields | None:
    """None where the schema lacks one of the fields, or has it in another form."""
    root = schema.root
    quoted, retweeted = _message(schema, "quoted_status"), _message(schema, "retweeted_status")
    if quoted is None or retweeted is None:
        return None
    text = _plain(schema, root, "text", _TEXT)
    quoted_text = _plain(schema, quoted.type.name, "text", _TEXT)
    retweet_count = _plain(schema, retweeted.type.name, "retweet_count", _INTEGERS)
    if text is None or quoted_text is None or retweet_count is None:
        return None
    return StudyFields(text, quoted, quoted_text, retweeted, retweet_count)


def _message(schema: Schema, name: str) -> Field | None:
    """The root's field of this name, where it is one message."""
    return _field(schema, schema.root, name, Label.OPTIONAL, frozenset({Kind.MESSAGE}))


def _plain(schema: Schema, message: str, name: str, kinds: frozenset[Kind]) -> Field | None:
    return _field(schema, message, name, Label.PLAIN, kinds)


def _field(schema: Schema, message: str, name: str, label: Label, kinds: frozenset[Kind]) -> Field | None:
    for member in schema.message(message).members:
        if isinstance(member, Field) and member.name == name:
            return member if member.label is label and member.type.kind in kinds else None
    return None
