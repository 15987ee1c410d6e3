"""A history of checks for people: tables in a terminal, and one self-contained HTML file. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from serbench.release.history import Change, CheckLine, Point, Series, Subject, name_of, series_of, subject_of
from serbench.release.judging import LAYOUT, Verdict
from serbench.release.page import count_text
from serbench.report.table import Cell, Column, Line, Table, number_columns, text_columns
from serbench.report.words import number
from serbench.terminal.console import as_called
from serbench.terminal.visible import visible

_WIDTH, _HEIGHT, _EDGE = 640.0, 120.0, 10.0
# Between the outermost ends and the edges of a picture, as a share of what lies between them.
_ROOM = 0.1
HOW_TO_READ = (
    "Ratios of times are HEAD / BASE. A time has a change point where the 95 % interval of a check lies"
    " beside that of the level before, the ratios differ by more than the noise, and the next check, if there"
    " is one, agrees. The noise is the most by which A/A checks of BASE in this file differ from 1, at least"
    f" the {LAYOUT:.1%} that the layout of code may do. A count changes where it differs from the first of"
    " its level by more than its threshold. A change point of the last check is new: none confirms it yet."
)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A check in a picture: its place, the ends of its interval, and what it says in words."""

    x: float
    y: float
    top: float
    bottom: float
    verdict: str
    words: str


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A series in a picture: its checks, its levels as lines, and its change points as places with words."""

    series: Series
    marks: tuple[_Mark, ...]
    levels: tuple[tuple[float, float, float], ...]
    changes: tuple[tuple[float, str], ...]
    least: str
    most: str


def tables_of(checks: Sequence[CheckLine]) -> list[Table]:
    """A table for each pair of codecs, workload and processor, with a line for each measure."""
    columns = (
        *text_columns("measure"),
        *number_columns("checks", "first", "last", "noise"),
        Column("change points", is_text=True, unbroken=0),
    )
    return [
        Table(subject.title, columns, tuple(map(_line, found)))
        for subject, found in _by_subject(series_of(checks)).items()
    ]


def _by_subject(found: Iterable[Series]) -> dict[Subject, list[Series]]:
    by_subject: dict[Subject, list[Series]] = {}
    for one in found:
        by_subject.setdefault(one.subject, []).append(one)
    return by_subject


def _line(series: Series) -> Line:
    points, changes = series.points, series.changes
    ends = (_value(series, one.value) for one in (points[0], points[-1]))
    texts = (series.measure, str(len(points)), *ends, _noise(series))
    words = "; ".join(_change(series, one) for one in changes)
    last = ("worse" if changes[-1].is_worse else "better") if changes else ""
    return Line((*map(Cell, texts), Cell(words, verdict=last)))


def _noise(series: Series) -> str:
    twins = f" of {series.twins} A/A" if series.twins else ""
    return f"{series.noise:.1%}{twins}" if series.noise else "0"


def _change(series: Series, one: Change) -> str:
    new = " (new)" if one.is_new else ""
    return f"{_day(series.points[one.at])}: {_value(series, one.before)} → {_value(series, one.after)}{new}"


def _day(point: Point) -> str:
    return point.began[:10]


def _value(series: Series, value: float) -> str:
    return number(value) if series.is_time else count_text(value)


def html_of(checks: Sequence[CheckLine], name: str) -> str:
    """The whole file, without scripts. Every text from outside is escaped by the template engine."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: visible(value) if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    drawn = {
        subject: [_drawn(one) for one in found] for subject, found in _by_subject(series_of(checks)).items()
    }
    verdicts = {
        subject: [
            (one["began"], one["verdict"], _worse_in(one)) for one in checks if subject_of(one) == subject
        ]
        for subject in dict.fromkeys(map(subject_of, checks))
    }
    text = environment.get_template("history.html.j2").render(
        name=name, drawn=drawn, verdicts=verdicts, width=_WIDTH, height=_HEIGHT, how_to_read=HOW_TO_READ
    )
    return as_called(text)


def _worse_in(check: CheckLine) -> str:
    worse = [one for one in check["measures"] if one["verdict"] == Verdict.WORSE]
    return ", ".join(map(name_of, worse))


def _drawn(series: Series) -> _Drawn:
    points = series.points
    least, most = min(one.low for one in points), max(one.high for one in points)
    room = (most - least) * _ROOM or abs(most) * _ROOM or 1.0
    span = most - least + 2 * room

    def y(value: float) -> float:
        return round(_HEIGHT * (1 - (value - least + room) / span), 1)

    def x(at: float) -> float:
        return round(_EDGE + (_WIDTH - 2 * _EDGE) * (at + 0.5) / len(points), 1)

    marks = tuple(
        _Mark(x(at), y(one.value), y(one.high), y(one.low), one.verdict, _words(series, one))
        for at, one in enumerate(points)
    )
    levels = tuple((x(start - 0.5), x(end - 0.5), y(level)) for start, end, level in series.levels)
    changes = tuple((x(one.at - 0.5), _change(series, one)) for one in series.changes)
    return _Drawn(series, marks, levels, changes, _value(series, least), _value(series, most))


def _words(series: Series, point: Point) -> str:
    interval = f" ({_value(series, point.low)} to {_value(series, point.high)})" if series.is_time else ""
    return f"{point.began[:16]}: {_value(series, point.value)}{interval}, {point.verdict}"
