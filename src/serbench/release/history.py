"""The checks of a file to which ``check-release --history`` appends, as series of one measure with the points
at which it changed. Pure, but for the reading of the file."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Annotated, Required, TypedDict

from serbench.errors import BadInput
from serbench.record.names import Amount, CodecName, Line, Time, WorkloadName, one_of
from serbench.record.reading import document_in, read_bytes, typed
from serbench.release.check import FORMAT
from serbench.release.judging import LAYOUT, Verdict, verdict_of_count
from serbench.release.measures import TIME

_ANY_VERDICT = Annotated[str, one_of(*(one.value for one in Verdict))]


class RatioRecord(TypedDict):
    """HEAD / BASE with its interval."""

    ratio: Amount
    low: Amount
    high: Amount
    is_range: bool


class MeasureRecord(TypedDict, total=False):
    """A measure of a check, as far as a history shows it."""

    measure: Required[Line]
    of: Required[Line]
    verdict: Required[_ANY_VERDICT]
    base: Amount | Line | None
    head: Amount | Line | None
    unit: Line | None
    ratio: RatioRecord | None
    threshold: Amount | None


class MachineRecord(TypedDict, total=False):
    """The machine of a check."""

    cpu_model: Line | None


class CheckLine(TypedDict):
    """A line of the file."""

    format: Annotated[str, one_of(FORMAT)]
    base: CodecName
    head: CodecName
    workload: WorkloadName
    began: Time
    machine: MachineRecord
    verdict: _ANY_VERDICT
    measures: list[MeasureRecord]


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a series: its checks can be compared with each other."""

    base: str
    head: str
    workload: str
    processor: str

    @property
    def is_same(self) -> bool:
        """Whether these are A/A checks."""
        return self.base == self.head

    @property
    def title(self) -> str:
        beside = "twice" if self.is_same else f"beside {self.base}"
        return f"{self.head} {beside} on {self.workload}, {self.processor}"


@dataclass(frozen=True, slots=True)
class Point:
    """A measure of one check: a ratio with its interval, or a count, whose ends are itself."""

    began: str
    value: float
    low: float
    high: float
    verdict: str


@dataclass(frozen=True, slots=True)
class Change:
    """From the check ``at`` on a series has another level than before. ``is_new``: no later check confirms
    it."""

    at: int
    before: float
    after: float
    is_new: bool

    @property
    def is_worse(self) -> bool:
        """Less is better, of whatever is measured."""
        return self.after > self.before


@dataclass(frozen=True, slots=True)
class Series:
    """A measure over the checks of a subject, the oldest first. ``noise`` is the share by which a time moves
    though nothing changed (0.025 for 2.5 %), of so many A/A ``twins``; of a count it is its threshold."""

    subject: Subject
    measure: str
    points: tuple[Point, ...]
    noise: float
    twins: int
    is_time: bool

    @property
    def levels(self) -> list[tuple[int, int, float]]:
        """The stretches between change points: the first check, the one after the last, and the level."""
        starts = [0, *(change.at for change in self.changes)]
        ends = [*starts[1:], len(self.points)]
        return [
            (start, end, median(point.value for point in self.points[start:end]))
            for start, end in zip(starts, ends, strict=True)
        ]

    @property
    def changes(self) -> list[Change]:
        """The change points."""
        return [*(_changes_of_time if self.is_time else _changes_of_count)(self.points, self.noise)]


def read_history(path: Path) -> list[CheckLine]:
    """The checks of a file, the oldest first. Raises BadInput where it is not one of checks."""
    try:
        lines = read_bytes(path).splitlines()
    except FileNotFoundError:
        raise BadInput(f"{path} is not there; `check-release --history {path}` writes it.") from None
    found = [
        typed(document_in(line, place), CheckLine, place)
        for number, line in enumerate(lines, 1)
        if line.strip()
        for place in [f"{path}, line {number}"]
    ]
    if not found:
        raise BadInput(f"{path} has no check yet; `check-release --history {path}` adds one.")
    return sorted(found, key=lambda one: one["began"])


def subject_of(check: CheckLine) -> Subject:
    processor = check["machine"].get("cpu_model") or "an unknown processor"
    return Subject(check["base"], check["head"], check["workload"], processor)


def series_of(checks: Sequence[CheckLine]) -> list[Series]:
    """The series of all measures that are numbers, by subject in the order of their first checks."""
    points: dict[tuple[Subject, str], list[Point]] = {}
    thresholds: dict[str, float] = {}
    for check in checks:
        for one in check["measures"]:
            if (point := _point(check["began"], one)) is not None:
                name = name_of(one)
                points.setdefault((subject_of(check), name), []).append(point)
                thresholds[name] = one.get("threshold") or 0.0
    twins = {
        (subject.head, subject.workload, subject.processor, name): found
        for (subject, name), found in points.items()
        if subject.is_same
    }
    made = []
    for (subject, name), found in points.items():
        is_time = name.startswith(TIME)
        of_twins = twins.get((subject.base, subject.workload, subject.processor, name), [])
        noise = _noise(of_twins) if is_time else thresholds[name]
        made.append(Series(subject, name, tuple(found), noise, len(of_twins) if is_time else 0, is_time))
    return made


def name_of(one: MeasureRecord) -> str:
    """The measure in words."""
    return f"{one['measure']} of {one['of']}" if one["of"] else one["measure"]


def _point(began: str, one: MeasureRecord) -> Point | None:
    """The point of a measure; None for one without a number. Of a time that is its ratio alone."""
    ratio, head = one.get("ratio"), one.get("head")
    if ratio is not None:
        if ratio["is_range"] or min(ratio["ratio"], ratio["low"]) <= 0:
            return None
        return Point(began, ratio["ratio"], ratio["low"], ratio["high"], one["verdict"])
    if head is None or isinstance(head, str) or one["measure"].startswith(TIME):
        return None
    return Point(began, head, head, head, one["verdict"])


def _noise(twins: Iterable[Point]) -> float:
    """By how much a time moves though nothing changed: as much as A/A checks of the same codec did, at least
    what the layout of code alone may do."""
    return max([LAYOUT, *(math.exp(abs(math.log(one.value))) - 1 for one in twins)])


def _changes_of_time(points: Sequence[Point], noise: float) -> Iterator[Change]:
    """A time changes at a check whose interval lies beside that of the level before, with more than the noise
    between their ratios, if the next check, where there is one, does so on the same side. The interval of a
    level lies between the medians of the ends of its checks; one that stands alone is not of it."""
    level = [*points[:1]]
    for at, point in enumerate(points[1:], 1):
        side = _side(point, level, noise)
        following = points[at + 1] if at + 1 < len(points) else None
        if not side:
            level.append(point)
        elif following is None or _side(following, level, noise) == side:
            yield Change(at, median(one.value for one in level), point.value, following is None)
            level = [point]


def _side(point: Point, level: Sequence[Point], noise: float) -> int:
    """1 where a point lies above a level, -1 below it, 0 where nothing tells them apart."""
    before = median(one.value for one in level)
    if point.low > median(one.high for one in level) and point.value > before * (1 + noise):
        return 1
    is_below = point.high < median(one.low for one in level) and point.value * (1 + noise) < before
    return -1 if is_below else 0


def _changes_of_count(points: Sequence[Point], threshold: float) -> Iterator[Change]:
    """A count changes where it differs from the first of its level beyond the threshold: counts have no
    noise, and small steps add up."""
    start = 0
    for at in range(1, len(points)):
        before, after = points[start].value, points[at].value
        if verdict_of_count(before, after, threshold) is not Verdict.EQUAL:
            yield Change(at, before, after, at + 1 == len(points))
            start = at
