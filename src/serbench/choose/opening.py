"""The choice at the beginning of the HTML report of its run."""

from collections.abc import Iterator, Sequence

from serbench.choose.decision import Decision
from serbench.choose.moving import move_lines
from serbench.choose.table import codecs_words, figures, headings, rows_of
from serbench.choose.words import deciding, excluded_lines, malformed_lines, sentences, unknown_lines
from serbench.report.report import Opening, Section
from serbench.report.table import Cell, Column, Line, Table
from serbench.report.words import listed


def opening_of(decision: Decision) -> Opening:
    """The sentences of an answer, its short list, and why the others fall."""
    request = decision.request
    return Opening(
        f"The choice of a serializer: {listed(request.write)} to {listed(request.read)}",
        tuple(sentences(decision)),
        Section("choice", "choice", "The choice", (_short_list(decision), *_reasons(decision))),
    )


def _short_list(decision: Decision) -> Table:
    names = headings(decision) if decision.short.listed else []
    lines = [
        _line(place, option.title, codecs_words(option), *_cells(figures(cost, decision), names),
              deciding(option, decision))
        for place, option, cost in rows_of(decision)
    ]  # fmt: skip
    if decision.now:
        cells = _cells(figures(decision.now.cost, decision), names)
        lines.append(_line("now", "stay", " + ".join(decision.now.codecs), *cells, ""))
    texts = [Column(name, is_text=True) for name in ("rank", "option", "libraries")]
    columns = (*texts, *map(Column, names), Column("what decides", is_text=True))
    return Table("short list", columns, tuple(lines))


def _cells(found: Sequence[str], names: Sequence[str]) -> Sequence[str]:
    """The figures, where the list has any."""
    return found if names else ()


def _reasons(decision: Decision) -> Iterator[Table]:
    """The reasons of what falls, malformed input, what is unknown, and how to move."""
    move = list(move_lines(decision.move, decision.first, decision.request))
    for title, lines in (
        ("data", _data(decision)),
        ("excluded", excluded_lines(decision)),
        ("malformed input", malformed_lines(decision)),
        ("unknown", unknown_lines(decision)),
        ("to move", move),
    ):
        if lines:
            yield Table(title, (Column(title, is_text=True),), tuple(map(_line, lines)))


def _data(decision: Decision) -> list[str]:
    """The data in words, with what of them is not as the user has it."""
    return (
        [f"{decision.provenance.of(decision.shape)}.", *decision.provenance.lines()] if decision.shape else []
    )


def _line(*texts: str) -> Line:
    return Line(tuple(map(Cell, texts)))
