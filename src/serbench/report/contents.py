"""What an experiment has to say of one of its runs, for page, Markdown, LaTeX and pictures alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

from serbench.record.row import Failure, Row
from serbench.report.charts.picture import Picture, Theme
from serbench.report.table import Table

Drawing = Callable[[Theme], Sequence[Picture]]


@dataclass(frozen=True, slots=True)
class First:
    """The codecs in first place; ``value`` is what the first of them reaches, with its unit, and ``link``
    the place of that measurement on the page."""

    codecs: tuple[str, ...]
    value: str
    link: str


@dataclass(frozen=True, slots=True)
class Best:
    """The codecs in first place for one purpose within one scope; more than one if they do not differ.

    Where the first are all code rendered for the schema, ``library`` has the first that are libraries.
    ``is_exact``: equal values are exactly equal.
    """

    first: First
    library: First | None = None
    is_exact: bool = False

    @property
    def codecs(self) -> tuple[str, ...]:
        return self.first.codecs

    @property
    def value(self) -> str:
        return self.first.value


@dataclass(frozen=True, slots=True)
class Purpose:
    """A question and its answers by scope: a language, a workload."""

    question: str
    answers: tuple[tuple[str, Best], ...]

    def best_in(self, scope: str) -> Best | None:
        return dict(self.answers).get(scope)


@dataclass(frozen=True, slots=True)
class Choice:
    """What to take for which purpose."""

    title: str
    purposes: tuple[Purpose, ...]

    @property
    def scopes(self) -> tuple[str, ...]:
        """All scopes that any of the purposes has, in their order."""
        return tuple(dict.fromkeys(scope for purpose in self.purposes for scope, _ in purpose.answers))


@dataclass(frozen=True, slots=True)
class ExplorerCell:
    """A line of the page's table that can be sorted and filtered. Times are nanoseconds for one operation on
    one object; ``mark`` is what is special about it."""

    codec: str
    workload: str
    operation: str
    side: str
    median: float
    low: float
    high: float
    wall: float | None
    size: float
    rank: int | None = None
    tied: tuple[str, ...] = ()
    allocations: float | None = None
    allocated: float | None = None
    instructions: float | None = None
    samples: int = 0
    mark: str = ""

    def values(self) -> list[object]:
        return [getattr(self, column) for column in EXPLORER_COLUMNS]


EXPLORER_COLUMNS = tuple(field.name for field in fields(ExplorerCell))


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a run. LaTeX's captions begin with ``name``; ``anchor`` and ``title`` are those of the page.

    Markdown folds the ``further`` tables away, and ``printed`` ones are not on the page. ``choice`` stands
    above the pictures. ``plots`` are drawn as files instead of the pictures. ``commands`` show what was
    measured, and ``commands_note`` says so.
    """

    name: str
    anchor: str
    title: str
    tables: tuple[Table, ...] = ()
    further: tuple[Table, ...] = ()
    printed: tuple[Table, ...] = ()
    legend: tuple[str, ...] = ()
    choice: Choice | None = None
    pictures: Drawing = lambda theme: ()
    plots: Drawing | None = None
    commands_note: str = ""
    commands: tuple[str, ...] = ()
    is_listed: bool = True
    explorer_has_more: bool = False


def operation_of(row: Row) -> str:
    return row.operation


@dataclass(frozen=True, slots=True)
class Contents:
    """``answers`` are the sentences at the top; ``choice`` and ``over_all`` come before all sections.

    ``cells`` are the lines of the table of all measurements, with the times of ``clock``; ``way_of`` names
    the operation to which a row's samples belong there. ``certainty`` is what the run knows of its noise,
    with the ``twins`` that show it; ``noise_floor`` is 0.02 for two per cent.
    """

    answers: tuple[str, ...]
    sections: tuple[Section, ...]
    failures: tuple[Failure, ...]
    samples: int
    cells: tuple[ExplorerCell, ...] = ()
    clock: str = "CPU"
    way_of: Callable[[Row], str] = operation_of
    choice: Choice | None = None
    over_all: Table | None = None
    noise_floor: float | None = None
    certainty: str = ""
    twins: Table | None = None
