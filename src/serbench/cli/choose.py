"""``serbench choose``: from constraints and own data to a short list and a decision record."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import Console

from serbench.archive import published
from serbench.choose.answer import Context, document_of
from serbench.choose.candidates import candidates_of
from serbench.choose.costs import Published, rows_by_codec
from serbench.choose.decision import Basis, Decision, decide
from serbench.choose.facts import together
from serbench.choose.flow import OPERATIONS, ChoiceFlow, choice_in, fitting, promising, shape_in
from serbench.choose.known import declared_facts, declared_reach, facts_in, manifest_facts, recorded_facts
from serbench.choose.markdown import decision_record
from serbench.choose.messages import first_bytes_in, messages_in
from serbench.choose.options import Known, Reach
from serbench.choose.request import Request
from serbench.choose.rules import the_rules
from serbench.choose.runs import Found, archived_rows, failed_pairs, found_in_runs, published_rows
from serbench.choose.shape import shape_of_material
from serbench.choose.table import print_answer
from serbench.cli._constraints import ConstraintOptions, request_of
from serbench.cli._questions import Answers, ask, detected
from serbench.engine.asked import asked_of, seed_of
from serbench.engine.material import Material, gather
from serbench.engine.own_options import DEFAULT_WORKLOAD, own_data
from serbench.engine.session import Session
from serbench.errors import BadInput, SerbenchError
from serbench.experiments.memory.plan import DEFAULT_PRESET, PRESETS
from serbench.experiments.reporting import earlier_twins, write_report
from serbench.facts.document import document_of as facts_document_of
from serbench.facts.fact import Fact
from serbench.facts.measured import measured_facts
from serbench.languages import language_names
from serbench.record.reading import fitting_together
from serbench.record.run_folder import RunFolder
from serbench.selection.choice import codecs_named, select_codecs
from serbench.selection.discovery import find_adapters
from serbench.terminal.console import ResultConsole, Voice, echo, print_json
from serbench.terminal.options import (
    OUTPUT,
    SUBJECT,
    Everywhere,
    GroupedCommand,
    OwnDataOptions,
    PathOf,
    ResumableOptions,
    codecs_option,
    option,
    resumed_run,
    taking,
)
from serbench.terminal.values import split_list

VERB = "choose"
_MEMORY = "memory"
# Exit status where nothing is left.
_NO_VERDICT = 3


@dataclass(frozen=True)
class Options(ConstraintOptions, ResumableOptions, OwnDataOptions, Everywhere):
    """The options of ``choose``."""

    codecs: str | None = codecs_option("all codecs")
    workload: str | None = option(
        SUBJECT, "--workload", "NAME", "Measure on a workload in place of your data."
    )
    facts: Path | None = option(
        SUBJECT,
        "--facts",
        "FILE",
        "Further facts, as `facts --json` writes them.",
        type=PathOf(dir_okay=False),
    )
    list_facts: bool = option(
        OUTPUT,
        "--list-facts",
        "",
        "All facts that constraints look at, for --facts and for the page in a browser.",
        presentation=True,
    )
    markdown: bool = option(OUTPUT, "--markdown", "", "A decision record to paste.", presentation=True)


@click.command(
    VERB,
    cls=GroupedCommand,
    epilog="Examples: ./serbench choose --data orders.jsonl --write go --read python --evolves rolling;"
    " choose --write go --read go --types mine --evolves none --trusted self; choose (asks)",
)
@taking(Options)
def command(options: Options) -> int:
    """Choose a serializer: constraints exclude, what is left is measured on your data.

    The first answer comes from facts and earlier runs. With --data, --schema or --workload what is left is
    then measured; --dry-run ends after the first answer. Constraints that are unknown of a library never
    exclude it."""
    if options.as_json and options.markdown:
        raise BadInput("Use only one of --json and --markdown at a time.")
    resumed = resumed_run(options)
    if options.list_facts:
        print_json(facts_document_of(Chooser.of(options).base.facts))
        return 0
    if resumed is None:
        options = _asked(options)
    # A request that is none is refused before anything is looked up.
    request = None if resumed is not None else _request(options)
    chooser = Chooser.of(options)
    session = Session(
        _MEMORY, VERB, options.compilers, options.quiet, options.as_json or options.markdown,
        chooser.draw, chooser.show, earlier_twins,
    )  # fmt: skip
    if request is None:
        return session.resume(
            str(resumed), lambda folder: replace(ChoiceFlow.again(folder), is_certain=chooser.is_certain)
        )
    return _answer(options, request, chooser, session)


def _answer(options: Options, request: Request, chooser: "Chooser", session: Session) -> int:
    """Gives the first answer, and then the measured one where there are data; returns the exit status."""
    measurable = any((options.data, options.synthesize, options.workload, options.schema))
    material = _material(options, session.voice) if measurable else None
    shape = shape_of_material(material.workloads, material.corpora) if material else None
    first = replace(chooser.first(request, options.workload), shape=shape)
    if options.dry_run or material is None or not first.sorted.options:
        chooser.print(first, None)
        if material is None and first.sorted.options:
            chooser.say("Add --data FILE or --workload NAME and what is left is measured.")
        return 0 if first.sorted.options else _NO_VERDICT
    if not (options.as_json or options.markdown or options.quiet):
        chooser.print(first, None)
        echo()
    flow = _flow(options, request, promising(first, chooser.known(request)), material)
    return session.begin(replace(flow, shape=shape, is_certain=chooser.is_certain))


def _material(options: Options, voice: Voice) -> Material:
    """The data that are measured."""
    named = (options.workload,) if options.workload else ()
    return gather(named, own_data(named, options), seed_of(options.seed), voice.tell)


def _flow(options: Options, request: Request, names: tuple[str, ...], material: Material) -> ChoiceFlow:
    """The run that measures these codecs."""
    if not names:
        raise BadInput("None of the options that are left can be measured here; --dry-run shows them.")
    asked = asked_of(replace(options, codecs=None), PRESETS[DEFAULT_PRESET])
    return fitting(
        ChoiceFlow(asked, material, codecs_named(names), OPERATIONS, choice=request.to_json()), names
    )


def _asked(options: Options) -> Options:
    """The options, completed by answers on a terminal where nobody says who writes and reads."""
    if options.write or options.read or not (sys.stdin and sys.stdin.isatty() and sys.stderr.isatty()):
        return options
    answers: Answers = ask(detected(Path.cwd()))
    echo(f"The same again: ./serbench choose {answers.words}", err=True)
    return replace(options, **answers.options)


def _request(options: Options) -> Request:
    """Raises BadInput where it is not said who writes or reads, and nothing here tells."""
    write, read = split_list(options.write), split_list(options.read)
    guess = detected(Path.cwd()) if write is None and read is None else ()
    write, read = write or read or list(guess), read or write or list(guess)
    if not write or not read:
        raise BadInput("Say who writes and who reads, as --write go --read python.")
    return request_of(options, datetime.now(UTC).date(), write, read)


@dataclass(frozen=True)
class Chooser:
    """Answers from what is known here, in the form that is asked for."""

    as_json: bool
    markdown: bool
    quiet: bool
    base: Known
    found: Callable[[], Found]
    context: Context

    @classmethod
    def of(cls, options: Options) -> "Chooser":
        codecs = find_adapters()
        candidates = candidates_of(codecs)
        more: Mapping[str, Mapping[str, Fact]] = {}
        if options.facts is not None:
            try:
                more = facts_in(options.facts, codecs)
            except FileNotFoundError:
                raise BadInput(f"{options.facts} is not there.") from None
        found = found_in_runs()
        measured = {codec.name: measured_facts(codec) for codec in codecs}
        facts = together(
            manifest_facts(codecs),
            declared_facts(codecs),
            recorded_facts(codecs),
            measured,
            more,
            found.facts,
        )
        reach = Reach(language_names(), declared_reach({one.format for one in candidates}))
        context = Context(" ".join(["./serbench", VERB, *sys.argv[2:]]))
        return cls(
            options.as_json, options.markdown, options.quiet,
            Known(candidates, facts, reach, the_rules()), lambda: found, context,
        )  # fmt: skip

    def known(self, request: Request) -> Known:
        """All that is known of the codecs that may be chosen, and of those that run now."""
        if not request.codecs:
            return self.base
        names = {one.name for one in select_codecs(request.codecs)} | set(request.now)
        return replace(self.base, candidates=tuple(one for one in self.base.candidates if one.name in names))

    def first(self, request: Request, workload: str | None) -> Decision:
        """The answer from facts and earlier runs, on the workload that is asked for or that most is known
        of."""
        asked = workload or ""
        rows = self.found().rows
        if not any(row.workload == (asked or DEFAULT_WORKLOAD) for row in rows):
            of = asked or DEFAULT_WORKLOAD
            rows += archived_rows(of, published(experiment=_MEMORY, workload=of))
        name = asked if any(row.workload == asked for row in rows) else _commonest(rows)
        known = replace(self.known(request), rows=rows_by_codec(rows, name))
        decision = decide(request, known, "archive")
        return decision if decision.short.listed else replace(decision, basis="facts")

    def measured(self, folder: RunFolder, basis: Basis = "measured") -> Decision:
        """The answer from a run that was made for a choice."""
        request = choice_in(folder.record)
        rows = published_rows(folder, request.compressed)
        workloads = folder.record["workloads"]
        name = workloads[0] if len(workloads) == 1 else folder.name
        pairs = failed_pairs(folder.record)
        known = replace(self.known(request), rows=rows_by_codec(rows, name), failures=pairs)
        beginnings = first_bytes_in(messages_in(folder.record))
        with fitting_together(folder.path):
            return decide(request, known, basis, shape_in(folder.record), beginnings)

    def is_certain(self, folder: RunFolder) -> bool:
        """Whether a run tells the places of its options, so that measuring can end."""
        return self.measured(folder).is_certain

    def draw(self, folder: RunFolder, console: Console) -> None:
        """Prints the answer so far."""
        print_answer(self.measured(folder), console)

    def show(self, folder: RunFolder) -> bool:
        """Prints the answer of a run and writes its report; whether anything failed."""
        self.print(self.measured(folder), folder)
        try:
            report = write_report(folder)
        except SerbenchError as error:
            echo(f"{error} The results are kept; `./serbench report` shows them again.", err=True)
            return True
        self.say(f"Report: {report}")
        return bool(folder.record.get("failures"))

    def print(self, decision: Decision, folder: RunFolder | None) -> None:
        """Prints an answer in the form that is asked for."""
        if self.as_json:
            print_json(document_of(decision, folder, self.base, self.context))
        elif self.markdown:
            echo(decision_record(decision, folder, self.context), nl=False)
        else:
            print_answer(decision, ResultConsole())

    def say(self, sentence: str) -> None:
        if not (self.as_json or self.markdown or self.quiet):
            echo(sentence)


def _commonest(rows: tuple[Published, ...]) -> str:
    """The workload of which most codecs were measured."""
    counts: dict[str, set[str]] = {}
    for row in rows:
        counts.setdefault(row.workload, set()).add(row.codec)
    return max(counts, key=lambda name: (len(counts[name]), name), default="")
