"""``serbench doctor``: the machine, what it lacks, and what disturbs measurements."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from serbench.cli import _freshness
from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages import language_named, language_names, toolchain
from serbench.languages.builder import Availability
from serbench.locations import cache_directory
from serbench.machine.disturbance import watch
from serbench.machine.record import machine_record
from serbench.machine.words import Disturbance, disturbances, facts
from serbench.selection.discovery import find_adapters, find_codecs
from serbench.setup.freshness import examine_freshness
from serbench.setup.readiness import availability
from serbench.terminal.console import ResultConsole, print_json
from serbench.toolchain.packages import install_command, missing_packages
from serbench.toolchain.requirements import MissingToolchain, Toolchain
from serbench.toolchain.support import Runtime, to_json, words

_LOOK_S = 0.5


@dataclass(frozen=True, slots=True)
class Examination:
    """Everything that the doctor checked. ``codecs`` pairs each codec with its availability and the line
    that installs it (empty where it is installed or nothing helps). ``runtimes`` are by language what
    compiles or runs its code, where it tells its version."""

    machine: Mapping[str, Any]
    runtimes: Mapping[str, Runtime]
    languages: tuple[Toolchain | MissingToolchain, ...]
    codecs: tuple[tuple[CodecManifest, Availability, str], ...]
    warnings: tuple[Disturbance, ...]
    free_disk_bytes: int | None


@click.command(epilog="Examples: ./serbench doctor --json; ./serbench doctor --freshness")
@click.option(
    "--freshness", is_flag=True, help="Also name outdated pins, ended projects and evidence that has expired."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def command(freshness: bool, as_json: bool) -> int:
    """Check this machine: what it is, which codecs it can build, what makes measurements uncertain.

    Nothing is installed or changed. The exit status is 1 if no codec can be built here.

    --freshness names outdated pins of libraries, projects that have ended, and expired evidence of sets and
    runtimes, by the clock of this machine. The clients of the languages ask the registries; the exit status
    is always 0.
    """
    if freshness:
        _tell_freshness(as_json)
        return 0
    found = examine()
    if as_json:
        print_json(document(found))
    else:
        print_examination(found, ResultConsole())
    return 0 if any(known.available for _, known, _ in found.codecs) else 1


def _tell_freshness(as_json: bool) -> None:
    today = datetime.now(UTC).date()
    found = examine_freshness(find_adapters(), today)
    if as_json:
        print_json(_freshness.document(found, today))
    else:
        _freshness.print_freshness(found, today, ResultConsole())


def examine() -> Examination:
    """Examines the machine and asks every language for its tools and libraries."""
    machine = machine_record()
    languages = tuple(toolchain(language) for language in language_names())
    free_bytes = _free_disk_bytes(cache_directory())
    found = tuple(disturbances(machine, free_bytes, watch(_LOOK_S)))
    runtimes = {name: one for name in language_names() if (one := language_named(name).runtime())}
    return Examination(machine, runtimes, languages, tuple(_codecs(languages)), found, free_bytes)


def document(found: Examination) -> dict[str, Any]:
    """The document of ``--json``."""
    return {
        "machine": dict(found.machine),
        "languages": [_language_json(tools, found.runtimes.get(tools.language)) for tools in found.languages],
        "codecs": [
            {
                "codec": codec.name,
                "available": known.available,
                "version": known.version or None,
                "reason": known.reason or None,
                "get": line or None,
            }
            for codec, known, line in found.codecs
        ],
        "warnings": [asdict(warning) for warning in found.warnings],
        "free_disk_bytes": found.free_disk_bytes,
    }


def print_examination(found: Examination, console: Console) -> None:
    """Prints first how many codecs can be measured, those that cannot and what helps, what disturbs;
    then the languages and the machine."""
    ready = [codec for codec, known, _ in found.codecs if known.available]
    console.print(Text(f"{len(ready)} of {len(found.codecs)} codecs can be measured here.", style="bold"))
    console.print()
    lacking = _lacking(found.codecs)
    if lacking:
        _print_pairs("Not available", lacking, console)
    if found.warnings:
        words = [(one.subject, f"{one.problem}\n→ {one.cure}") for one in found.warnings]
        _print_pairs("What makes measurements here less certain", words, console)
    else:
        console.print(Text("Nothing is known to disturb measurements here.\n"))
    _print_pairs("Languages", [_language_words(tools, found) for tools in found.languages], console)
    _print_pairs("This machine", facts(found.machine), console)
    console.print(Text("`./serbench list codecs` shows every codec with its version."))


def _lacking(codecs: Sequence[tuple[CodecManifest, Availability, str]]) -> list[tuple[str, str]]:
    """Codecs that are unavailable, those of one reason and one cure together."""
    together: dict[str, list[str]] = {}
    for codec, known, line in codecs:
        if not known.available:
            words = "\n→ ".join(part for part in (known.reason, line) if part)
            together.setdefault(words, []).append(codec.name)
    return [("\n".join(f"  {name}" for name in names).lstrip(), words) for words, names in together.items()]


def _codecs(
    languages: Sequence[Toolchain | MissingToolchain],
) -> list[tuple[CodecManifest, Availability, str]]:
    """A language that fails to answer does not affect the others."""
    commands = {tools.language: tools.command for tools in languages if isinstance(tools, MissingToolchain)}
    found: list[tuple[CodecManifest, Availability, str]] = []
    for language in language_names():
        codecs = find_codecs([language])
        try:
            known = availability(codecs)
        except SerbenchError as error:
            known = {codec.name: Availability(False, "", str(error)) for codec in codecs}
        for codec in codecs:
            # The one line that makes a codec available: its language's tools first.
            line = "" if known[codec.name].available else commands.get(language) or _packages_line(codec)
            found.append((codec, known[codec.name], line))
    return found


def _packages_line(codec: CodecManifest) -> str:
    packages = missing_packages(codec.packages.get("debian", ()))
    return install_command(packages) if packages else ""


def _language_json(tools: Toolchain | MissingToolchain, runtime: Runtime | None) -> dict[str, Any]:
    known = {"language": tools.language, "runtime": to_json(runtime) if runtime else None}
    if isinstance(tools, MissingToolchain):
        return {**known, "ready": False, "tools": [], "detail": tools.detail, "get": tools.command or None}
    listed = [
        {"role": tool.role, "command": list(tool.command), "version": tool.version} for tool in tools.tools
    ]
    return {**known, "ready": True, "tools": listed, "detail": None, "get": None}


def _language_words(tools: Toolchain | MissingToolchain, found: Examination) -> tuple[str, str]:
    if isinstance(tools, MissingToolchain):
        return tools.language, "\n→ ".join(part for part in (tools.detail, tools.command) if part)
    own = [known.available for codec, known, _ in found.codecs if codec.language == tools.language]
    age = [words(found.runtimes[tools.language])] if tools.language in found.runtimes else []
    count = f"{sum(own)} of {len(own)} codecs"
    lines = ["; ".join([*age, count]), *(f"{tool.path}: {tool.version}" for tool in tools.tools)]
    return tools.language, "\n".join(lines)


def _print_pairs(title: str, pairs: Sequence[tuple[str, str]], console: Console) -> None:
    console.print(Text(title, style="bold"))
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for label, text in pairs:
        table.add_row(Text(f"  {label}"), Text(text))
    console.print(table)
    console.print()


def _free_disk_bytes(folder: Path) -> int | None:
    """The free space where products will be stored; the folder need not exist yet."""
    there = next((place for place in (folder, *folder.parents) if place.exists()), None)
    return shutil.disk_usage(there).free if there else None
