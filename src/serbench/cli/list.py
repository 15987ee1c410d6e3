"""``serbench list``: codecs, sets, workloads, operations, formats, toolchains, releases of a library."""

from collections.abc import Callable
from typing import Any

import click
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from serbench.codecs.manifest import VERSION_MARK
from serbench.codecs.sets import ALL, DEFAULT, SETS
from serbench.corpus.workload import all_workload_names, load_workload
from serbench.errors import BadInput
from serbench.languages import languages
from serbench.locations import WORKLOADS
from serbench.operations import OPERATIONS
from serbench.selection.choice import codecs_called
from serbench.selection.discovery import find_adapters, find_codecs
from serbench.setup.readiness import availability, lacks_here
from serbench.setup.toolchains import toolchains_here
from serbench.setup.versions import locked_versions, releases_of
from serbench.terminal.console import ResultConsole, print_json

# The columns of tables for people; the rest is in --json. On a narrow terminal the last ones vanish.
_COLUMNS = {
    "codecs": ("codec", "version", "format", "sets", "library"),
    "workloads": ("workload", "messages", "summary"),
    "toolchains": ("language", "toolchain", "version"),
}
_LEAST_WIDTHS = {"sets": 110, "library": 150}


def _codecs() -> list[dict[str, object]]:
    codecs = find_codecs()
    found = availability(codecs)
    return [
        {
            "codec": codec.name,
            "library": codec.library,
            "version": found[codec.name].version or None,
            "format": codec.format,
            "available": found[codec.name].available,
            "reason": found[codec.name].reason or None,
            "default": codec.belongs_to(DEFAULT),
            "sets": list(codec.sets),
            "traits": list(codec.traits),
            "ended": codec.ended.to_json() if codec.ended else None,
            "licence": codec.licence,
            "homepage": codec.homepage,
        }
        for codec in codecs
    ]


def _sets() -> list[dict[str, object]]:
    codecs = find_codecs()
    reasons = lacks_here(codecs)
    members = {name: [codec.name for codec in codecs if codec.belongs_to(name)] for name in SETS}
    return [
        {
            "set": name,
            "summary": summary,
            "codecs": members[name],
            "unavailable": [
                {"codec": codec, "reason": reasons[codec]} for codec in members[name] if codec in reasons
            ],
        }
        for name, summary in SETS.items()
    ]


def _workloads() -> list[dict[str, object]]:
    return [
        {
            "workload": name,
            "parameters": {axis: list(values) for axis, values in workload.axes.items()},
            "root": workload.schema.root,
            "messages": len(workload.schema.messages),
            "conformance": workload.conformance,
            "summary": workload.summary,
        }
        for name in all_workload_names()
        for workload in [load_workload(WORKLOADS / name)]
    ]


def _operations() -> list[dict[str, object]]:
    return [
        {"operation": operation.name, "side": operation.side, "summary": operation.summary}
        for operation in OPERATIONS
    ]


def _formats() -> list[dict[str, object]]:
    codecs = find_codecs()
    return [
        {"format": name, "codecs": [codec.name for codec in codecs if codec.format == name]}
        for name in sorted({codec.format for codec in codecs if not codec.floor})
    ]


def _toolchains() -> list[dict[str, object]]:
    """The toolchains that ``run --toolchain`` takes by name."""
    return [
        {"language": one.language, "toolchain": one.name, "version": one.version, "program": one.program}
        for language in languages()
        for one in toolchains_here(language)
    ]


def _versions(name: str) -> list[dict[str, object]]:
    """The releases of a codec's library; each is measured as ``NAME@VERSION``."""
    (codec, *others) = codecs_called(name, find_adapters())
    if others:
        raise BadInput(f"{name} is the name of {codec.name} and {others[0].name}; name the language.")
    package, pinned, releases = releases_of(codec)
    locked = {one.name for one in locked_versions(codec)}
    return [
        {
            "codec": named,
            "package": package,
            "version": one.version,
            "released": str(one.day) if one.day else None,
            "pinned": one.version == pinned,
            "locked": named in locked,
            "withdrawn": one.withdrawn or None,
        }
        for one in releases
        for named in [f"{codec.name}{VERSION_MARK}{one.version}"]
    ]


# What is listed of all codecs, by its word.
_RECORDS: dict[str, Callable[[], list[dict[str, Any]]]] = {
    "codecs": _codecs,
    "sets": _sets,
    "workloads": _workloads,
    "operations": _operations,
    "formats": _formats,
    "toolchains": _toolchains,
}


@click.command(name="list", epilog="Example: ./serbench list codecs --json")
@click.argument("what", type=click.Choice([*_RECORDS, "versions"]), default="codecs")
@click.argument("codec", metavar="[LANG/NAME]", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def command(what: str, codec: str | None, as_json: bool) -> None:
    """List codecs (default), sets of codecs, workloads, operations, formats, toolchains, or with
    `versions LANG/NAME` the releases that the registry of a codec's library has."""
    if (codec is not None) != (what == "versions"):
        raise BadInput("`list versions` needs the name of a codec; no other list takes one.")
    rows = _RECORDS[what]() if codec is None else _versions(codec)
    if as_json:
        print_json(rows)
    elif what == "sets":
        _print_sets(rows)
    elif what == "versions":
        _print_table([_release(row) for row in rows], None)
    else:
        _print_table(rows, _COLUMNS.get(what))
        _print_reasons(rows)


def _release(row: dict[str, object]) -> dict[str, object]:
    """A release as a terminal of 80 columns shows it; its package is that of every row."""
    states = [name for name in ("pinned", "locked") if row[name]]
    states += [str(row["withdrawn"])] if row["withdrawn"] else []
    return {"codec": row["codec"], "released": row["released"], "state": ", ".join(states)}


def _print_table(rows: list[dict[str, object]], columns: tuple[str, ...] | None) -> None:
    """One column per field (``--json`` has them all), columns without a value left out; lists joined, yes and
    no for booleans, a dash for unknown values. The last column alone is wrapped."""
    console = ResultConsole()
    names = columns or (tuple(rows[0]) if rows else ())
    shown = [name for name in names if any(row[name] not in (None, "") for row in rows)]
    shown = [name for name in shown if console.width >= _LEAST_WIDTHS.get(name, 0)]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in shown:
        table.add_column(
            name, no_wrap=name != shown[-1], overflow="ellipsis" if name == "version" else "fold"
        )
    for row in rows:
        table.add_row(*(_text(row[name]) for name in shown))
    console.print(table)


def _print_sets(rows: list[dict[str, Any]]) -> None:
    """Each set with its codecs; those that are unavailable are marked."""
    console = ResultConsole()
    for row in rows:
        lacking = {one["codec"] for one in row["unavailable"]}
        console.print(Text.assemble((row["set"], "bold"), f" ({len(row['codecs'])}): {row['summary']}"))
        if row["set"] == ALL:
            continue
        names = (f"{name}*" if name in lacking else name for name in row["codecs"])
        console.print(Padding(Text(", ".join(names)), (0, 0, 1, 2)))
    if any(row["unavailable"] for row in rows):
        console.print(Text("* is not available here: `./serbench doctor` says why, and what would help."))


def _print_reasons(rows: list[dict[str, object]]) -> None:
    """Why codecs are unavailable, those with one reason together."""
    reasons: dict[object, list[str]] = {}
    for row in rows:
        if row.get("reason"):
            reasons.setdefault(row["reason"], []).append(str(row["codec"]))
    if reasons:
        console = ResultConsole()
        console.print(Text("Not available:", style="bold"))
        for reason, codecs in reasons.items():
            console.print(Padding(Text(f"{', '.join(codecs)}: {reason}"), (0, 0, 0, 2)))


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "–" if value is None else str(value)
