"""``serbench about``: everything that is known of one codec, with its evidence."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from serbench.choose.known import recorded_facts
from serbench.choose.rules import MODE
from serbench.choose.runs import found_in_runs
from serbench.cli._times import Time, time_table, times_of
from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import BadInput
from serbench.facts.fact import KINDS, Fact
from serbench.facts.measured import facts_of
from serbench.languages import language_of
from serbench.locations import in_repository
from serbench.report.facts import evidence_text, value_text
from serbench.report.markdown import escaped, table_text
from serbench.report.table import Table, text_columns, text_line
from serbench.report.terminal import print_table, say, say_all
from serbench.selection.choice import codecs_called
from serbench.selection.discovery import find_codecs
from serbench.setup.libraries import as_used, require_registered
from serbench.terminal.console import ResultConsole, echo, print_json

_OUTCOMES = {"changes": "schema changes", "malformed": "malformed input"}
_LIMITS = {"max_depth": "most levels", "max_message": "largest message, bytes"}


@dataclass(frozen=True, slots=True)
class _About:
    """The page of a codec: its facts, times and files, and the commands that say more. ``others`` are the
    codecs of its format, ``modes`` facts of other modes of the library and its limits, and ``outcomes`` those
    of schema changes and of malformed input in runs, as facts of a choice."""

    codec: CodecManifest
    others: Sequence[CodecManifest]
    facts: Mapping[str, Fact]
    modes: Mapping[str, Fact]
    times: Sequence[Time]
    outcomes: Mapping[str, Fact]

    @property
    def unread(self) -> dict[str, str]:
        """The codecs of the format whose messages it does not read, with the reasons."""
        found = {one.name: self.codec.unread_of(one.name).get("any", "") for one in self.others}
        return {name: reason for name, reason in found.items() if reason}

    @property
    def head(self) -> Iterator[tuple[str, str]]:
        codec = self.codec
        yield "library", f"{codec.library}, {codec.homepage}"
        yield "format", f"{codec.format}, formats/{codec.format}.md"
        yield "codecs of the format", ", ".join(one.name for one in self.others) or "no other"
        for name, reason in self.unread.items():
            yield f"does not read {name}", reason
        yield "traits", ", ".join(codec.traits) or "none"
        if codec.promises:
            yield "malformed input, by its authors", codec.promises
        if codec.ended:
            yield "ended", f"{codec.ended.since}, {codec.ended.reason}, {codec.ended.source}"
        for feature, reason in codec.unsupported.items():
            yield f"unsupported: {feature}", reason
        yield "README", _readme(codec)
        yield "adapter", ", ".join(map(_inside, _adapter_files(codec))) or "none"

    @property
    def commands(self) -> tuple[str, ...]:
        name = self.codec.name
        return (
            f"./serbench facts {name} --strictness --footprint",
            f"./serbench show {name} media",
            f"./serbench verify --codecs {name}",
            f"./serbench run media --codecs {name}",
            f"./serbench sizes media --codecs {name}",
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
    require_registered(named)
    (found,) = as_used(named)
    facts = facts_of(found, everyone)
    ordered = {name: facts[name] for name in KINDS if name in facts}
    others = [
        one for one in everyone if one.format == found.format and one.name != found.name and not one.floor
    ]
    outcomes = found_in_runs().facts.get(found.name, {})
    about = _About(found, others, ordered, _modes(found), times_of(found), outcomes)
    if as_json:
        print_json(_document(about))
    elif as_markdown:
        echo(_markdown(about), nl=False)
    else:
        _print(about)
    return 0


def _modes(codec: CodecManifest) -> dict[str, Fact]:
    """The recorded facts of other modes of a library than the usual one, and of its limits."""
    recorded = recorded_facts([codec]).get(codec.name, {})
    known = (*_LIMITS, *(name + MODE for name in (*_LIMITS, *KINDS)))
    return {name: recorded[name] for name in known if name in recorded}


def _adapter_files(codec: CodecManifest) -> list[Path]:
    """The files of the codec's code, its own and those of its base that it does not replace."""
    suffixes = language_of(codec.name).adapter_suffixes
    files: dict[str, Path] = {}
    for folder in reversed(codec.folders):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix in suffixes and "node_modules" not in path.parts:
                files[str(path.relative_to(folder))] = path
    return list(files.values())


def _readme(codec: CodecManifest) -> str:
    """The README of a codec, whatever release of its library it has."""
    return _inside(file_of(replace(codec, locked_in=None), "README.md"))


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
        "modes": {name: fact.to_json() for name, fact in about.modes.items()},
        "format_codecs": [one.name for one in about.others],
        "unread": about.unread,
        "outcomes": {name: fact.to_json() for name, fact in about.outcomes.items()},
        "times": [{name: getattr(time, name) for name in Time.__dataclass_fields__} for time in about.times],
        "readme": _readme(codec),
        "adapter": [_inside(path) for path in _adapter_files(codec)],
        "commands": list(about.commands),
    }


def _fact_table(about: _About) -> Table:
    columns = text_columns("fact", "value", "evidence")
    lines = (
        text_line(KINDS[name].title, value_text(one), evidence_text(one)) for name, one in about.facts.items()
    )
    return Table("Facts", tuple(columns), tuple(lines))


def _mode_lines(about: _About) -> Iterator[tuple[str, str]]:
    """A title and a sentence for each limit, and for each fact of another mode."""
    for name, fact in about.modes.items():
        kind = name.removesuffix(MODE)
        title = _LIMITS[kind] if kind in _LIMITS else KINDS[kind].title
        yield title + (f", {fact.mode}" if fact.mode else ""), f"{value_text(fact)} ({evidence_text(fact)})"


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
    for title, text in (*_mode_lines(about), *_outcomes(about)):
        say(f"{title}: {text}", console, soft_wrap=True)
    if about.times:
        console.print()
        print_table(time_table(about.times), console)
    console.print()
    say("Commands", console, "bold")
    for line in about.commands:
        say(line, console, soft_wrap=True)


def _markdown(about: _About) -> str:
    parts = [f"# {escaped(about.codec.name)}"]
    parts.append("\n".join(f"- {escaped(title)}: {escaped(text)}" for title, text in about.head))
    parts += ["## Facts", table_text(_fact_table(about)), f"Unknown: {escaped(_unknown(about))}."]
    said = (*_mode_lines(about), *_outcomes(about))
    if lines := [f"- {escaped(title)}: {escaped(text)}" for title, text in said]:
        parts.append("\n".join(lines))
    if about.times:
        parts += ["## Times for one object", table_text(time_table(about.times))]
    parts += ["## Commands", "\n".join(["```sh", *about.commands, "```"])]
    return "\n\n".join(parts) + "\n"
