"""How large a schema may be: beyond that, generators and compilers of the languages fail or take hours."""

from serbench.errors import BadInput
from serbench.schema.model import Enum, Message, Oneof

LARGEST_SCHEMA_BYTES = 16 * 2**20
# Message types that hold each other, from the root to the innermost one: as many as protobuf reads.
MOST_LEVELS = 100
MOST_MESSAGES = 2000
MOST_FIELDS = 20_000
MOST_VALUES = 20_000
# Names become those of files, of which Linux allows 255 bytes.
LONGEST_NAME = 200
LONGEST_JSON_NAME = 1000
_SHOWN_CHARACTERS = 40


class UnsupportedSchema(BadInput):
    """Raised for a schema that is valid and not supported; without some field it may be."""


def too_large(source: str) -> BadInput:
    """The error about a file that is longer than a schema may be."""
    return BadInput(f"The schema {source} is larger than {LARGEST_SCHEMA_BYTES >> 20} MiB.")


def require_few(source: str, messages: int, fields: int, values: int) -> None:
    """Raises BadInput where a schema that reaches so many messages, fields and values of enums is too
    large."""
    counts = (
        (messages, MOST_MESSAGES, "messages"),
        (fields, MOST_FIELDS, "fields"),
        (values, MOST_VALUES, "values of enums"),
    )
    for count, most, what in counts:
        if count > most:
            raise UnsupportedSchema(f"The schema {source} has {count} {what}; at most {most} are supported.")


def require_levels(levels: int) -> None:
    """Raises BadInput where so many message types hold each other."""
    if levels > MOST_LEVELS:
        raise UnsupportedSchema(
            f"The schema nests {levels} message types in each other; at most {MOST_LEVELS} are supported."
        )


def require_short_names(message: Message) -> None:
    """Raises BadInput for the first name in a message that is too long."""
    _require_short(message.name)
    for member in message.members:
        if isinstance(member, Oneof):
            _require_short(member.name)
    for field in message.fields:
        _require_short(field.name, f" in {message.name}")
        if len(field.json_name) > LONGEST_JSON_NAME:
            raise UnsupportedSchema(
                f"The json_name of the field {message.name}.{field.name} has {len(field.json_name)}"
                f" characters; at most {LONGEST_JSON_NAME} are supported."
            )


def require_short_values(enum: Enum) -> None:
    """Raises BadInput for the first name of an enum that is too long."""
    _require_short(enum.name)
    for name, _ in (*enum.values, *enum.aliases):
        _require_short(name, f" in {enum.name}")


def _require_short(name: str, where: str = "") -> None:
    if len(name) > LONGEST_NAME:
        raise UnsupportedSchema(
            f"The schema has the name {name[:_SHOWN_CHARACTERS]}… of {len(name)} characters{where}; at most"
            f" {LONGEST_NAME} are supported."
        )
