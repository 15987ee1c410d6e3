"""``serbench convert``: the objects of any input as JSON lines."""

import json
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from serbench.cli._messages import message_options, message_reader
from serbench.corpus.json_values import json_text
from serbench.corpus.messages import MessageReader
from serbench.errors import BadInput
from serbench.inputs.opening import Input, opened_input
from serbench.inputs.progress import heard
from serbench.inputs.several import Part, parts_of
from serbench.spooling import source_name
from serbench.terminal.console import STANDARD_OUTPUT, Voice, echo
from serbench.terminal.options import PathOf, data_format_option
from serbench.terminal.output import is_standard_output, make_folder, opened_output, overwrites

_STANDARD_OUTPUT = Path("-")


@click.command(
    epilog="Examples: ./serbench convert trees.parquet -o trees.jsonl; ./serbench convert log.avro | head -1;"
    " ./serbench convert captured/ -o lines"
)
@click.argument("data", metavar="FILE|-|DIR...", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=PathOf(),
    default="-",
    help="Default: standard output. For a DIR of several types, a folder.",
)
@data_format_option
@message_options
@click.option("--quiet", is_flag=True, help="Nothing on standard error.")
def command(
    data: tuple[str, ...],
    output: Path,
    data_format: str | None,
    schema: Path | None,
    message: str | None,
    import_paths: tuple[Path, ...],
    quiet: bool,
) -> None:
    """Write the objects of files as JSON lines: one object per line, without blanks, in UTF-8.

    A folder with a file per type becomes a folder of such files. Messages of protobuf need --schema and
    become its JSON. Bytes become base64. NaN and infinities are written as in Python, and --data reads them
    again. Standard error names values that JSON lacks, with their replacement and count.
    """
    given = schema, message, import_paths
    # Objects that scroll over a terminal show themselves how far they are.
    is_seen = output == _STANDARD_OUTPUT and sys.stdout.isatty()
    with heard(Voice(quiet or is_seen, "convert").draw):
        for path in data:
            parts = parts_of(path, data_format, path, None)
            if parts is not None:
                _require_folder(path, data, output)
                make_folder(output)
                for part in parts:
                    _convert((part,), output / f"{part.name}.jsonl", data_format, given, quiet)
                return
        _convert([Part("", path) for path in data], output, data_format, given, quiet)


def _require_folder(path: str, data: tuple[str, ...], output: Path) -> None:
    if len(data) > 1:
        raise BadInput(f"{path} is a folder with a file for each type: convert it alone.")
    if output == _STANDARD_OUTPUT or output.is_file():
        raise BadInput(f"{path} is a folder with a file for each type: -o FOLDER gets a file for each, too.")


def _convert(
    parts: Sequence[Part],
    output: Path,
    data_format: str | None,
    given: tuple[Path | None, str | None, tuple[Path, ...]],
    quiet: bool,
) -> None:
    """Writes the objects of files, one after the other; a file with a name holds those of a type."""
    for part in parts:
        if overwrites(output, part.path):
            place = STANDARD_OUTPUT if is_standard_output(output) else output
            raise BadInput(
                f"{place} is read as {source_name(part.path)} and could only be written in place: -o names"
                " another file."
            )
    with opened_output(output) as out:
        for part in parts:
            with opened_input(part.path, data_format) as objects:
                messages = message_reader(objects, *given, part.name)
                for number, document in objects.read():
                    out.write(_line(objects, number, document, messages))
                told = (*objects.changes.sentences(), *(messages.sentences() if messages else ()))
            for sentence in () if quiet else told:
                echo(f"{objects.source.name}: {sentence}", err=True)


def _line(objects: Input, number: int, document: Any, messages: MessageReader | None) -> bytes:
    """The line of an object. Raises BadInput for what is none, and for a number that JSON has and a double
    has not, which would be written as an infinity."""
    if messages is not None:
        with objects.at(number):
            document = messages.document(document)
    if not isinstance(document, dict):
        raise objects.not_an_object(number)
    try:
        text = json_text(document)
        # Values are looked at only where there may be one.
        if "Infinity" in text and (beyond := next(_beyond(document), None)) is not None:
            raise BadInput(
                f"{objects.place(number)}: {beyond or 'the object'} is a number beyond a double; write it"
                " as text or as Infinity, or pass the data to `./serbench run` with --relaxed, which reads an"
                " infinity."
            )
        return text.encode() + b"\n"
    except UnicodeEncodeError:
        # A lone surrogate, which only an escape can express.
        return json.dumps(json.loads(text), separators=(",", ":")).encode() + b"\n"
    except RecursionError:
        raise BadInput(f"{objects.place(number)}: the document is nested too deeply.") from None


def _beyond(value: Any, path: str = "") -> Iterator[str]:
    """The paths of the numbers that are too large for a double."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from _beyond(member, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for at, element in enumerate(value):
            yield from _beyond(element, f"{path}[{at}]")
    elif type(value) is float and math.isinf(value):
        yield path
