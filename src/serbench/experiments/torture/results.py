"""What a run of torture has found: pure views over its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from serbench.engine.attempts import cells_in
from serbench.experiments.torture.cases.generate import KINDS
from serbench.experiments.torture.judging import OUTCOMES, RANKED, per_mille
from serbench.languages import title_of
from serbench.record.row import Failure, Row
from serbench.report.ages import library_words
from serbench.report.standing import hand_written_in


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
        return {
            "case": self.case,
            "class": self.kind,
            "name": self.name,
            "reference": self.reference,
            "outcome": self.outcome,
            "operation": self.operation,
            "detail": self.detail,
            "size_bytes": self.size_bytes,
            "file": self.file,
        }


@dataclass(frozen=True, slots=True)
class Tortured:
    """A codec and a workload: how many of the ``asked`` cases were tried, which is fewer where the runner
    died too often, and what became of them, in all and by class, the worst cases first. ``different_at``
    counts accepted values that are others by what was changed. ``rank`` is within its language,
    ``rank_across`` over all; None for what is hand-written."""

    codec: str
    workload: str
    asked: int
    cases: int
    outcomes: Mapping[str, int]
    by_class: Mapping[str, Mapping[str, int]]
    different_at: Mapping[str, int]
    worst: tuple[Worst, ...]
    valid_ns: int
    versions: str
    promises: str
    command: tuple[str, ...]
    hand_written: bool = False
    rank: int | None = None
    rank_across: int | None = None

    @property
    def shares(self) -> dict[str, float]:
        """The outcomes in per mille."""
        return per_mille(self.outcomes)

    @property
    def harm(self) -> float:
        """What is ranked, in per mille."""
        return sum(self.shares[name] for name in RANKED)

    def to_json(self) -> dict[str, Any]:
        return {
            "codec": self.codec,
            "workload": self.workload,
            "cases": self.cases,
            "outcomes": dict(self.outcomes),
            "worst": [one.to_json() for one in self.worst],
            "rank": self.rank,
            "rank_across": self.rank_across,
            "asked": self.asked,
            "harm_per_mille": round(self.harm, 3),
            "different_at": dict(self.different_at),
            "by_class": {kind: dict(counts) for kind, counts in self.by_class.items()},
            "valid_ns": self.valid_ns,
            "versions": self.versions,
            "promises": self.promises,
            "command": list(self.command),
        }


def share_text(per_mille: float) -> str:
    """Small shares keep two digits: one of 20,000 is not none."""
    return f"{per_mille:.0f}" if per_mille >= 10 else f"{per_mille:.2f}".rstrip("0").rstrip(".")


@dataclass(frozen=True, slots=True)
class TortureResults:
    """The least harmful first, workload by workload."""

    workloads: tuple[str, ...]
    cases: int
    sanitizers: tuple[str, ...]
    rows: tuple[Tortured, ...]
    failures: tuple[Failure, ...]

    def of_workload(self, workload: str) -> tuple[Tortured, ...]:
        return tuple(one for one in self.rows if one.workload == workload)


def torture_results(record: Mapping[str, Any], rows: Sequence[Row]) -> TortureResults:
    hand_written = hand_written_in(record)
    versions = {runner["codec"]: library_words(runner) for runner in record.get("runners", ())}
    promises = record.get("promises", {})
    workloads = tuple(record["workloads"])
    cells = cells_in(rows)
    found = [
        _tortured(row, row.codec in hand_written, versions.get(row.codec, ""), promises.get(row.codec, ""))
        for of_cell in cells.whole
        for row in of_cell
    ]
    failures = [Failure(**failure) for failure in record.get("failures", ())]
    failures += [Failure(row.codec, row.workload, None, row.outcome, row.detail) for row in cells.failed]
    ranked = [one for name in workloads for one in _ranked([each for each in found if each.workload == name])]
    plan = record["plan"]
    return TortureResults(workloads, plan["cases"], tuple(plan["sanitizers"]), tuple(ranked), tuple(failures))


def _ranked(found: Sequence[Tortured]) -> list[Tortured]:
    """With the ranks of one workload: 1 and the number of codecs that harm less often."""
    libraries = [one for one in found if not one.hand_written]

    def rank(one: Tortured, others: Sequence[Tortured]) -> int | None:
        return None if one.hand_written else 1 + sum(other.harm < one.harm for other in others)

    ordered = sorted(
        found, key=lambda one: (one.harm, one.shares["poisoned"], one.shares["foreign"], one.codec)
    )
    return [
        replace(
            one,
            rank=rank(one, [each for each in libraries if title_of(each.codec) == title_of(one.codec)]),
            rank_across=rank(one, libraries),
        )
        for one in ordered
    ]


def _tortured(row: Row, hand_written: bool, versions: str, promises: str) -> Tortured:
    figures = row.figures
    return Tortured(
        codec=row.codec,
        workload=row.workload,
        asked=figures["asked"],
        cases=sum(figures["outcomes"].values()),
        outcomes={name: figures["outcomes"].get(name, 0) for name in OUTCOMES},
        by_class={kind: figures["by_class"][kind] for kind in KINDS if kind in figures["by_class"]},
        different_at=figures["different_at"],
        worst=tuple(_worst(row, number, one) for number, one in enumerate(figures["worst"], 1)),
        valid_ns=figures["valid_ns"],
        versions=versions,
        promises=promises,
        command=row.command,
        hand_written=hand_written,
    )


def _worst(row: Row, number: int, one: Mapping[str, Any]) -> Worst:
    return Worst(
        codec=row.codec,
        workload=row.workload,
        number=number,
        case=one["case"],
        kind=one["class"],
        name=one["name"],
        reference=one["reference"],
        outcome=one["outcome"],
        operation=one["operation"],
        detail=one["detail"],
        size_bytes=one["size_bytes"],
        start=one["bytes"],
        file=one["file"],
    )
