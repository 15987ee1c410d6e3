"""The outcomes of a run as tables. Pure."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from serbench.codecs.naming import short_name
from serbench.experiments.evolution.changes import DIRECTIONS
from serbench.experiments.evolution.judging import (
    CRASH,
    DEFAULT,
    DROPPED,
    HUNG,
    MISREAD,
    PARTIAL,
    PRESERVED,
    REFUSED,
    SAME,
    UNSUPPORTED,
)
from serbench.experiments.evolution.results import EvolutionResults, Outcome
from serbench.languages import title_of
from serbench.record.shared import shell_line
from serbench.report.ranked import ended_mark, name_cell
from serbench.report.standing import by_language
from serbench.report.table import (
    GRADES,
    Cell,
    Column,
    Line,
    Table,
    number_cell,
    number_columns,
    text_columns,
)
from serbench.report.words import UNMEASURED


class _Mark(NamedTuple):
    """How an outcome is shown: a letter that every terminal and LaTeX have, how dark its field is, from fine
    to a crash, and its meaning."""

    letter: str
    grade: int
    words: str


_MARKS = {
    SAME: _Mark("=", 0, "the right value"),
    DEFAULT: _Mark("0", 1, "the changed field is absent or default where it ought to have a value"),
    PRESERVED: _Mark("p", 0, "all comes back"),
    DROPPED: _Mark("d", 1, "what the rewriting version does not know is lost"),
    REFUSED: _Mark("e", 2, "an error"),
    PARTIAL: _Mark("~", 1, "it depends on the value"),
    MISREAD: _Mark("X", 3, "another value without an error"),
    CRASH: _Mark("C", 4, "a crash"),
    HUNG: _Mark("H", 4, "no end in time"),
    UNSUPPORTED: _Mark("-", 1, "the codec cannot hold it in one version"),
}
_GRADE_NAMES = ("", *GRADES)
# In one table of a terminal of 80 columns.
MOST_CODECS = 5
# What the summary counts.
_COUNTS = ("misread", "backward", "forward", "full", "preserved", "changes")
# What needs no explanation of its own.
_FINE = frozenset({SAME, PRESERVED})


def summary_table(results: EvolutionResults) -> Table:
    """A line for each codec, in the words of schema registries."""
    columns = (*text_columns("codec"), *number_columns(*_COUNTS))
    lines = []
    for one in results.summaries:
        cells = (
            name_cell(one.codec + ended_mark(results.ended.get(one.codec, ""))),
            *(number_cell(getattr(one, name)) for name in _COUNTS),
        )
        lines.append(Line(cells, "reference" if one.hand_written else ""))
    return Table("Schema changes by codec", columns, tuple(lines))


def matrix_table(results: EvolutionResults) -> Table:
    """Changes by codecs, those that misread least first."""
    return _grid("Schema changes, old to new, new to old, rewritten", results, results.codecs, is_short=False)


def grid_tables(results: EvolutionResults, most_codecs: int | None = None) -> list[Table]:
    """The same for each language, with so many codecs in each table."""
    found = []
    for title, codecs in by_language(results.codecs).items():
        for start in range(0, len(codecs), most_codecs or len(codecs)):
            shown = codecs[start : start + (most_codecs or len(codecs))]
            found.append(_grid(f"{title}, {', '.join(DIRECTIONS)}", results, shown))
    return found


def _grid(title: str, results: EvolutionResults, codecs: Sequence[str], is_short: bool = True) -> Table:
    names = (short_name(codec) if is_short else codec for codec in codecs)
    columns = (Column(name, is_text=True, short=name.replace("-", "-\n")) for name in names)
    lines = (
        Line((Cell(change), *(_mark_cell(results.of(codec, change)) for codec in codecs)))
        for change in results.changes
    )
    return Table(title, (*text_columns("change"), *columns), tuple(lines))


def _mark_cell(found: Mapping[str, Outcome]) -> Cell:
    """Marks that lead to the first that is not fine, or where all is well to the first."""
    outcomes = [found[name] for name in DIRECTIONS if name in found]
    if not outcomes:
        return Cell(UNMEASURED)
    marks = [_MARKS[one.outcome] for one in outcomes]
    text = " ".join(mark.letter for mark in marks)
    first = next((one for one in outcomes if one.outcome not in _FINE), outcomes[0])
    worst = max(mark.grade for mark in marks)
    return Cell(text, link=f"#{place_of(first)}", verdict=_GRADE_NAMES[worst])


def change_anchor(change: str) -> str:
    return f"change-{change}"


def place_of(one: Outcome) -> str:
    """The place of an outcome in the report, where its bytes are."""
    return f"{change_anchor(one.change)}-{one.codec.replace('/', '-')}-{one.direction}"


def reason_tables(results: EvolutionResults) -> list[Table]:
    """For each codec what does not come back: the reason, what was written, the message and the command."""
    return _evidence_tables(results, "what is not read as it ought to be", are_fine=False)


def right_tables(results: EvolutionResults) -> list[Table]:
    """The same of what does come back, for which there is no reason to tell."""
    found = _evidence_tables(results, "what is read as it ought to be", are_fine=True)
    return [table.without({"reason"}) for table in found]


def _evidence_tables(results: EvolutionResults, what: str, are_fine: bool) -> list[Table]:
    columns = text_columns("change", "direction", "outcome", "reason", "written", "message", "command")
    found = []
    for codec in sorted(results.codecs):
        outcomes = [one for one in results.outcomes_of(codec) if (one.outcome in _FINE) == are_fine]
        title = f"{codec} ({title_of(codec)}): {what}"
        found += [Table(title, tuple(columns), tuple(map(_evidence, outcomes)))] if outcomes else []
    return found


def short_reason_tables(results: EvolutionResults) -> list[Table]:
    """The same for a terminal, without the messages."""
    return [table.without({"written", "message", "command"}) for table in reason_tables(results)]


def _evidence(one: Outcome) -> Line:
    """The change leads to its schemas."""
    message = one.message + ("…" if 2 * one.message_bytes > len(one.message) else "")
    texts = (one.direction, one.outcome, one.detail, one.written, message, shell_line(one.command))
    change = Cell(one.change, link=f"#{change_anchor(one.change)}")
    return Line((change, *map(Cell, texts)), anchor=place_of(one))


def legend(results: EvolutionResults) -> list[str]:
    """The legend: the marks that occur and their meaning, and the words of the summary."""
    seen = {one.outcome for one in results.outcomes}
    marks = "; ".join(f"{mark.letter} {mark.words}" for name, mark in _MARKS.items() if name in seen)
    return [
        f"Marks: {marks}.",
        "backward: the new version reads what the old one wrote; forward: the old one reads what the new one"
        " wrote; full: both. The counts are of changes that are read with the right value.",
        "preserved: what the new version wrote comes back to it after the old one has read and written it.",
        "misread: changes of which a value is read as another one without an error, in either direction.",
    ]
