"""``serbench infer``: a schema from data."""

from dataclasses import asdict

import click

from serbench.errors import BadInput
from serbench.infer.from_lines import PLAIN_NAME, inferred_schema, schema_of_types
from serbench.inputs.progress import heard
from serbench.inputs.several import parts_of
from serbench.spooling import source_name, spooled
from serbench.terminal.console import Voice, echo, print_json
from serbench.terminal.options import data_format_option, message_field_option


@click.command(
    epilog="Examples: ./serbench infer tweets.jsonl > tweets.proto; ./serbench infer captured/ > market.proto"
)
@click.argument("data", metavar="FILE|-|DIR")
@data_format_option
@message_field_option
@click.option(
    "--message", metavar="NAME", help="Name of the root message. Default: derived from the file's name."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--quiet", is_flag=True, help="Nothing on standard error.")
def command(
    data: str,
    data_format: str | None,
    message_field: str | None,
    message: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Write a .proto for the objects of a file to standard output.

    For the types of a folder or of --message-field it has a message each. What a schema cannot express
    exactly is noted on standard error and in comments.
    """
    name = source_name(data)
    with heard(Voice(quiet, "infer").draw), spooled(data) as file:
        parts = parts_of(file, data_format, name, message_field)
        if parts is None:
            root = message or (PLAIN_NAME if file != data else None)
            inferred, text = inferred_schema(file, root, name, data_format)
        elif message is not None:
            raise BadInput("Data of several types have no --message: each type has its own.")
        else:
            inferred, text = schema_of_types(parts, file, name, data_format)
    if as_json:
        print_json({"name": name, "proto": text, **asdict(inferred)})
        return
    echo(text, nl=False)
    if not quiet:
        for note in inferred.notes:
            echo(f"{name}: {note}", err=True)
