"""The answer as a decision record in Markdown; the decision itself is left to the reader."""

from collections.abc import Iterator
from datetime import UTC, datetime

import serbench
from serbench.choose.answer import Context, again, evidence
from serbench.choose.constraint_words import constraint_words
from serbench.choose.decision import Decision
from serbench.choose.moving import move_lines
from serbench.choose.request import MUST, Constraint
from serbench.choose.table import codecs_words, figures, headings, rows_of
from serbench.choose.words import (
    behind,
    change_words,
    changed_words,
    deciding,
    excluded_lines,
    malformed_lines,
    not_measured,
    sentences,
    titles_of,
    unknown_lines,
)
from serbench.record.run_folder import RunFolder
from serbench.report.words import listed


def decision_record(decision: Decision, folder: RunFolder | None, context: Context) -> str:
    """The record as Markdown: context, options, constraints, what falls, what is unknown and what would
    change the answer, with commands."""
    return "\n".join(_lines(decision, folder, context)) + "\n"


def _lines(decision: Decision, folder: RunFolder | None, context: Context) -> Iterator[str]:
    request = decision.request
    started = folder.record.get("started_at", "")[:10] if folder else f"{datetime.now(UTC):%Y-%m-%d}"
    run = f", run {folder.name}" if folder else ", no run"
    yield f"# Serializer: {listed(list(request.write))} to {listed(list(request.read))}"
    yield f"Open · {started} · serbench {serbench.__version__}{run} · again: `{again(folder, context)}`"
    yield "## Context"
    rate = f"; {request.rate_per_s:g} messages/s" if request.rate_per_s is not None else ""
    ends = f"Writes: {listed(list(request.write))}. Reads: {listed(list(request.read))}"
    yield f"{ends}{rate}.{_data(decision)}"
    if request.now:
        yield f"Today: {', '.join(f'`{name}`' for name in request.now)}."
    yield f"**{' '.join(sentences(decision))}**"
    yield from (f"- {note}" for note in decision.provenance.lines())
    yield "## Options"
    yield from _table(decision)
    ties = [f"{one} and {other}" for one, other in decision.short.tied]
    if ties:
        count = len(decision.short.listed)
        everything = len(ties) == count * (count - 1) // 2 > 1
        yield ""
        yield "All are tied." if everything else f"Tied: {'; '.join(ties)}."
    if behind(decision):
        yield ""
        yield f"Measured, and behind these: {', '.join(behind(decision))}."
    yield "## Constraints"
    musts = [_with_origin(one) for one in request.constraints if one.level == MUST]
    prefer = [constraint_words(one) for one in request.constraints if one.level != MUST]
    yield f"must: {' · '.join(musts)}." + (f" prefer: {' · '.join(prefer)}." if prefer else "")
    yield from _section("Excluded", excluded_lines(decision))
    lacking = [f"Not measured: {', '.join(names)}." for names in [not_measured(decision)] if names]
    yield from _section("Malformed input", malformed_lines(decision))
    yield from _section("Unknown", [*unknown_lines(decision), *lacking])
    yield from _section("What would change this", _changes(decision))
    yield from _section("If you move", list(move_lines(decision.move, decision.first, request)))
    yield from _section("Evidence", [f"`{command}`" for command in evidence(decision, folder)[:12]])
    yield "## Decision"
    yield "_Yours: option, reason, who, date, and when to look again._"


def _with_origin(one: Constraint) -> str:
    origins = {"default": " (assumed)", "detected": " (by the data)"}
    return f"{constraint_words(one)}{origins.get(one.origin, '')}"


def _data(decision: Decision) -> str:
    return f" Data: {decision.provenance.of(decision.shape)}." if decision.shape else " No data was given."


def _section(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield f"## {title}"
        yield from (f"- {line}" for line in lines)


def _table(decision: Decision) -> Iterator[str]:
    names = headings(decision) if decision.short.listed else []
    yield f"| rank | option | libraries | {''.join(f'{name} | ' for name in names)}what decides |"
    yield f"|---|---|---|{'--:|' * len(names)}---|"
    for place, option, cost in rows_of(decision):
        cells = figures(cost, decision) if names else []
        yield _row(place, option.title, codecs_words(option), *cells, deciding(option, decision))
    if decision.now:
        cells = figures(decision.now.cost, decision) if names else []
        yield _row("*now*", "", " + ".join(decision.now.codecs), *cells, "*stay*")


def _row(*cells: str) -> str:
    escaped = (cell.replace("|", "\\|").replace("\n", " ") for cell in cells)
    return f"| {' | '.join(escaped)} |"


def _changes(decision: Decision) -> list[str]:
    titles = titles_of(decision)
    found = [
        f"{change_words(one, decision.request.measure)}: {titles.get(one.first or '', one.first) or 'a tie'}"
        for one in decision.sensitivity
        if one.first != decision.short.first
    ]
    return found or ([f"No {changed_words(decision.request)}."] if decision.sensitivity else [])
