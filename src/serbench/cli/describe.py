"""``serbench describe``: what data looks like."""

from collections import Counter
from itertools import islice
from pathlib import Path

import click
from rich.table import Column, Table
from rich.text import Text

from serbench.cli._messages import message_options, message_reader
from serbench.corpus.cache import corpus_of
from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.json_values import json_text
from serbench.corpus.profile import Profile, histogram, mean, quantile
from serbench.corpus.workload import find_workloads
from serbench.errors import BadInput
from serbench.inputs.progress import heard
from serbench.inputs.several import Part, opened_part, parts_of
from serbench.spooling import STANDARD_INPUT, source_name, spooled
from serbench.terminal.console import ResultConsole, Voice, echo, print_json
from serbench.terminal.options import data_format_option, message_field_option

_BAR_WIDTH = 40
# Members whose names are data have as many paths as there are names.
_MOST_ROWS = 500


@click.command(
    epilog="Examples: ./serbench describe tweet; ./serbench describe tweets.jsonl.gz --json; "
    "zcat x.gz | ./serbench describe -"
)
@click.argument("what", metavar="FILE|-|DIR|WORKLOAD")
@data_format_option
@message_field_option
@message_options
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def command(
    what: str,
    data_format: str | None,
    message_field: str | None,
    schema: Path | None,
    message: str | None,
    import_paths: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Describe the objects of a file or of a workload; each type of a folder or of --message-field.

    The size of a file's object is the size of its JSON. Messages of protobuf, which need --schema, have their
    own size, and objects of a workload their size in the corpus format.
    """
    # No workload's name has a dot or a slash.
    is_file = what == STANDARD_INPUT or Path(what).exists() or bool({".", "/"} & set(what))
    if is_file:
        with heard(Voice(quiet=False, name="describe").draw):
            given = schema, message, import_paths
            with spooled(what) as data:
                name = source_name(what)
                parts = parts_of(data, data_format, name, message_field)
                profiles = {
                    part.name: _of_part(
                        part, part.shown(data, name), data_format, *given, part.name if parts else ""
                    )
                    for part in parts or [Part(name, data)]
                }
    elif schema is not None or data_format is not None or message_field is not None:
        raise BadInput(f"{what} is a workload, which has a schema and objects of its own.")
    else:
        profiles = _of_workloads(what)
    documents = [_document(name, profile) for name, profile in profiles.items()]
    if as_json:
        print_json(documents[0] if len(documents) == 1 else documents)
        return
    for name, profile in profiles.items():
        _print(name, profile)


def _of_part(
    part: Part,
    name: str,
    kind: str | None,
    schema: Path | None = None,
    message: str | None = None,
    import_paths: tuple[Path, ...] = (),
    type_: str = "",
) -> Profile:
    profile = Profile()
    with opened_part(part.path, kind, name, part.only) as objects:
        messages = message_reader(objects, schema, message, import_paths, type_)
        for number, document in objects.read():
            if messages is not None:
                with objects.at(number):
                    profile.add(messages.plain(document), len(document))
                continue
            if not isinstance(document, dict):
                raise objects.not_an_object(number)
            try:
                profile.add(document, len(json_text(document).encode("utf-8", "surrogatepass")))
            except RecursionError:
                raise BadInput(f"{objects.place(number)}: the document is nested too deeply.") from None
        told = (*objects.changes.sentences(), *(messages.sentences() if messages else ()))
    for sentence in told:
        echo(f"{name}: {sentence}", err=True)
    return profile


def _of_workloads(name: str) -> dict[str, Profile]:
    profiles: dict[str, Profile] = {}
    for workload in find_workloads([name]):
        decoder = Decoder(workload.schema)
        profile = profiles[workload.name] = Profile()
        for data in read_objects(corpus_of(workload).path):
            profile.add(decoder.decode(data), len(data))
    return profiles


def _document(name: str, profile: Profile) -> dict[str, object]:
    return {
        "name": name,
        "objects": profile.sizes_bytes.total(),
        "size_bytes": _spread(profile.sizes_bytes),
        "histogram": [
            {"low_bytes": bar.low, "high_bytes": bar.high, "objects": bar.count}
            for bar in histogram(profile.sizes_bytes)
        ],
        "depth": _spread(profile.depths),
        "fields": [
            {"path": path, "present": found.present, "of": found.of}
            for path, found in profile.coverage().items()
        ],
        "lists": [
            {"path": path, "lists": lengths.total(), "length": _spread(lengths)}
            for path, lengths in profile.list_lengths.items()
        ],
        "values": profile.values,
        "value_bytes": profile.value_bytes,
        "largest_field": dict(zip(("path", "share"), profile.largest_field(), strict=True)),
    }


def _spread(counts: Counter[int]) -> dict[str, float]:
    return {
        "least": min(counts),
        "median": quantile(counts, 0.5),
        "p90": quantile(counts, 0.9),
        "greatest": max(counts),
        "mean": round(mean(counts), 1),
    }


def _print(name: str, profile: Profile) -> None:
    console = ResultConsole()
    sizes = _spread(profile.sizes_bytes)
    count = profile.sizes_bytes.total()
    console.print(Text(f"{name}: {count} {'object' if count == 1 else 'objects'}", style="bold"))
    console.print(Text(f"bytes per object: {_in_words(sizes)}"))
    console.print(Text(f"nesting depth: {_in_words(_spread(profile.depths))}"))
    total = sum(profile.value_bytes.values()) or 1
    shares = ", ".join(
        f"{kind} {size / total:.0%} of the bytes ({number} value{'s' * (number != 1)})"
        for kind, size in sorted(profile.value_bytes.items(), key=lambda item: -item[1])
        for number in (profile.values[kind],)
    )
    console.print(Text(f"data (numbers count as 8 bytes): {shares or 'none'}"))
    path, share = profile.largest_field()
    if path:
        console.print(Text(f"largest field: {path}, {share:.0%} of the bytes"))
    console.print(_histogram_table(profile, "█" if (console.encoding or "").startswith("utf") else "#"))
    console.print(_field_table(profile))


def _in_words(spread: dict[str, float]) -> str:
    middle = f"median {spread['median']:g}, mean {spread['mean']:g}, 90 % at most {spread['p90']:g}"
    return f"{spread['least']:g} to {spread['greatest']:g}, {middle}"


def _histogram_table(profile: Profile, block: str) -> Table:
    table = _table(*_numbers("from bytes", "to", "objects"), Column("", no_wrap=True))
    bars = histogram(profile.sizes_bytes)
    most = max((bar.count for bar in bars), default=1)
    for bar in bars:
        width = max(1, round(bar.count / most * _BAR_WIDTH)) if bar.count else 0
        table.add_row(str(bar.low), str(bar.high - 1), str(bar.count), block * width)
    return table


def _field_table(profile: Profile) -> Table:
    table = _table(Column("field", overflow="fold"), *_numbers("present", "list lengths"))
    coverage = profile.coverage()
    for path, found in islice(coverage.items(), _MOST_ROWS):
        lengths = profile.list_lengths.get(path)
        words = f"{min(lengths)}–{max(lengths)}, mean {mean(lengths):.1f}" if lengths else ""
        table.add_row(Text(path), f"{found.present / found.of:.1%}" if found.of else "", words)
    rest = list(islice(coverage.values(), _MOST_ROWS, None))
    if rest:
        share = sum(found.present for found in rest) / sum(found.of for found in rest)
        table.add_row(Text(f"{len(rest)} others, which --json has"), f"{share:.1%}", "")
    return table


def _table(*columns: Column) -> Table:
    return Table(*columns, box=None, pad_edge=False, header_style="bold")


def _numbers(*names: str) -> list[Column]:
    return [Column(name, justify="right", no_wrap=True) for name in names]
