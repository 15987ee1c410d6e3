"""``serbench facts``: what is known of codecs beside their times, measured where it can be."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from serbench.cli._strictness import replay
from serbench.codecs.manifest import CodecManifest
from serbench.engine.resuming import require_same_machine
from serbench.errors import BadInput
from serbench.facts.cases import formats_with_cases
from serbench.facts.fact import MEASURED
from serbench.facts.finding import write_finding
from serbench.facts.known import known_facts
from serbench.facts.measured import facts_of, key_of
from serbench.facts.measuring import Measuring
from serbench.facts.record import (
    Asked,
    FactsRecord,
    begin_record,
    find_record,
    keep_record,
    record_of_folder,
)
from serbench.locations import results_directory
from serbench.machine.record import machine_record
from serbench.record.row import Failure
from serbench.report.facts import HOW_TO_READ, differing, facts_table, strictness_table
from serbench.report.terminal import print_failures, print_table, say, say_all
from serbench.selection.choice import codecs_named, select_codecs
from serbench.selection.discovery import find_codecs
from serbench.terminal.console import ResultConsole, Voice, echo, print_json
from serbench.terminal.options import (
    AMOUNT,
    AT_LEAST_ONE,
    FOLDER,
    OUTPUT,
    RUN,
    GroupedCommand,
    argument,
    identity_given,
    no_install_option,
    option,
    taking,
)
from serbench.terminal.output import make_folder
from serbench.terminal.values import jobs_or_all, named_outright

REPLAY = "replay"
_CALLED = {"kept": "keep"}
_MEASURED_WITH = ("strictness", "footprint", "kept")


@dataclass(frozen=True)
class Options:
    """The options of ``facts``."""

    codecs: tuple[str, ...] = argument("[CODEC]...|replay FILE", nargs=-1)
    declared: bool = option(
        AMOUNT, "--declared", "", "Build, measure and keep nothing: only what is declared or was measured"
        " before.",
    )  # fmt: skip
    strictness: bool = option(
        AMOUNT, "--strictness", "", "Also give each codec the cases of its format:"
        f" {', '.join(formats_with_cases())}.",
    )  # fmt: skip
    kept: Path | None = option(
        OUTPUT, "--keep", "DIR", "Save each case in which a codec differs from its specification, for"
        " replay.", type=FOLDER, presentation=True,
    )  # fmt: skip
    footprint: bool = option(
        AMOUNT, "--footprint", "", "Also measure what codecs add to an executable, to the time of its build,"
        " and to a bundle for browsers.",
    )  # fmt: skip
    resume: str | None = option(
        RUN, "--resume", "RECORD", "Measure what is missing in a record, given by name or folder.",
        presentation=True,
    )  # fmt: skip
    jobs: int | None = option(
        RUN, "-j --jobs", "N", "Parallel compilers.", type=AT_LEAST_ONE, presentation=True
    )
    no_install: bool = no_install_option()
    as_json: bool = option(OUTPUT, "--json", "", "One JSON document on standard output.", presentation=True)
    quiet: bool = option(OUTPUT, "--quiet", "", "No progress.", presentation=True)


@click.command(
    cls=GroupedCommand,
    epilog="Examples: ./serbench facts postcard borsh; ./serbench facts '*/json' --strictness",
)
@taking(Options)
def command(options: Options) -> int:
    """Show facts of codecs, measured or declared, with their evidence (default: the default set). What is
    measured is kept as a record in the folder of results."""
    if options.codecs[:1] == (REPLAY,):
        _refuse(options, "replay", ("resume", "declared", *_MEASURED_WITH))
        return replay(
            _file(options.codecs[1:]), jobs_or_all(options.jobs), Voice(options.quiet), options.as_json
        )
    if options.declared:
        _refuse(options, "--declared", _MEASURED_WITH)
    patterns = options.codecs or None
    everyone = find_codecs()
    if options.resume is not None:
        return _resume(options, everyone)
    if options.kept and not options.strictness:
        raise BadInput("--keep saves what --strictness finds; name both.")
    codecs = [codec for codec in select_codecs(patterns) if not codec.floor]
    if options.declared:
        record = FactsRecord("", {codec.name: facts_of(codec, everyone) for codec in codecs})
        _show(record, None, options.as_json)
        return 0
    named = tuple(sorted(named_outright(codecs, patterns)))
    keys = {codec.name: key_of(codec) for codec in codecs}
    _make_kept(options)
    path, record = begin_record(Asked(keys, named, options.strictness, options.footprint))
    return _measured(path, record, Measuring(codecs, everyone, Voice(options.quiet)), options)


def _resume(options: Options, everyone: Sequence[CodecManifest]) -> int:
    """Goes on with a record. Raises BadInput where there is none, or its codecs have changed."""
    if options.codecs or identity_given(options):
        raise BadInput(
            "--resume continues a record as it was started; give it no codecs and no options of it."
        )
    path = find_record(options.resume or "")
    if path is None:
        raise BadInput(
            f"There is no record of facts {options.resume}: neither in {results_directory()} nor as a folder."
        )
    record = record_of_folder(path)
    if record.asked is None:
        raise BadInput(f"Record {record.name} does not tell what was asked; start a new one.")
    codecs = codecs_named(tuple(record.asked.codecs))
    for codec in codecs:
        if key_of(codec) != record.asked.codecs[codec.name]:
            raise BadInput(
                f"Record {record.name} cannot be resumed: {codec.name} is no longer what it was measured"
                " with; start a new one."
            )
    if options.kept and not record.asked.strictness:
        raise BadInput(f"--keep saves what --strictness finds, which record {record.name} does not ask for.")
    _make_kept(options)
    require_same_machine(record.name, record.machine, machine_record())
    measuring = Measuring(
        codecs,
        everyone,
        Voice(options.quiet),
        strictness=dict(record.strictness),
        measured={
            codec: {name: fact for name, fact in facts.items() if fact.how == MEASURED}
            for codec, facts in record.facts.items()
        },
    )
    return _measured(path, record, measuring, options)


def _make_kept(options: Options) -> None:
    """Makes the folder for findings, before anything is built for an hour."""
    if options.kept:
        make_folder(options.kept)


def _measured(path: Path, record: FactsRecord, measuring: Measuring, options: Options) -> int:
    """Measures, keeps and shows what a record asks for; returns the exit status. A codec that was named, or
    beside which there is no other, and is not here is a failure."""
    asked = record.asked
    assert asked is not None
    known = {codec.name: known_facts(codec, measuring.everyone) for codec in measuring.codecs}

    def so_far() -> FactsRecord:
        facts = {name: of | measuring.measured.get(name, {}) for name, of in known.items()}
        return replace(record, facts=facts, strictness=dict(measuring.strictness))

    measuring.record = lambda: keep_record(path, so_far())
    saved: list[Path] = []
    if (kept := options.kept) is not None:
        measuring.found = lambda finding: saved.append(write_finding(finding, kept))
    measuring.measure(jobs_or_all(options.jobs), asked.strictness, asked.footprint)
    if kept is not None:
        measuring.voice.tell(f"Saved {len(saved)} findings in {kept}.")
    failures = [*measuring.failures]
    # Nobody would be told that nothing was measured.
    alone = all(codec.name in measuring.unavailable for codec in measuring.codecs)
    for name, why in measuring.unavailable.items():
        if name in asked.named or alone:
            failures.append(Failure(name, measuring.workload.name, None, "build", why))
        else:
            measuring.voice.tell(f"{name} is not measured: {why}")
    whole = replace(so_far(), failures=failures, complete=True)
    keep_record(path, whole)
    _show(whole, path, options.as_json)
    return 1 if any(failure.outcome != "unsupported" for failure in failures) else 0


def _refuse(options: Options, beside: str, names: Sequence[str]) -> None:
    """Raises BadInput where one of these options is given, which would have no effect."""
    for name in names:
        if getattr(options, name):
            raise BadInput(f"--{_CALLED.get(name, name)} has no effect beside {beside}.")


def _file(words: Sequence[str]) -> Path:
    if len(words) != 1:
        raise BadInput("replay takes the file of one finding: ./serbench facts replay FILE")
    return Path(words[0])


def _show(record: FactsRecord, path: Path | None, as_json: bool) -> None:
    if as_json:
        print_json(record.to_json())
        return
    console = ResultConsole()
    print_table(facts_table(record.facts), console)
    say(HOW_TO_READ, console)
    if record.strictness:
        console.print()
        print_table(strictness_table(record.strictness), console)
        say_all(differing(record.strictness), console)
    print_failures(record.failures, console)
    if path is not None:
        echo(f"Record: {path}")
