"""``serbench sql``: SQL queries over the measurements of all runs, and over facts of codecs."""

import json
import math
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from serbench.archive.entry import entries, run_at, run_named
from serbench.errors import BadInput, SerbenchError
from serbench.facts.fact import Facts
from serbench.facts.measured import facts_of
from serbench.facts.published import facts_paths, published_record
from serbench.facts.record import FactsRecord, all_records, find_record, record_of_folder
from serbench.locations import ARCHIVE
from serbench.record.run_folder import RunFolder, all_runs
from serbench.report.csv_text import csv_text
from serbench.report.database import Answer, ask
from serbench.selection.discovery import find_codecs
from serbench.terminal.console import ResultConsole, echo, print_json


@click.command(
    epilog='Example: ./serbench sql "SELECT codec, min(cpu_ns_per_operation) FROM samples GROUP BY codec"'
)
@click.argument("question", metavar="SELECT…")
@click.option("--run", "run", metavar="RUN", help="Only this run, or record of facts: its name or folder.")
@click.option(
    "--archive", is_flag=True, help="Query the archive instead; each sample there is its fork's median."
)
@click.option("--csv", "as_csv", is_flag=True, help="CSV with a header.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document: a list of objects.")
def command(question: str, run: str | None, archive: bool, as_csv: bool, as_json: bool) -> int:
    """Query the measurements with SQL (DuckDB).

    `measurements` has a row per fork and operation, as measurements.jsonl, with its `run`, whether it
    `counts`, that is, is in a result, and the `title` that tables give its workload. `samples` has a row per
    sample, with n, cpu_ns, wall_ns, cpu_ns_per_operation and wall_ns_per_operation. "DESCRIBE samples" lists
    all columns.

    `facts` has a row per codec and fact, as `facts --declared` knows them now; `recorded_facts` those that
    `facts` has kept, with the `run` of each, or of --archive the published ones.
    """
    if as_csv and as_json:
        raise BadInput("Use only one of --csv and --json at a time.")
    if archive and run is not None:
        raise BadInput("Use only one of --archive and --run at a time.")
    record = find_record(run) if run is not None else None
    runs = (entry.folder() for entry in entries(ARCHIVE)) if archive else () if record else _runs(run)
    records = [record] if record else [] if run is not None else facts_paths() if archive else all_records()
    read = published_record if archive else record_of_folder
    facts = (_known(), _recorded(records, read)) if "facts" in question.lower() else ()
    answer = ask(runs, question, *facts)
    if as_json:
        print_json([{name: _json(value) for name, value in line.items()} for line in answer.to_json()])
    elif as_csv:
        cells = ([_cell(value) for value in line] for line in answer.lines)
        echo(csv_text([answer.columns, *cells]), nl=False)
    else:
        _print(answer)
    return 0


def _runs(run: str | None) -> Iterator[RunFolder]:
    """The runs to query; without --run, a run that cannot be read is skipped with a message."""
    if run is not None:
        yield run_named(run)
        return
    for path in all_runs():
        try:
            yield run_at(path)
        except SerbenchError as error:
            echo(f"Skipped: {error}", err=True)


def _known() -> Facts:
    """The facts of all codecs but floors as they are known now."""
    everyone = find_codecs()
    codecs = [codec for codec in everyone if not codec.floor]
    return {codec.name: facts_of(codec, everyone) for codec in codecs}


def _recorded(records: Iterable[Path], read: Callable[[Path], FactsRecord]) -> dict[str, Facts]:
    """The facts of records by their names; one that cannot be read is skipped with a message."""
    found: dict[str, Facts] = {}
    for path in records:
        try:
            found[path.name] = read(path).facts
        except SerbenchError as error:
            echo(f"Skipped: {error}", err=True)
    return found


def _print(answer: Answer) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for index, name in enumerate(answer.columns):
        numbers = all(isinstance(line[index], int | float) for line in answer.lines)
        table.add_column(Text(name), justify="right" if numbers and answer.lines else "left", overflow="fold")
    for line in answer.lines:
        table.add_row(*(Text(_text(value)) for value in line))
    ResultConsole().print(table)


def _text(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.6g}" if math.isfinite(value) and abs(value) < 1e6 else f"{value:.0f}"
    return str(value)


def _cell(value: Any) -> Any:
    """Lists and structures become JSON in a CSV cell."""
    if isinstance(value, list | tuple | dict):
        return json.dumps(_json(value), ensure_ascii=False)
    return value


def _json(value: Any) -> Any:
    """A value in the form that JSON can hold: infinities and NaN become null, dates become text."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list | tuple):
        return [_json(item) for item in value]
    if isinstance(value, dict):
        return {str(name): _json(item) for name, item in value.items()}
    return value if value is None or isinstance(value, bool | int | str) else str(value)
