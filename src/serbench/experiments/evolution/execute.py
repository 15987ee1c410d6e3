"""Asks the codecs of a run, and makes a row of each change and direction."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from serbench.corpus.workload import Workload
from serbench.engine.describe import Subject, SubjectKey
from serbench.engine.own_options import data_words
from serbench.engine.row import columns_of, row_of, started_now
from serbench.engine.work import Step, Work
from serbench.experiments.evolution.changes import FORWARD, OLD, VERSIONS, Change, reader_of
from serbench.experiments.evolution.codec_crossing import CodecCrossing, Crossing
from serbench.experiments.evolution.crossing import Asking
from serbench.experiments.evolution.judging import SAME
from serbench.experiments.evolution.keeping import keep
from serbench.experiments.evolution.merged import workload_name
from serbench.experiments.evolution.plan import Fork, Plan
from serbench.experiments.evolution.results import UNKNOWN_FIELDS
from serbench.experiments.evolution.skipping import OPERATION, Skipped, Skipping
from serbench.experiments.evolution.unknown_fields import FAMILY, OBJECTS
from serbench.outcomes import OK
from serbench.record.row import Row
from serbench.scratch import scratch_folder

EXPERIMENT = "evolution"
VERB = "evolve"
# What unknown fields cost is measured of codecs that skip one: the change tells which do.
SKIPPED_CHANGE = "add-at-end"
# What of a message a row shows.
_SHOWN_BYTES = 256
_SHOWN_CHARACTERS = 4096


@dataclass(frozen=True, slots=True)
class EvolutionWork(Work):
    """A plan, the runners of both versions of each codec in it, and the workloads of the versions;
    ``preserved`` is the folder that gets schemas, messages and values. ``own`` is the record
    of the user's data of which the changes are derived."""

    plan: Plan
    subjects: Mapping[SubjectKey, Subject]
    workloads: Mapping[str, Workload]
    changes: tuple[Change, ...]
    preserved: Path | None = None
    own: Mapping[str, Any] | None = None

    noun: ClassVar[str] = "codecs"

    def measured(self, fork: Fork, step: Step) -> list[Row]:
        started_at = started_now()
        with scratch_folder("evolve") as place:
            crossings = self._crossing(fork.codec, place, step).crossings()
            skipped = self._skipped(fork.codec, crossings, place, step)
        if self.preserved is not None:
            keep(self.preserved, fork.codec, crossings)
        rows = len(crossings) + len(skipped)
        return [
            *(self._row(fork, each, rows, started_at) for each in crossings),
            *(self._row_of_cost(fork, each, rows, started_at) for each in skipped),
        ]

    def _crossing(self, codec: str, place: Path, tell: Step) -> CodecCrossing:
        subjects = {version: self.subjects[codec, workload_name(version)] for version in VERSIONS}
        schemas = {version: self.workloads[workload_name(version)].schema for version in VERSIONS}
        return CodecCrossing(
            runners={version: subject.runner for version, subject in subjects.items()},
            merged=schemas,
            changes=self.changes,
            asking=Asking(place),
            tell=tell,
        )

    def _skipped(self, codec: str, crossings: Sequence[Crossing], place: Path, tell: Step) -> list[Skipped]:
        """Measures the cost of unknown fields for a codec whose old version reads what the new one wrote."""
        subjects = {
            version: self.subjects[codec, name]
            for version in VERSIONS
            if (codec, name := workload_name(version, FAMILY)) in self.subjects
        }
        skips = any(
            (one.change.name, one.direction, one.folded.outcome) == (SKIPPED_CHANGE, FORWARD, SAME)
            for one in crossings
        )
        if not (self.plan.costs and skips and len(subjects) == len(VERSIONS)):
            return []
        return Skipping(subjects, place, tell).measured()

    def _row_of_cost(self, fork: Fork, skipped: Skipped, rows: int, started_at: str) -> Row:
        subject = self.subjects[fork.codec, workload_name(OLD, FAMILY)]
        return row_of(
            EXPERIMENT,
            fork,
            subject.runner,
            OPERATION,
            **columns_of(skipped.finding),
            command=self._command(SKIPPED_CHANGE, fork.codec, "--costs"),
            started_at=started_at,
            fork_rows=rows,
            objects=OBJECTS,
            parameters={UNKNOWN_FIELDS: skipped.unknown_fields, "process": skipped.process},
        )

    def _command(self, change: str, codec: str, *more: str) -> tuple[str, ...]:
        data = () if self.own is None else data_words(self.own)
        return ("./serbench", VERB, change, *data, *more, "--codecs", codec)

    def _row(self, fork: Fork, crossing: Crossing, rows: int, started_at: str) -> Row:
        reader = self.subjects[fork.codec, workload_name(reader_of(crossing.direction))].runner
        folded, change = crossing.folded, crossing.change
        return row_of(
            EXPERIMENT,
            fork,
            reader,
            crossing.direction,
            outcome=OK,
            detail="",
            command=self._command(change.name, fork.codec),
            started_at=started_at,
            fork_rows=rows,
            objects=len(crossing.objects),
            parameters={"change": change.name},
            figures={
                "outcome": folded.outcome,
                "detail": folded.detail,
                **_evidence(crossing),
                "outcomes": [one.judged.outcome for one in crossing.objects],
                **({"way": crossing.way} if crossing.way else {}),
            },
        )


def _evidence(crossing: Crossing) -> dict[str, Any]:
    """The object that decided: what was written and expected, and the message."""
    one = crossing.objects[crossing.folded.index]
    written = _json(one.case.written)
    if len(written) > _SHOWN_CHARACTERS:
        written = written[:_SHOWN_CHARACTERS] + "…"
    shown: dict[str, Any] = {"object": crossing.folded.index, "written": written}
    if one.message is not None:
        shown |= {"message_bytes": len(one.message), "message": one.message[:_SHOWN_BYTES].hex()}
    return shown


def _json(obj: Mapping[str, Any]) -> str:
    return json.dumps(obj, ensure_ascii=False, default=lambda value: value.hex())
