"""A choice that is made again from the folder of its run, with the facts that stand beside it."""

import json
from collections.abc import Mapping
from dataclasses import replace

from serbench.choose.costs import rows_by_codec
from serbench.choose.decision import Basis, Decision, decide
from serbench.choose.facts import together
from serbench.choose.flow import choice_in, shape_in
from serbench.choose.judging import Judgement, judge
from serbench.choose.known import facts_in
from serbench.choose.messages import first_bytes_in, messages_in
from serbench.choose.options import Known
from serbench.choose.provenance import provenance_of
from serbench.choose.request import Request
from serbench.choose.runs import failed_pairs, published_rows
from serbench.codecs.manifest import VERSION_MARK
from serbench.codecs.naming import language_name
from serbench.errors import BadInput
from serbench.facts.document import document_of
from serbench.facts.fact import Fact, Facts
from serbench.record.reading import fitting_together
from serbench.record.run_folder import RunFolder, write_atomically
from serbench.selection.choice import select_codecs
from serbench.selection.discovery import find_adapters

# Beside the record of a run: what was known of its codecs but from manifests and documents.
_FACTS = "known-facts.json"


def decision_of_run(folder: RunFolder, base: Known, basis: Basis = "measured") -> Decision:
    """The answer from a run that was made for a choice. Raises BadInput that names the run where it does not
    fit the codecs that there are now."""
    return _decided(folder, known_of_run(folder, base), basis)


def judgement_of_run(folder: RunFolder, base: Known) -> Judgement:
    """The judgement of how much of a run is still needed. Raises BadInput as ``decision_of_run`` does."""
    known = known_of_run(folder, base)
    return judge(_decided(folder, known, "measured"), known)


def _decided(folder: RunFolder, known: Known, basis: Basis) -> Decision:
    beginnings = first_bytes_in(messages_in(folder.record))
    with fitting_together(folder.path):
        record = folder.record
        decision = decide(choice_in(record), known, basis, shape_in(record), beginnings)
        return replace(decision, provenance=provenance_of(record.get("own"), record["workloads"]))


def known_of_run(folder: RunFolder, base: Known) -> Known:
    """All that is known of the codecs of a run, with what it measured."""
    request = choice_in(folder.record)
    rows = published_rows(folder, request.compressed)
    workloads = folder.record["workloads"]
    name = workloads[0] if len(workloads) == 1 else folder.name
    try:
        known = candidates_for(request, base)
    except BadInput as error:
        raise BadInput(f"Run {folder.name}: {error}") from None
    return replace(
        known,
        facts=together(known.facts, facts_beside(folder) or {}),
        rows=rows_by_codec(rows, name),
        failures=failed_pairs(folder.record),
    )


def candidates_for(request: Request, base: Known) -> Known:
    """All that is known of the codecs that may be chosen, and of those that run now. Raises BadInput where
    only other releases are named, between which nothing is chosen."""
    if not request.codecs:
        return base
    if all(VERSION_MARK in pattern for pattern in request.codecs):
        raise BadInput(
            "A choice is between codecs as they are pinned; `./serbench check-release` compares releases, so"
            f" --codecs names more than {', '.join(request.codecs)}."
        )
    names = {one.name for one in select_codecs(request.codecs)} | set(request.now)
    return replace(base, candidates=tuple(one for one in base.candidates if one.name in names))


def facts_beside(folder: RunFolder) -> Facts | None:
    """The facts that a choice was made with; None where none were kept. Raises BadInput for a file that is
    not one of facts."""
    try:
        return facts_in(folder.path / _FACTS, find_adapters())
    except FileNotFoundError:
        return None


def keep_beside(folder: RunFolder, facts: Mapping[str, Mapping[str, Fact]]) -> None:
    """Keeps facts of the languages of a choice beside its run."""
    request = choice_in(folder.record)
    ends = {*request.write, *request.read, *map(language_name, request.now)}
    own = {name: of for name, of in facts.items() if language_name(name) in ends}
    write_atomically(folder.path / _FACTS, json.dumps(document_of(own), indent=1) + "\n")
