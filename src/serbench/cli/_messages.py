"""``--schema`` of the commands that show data: what protobuf's messages need to be read."""

from collections.abc import Callable
from pathlib import Path

import click

from serbench.corpus.messages import MessageReader
from serbench.corpus.own_schema import OwnSchema
from serbench.engine.material import schema_for_type
from serbench.errors import BadInput
from serbench.inputs.opening import Input
from serbench.schema.kept import readable_again
from serbench.terminal.options import FOLDER

_OPTIONS = (
    click.option("--schema", metavar="FILE.proto", type=FOLDER, help="The schema of protobuf's messages."),
    click.option(
        "--message", metavar="NAME", help="The message type of an object, if the schema leaves that open."
    ),
    click.option(
        "--proto-path",
        "import_paths",
        metavar="DIR",
        type=FOLDER,
        multiple=True,
        help="Also look for the schema's imports here; repeatable.",
    ),
)


def message_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options, whose values ``message_reader`` takes."""
    for each in reversed(_OPTIONS):
        command = each(command)
    return command


def message_reader(
    objects: Input, schema: Path | None, message: str | None, import_paths: tuple[Path, ...], type_: str = ""
) -> MessageReader | None:
    """The reader of an input's messages, which are of a ``type_`` where the data have several; None where it
    holds objects. Raises BadInput for messages without a schema, for a schema without messages, and for one
    that is not valid."""
    if not objects.kind.of_messages:
        if schema is not None:
            raise BadInput(
                f"--schema is for messages of protobuf; {objects.source.name} is {objects.kind.name}, which"
                " is shown as it is."
            )
        return None
    if schema is None and (message is not None or import_paths):
        raise BadInput("--message and --proto-path belong to --schema FILE.proto.")
    if schema is None:
        raise objects.not_an_object(1)
    if type_ and message is not None:
        raise BadInput("Data of several types have no --message: each type has its own.")
    own = OwnSchema(readable_again(schema), message, import_paths)
    return MessageReader(schema_for_type(own, type_) if type_ else own)
