"""The answers of a choice: from what is known here, from a run, and from evidence that it gathers itself."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.console import Console

from serbench.choose.again import (
    candidates_for,
    decision_of_run,
    facts_beside,
    judgement_of_run,
    keep_beside,
)
from serbench.choose.answer import Context, document_of
from serbench.choose.candidates import candidates_of
from serbench.choose.costs import Published, rows_by_codec
from serbench.choose.decision import Decision, decide
from serbench.choose.evidence import Gathering
from serbench.choose.facts import together
from serbench.choose.flow import is_choice
from serbench.choose.judging import Judgement
from serbench.choose.known import declared_facts, declared_reach, facts_in, manifest_facts, recorded_facts
from serbench.choose.markdown import decision_record
from serbench.choose.opening import opening_of
from serbench.choose.options import Known, Reach
from serbench.choose.request import Request
from serbench.choose.rules import the_rules
from serbench.choose.runs import found_in_runs
from serbench.choose.sources import first_times
from serbench.choose.table import print_answer
from serbench.choose.worst import joined
from serbench.errors import BadInput, SerbenchError
from serbench.experiments.reporting import write_report
from serbench.facts.fact import Facts
from serbench.facts.measured import measured_or_published
from serbench.languages import language_names
from serbench.record.run_folder import RunFolder
from serbench.record.shared import shell_line
from serbench.report.report import Opening
from serbench.selection.discovery import find_adapters
from serbench.terminal.console import ResultConsole, echo, print_json

VERB = "choose"


@dataclass(frozen=True)
class Chooser:
    """Answers from what is known here, in the form that is asked for: ``plain`` is what is declared,
    ``evidence`` what a file of the user and this machine tell, ``base`` both, ``rows`` the times. ``said``
    are the words of options that the command had not."""

    as_json: bool
    markdown: bool
    quiet: bool
    plain: Known
    base: Known
    evidence: Facts
    rows: tuple[Published, ...]
    said: tuple[str, ...]
    gathering: Gathering

    @classmethod
    def of(cls, options: Any, said: Sequence[str] = ()) -> "Chooser":
        found = found_in_runs()
        plain = declared()
        more: Facts = {}
        if options.facts is not None:
            try:
                more = facts_in(options.facts, find_adapters())
            except FileNotFoundError:
                raise BadInput(f"{options.facts} is not there.") from None
        measured = {
            codec.name: measured_or_published(codec, plain.facts.get(codec.name, {}))
            for codec in find_adapters()
        }
        evidence = together(measured, more, found.facts)
        base = replace(plain, facts=together(plain.facts, evidence))
        return cls(
            options.as_json, options.markdown, options.quiet,
            plain, base, evidence, found.rows, tuple(said),
            Gathering(options.compilers, options.quiet),
        )  # fmt: skip

    def first(self, request: Request, workload: str | None) -> Decision:
        """The answer from facts and earlier runs, on the workload that is asked for or that most is known
        of."""
        known = candidates_for(request, self.base)
        ends = {*request.write, *request.read}
        times = first_times(
            self.rows, workload, [one.name for one in known.candidates if one.language in ends]
        )
        rows = rows_by_codec(times.rows, times.workload)
        decision = decide(request, replace(known, rows=rows), "archive")
        if not decision.short.listed:
            # No row need be there, so none has a source.
            return replace(decision, basis="facts")
        return replace(decision, source=times.source)

    def measured(self, folder: RunFolder) -> Decision:
        """The answer from a run that was made for a choice: what stands beside it is what this machine
        told when it was made."""
        return decision_of_run(folder, self._beside(folder))

    def _beside(self, folder: RunFolder) -> Known:
        """All that is known but from the run and the facts beside it."""
        return self.base if facts_beside(folder) is None else self.plain

    def judge(self, folder: RunFolder) -> Judgement:
        """Judges how much of a run is still needed."""
        return judgement_of_run(folder, self._beside(folder))

    def draw(self, folder: RunFolder, console: Console) -> None:
        """Prints the answer so far."""
        print_answer(self.measured(folder), console)

    def show(self, folder: RunFolder) -> bool:
        """Prints the answer of a run, with evidence that is gathered where it is lacking, and writes its
        report; whether anything failed."""
        try:
            self.gather(folder)
        except KeyboardInterrupt:
            echo(f"Continue the choice with: {folder.resume_command}", err=True)
            raise
        finally:
            # An interrupt gives what is known by then.
            decision = self.measured(folder)
            self.print(decision, folder)
        try:
            report = write_report(folder, opening=opening_of(decision))
        except SerbenchError as error:
            echo(f"{error} The results are kept; `./serbench report` shows them again.", err=True)
            return True
        self.say(f"Report: {report}")
        return bool(folder.record.get("failures"))

    def keep(self, folder: RunFolder) -> None:
        """Keeps beside a new run what was known when it was made."""
        keep_beside(folder, self.evidence)

    def gather(self, folder: RunFolder) -> None:
        """Gathers what is unknown about the options that a run lists, and keeps each part of it beside the
        run at once. A library that falls may let another one onto the list, which is asked next."""
        facts = facts_beside(folder)
        if facts is None:
            # The run was made before they were kept at its start.
            facts = self.evidence
            self.keep(folder)
        is_new = True
        while is_new:
            is_new = False
            for more in self.gathering.facts(folder, self.measured(folder)):
                facts, is_new = joined(facts, more), True
                keep_beside(folder, facts)

    def print(self, decision: Decision, folder: RunFolder | None) -> None:
        """Prints an answer in the form that is asked for."""
        if self.as_json:
            print_json(document_of(decision, folder, self.base, Context(again_words(self.said))))
        elif self.markdown:
            echo(decision_record(decision, folder, Context(again_words(self.said))), nl=False)
        else:
            print_answer(decision, ResultConsole())

    def say(self, sentence: str) -> None:
        if not (self.as_json or self.markdown or self.quiet):
            echo(sentence)


def again_words(said: Sequence[str]) -> str:
    """The command of this process, with the words of options that it had not, as a shell takes it."""
    return shell_line(["./serbench", VERB, *sys.argv[2:], *said])


def opening_in(folder: RunFolder) -> Opening | None:
    """The beginning of the report of a run that was made for a choice; None of another run."""
    return opening_of(decision_of_run(folder, declared())) if is_choice(folder.record) else None


def declared() -> Known:
    """All that manifests and documents tell, without runs of this machine."""
    codecs = find_adapters()
    candidates = candidates_of(codecs)
    facts = together(manifest_facts(codecs), declared_facts(codecs), recorded_facts(codecs))
    reach = Reach(language_names(), declared_reach({one.format for one in candidates}))
    return Known(candidates, facts, reach, the_rules())
