"""Tortures the codecs of a run, and makes a row of each."""

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from serbench.corpus.workload import Workload
from serbench.engine.describe import Subject, SubjectKey
from serbench.engine.isolation import Writing
from serbench.engine.own_options import input_words
from serbench.engine.row import row_of, started_now
from serbench.engine.work import Fork, Measure, Step, Work
from serbench.errors import Fault
from serbench.experiments.torture.asking import Limits, Torturing, Unaskable
from serbench.experiments.torture.building import counting
from serbench.experiments.torture.cases.case import Case
from serbench.experiments.torture.cases.generate import generate
from serbench.experiments.torture.findings import TortureFinding, found, write_finding
from serbench.experiments.torture.judging import DIFFERENT, OUTCOMES, RANKED, REJECTED, SAME, Judged, judge
from serbench.experiments.torture.plan import Plan
from serbench.experiments.torture.preparing import Other, prepare
from serbench.experiments.torture.repeating import repeat_words
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.scratch import scratch_folder

EXPERIMENT = "torture"
VERB = "torture"
_TOLD_EVERY = 500
# What needs no file.
_PLAIN = frozenset({REJECTED, SAME, DIFFERENT})


@dataclass(frozen=True, slots=True)
class Target:
    """The facts about a codec beyond its runner: its format and what its authors promise."""

    format: str
    promises: str


@dataclass(slots=True)
class Tally:
    """The outcomes of a codec's cases. ``worst`` has the smallest case of each class and outcome that is not
    plain, with its number; ``places`` counts the accepted values that are others by what the edit met."""

    outcomes: Counter[str] = field(default_factory=Counter)
    by_class: dict[str, Counter[str]] = field(default_factory=dict)
    places: Counter[str] = field(default_factory=Counter)
    worst: dict[tuple[str, str, str], tuple[int, int, Judged]] = field(default_factory=dict)

    def add(self, number: int, case: Case, size_bytes: int, judged: Judged) -> None:
        self.outcomes[judged.outcome] += 1
        self.by_class.setdefault(case.kind, Counter())[judged.outcome] += 1
        if judged.outcome == DIFFERENT:
            self.places[case.place or "elsewhere"] += 1
        if judged.outcome in _PLAIN:
            return
        key = (case.kind, judged.outcome, case.name)
        if key not in self.worst or size_bytes < self.worst[key][0]:
            self.worst[key] = (size_bytes, number, judged)


@dataclass(frozen=True, slots=True)
class TortureWork(Work):
    """A plan, the runners, and of each codec what its findings tell and ``others``, its runner for another
    schema where there is one; ``kept`` is the folder that gets a file of every case that harms. ``own`` is
    the record of the user's data."""

    plan: Plan
    subjects: Mapping[SubjectKey, Subject]
    workloads: Mapping[str, Workload]
    targets: Mapping[str, Target]
    others: Mapping[str, Other] = field(default_factory=dict)
    kept: Path | None = None
    own: Mapping[str, Any] | None = None
    limits: Limits = field(default_factory=Limits)

    noun: ClassVar[str] = "codecs"

    @contextlib.contextmanager
    def measuring(self, folder: RunFolder) -> Iterator[Measure]:
        def measure(fork: Fork, tell: Step) -> list[Row]:
            started_at = started_now()
            with scratch_folder("torture") as place:
                try:
                    outcome, detail = "ok", ""
                    figures = self._tortured(fork, place, folder, tell)
                except Unaskable as error:
                    outcome, detail, figures = error.outcome, str(error), {}
                except Fault as fault:
                    outcome, detail, figures = fault.outcome, str(fault), {}
            return [self._row(fork, outcome, detail, started_at, figures)]

        yield measure

    def _tortured(self, fork: Fork, place: Path, folder: RunFolder, tell: Step) -> dict[str, Any]:
        subject, workload = self.subjects[fork.codec, fork.workload], self.workloads[fork.workload]
        limits = self.limits.of(self.plan.sanitizers)
        tell("valid messages")
        material = prepare(
            subject.runner,
            workload.schema,
            subject.corpus,
            subject.description.unit,
            self.targets[fork.codec].format,
            self.plan.seed,
            Writing(place, most_memory_kib=limits.most_memory_kib),
            self.others.get(fork.codec),
        )
        mean_bytes = sum(len(one.data) for one in material.messages) // len(material.messages)
        cases = generate(material, self.plan.cases_of(mean_bytes), self.plan.seed)
        torturing = Torturing(counting(subject.runner, self.plan.sanitizers), place, limits)
        tally, about = Tally(), self._about(fork, subject)

        def hear(number: int) -> None:
            if number % _TOLD_EVERY == 0:
                tell(f"{number:,} of {len(cases):,} cases")

        for number, told in torturing.torture(cases, material.messages, hear):
            case = cases[number]
            size_bytes = case.size_bytes(material.messages)
            judged = judge(case, size_bytes, material.messages, told, torturing.operations)
            tally.add(number, case, size_bytes, judged)
            if self.kept is not None and judged.outcome in RANKED:
                write_finding(found(case, number, material.messages, judged, about), self.kept)
        files = folder.path / "findings"
        return {
            "asked": len(cases),
            "operations": list(torturing.operations),
            "valid_ns": torturing.valid_ns,
            "deaths": torturing.deaths,
            "outcomes": {name: tally.outcomes[name] for name in OUTCOMES},
            "by_class": {kind: dict(counts) for kind, counts in sorted(tally.by_class.items())},
            "different_at": dict(sorted(tally.places.items())),
            "worst": [
                self._kept(found(cases[number], number, material.messages, judged, about), files)
                for _, number, judged in sorted(
                    tally.worst.values(), key=lambda one: (-OUTCOMES.index(one[2].outcome), one[1])
                )
            ],
        }

    def _kept(self, finding: TortureFinding, files: Path) -> dict[str, Any]:
        path = write_finding(finding, files)
        return {
            "case": finding.words,
            "class": finding.kind,
            "name": finding.name,
            "reference": finding.reference,
            "outcome": finding.outcome,
            "operation": finding.operation,
            "detail": finding.detail,
            "size_bytes": len(finding.data),
            "bytes": finding.data[:64].hex(),
            "file": f"{files.name}/{path.name}",
        }

    def _about(self, fork: Fork, subject: Subject) -> dict[str, Any]:
        return {
            "codec": fork.codec,
            "workload": fork.workload,
            "schema": subject.runner.schema,
            "libraries": dict(subject.description.libraries),
            "promises": self.targets[fork.codec].promises,
            "sanitizers": self.plan.sanitizers,
            "seed": self.plan.seed,
        }

    def _row(self, fork: Fork, outcome: str, detail: str, started_at: str, figures: dict[str, Any]) -> Row:
        runner = self.subjects[fork.codec, fork.workload].runner
        plan, inputs = self.plan, input_words([fork.workload], self.own)
        return row_of(
            EXPERIMENT,
            fork,
            runner,
            VERB,
            outcome=outcome,
            detail=detail,
            command=repeat_words(inputs, fork.codec, plan.cases, plan.sanitizers, plan.seed),
            started_at=started_at,
            objects=sum(figures["outcomes"].values()) if figures else None,
            figures=figures,
        )
