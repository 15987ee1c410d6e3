"""The answers of a choice: from what is known here, from a run, and from evidence that it gathers itself."""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rich.console import Console

from serbench.archive import published
from serbench.choose.answer import Context, document_of
from serbench.choose.candidates import candidates_of
from serbench.choose.costs import Published, rows_by_codec
from serbench.choose.decision import Basis, Decision, decide
from serbench.choose.evidence import Gathering
from serbench.choose.facts import Fact, Facts, document_of_facts, together
from serbench.choose.flow import choice_in, shape_in
from serbench.choose.known import declared_facts, declared_reach, facts_in, manifest_facts, recorded_facts
from serbench.choose.markdown import decision_record
from serbench.choose.messages import first_bytes_in, messages_in
from serbench.choose.options import Known, Reach
from serbench.choose.request import Request
from serbench.choose.rules import the_rules
from serbench.choose.runs import Found, archived_rows, failed_pairs, found_in_runs, published_rows
from serbench.choose.table import print_answer
from serbench.engine.live import parse_duration_ns
from serbench.engine.own_options import DEFAULT_WORKLOAD
from serbench.errors import BadInput, SerbenchError
from serbench.experiments.reporting import write_report
from serbench.languages import language_names
from serbench.record.reading import fitting_together
from serbench.record.run_folder import RunFolder, write_atomically
from serbench.selection.choice import select_codecs
from serbench.selection.discovery import find_adapters
from serbench.terminal.console import ResultConsole, echo, print_json

VERB = "choose"
MEMORY = "memory"
# Beside the record of a run: the facts that were gathered for its choice.
_FACTS = "facts.json"


@dataclass(frozen=True)
class Chooser:
    """Answers from what is known here, in the form that is asked for."""

    as_json: bool
    markdown: bool
    quiet: bool
    base: Known
    found: Callable[[], Found]
    context: Context
    gathering: Gathering

    @classmethod
    def of(cls, options: Any) -> "Chooser":
        codecs = find_adapters()
        candidates = candidates_of(codecs)
        more: Mapping[str, Mapping[str, Fact]] = {}
        if options.facts is not None:
            try:
                more = facts_in(options.facts, codecs)
            except FileNotFoundError:
                raise BadInput(f"{options.facts} is not there.") from None
        found = found_in_runs()
        facts = together(
            manifest_facts(codecs), declared_facts(codecs), recorded_facts(codecs), more, found.facts
        )
        reach = Reach(language_names(), declared_reach({one.format for one in candidates}))
        context = Context(" ".join(["./serbench", VERB, *sys.argv[2:]]))
        max_time_ns = None if options.max_time is None else parse_duration_ns(options.max_time)
        return cls(
            options.as_json, options.markdown, options.quiet,
            Known(candidates, facts, reach, the_rules()), lambda: found, context,
            Gathering(options.compilers, options.quiet, max_time_ns),
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
            rows += archived_rows(of, published(experiment=MEMORY, workload=of))
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
        known = self.known(request)
        facts = together(known.facts, _facts_beside(folder))
        known = replace(known, facts=facts, rows=rows_by_codec(rows, name), failures=pairs)
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
        """Prints the answer of a run, with evidence that is gathered where it is lacking, and writes its
        report; whether anything failed."""
        try:
            self.gather(folder)
        finally:
            # An interrupt gives what is known by then.
            self.print(self.measured(folder), folder)
        try:
            report = write_report(folder)
        except SerbenchError as error:
            echo(f"{error} The results are kept; `./serbench report` shows them again.", err=True)
            return True
        self.say(f"Report: {report}")
        return bool(folder.record.get("failures"))

    def gather(self, folder: RunFolder) -> None:
        """Gathers what is unknown of the list of a run, and keeps it beside the run. A library that falls may
        let another one onto the list, which is asked next."""
        while (more := self.gathering.facts(folder, self.measured(folder))) is not None:
            facts = together(_facts_beside(folder), more)
            write_atomically(folder.path / _FACTS, json.dumps(document_of_facts(facts), indent=1) + "\n")

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


def _facts_beside(folder: RunFolder) -> Facts:
    """The facts that were gathered for a run; none where there are none. Raises BadInput for a file that is
    not one of facts."""
    try:
        return facts_in(folder.path / _FACTS, find_adapters())
    except FileNotFoundError:
        return {}
