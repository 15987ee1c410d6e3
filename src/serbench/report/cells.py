"""The results of a run by cells, whatever its experiment: which measurements count, which failed, how noisy
it was, and the place of each codec. Pure."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Generic, Self, TypeVar

from serbench.engine.against import is_against
from serbench.engine.attempts import cells_in
from serbench.engine.blocks import ONE_BLOCK, Blocks
from serbench.engine.twins import Twin, earlier_twins, noise_floors, twins_in
from serbench.record.row import Failure, Row
from serbench.report.figures import Shown, figure, figures_of, shown
from serbench.report.libraries import UNKNOWN, Library, libraries_in
from serbench.report.report import AT_MOST, ExplorerCell
from serbench.report.standing import (
    UNRANKED,
    Key,
    Standing,
    ended_in,
    floors_in,
    hand_written_in,
    standings_by_way,
)
from serbench.report.table import cell_link
from serbench.report.words import interval_text
from serbench.statistics.estimate import Estimate
from serbench.statistics.noise import NoiseFloors

# The figures that count disturbed measurements.
_DISTURBED = ("disturbed_forks", "disturbed_repetitions")


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One cell: what a codec did in all repetitions. What is ``hand_written`` was written for its schema;
    like a floor it is a reference and has no place. ``ended`` is the month since which the project of its
    library has ended, empty where it goes on; ``library`` is unknown for references. It was ``measured`` so
    often, which of a run in blocks is more than its estimates have values."""

    codec: str
    workload: str
    floor: bool
    hand_written: bool = False
    ended: str = ""
    library: Library = UNKNOWN
    standing: Standing = UNRANKED
    measured: int = figure(len)

    @property
    def way(self) -> str:
        """The work that was done, in words; results that rank together have the same."""
        raise NotImplementedError

    @property
    def ranked_by(self) -> Estimate:
        """The time that ranks it; less is better."""
        raise NotImplementedError

    @property
    @shown(Shown("±"))
    def interval(self) -> str:
        """How far the interval of that time reaches."""
        return interval_text(self.ranked_by).removeprefix("±")

    # Whether the figure of that time is a rate, of which more is better.
    is_rate: ClassVar[bool] = False

    @property
    def parts(self) -> Mapping[str, float]:
        """The nanoseconds of one object of which that time consists, by their names; empty where unknown."""
        return {}

    @property
    def is_disturbed(self) -> bool:
        """Whether at least half of its measurements were disturbed by what else the machine did."""
        count = sum(getattr(self, name, 0) for name in _DISTURBED)
        return count > 0 and 2 * count >= self.measured

    @property
    def is_of_blocks(self) -> bool:
        """Whether the values of its estimates are medians of blocks."""
        return len(self.ranked_by.fork_values) < self.measured

    @property
    def is_bound(self) -> bool:
        """Whether that time is only an upper bound, because something else limits it."""
        return False

    @property
    def not_read(self) -> bool:
        """Whether the timed work read nothing of what it opened."""
        return False

    @property
    def can_rank(self) -> bool:
        """Whether that time may be compared with others of the same way."""
        return True

    @property
    def place(self) -> Any:
        """Sorts the results of a run."""
        raise NotImplementedError

    @classmethod
    def of(cls, rows: Sequence[Row], floor: bool) -> Self:
        ordered = sorted(rows, key=lambda row: row.fork)
        values = {name: each.from_rows(ordered) for name, each in figures_of(cls).items()}
        return cls(codec=ordered[0].codec, workload=ordered[0].workload, floor=floor, **values)

    @classmethod
    def failure_of(cls, row: Row) -> Failure:
        """Why the cell of a row that failed has no result."""
        return Failure(row.codec, row.workload, row.operation, row.outcome, row.detail)

    @classmethod
    def standings(cls, results: Sequence[Self], noise: NoiseFloors) -> Mapping[Key, Standing]:
        """The standing of each of these among those of the same way, by their cells."""
        times = {one.cell: one.ranked_by for one in results}
        return standings_by_way(times, noise, {one.cell for one in results if one.is_bound})

    def further_json(self) -> dict[str, Any]:
        """The fields that the JSON row has besides the figures."""
        return {}

    def to_json(self) -> dict[str, Any]:
        """Each figure is a separate median of the repetitions, so that parts need not sum to their whole."""
        return {
            "codec": self.codec,
            "workload": self.workload,
            "parameters": self._figures_json(are_parameters=True),
            **self.standing.to_json(),
            "hand_written": self.hand_written,
            "ended": self.ended or None,
            **self.library.to_json(),
            **self._figures_json(are_parameters=False),
            **self.further_json(),
        }

    def _figures_json(self, are_parameters: bool) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, each in figures_of(type(self)).items():
            if each.json and each.parameter == are_parameters:
                found |= each.json(getattr(self, name))
        return found

    def to_csv(self) -> dict[str, Any]:
        """The columns of a line of CSV: its names, its rank, its figures."""
        standing = self.standing.to_json()
        line = {"codec": self.codec, "workload": self.workload}
        line |= {name: standing[name] for name in standing if name != "tied"}
        for name, each in figures_of(type(self)).items():
            line |= each.csv(getattr(self, name)) if each.csv else {}
        return line

    @property
    def is_reference(self) -> bool:
        return self.floor or self.hand_written

    @property
    def cell(self) -> Key:
        return (self.codec, self.workload, self.way)

    @property
    def link(self) -> str:
        return cell_link(*self.cell)


AnyResult = TypeVar("AnyResult", bound=Result)
AnyResults = TypeVar("AnyResults", bound="Results[Any]")


@dataclass(frozen=True, slots=True)
class Results(Generic[AnyResult]):
    """All results of a run; ``floors`` are those without a codec, ``twins`` those of codecs measured a second
    time, under names of their own. ``twinned`` is what these tell, and ``noise`` what they tell with those of
    earlier runs, by the names of languages; ``noun`` is what the values of an estimate are called, and
    ``blocks`` in how many blocks they were measured."""

    rows: tuple[AnyResult, ...]
    floors: tuple[AnyResult, ...]
    failures: tuple[Failure, ...]
    twins: tuple[AnyResult, ...] = ()
    twinned: tuple[Twin, ...] = ()
    noise: NoiseFloors = field(default_factory=dict)
    noun: str = "forks"
    blocks: Blocks = ONE_BLOCK

    def as_kind(self, kind: type[AnyResults], **more: Any) -> AnyResults:
        """These results as those of an experiment that has more to tell, or tells something else."""
        own = {each.name: getattr(self, each.name) for each in fields(self)}
        return kind(**{**own, **more})

    @property
    def all(self) -> tuple[AnyResult, ...]:
        return self.rows + self.floors

    @property
    def workloads(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(result.workload for result in self.all))


def ways_of(results: Sequence[Result]) -> frozenset[str]:
    return frozenset(one.way for one in results)


def results_of(
    record: Mapping[str, Any],
    rows: Sequence[Row],
    kind: type[AnyResult],
    noun: str,
    references: Collection[str] = (),
    completed: Callable[[list[AnyResult]], list[AnyResult]] = lambda results: results,
    ranking: Callable[[Sequence[AnyResult]], Collection[str]] = ways_of,
    ranked: bool = True,
) -> Results[AnyResult]:
    """The results of a run, of this ``kind``, from its record and its rows. ``noun`` is what the measurements
    of a cell are called where there are no blocks; ``references`` are shown as floors. ``completed`` adds
    what a record knows, and ``ranking`` names the ways whose twins tell how noisy a run was. Unless they are
    ``ranked``, results have no standings, which cost most of the time.

    A cell of which any fork failed in any attempt has a failure and no result; of one that was measured again
    the attempt counts that was disturbed least.
    """
    twins: Mapping[str, str] = record.get("twins", {})
    floors, hand_written, ended = floors_in(record), hand_written_in(record), ended_in(record)
    libraries = libraries_in(record)
    cells = cells_in(rows)
    # Times of a second set of executables are shown by their comparison with the first.
    own = [of_cell for of_cell in cells.whole if not is_against(of_cell[0].codec)]
    failures = [Failure(**failure) for failure in record.get("failures", ())]
    # What fails in both of two twins is told once.
    failed = {row.cell for row in cells.failed}
    failures += [
        kind.failure_of(row) for row in cells.failed if (twins.get(row.codec), *row.cell[1:]) not in failed
    ]
    unranked = {*floors, *references}
    made_of = (kind.of(of_cell, of_cell[0].codec in unranked) for of_cell in own)
    marked = [
        replace(
            one,
            hand_written=one.codec in hand_written,
            ended=ended.get(one.codec, ""),
            library=libraries.get(one.codec, UNKNOWN),
        )
        for one in made_of
    ]
    made = completed(marked)
    ordered = sorted(made, key=lambda result: result.place)
    medians = {result.cell: result.ranked_by.median for result in made} if twins else {}
    twinned = twins_in(record.get("run", ""), medians, twins, ranking(made))
    noise = noise_floors((*twinned, *earlier_twins(record)))
    blocks = Blocks.of(rows)
    of_codecs = tuple(one for one in ordered if not one.floor and one.codec not in twins)
    return Results(
        _placed(kind, of_codecs, noise) if ranked else of_codecs,
        tuple(one for one in ordered if one.floor),
        tuple(dict.fromkeys(failures)),
        tuple(one for one in ordered if one.codec in twins),
        twinned,
        noise,
        "blocks" if blocks.number > 1 else noun,
        blocks,
    )


def times_in(rows: Sequence[Row], kind: type[AnyResult]) -> dict[Key, Estimate]:
    """The estimate of what ranks each cell that never failed, of floors and twins too. It costs much less
    than the results with their standings."""
    made = (kind.of(of_cell, False) for of_cell in cells_in(rows).whole)
    return {one.cell: one.ranked_by for one in made}


def _placed(kind: type[AnyResult], results: Sequence[AnyResult], noise: NoiseFloors) -> tuple[AnyResult, ...]:
    found = kind.standings([one for one in results if one.can_rank and not one.hand_written], noise)
    return tuple(replace(one, standing=found.get(one.cell, UNRANKED)) for one in results)


def explorer_cell(result: Result, count: float, size_bytes: float) -> ExplorerCell:
    """A way as an operation of its own in the report's table of all measurements: the wall time of one of
    ``count`` objects or messages, which have ``size_bytes`` in all."""
    time = result.ranked_by
    return ExplorerCell(
        result.codec,
        result.workload,
        result.way,
        "application",
        median=round(time.median / count, 3),
        low=round(time.low / count, 3),
        high=round(time.high / count, 3),
        wall=None,
        size=round(size_bytes / count, 3),
        tied=result.standing.to_json()["tied"],
        level=time.rounded_level,
        mark="floor" if result.floor else AT_MOST if result.is_bound else "",
    )
