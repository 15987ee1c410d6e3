"""``serbench infer``: a schema from data."""

from dataclasses import asdict

import click

from serbench.infer.from_lines import inferred_schema
from serbench.inputs.progress import heard
from serbench.spooling import source_name
from serbench.terminal.console import Voice, echo, print_json
from serbench.terminal.options import data_format_option


@click.command(epilog="Example: ./serbench infer tweets.jsonl > tweets.proto")
@click.argument("data", metavar="FILE|-")
@data_format_option
@click.option(
    "--message", metavar="NAME", help="Name of the root message. Default: derived from the file's name."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--quiet", is_flag=True, help="Nothing on standard error.")
def command(data: str, data_format: str | None, message: str | None, as_json: bool, quiet: bool) -> None:
    """Write a .proto for the objects of a file to standard output.

    What a schema cannot express exactly is noted on standard error and in comments.
    """
    with heard(Voice(quiet, "infer").draw):
        inferred, text = inferred_schema(data, message, kind=data_format)
    if as_json:
        print_json({"name": source_name(data), "proto": text, **asdict(inferred)})
        return
    echo(text, nl=False)
    if not quiet:
        for note in inferred.notes:
            echo(f"{source_name(data)}: {note}", err=True)
