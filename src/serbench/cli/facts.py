"""``serbench facts``: what is known of codecs beside their times, measured where it can be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from serbench.cli._strictness import replay
from serbench.errors import BadInput
from serbench.facts.cases import formats_with_cases
from serbench.facts.document import document_of
from serbench.facts.fact import SAME_BYTES, Fact
from serbench.facts.finding import write_finding
from serbench.facts.known import known_facts
from serbench.facts.measured import measured_facts
from serbench.facts.measuring import Measuring
from serbench.record.row import Failure
from serbench.report.facts import differing, fact_text, strictness_table
from serbench.report.table import Column, Table, text_columns, text_line
from serbench.report.terminal import print_failures, print_table, say, say_all
from serbench.selection.choice import select_codecs
from serbench.selection.discovery import find_codecs
from serbench.terminal.console import ResultConsole, Voice, print_json
from serbench.terminal.options import (
    AMOUNT,
    AT_LEAST_ONE,
    FOLDER,
    OUTPUT,
    RUN,
    GroupedCommand,
    argument,
    option,
    taking,
)
from serbench.terminal.values import jobs_or_all, named_outright

REPLAY = "replay"
# What the table of several codecs shows, with shorter titles.
_SHOWN = {SAME_BYTES: "equal bytes", "types": "types", "schema_needed": "schema", "licence": "licence"}


@dataclass(frozen=True)
class Options:
    """The options of ``facts``."""

    codecs: tuple[str, ...] = argument("[CODEC]...|replay FILE", nargs=-1)
    declared: bool = option(
        AMOUNT, "--declared", "", "Build and measure nothing: only what is declared or was measured before."
    )
    strictness: bool = option(
        AMOUNT, "--strictness", "", "Also give each codec the cases of its format:"
        f" {', '.join(formats_with_cases())}.",
    )  # fmt: skip
    kept: Path | None = option(
        OUTPUT, "--keep", "DIR", "Save each case that a codec takes otherwise than its specification, for"
        " replay.", type=FOLDER,
    )  # fmt: skip
    footprint: bool = option(
        AMOUNT, "--footprint", "", "Also measure what native codecs add to a program, stripped."
    )
    jobs: int | None = option(RUN, "-j --jobs", "N", "Parallel compilers.", type=AT_LEAST_ONE)
    as_json: bool = option(OUTPUT, "--json", "", "One JSON document on standard output.")
    quiet: bool = option(OUTPUT, "--quiet", "", "No progress.")


@click.command(
    cls=GroupedCommand,
    epilog="Examples: ./serbench facts postcard borsh; ./serbench facts '*/json' --strictness",
)
@taking(Options)
def command(options: Options) -> int:
    """Show facts of codecs, measured or declared, with their evidence (default: the default set)."""
    if options.codecs[:1] == (REPLAY,):
        return replay(
            _file(options.codecs[1:]), jobs_or_all(options.jobs), Voice(options.quiet), options.as_json
        )
    if options.kept and not options.strictness:
        raise BadInput("--keep saves what --strictness finds; name both.")
    patterns = options.codecs or None
    everyone = find_codecs()
    codecs = [codec for codec in select_codecs(patterns) if not codec.floor]
    measuring = Measuring(codecs, everyone, Voice(options.quiet))
    if not options.declared:
        measuring.measure(jobs_or_all(options.jobs), options.strictness, options.footprint)
    if options.kept:
        for finding in measuring.findings:
            write_finding(finding, options.kept)
        measuring.voice.tell(f"Saved {len(measuring.findings)} findings in {options.kept}.")
    named = named_outright(codecs, patterns) & set(measuring.unavailable)
    failures = [*measuring.failures]
    for name, why in measuring.unavailable.items():
        if name in named:
            failures.append(Failure(name, measuring.workload.name, None, "build", why))
        else:
            measuring.voice.tell(f"{name} is not measured: {why}")
    facts = {codec.name: known_facts(codec, everyone) | measured_facts(codec) for codec in codecs}
    if options.as_json:
        print_json(_document(facts, measuring, failures))
    else:
        _print(facts, measuring, failures)
    return 1 if any(failure.outcome != "unsupported" for failure in failures) else 0


def _file(words: Sequence[str]) -> Path:
    if len(words) != 1:
        raise BadInput("replay takes the file of one finding: ./serbench facts replay FILE")
    return Path(words[0])


def _document(
    facts: Mapping[str, Mapping[str, Fact]], measuring: Measuring, failures: list[Failure]
) -> dict[str, Any]:
    return document_of(facts) | {
        "strictness": {
            codec: [one.to_json() for one in outcomes] for codec, outcomes in measuring.strictness.items()
        },
        "failures": [{"codec": one.codec, "outcome": one.outcome, "detail": one.detail} for one in failures],
    }


def _print(facts: Mapping[str, Mapping[str, Fact]], measuring: Measuring, failures: list[Failure]) -> None:
    console = ResultConsole()
    columns = (
        *text_columns("codec"),
        *(Column(title, is_text=True, unbroken=0) for title in _SHOWN.values()),
    )
    lines = tuple(
        text_line(codec, *(fact_text(of_codec.get(name)) for name in _SHOWN))
        for codec, of_codec in facts.items()
    )
    print_table(Table("", columns, lines), console)
    say("* declared, – unknown. `./serbench about CODEC` has all facts with their evidence.", console)
    if measuring.strictness:
        console.print()
        print_table(strictness_table(measuring.strictness), console)
        say_all(differing(measuring.strictness), console)
    print_failures(failures, console)
