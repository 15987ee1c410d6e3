"""Tables whose rows are the chart: where each mark stands on the scale of its table, as the report's style
sheet takes it, and what a group of rows has in common. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log10

from serbench.languages import title_of
from serbench.report.charts.marks import MANY_DECADES, STEPS
from serbench.report.charts.picture import PAGE, part_colours
from serbench.report.ranked import HAND_WRITTEN
from serbench.report.table import BELOW, Dot, Line, Table
from serbench.report.words import ABSENT, number
from serbench.statistics.noise import NO_NOISE, NoiseFloors, noise_between

# Where a value stands on the scale.
Place = Callable[[float], float]
# Room beside the outermost marks, as a part of the scale.
_ROOM = 0.04
_FEW_POWERS = 2
# At most so many steps of the linear scale of times with parts.
_MOST_STEPS = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """A label at its place on the scale."""

    text: str
    at: float
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line as it is drawn: where its mark is (``style``), or each of its ``marks``; how many times the best
    it is, whether its order among its neighbours is uncertain."""

    line: Line
    style: str = ""
    times: str = ""
    is_tied: bool = False
    marks: tuple[tuple[Dot, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one ranking, with its references as lines. Where its title is that of a language, ``kind``
    is the name of it, and ``noise`` how wide its noise floor is on the scale."""

    title: str
    kind: str
    rows: tuple[Row, ...]
    references: tuple[Mark, ...] = ()
    noise: float = 0.0

    @property
    def style(self) -> str:
        lines = [f"--r{number}:{mark.at:.3f}" for number, mark in enumerate(self.references)]
        return ";".join([*lines, *([f"--n:{self.noise:.4f}"] if self.noise else [])])


@dataclass(frozen=True, slots=True)
class Chart:
    """A table with a scale of its own, logarithmic unless times have ``parts``, which are given with their
    colours. The marks stand before the column ``at``."""

    table: Table
    at: int
    start: float
    span: float
    ticks: tuple[Mark, ...]
    groups: tuple[Group, ...]
    parts: Mapping[str, str]

    @property
    def is_strip(self) -> bool:
        """Whether its rows have several marks."""
        return any(row.marks for group in self.groups for row in group.rows)

    @property
    def has_bounds(self) -> bool:
        """Whether any row has only an upper bound, of which nothing is a multiple."""
        return any(row.line.dot and row.line.dot.sign == BELOW for group in self.groups for row in group.rows)

    @property
    def last(self) -> int:
        """The column after which others are shown on demand."""
        return self.at + (5 if self.has_bounds else 2)

    @property
    def is_rate(self) -> bool:
        return any(row.line.dot.is_rate for group in self.groups for row in group.rows if row.line.dot)

    @property
    def is_wide(self) -> bool:
        return not self.parts and self.span > MANY_DECADES


def chart_of(table: Table, noise: NoiseFloors = NO_NOISE) -> Chart | None:
    """The chart that a table is; None where no line has a mark."""
    drawn = [(line, dot) for line in table.lines for dot in (line.dot, *line.strip) if dot]
    if not drawn:
        return None
    shown = [dot for line, dot in drawn if line.kind != "reference"] or [dot for _, dot in drawn]
    ends = [end for dot in shown for end in (dot.low, dot.high)]
    parts = part_colours((dot.parts for _, dot in drawn), PAGE)
    if parts:
        most = (1 + _ROOM) * max(ends)
        start, end, ticks = 0.0, 1.0, _linear_ticks(most)
    else:
        low, high = log10(min(ends)), log10(max(ends))
        room = max(_ROOM * (high - low), 0.02)
        start, end, ticks = low - room, high + room, _ticks(low - room, high + room)

    def place(value: float) -> float:
        return value / most if parts else log10(value)

    titles = dict.fromkeys(line.group for line in table.lines)
    groups = (
        _group(title, [line for line in table.lines if line.group == title], start, end, place, parts)
        for title in titles
    )
    at = next(at for at, column in enumerate(table.columns) if not column.title.startswith("rank")) + 1
    if not parts:
        groups = (replace(one, noise=log10(1 + noise_between(noise, one.kind))) for one in groups)
    return Chart(table, at, start, end - start, ticks, tuple(groups), parts)


def _group(
    title: str, lines: Sequence[Line], start: float, end: float, place: Place, colours: Mapping[str, str]
) -> Group:
    dots = [line.dot for line in lines if line.dot and line.kind != "reference"]
    best = None
    if len(dots) > 1 and not any(dot.sign == BELOW for dot in dots):
        values = [dot.value for dot in dots]
        best = max(values) if dots[0].is_rate else min(values)
    rows = tuple(_row(line, best, place, colours) for line in lines)
    known = dict.fromkeys(dot.kind for line in lines if (dot := line.dot))
    kind = next((kind for kind in known if title_of(f"{kind}/") == title), "")
    return Group(title, kind, rows, _references(lines, start, end, place))


def _row(line: Line, best: float | None, place: Place, colours: Mapping[str, str]) -> Row:
    dot = line.dot
    if dot is None:
        return Row(line, marks=tuple((mark, _style(mark, place)) for mark in line.strip))
    style = _style(dot, place)
    reached, stops = 0.0, []
    for name, part in dot.parts.items():
        reached += part
        stops.append(f"{colours[name]} 0 {100 * reached / sum(dot.parts.values()):.1f}%")
    style += f";--parts:linear-gradient(90deg,{','.join(stops)})" if stops else ""
    times = ABSENT
    if best is not None and line.kind != "reference":
        times = number(best / dot.value if dot.is_rate else dot.value / best)
    return Row(line, style, times, "–" in line.cells[0].text and line.cells[0].text != ABSENT)


def _style(dot: Dot, place: Place) -> str:
    return f"--x:{place(dot.value):.3f};--l:{place(dot.low):.3f};--h:{place(dot.high):.3f}"


def _references(lines: Sequence[Line], start: float, end: float, place: Place) -> tuple[Mark, ...]:
    """The two that a group may have: the floor and what is hand-written, each with its label; what is off the
    scale stands at its end."""
    named: dict[str, float] = {}
    for line in lines:
        if line.kind == "reference" and line.dot and line.dot.sign != BELOW:
            is_own = any(HAND_WRITTEN in text for text in line.texts)
            named.setdefault("hand-written" if is_own else "floor", place(line.dot.value))
    below = ", ".join(text for text, at in named.items() if at < start)
    above = ", ".join(text for text, at in named.items() if at > end)
    marks = (Mark(text, at) for text, at in named.items() if start <= at <= end)
    inside = sorted(marks, key=lambda mark: mark.at)
    off = [Mark(f"‹ {below}", start)] if below else []
    return (*off, *inside, *([Mark(f"{above} ›", end, "end")] if above else []))


def _ticks(start: float, end: float) -> tuple[Mark, ...]:
    """The round numbers on the scale; beside several powers of ten others are ``minor``. Of a narrow scale
    its ends."""
    marks = [
        Mark(f"{step * 10.0**power:,.10g}", log10(step) + power, "" if step == 1 else "minor")
        for power in range(floor(start), ceil(end) + 1)
        for step in STEPS
    ]
    inside = [mark for mark in marks if start <= mark.at <= end]
    if sum(not mark.kind for mark in inside) < _FEW_POWERS:
        inside = [replace(mark, kind="") for mark in inside]
    if len(inside) > 1:
        return tuple(inside)
    third = (end - start) / 3
    values = (float(f"{10**at:.3g}") for at in (start + third / 2, end - third / 2))
    return tuple(Mark(number(value, grouped=True), log10(value)) for value in values)


def _linear_ticks(most: float) -> tuple[Mark, ...]:
    """Zero and round numbers on a scale that ends at ``most``, which has the place 1."""
    power = 10.0 ** floor(log10(most))
    step = next(one for one in (0.2 * power, 0.5 * power, power, 2 * power) if most / one <= _MOST_STEPS)
    return tuple(Mark(f"{count * step:g}", count * step / most) for count in range(int(most / step) + 1))
