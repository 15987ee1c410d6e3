"""``serbench facts``: what is known of codecs beside their times, measured where it can be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from serbench.builds.runners import ready_and_built
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.workload import Workload, load_workload
from serbench.errors import SerbenchError
from serbench.facts.cases import cases_of, formats_with_cases
from serbench.facts.determinism import Emission, emission_of, grades
from serbench.facts.document import document_of
from serbench.facts.fact import MEASURED, SAME_BYTES, Fact
from serbench.facts.known import known_facts
from serbench.facts.measured import keep_measured, measured_facts
from serbench.facts.strictness import Strictness, strictness_of
from serbench.record.row import Failure
from serbench.report.facts import differing, fact_text, strictness_table
from serbench.report.table import Column, Table, text_columns, text_line
from serbench.report.terminal import print_failures, print_table, say, say_all
from serbench.selection.choice import select_codecs
from serbench.selection.discovery import find_codecs
from serbench.terminal.console import ResultConsole, Voice, print_json
from serbench.terminal.options import AMOUNT, OUTPUT, RUN, GroupedCommand, argument, option, taking
from serbench.terminal.values import jobs_or_all

WORKLOAD = Path(__file__).parents[1] / "facts" / "workloads" / "facts"
# What the table of several codecs shows, with shorter titles.
_SHOWN = {SAME_BYTES: "equal bytes", "types": "types", "schema_needed": "schema", "licence": "licence"}


@dataclass(frozen=True)
class Options:
    """The options of ``facts``."""

    codecs: tuple[str, ...] = argument("[CODEC]...", nargs=-1)
    declared: bool = option(
        AMOUNT, "--declared", "", "Build and measure nothing: only what is declared or was measured before."
    )
    strictness: bool = option(
        AMOUNT, "--strictness", "", "Also give each codec the cases of its format:"
        f" {', '.join(formats_with_cases())}.",
    )  # fmt: skip
    jobs: int | None = option(RUN, "-j --jobs", "N", "Parallel compilers.", type=click.IntRange(min=1))
    as_json: bool = option(OUTPUT, "--json", "", "One JSON document on standard output.")
    quiet: bool = option(OUTPUT, "--quiet", "", "No progress.")


@dataclass(frozen=True, slots=True)
class _Found:
    """What was measured now: the outcomes of cases by codec, and what failed."""

    strictness: Mapping[str, Sequence[Strictness]]
    failures: Sequence[Failure]


@click.command(
    cls=GroupedCommand,
    epilog="Examples: ./serbench facts rust; ./serbench facts 'cpp/*' go/json --strictness",
)
@taking(Options)
def command(options: Options) -> int:
    """Show facts of codecs, measured or declared, with their evidence (default: the default set)."""
    voice = Voice(options.quiet)
    everyone = find_codecs()
    codecs = [codec for codec in select_codecs(options.codecs or None) if not codec.floor]
    found = _Found({}, ()) if options.declared else _measured(codecs, everyone, options, voice)
    facts = {codec.name: known_facts(codec, everyone) | measured_facts(codec) for codec in codecs}
    if options.as_json:
        print_json(_document(facts, found))
    else:
        _print(facts, found)
    return 1 if found.failures else 0


def _measured(
    codecs: Sequence[CodecManifest], everyone: Sequence[CodecManifest], options: Options, voice: Voice
) -> _Found:
    """Builds codecs, measures them, and keeps what was found. What a codec wrote before is not asked again
    of the same executable."""
    workload = load_workload(WORKLOAD)
    unavailable, built = ready_and_built(codecs, [workload], jobs_or_all(options.jobs), voice)
    failures = [Failure(name, workload.name, None, "build", why) for name, why in unavailable.items()]
    failures += [
        Failure(one.codec, one.workload, None, one.outcome, one.detail)
        for one in built
        if isinstance(one, BuildFailure)
    ]
    runners = {one.codec: one for one in built if isinstance(one, Runner)}
    emissions = _emissions(runners, workload, voice, failures)
    found = grades(everyone, emissions)
    for codec in codecs:
        if codec.name in found:
            keep_measured(codec, {SAME_BYTES: _grade(codec, found[codec.name], everyone)})
    strictness = _strictness(codecs, runners, workload, voice, failures) if options.strictness else {}
    return _Found(strictness, failures)


def _grade(codec: CodecManifest, grade: str, everyone: Sequence[CodecManifest]) -> Fact:
    """The fact with the command that measures it again: of all codecs of the format where they decide."""
    names = [one.name for one in everyone if one.format == codec.format and not one.floor]
    asked = " ".join(names if grade == "languages" else [codec.name])
    return Fact(SAME_BYTES, grade, MEASURED, command=f"./serbench facts {asked}")


def _emissions(
    runners: Mapping[str, Runner], workload: Workload, voice: Voice, failures: list[Failure]
) -> dict[str, Emission]:
    corpus = corpus_of(workload)
    found: dict[str, Emission] = {}
    with voice.phase("Comparing bytes"):
        for name, runner in runners.items():
            voice.step(name)
            try:
                found[name] = emission_of(runner, corpus)
            except SerbenchError as error:
                failures.append(Failure(name, workload.name, None, "crashed", str(error)))
    return found


def _strictness(
    codecs: Sequence[CodecManifest],
    runners: Mapping[str, Runner],
    workload: Workload,
    voice: Voice,
    failures: list[Failure],
) -> dict[str, Sequence[Strictness]]:
    cases = {name: tuple(cases_of(name)) for name in formats_with_cases()}
    found: dict[str, Sequence[Strictness]] = {}
    with voice.phase("Asking cases of strictness"):
        for codec in codecs:
            if codec.format not in cases or codec.name not in runners:
                continue
            voice.step(codec.name)
            try:
                found[codec.name] = strictness_of(runners[codec.name], workload.schema, cases[codec.format])
            except SerbenchError as error:
                failures.append(Failure(codec.name, workload.name, None, "wrong", str(error)))
    return found


def _document(facts: Mapping[str, Mapping[str, Fact]], found: _Found) -> dict[str, Any]:
    return document_of(facts) | {
        "strictness": {
            codec: [one.to_json() for one in outcomes] for codec, outcomes in found.strictness.items()
        },
        "failures": [
            {"codec": one.codec, "outcome": one.outcome, "detail": one.detail} for one in found.failures
        ],
    }


def _print(facts: Mapping[str, Mapping[str, Fact]], found: _Found) -> None:
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
    if found.strictness:
        console.print()
        print_table(strictness_table(found.strictness), console)
        say_all(differing(found.strictness), console)
    print_failures(found.failures, console)
