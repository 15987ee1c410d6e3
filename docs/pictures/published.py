"""README's published table, which ``./serbench archive pages`` writes: what pictures are drawn from."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from serbench.languages import languages
from serbench.languages.language import Language

_BAND = re.compile(r"<!-- published -->\n(.*?)<!-- /published -->", re.DOTALL)
# The workload, the day, the unit and the machine, as the sentence above the table tells them.
_FACTS = (
    r"`(?:\./serbench run )?([a-z]+)`",
    # Its own day; those of the ranks beside it follow.
    r"^Published on (20\d\d-\d\d-\d\d)",
    r"(ns|µs|ms) of CPU time",
    r"\bon ([\w.-]+):",
)
# A time with its interval, which may be uneven; that of one fork has none.
_TIME = re.compile(r"([\d.]+) (?:±([\d.]+)%|−([\d.]+)/\+([\d.]+)%|once)\*?")
_OWN = ("serialize", "deserialize")
# The first of each language, by rank.
_MOST_OF_A_LANGUAGE = 3


@dataclass(frozen=True, slots=True)
class Row:
    """A codec of README's table. ``rank`` is empty for a reference. ``low``, ``middle`` and ``high`` are CPU
    times to encode and decode one object, in the table's unit; the intervals of both are added. ``own`` is
    the middle of those from the library's own message, None where it has none."""

    language: str
    name: str
    rank: str
    low: float
    middle: float
    high: float
    size_bytes: str
    own: float | None = None

    @property
    def is_by_hand(self) -> bool:
        return not self.rank and "(hand-written)" in self.name


@dataclass(frozen=True, slots=True)
class Published:
    """README's published table, with the workload, the day and the machine of its run, and the unit of its
    times."""

    rows: tuple[Row, ...]
    workload: str
    day: str
    unit: str
    machine: str

    def of(self, language: Language) -> list[Row]:
        """The libraries of a language that the picture shows."""
        ranked = [row for row in self.rows if row.language == language.name and row.rank]
        return ranked[:_MOST_OF_A_LANGUAGE]

    def by_hand(self, language: Language) -> Row | None:
        """The hand-written reference of a language."""
        return next((row for row in self.rows if row.language == language.name and row.is_by_hand), None)


def published(readme: str) -> Published:
    """README's published table. Raises ValueError for a table that cannot be drawn."""
    band = _BAND.search(readme)
    above = band[1].partition("\n\n|")[0] if band else ""
    facts = [re.search(pattern, above) for pattern in _FACTS]
    told = [fact[1] for fact in facts if fact is not None]
    if band is None or len(told) != len(_FACTS):
        raise ValueError(
            "README has no published table with a workload, a day, a unit of CPU time and a machine"
        )
    names, _, *lines = (_cells(line) for line in band[1].splitlines() if line.startswith("|"))
    rows = tuple(_row(dict(zip(names, cells, strict=True))) for cells in lines)
    return Published(rows, *told)


def _cells(line: str) -> list[str]:
    return [cell.strip().strip("*") for cell in line.strip("|").split("|")]


def _row(cells: Mapping[str, str]) -> Row:
    found = [_time(cells.get(name, "")) for name in ("encode", "decode")]
    times = [time for time in found if time is not None]
    if len(times) != len(found):
        raise ValueError(f"README's row of {cells['codec']} lacks a time of encode or decode")
    language, _, name = cells["codec"].partition("/")
    low, middle, high = (sum(part) for part in zip(*times, strict=True))
    of_own = [time[1] for name in _OWN if (time := _time(cells.get(name, ""))) is not None]
    own = sum(of_own) if len(of_own) == len(_OWN) else None
    return Row(
        language, name, cells["rank"].strip("–") and cells["rank"], low, middle, high, cells["bytes"], own
    )


def _time(text: str) -> tuple[float, float, float] | None:
    """The low end, the middle and the high end of a time; None for a cell that has none."""
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    middle = float(found[1])
    down, up = (float(share or found[2] or 0) / 100 for share in (found[3], found[4]))
    return middle * (1 - down), middle, middle * (1 + up)


def answer(table: Published) -> str:
    """Three sentences that say what the picture of the result shows, for those who do not see it."""
    groups = [(language, of) for language in languages() if (of := table.of(language))]
    firsts = [f"{of[0].name} in {language.title}" for language, of in groups]
    ratios = [of[-1].middle / of[0].middle for _, of in groups if len(of) > 1]
    return (
        f"Fastest to encode and decode an object of {table.workload} on {table.day}: {', '.join(firsts)}."
        f" The slowest library shown takes {min(ratios):.1f} to {max(ratios):.1f} times as long as the first"
        " of its language. Compare within a language: more differs between languages than the library."
    )
