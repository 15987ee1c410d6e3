"""``serbench about``: everything that is known of one codec, with its evidence."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from serbench.archive import published
from serbench.choose.runs import found_in_runs
from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import BadInput, SerbenchError
from serbench.experiments.reporting import run_document
from serbench.facts.fact import KINDS, Fact
from serbench.facts.measured import facts_of
from serbench.languages import language_of
from serbench.locations import in_repository
from serbench.record.row import FIRST_EXPERIMENT
from serbench.record.run_folder import RunFolder, all_runs
from serbench.report.facts import evidence_text, value_text
from serbench.report.history import History
from serbench.report.markdown import escaped, table_text
from serbench.report.table import Column, Table, text_columns, text_line
from serbench.report.terminal import print_table, say, say_all
from serbench.selection.choice import codecs_called
from serbench.selection.discovery import find_codecs
from serbench.terminal.console import ResultConsole, echo, print_json

_NS_PER_US = 1000
_OUTCOMES = {"changes": "schema changes", "malformed": "malformed input"}


@dataclass(frozen=True, slots=True)
class Time:
    """The median of one operation on one object, in the newest run that has it, of this machine or else of
    the archive; ``low_ns`` and ``high_ns`` are the ends of its interval, None where one fork has none."""

    run: str
    workload: str
    operation: str
    median_ns: float
    low_ns: float | None
    high_ns: float | None
    size_bytes: float | None


@dataclass(frozen=True, slots=True)
class _About:
    """The page of a codec: its facts, times and files, and the commands that say more. ``outcomes`` are
    those of schema changes and of malformed input in runs, as facts of a choice."""

    codec: CodecManifest
    facts: Mapping[str, Fact]
    times: Sequence[Time]
    outcomes: Mapping[str, Fact]

    @property
    def head(self) -> Iterator[tuple[str, str]]:
        codec = self.codec
        yield "library", f"{codec.library}, {codec.homepage}"
        yield "format", f"{codec.format}, formats/{codec.format}.md"
        yield "traits", ", ".join(codec.traits) or "none"
        if codec.promises:
            yield "malformed input, by its authors", codec.promises
        if codec.ended:
            yield "ended", f"{codec.ended.since}, {codec.ended.reason}, {codec.ended.source}"
        for feature, reason in codec.unsupported.items():
            yield f"unsupported: {feature}", reason
        yield "README", _inside(file_of(codec, "README.md"))
        yield "adapter", ", ".join(map(_inside, _adapter_files(codec))) or "none"

    @property
    def commands(self) -> tuple[str, ...]:
        name = self.codec.name
        return (
            f"./serbench facts {name} --strictness",
            f"./serbench show {name} media",
            f"./serbench verify --codecs {name}",
            f"./serbench run media --codecs {name}",
            f"./serbench evolve --codecs {name}",
            f"./serbench torture --codecs {name}",
        )


@click.command(epilog="Example: ./serbench about msgpackr")
@click.argument("codec", metavar="CODEC")
@click.option("--markdown", "as_markdown", is_flag=True, help="Markdown, for a decision or a pull request.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def command(codec: str, as_markdown: bool, as_json: bool) -> int:
    """Show what is known of one codec: facts with their evidence, outcomes of schema changes and malformed
    input, times of local and of published runs, commands, code."""
    if as_markdown and as_json:
        raise BadInput("Use only one of --markdown and --json at a time.")
    everyone = find_codecs()
    named = codecs_called(codec, everyone)
    if len(named) > 1:
        raise BadInput(f"Several codecs are called {codec}: {', '.join(one.name for one in named)}.")
    (found,) = named
    facts = facts_of(found, everyone)
    ordered = {name: facts[name] for name in KINDS if name in facts}
    about = _About(found, ordered, _times(found), found_in_runs().facts.get(found.name, {}))
    if as_json:
        print_json(_document(about))
    elif as_markdown:
        echo(_markdown(about), nl=False)
    else:
        _print(about)
    return 0


def _times(codec: CodecManifest) -> list[Time]:
    """The times of a codec in memory, each from the newest run of this machine that has it, or else from the
    newest published one. A run that cannot be read says nothing here; `report` says why."""
    found = _published_times(codec)
    for path in all_runs():
        try:
            folder = RunFolder.load(path)
            if codec.name not in {runner.get("codec") for runner in folder.record.get("runners", ())}:
                continue
            rows = run_document(folder, History()).get("rows", ())
        except SerbenchError:
            continue
        for row in rows:
            if row.get("codec") == codec.name and _is_plain(row):
                # The newest run comes last.
                found[row["workload"], row["operation"]] = _time(path.name, row)
    return [found[key] for key in sorted(found)]


def _published_times(codec: CodecManifest) -> dict[tuple[str, str], Time]:
    """By workload and operation; none where an entry is damaged, which `archive check` names."""
    found: dict[tuple[str, str], Time] = {}
    with suppress(BadInput):
        for row in published(experiment=FIRST_EXPERIMENT):
            if row.codec == codec.name and row.median_ns is not None:
                key = row.workload, row.operation
                ends = row.low_ns, row.high_ns
                time = Time(f"archive, {row.date}", *key, row.median_ns, *ends, row.size_bytes)
                found.setdefault(key, time)
    return found


def _is_plain(row: Mapping[str, Any]) -> bool:
    """Whether a row is one of an operation of one of the two sides, built and run as usual."""
    return bool(row.get("side") and row.get("median_ns")) and not row.get("parameters")


def _time(run: str, row: Mapping[str, Any]) -> Time:
    names = ("workload", "operation", "median_ns", "low_ns", "high_ns", "size_bytes")
    return Time(run, *(row.get(name) for name in names))  # type: ignore[arg-type]


def _adapter_files(codec: CodecManifest) -> list[Path]:
    """The files of the codec's code, its own and those of its base that it does not replace."""
    suffixes = language_of(codec.name).adapter_suffixes
    files: dict[str, Path] = {}
    for folder in reversed(codec.folders):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix in suffixes and "node_modules" not in path.parts:
                files[str(path.relative_to(folder))] = path
    return list(files.values())


def _inside(path: Path) -> str:
    return in_repository(path)


def _document(about: _About) -> dict[str, Any]:
    codec = about.codec
    return {
        "format": "serbench.about/1",
        "codec": codec.name,
        "library": codec.library,
        "homepage": codec.homepage,
        "message_format": codec.format,
        "traits": list(codec.traits),
        "promises": codec.promises or None,
        "ended": codec.ended.to_json() if codec.ended else None,
        "unsupported": dict(codec.unsupported),
        "facts": {name: fact.to_json() for name, fact in about.facts.items()},
        "unknown": [name for name in KINDS if name not in about.facts],
        "outcomes": {name: fact.to_json() for name, fact in about.outcomes.items()},
        "times": [{name: getattr(time, name) for name in Time.__dataclass_fields__} for time in about.times],
        "readme": _inside(file_of(codec, "README.md")),
        "adapter": [_inside(path) for path in _adapter_files(codec)],
        "commands": list(about.commands),
    }


def _fact_table(about: _About) -> Table:
    columns = text_columns("fact", "value", "evidence")
    lines = (
        text_line(KINDS[name].title, value_text(one), evidence_text(one)) for name, one in about.facts.items()
    )
    return Table("Facts", tuple(columns), tuple(lines))


def _time_table(about: _About) -> Table:
    titles = ("µs", "low", "high", "bytes")
    columns = [*text_columns("workload", "operation"), *map(Column, titles), *text_columns("run")]
    lines = (
        text_line(
            time.workload,
            time.operation,
            *(_us(value) for value in (time.median_ns, time.low_ns, time.high_ns)),
            f"{time.size_bytes:,.0f}" if time.size_bytes else "–",
            time.run,
        )
        for time in about.times
    )
    return Table("Times for one object", tuple(columns), tuple(lines))


def _us(value_ns: float | None) -> str:
    return "–" if value_ns is None else f"{value_ns / _NS_PER_US:,.3f}"


def _outcomes(about: _About) -> Iterator[tuple[str, str]]:
    """A title and a sentence for each kind of outcome, with where it is from."""
    for name, title in _OUTCOMES.items():
        if (fact := about.outcomes.get(name)) is not None:
            value = fact.value
            if isinstance(value, Mapping):
                counts = Counter(value.values()).most_common()
                value = ", ".join(f"{outcome} {count}" for outcome, count in counts)
            yield title, f"{value} ({fact.source}: {fact.command})"


def _unknown(about: _About) -> str:
    return ", ".join(kind.title for name, kind in KINDS.items() if name not in about.facts) or "nothing"


def _print(about: _About) -> None:
    console = ResultConsole()
    say(about.codec.name, console, "bold")
    say_all((f"{title}: {text}" for title, text in about.head), console)
    console.print()
    say("Facts", console, "bold")
    for name, fact in about.facts.items():
        say(f"{KINDS[name].title}: {value_text(fact)} ({evidence_text(fact)})", console, soft_wrap=True)
    say(f"Unknown: {_unknown(about)}.", console)
    say_all((f"{title}: {text}" for title, text in _outcomes(about)), console)
    if about.times:
        console.print()
        print_table(_time_table(about), console)
    console.print()
    say("Commands", console, "bold")
    for line in about.commands:
        say(line, console, soft_wrap=True)


def _markdown(about: _About) -> str:
    parts = [f"# {escaped(about.codec.name)}"]
    parts.append("\n".join(f"- {escaped(title)}: {escaped(text)}" for title, text in about.head))
    parts += ["## Facts", table_text(_fact_table(about)), f"Unknown: {escaped(_unknown(about))}."]
    if lines := [f"- {escaped(title)}: {escaped(text)}" for title, text in _outcomes(about)]:
        parts.append("\n".join(lines))
    if about.times:
        parts += ["## Times for one object", table_text(_time_table(about))]
    parts += ["## Commands", "\n".join(["```sh", *about.commands, "```"])]
    return "\n\n".join(parts) + "\n"
