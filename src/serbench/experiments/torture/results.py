"""The results of a run of torture: pure views over its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from serbench.experiments.torture.cases.generate import KINDS
from serbench.experiments.torture.judging import OUTCOMES, RANKED, per_mille
from serbench.languages import title_of
from serbench.record.row import Failure, Row
from serbench.report.ages import library_words
from serbench.report.cells import Result, Results, results_of
from serbench.report.figures import figure
from serbench.report.standing import Key, Standing
from serbench.statistics.comparison import Place
from serbench.statistics.noise import NoiseFloors
from serbench.statistics.share import Share

# What a finding has under the same name as its record.
_OF_WORST = ("case", "name", "reference", "outcome", "operation", "detail", "size_bytes", "file")
_JSON = (
    *("codec", "workload", "cases", "outcomes", "worst", "rank", "rank_across", "asked", "harm_per_mille"),
    *("different_at", "by_class", "valid_ns", "versions", "promises", "command"),
)


@dataclass(frozen=True, slots=True)
class Worst:
    """The smallest case of a class with an outcome; ``file`` is that of the finding within the run's folder,
    ``start`` the beginning of its bytes in hexadecimal. ``number`` is its place among the worst of a
    codec."""

    codec: str
    workload: str
    number: int
    case: str
    kind: str
    name: str
    reference: str
    outcome: str
    operation: str
    detail: str
    size_bytes: int
    start: str
    file: str

    @property
    def anchor(self) -> str:
        return f"finding-{self.codec.replace('/', '-')}-{self.workload}-{self.number}"

    def to_json(self) -> dict[str, Any]:
        return {"case": self.case, "class": self.kind} | {name: getattr(self, name) for name in _OF_WORST}


def _worst(rows: Sequence[Row]) -> tuple[Worst, ...]:
    row = rows[0]
    return tuple(
        Worst(
            codec=row.codec,
            workload=row.workload,
            number=number,
            kind=one["class"],
            start=one["bytes"],
            **{name: one[name] for name in _OF_WORST},
        )
        for number, one in enumerate(row.figures["worst"], 1)
    )


def _outcomes(rows: Sequence[Row]) -> dict[str, int]:
    counts = rows[0].figures["outcomes"]
    return {name: counts.get(name, 0) for name in OUTCOMES}


def _by_class(rows: Sequence[Row]) -> dict[str, Mapping[str, int]]:
    counts = rows[0].figures["by_class"]
    return {kind: counts[kind] for kind in KINDS if kind in counts}


def _counted(name: str) -> Any:
    return figure(lambda rows: rows[0].figures[name], name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tortured(Result):
    """A codec and a workload: how many of the ``asked`` cases were tried, which is fewer where the runner
    died too often, and what became of them, in all and by class, the worst cases first. ``different_at``
    counts accepted values that are others by what was changed."""

    asked: int = _counted("asked")
    cases: int = figure(lambda rows: sum(rows[0].figures["outcomes"].values()), "cases")
    outcomes: Mapping[str, int] = figure(_outcomes, "outcomes")
    by_class: Mapping[str, Mapping[str, int]] = figure(_by_class, "by_class")
    different_at: Mapping[str, int] = _counted("different_at")
    worst: tuple[Worst, ...] = figure(_worst, "worst", lambda worst: [one.to_json() for one in worst])
    valid_ns: int = _counted("valid_ns")
    command: tuple[str, ...] = figure(lambda rows: rows[0].command, "command", list)
    versions: str = ""
    promises: str = ""

    @property
    def way(self) -> str:
        return "torture"

    @property
    def place(self) -> tuple[object, ...]:
        return (self.harm, self.shares["poisoned"], self.shares["foreign"], self.codec)

    @property
    def shares(self) -> dict[str, float]:
        """The outcomes in per mille."""
        return per_mille(self.outcomes)

    @property
    def harm(self) -> float:
        """The share of the ranked outcomes, in per mille."""
        return sum(self.shares[name] for name in RANKED)

    @property
    def harmed(self) -> Share:
        """How many of the cases that were tried had a ranked outcome."""
        return Share(sum(self.outcomes[name] for name in RANKED), max(1, self.cases))

    @classmethod
    def failure_of(cls, row: Row) -> Failure:
        """All operations failed together."""
        return replace(super(Tortured, cls).failure_of(row), operation=None)

    @classmethod
    def standings(cls, results: Sequence[Self], noise: NoiseFloors) -> dict[Key, Standing]:
        """The rank counts the codecs that certainly harm less often."""
        harm = {one.cell: (one.harm, one.harmed) for one in results}

        def place(one: Self, others: Sequence[Self]) -> Place | None:
            own, own_share = harm[one.cell]
            theirs = (harm[other.cell] for other in others)
            apart = [of > own for of, share in theirs if share.differs(own_share)]
            behind = apart.count(False)
            high = len(others) - apart.count(True)
            return Place(1 + behind, high, behind) if len(others) > 1 else None

        found = {}
        for one in results:
            alike = [other for other in results if other.workload == one.workload]
            within = [other for other in alike if title_of(other.codec) == title_of(one.codec)]
            found[one.cell] = Standing(place(one, within), place(one, alike))
        return found

    def to_json(self) -> dict[str, Any]:
        found = super(Tortured, self).to_json()
        found |= {"versions": self.versions, "promises": self.promises}
        found["harm_per_mille"] = round(self.harm, 3)
        return {name: found[name] for name in _JSON}


@dataclass(frozen=True, slots=True)
class TortureResults(Results[Tortured]):
    """The least harmful first, workload by workload."""

    cases: int = 0
    sanitizers: tuple[str, ...] = ()

    def of_workload(self, workload: str) -> tuple[Tortured, ...]:
        return tuple(one for one in self.rows if one.workload == workload)


def torture_results(record: Mapping[str, Any], rows: Sequence[Row]) -> TortureResults:
    found = results_of(record, rows, Tortured, "codecs")
    versions = {runner["codec"]: library_words(runner) for runner in record.get("runners", ())}
    promises = record.get("promises", {})
    told = (
        replace(one, versions=versions.get(one.codec, ""), promises=promises.get(one.codec, ""))
        for one in found.rows
    )
    workloads, plan = record["workloads"], record["plan"]
    sorted_rows = tuple(sorted(told, key=lambda one: workloads.index(one.workload)))
    sanitizers = tuple(plan["sanitizers"])
    return found.as_kind(TortureResults, rows=sorted_rows, cases=plan["cases"], sanitizers=sanitizers)
