"""Measures what unknown fields cost a codec that skips them: the old version decodes its own messages and
those that the new one has written with more fields. The runner proves each message before it is timed."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from serbench.corpus.container import MESSAGES_MAGIC, ContainerWriter, read_objects
from serbench.corpus.manifest import Corpus
from serbench.engine.describe import Subject
from serbench.engine.isolation import limited
from serbench.engine.work import Step
from serbench.experiments.evolution.changes import NEW, OLD, Change, Version
from serbench.experiments.evolution.crossing import Asking
from serbench.experiments.evolution.merged import written_corpus
from serbench.experiments.evolution.unknown_fields import FAMILY, NUMBERS, unknown_changes
from serbench.languages import language_of
from serbench.runner.claims import Finding, judge
from serbench.runner.process import ask

OPERATION = "decode"
_MS = 1_000_000
_TIMEOUT_S = 60.0


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is measured of each number of fields: ``processes``, each with what ``measure`` is asked for,
    and the expected time of all numbers together."""

    processes: int
    samples: int
    sample_ns: int
    warmup_ns: int
    budget_ns: int
    estimated_ns: int


_NATIVE = Amount(5, 5, 2 * _MS, 10 * _MS, 100 * _MS, 1_700 * _MS)
_VIRTUAL = Amount(3, 5, 20 * _MS, 1_000 * _MS, 200 * _MS, 30_000 * _MS)


def amount_of(codec: str) -> Amount:
    return _VIRTUAL if language_of(codec).jit_compiled else _NATIVE


@dataclass(frozen=True, slots=True)
class Skipped:
    """The finding of one process with one number of unknown fields."""

    unknown_fields: int
    process: int
    finding: Finding


@dataclass(frozen=True, slots=True)
class Skipping:
    """One codec with the subjects of both versions; files lie in ``place``."""

    subjects: Mapping[Version, Subject]
    place: Path
    tell: Step

    def measured(self) -> list[Skipped]:
        """Every number of fields in turn, once for each process, so that a change of the machine's speed
        affects all. What fails is not tried again."""
        first, *_ = unknown_changes()
        given: list[tuple[int, Change, Path | None]] = [(0, first, None)]
        given += [
            (number, change, self._written(change))
            for number, change in zip(NUMBERS, unknown_changes(), strict=True)
        ]
        found: list[Skipped] = []
        for process in range(amount_of(self._old.runner.codec).processes):
            for number, change, messages in given:
                if any(one.unknown_fields == number and one.finding.outcome != "ok" for one in found):
                    continue
                self.tell(f"decodes with {number} unknown fields")
                found.append(Skipped(number, process, self._finding(change, messages)))
        return found

    @property
    def _old(self) -> Subject:
        return self.subjects[OLD]

    def _written(self, change: Change) -> Path:
        """The file of what the new version writes of a change."""
        corpus = _corpus(change, NEW)
        objects = list(read_objects(corpus.path))
        path = self.place / f"{change.name}.messages"
        with ContainerWriter(path, MESSAGES_MAGIC) as file:
            for one in Asking(self.place).write(self.subjects[NEW].runner, objects):
                file.add(one.message)
        return path

    def _finding(self, change: Change, messages: Path | None) -> Finding:
        corpus, amount = _corpus(change, OLD), amount_of(self._old.runner.codec)
        arguments: dict[str, object] = {
            "corpus": corpus.path,
            "operations": OPERATION,
            "sample_ns": amount.sample_ns,
            "samples": amount.samples,
            "warmup_ns": amount.warmup_ns,
            "budget_ns": amount.budget_ns,
        }
        if messages is not None:
            arguments["encoded"] = messages
        conversation = ask(limited(self._old.runner, self.place), "measure", arguments, _TIMEOUT_S)
        if conversation.outcome != "ok":
            return Finding(conversation.row_outcome, conversation.sentence)
        claims = judge(
            conversation.replies,
            (OPERATION,),
            corpus.manifest,
            self._old.description.unit,
            samples=amount.samples,
            sample_ns=amount.sample_ns,
            duration_ns=conversation.duration_ns,
            may_be_empty=False,
        )
        if claims.fault is not None:
            return Finding(*claims.fault)
        missing = Finding("protocol", "The runner ended its reply without an answer.")
        return claims.findings.get(OPERATION, missing)


def _corpus(change: Change, version: Version) -> Corpus:
    return written_corpus(unknown_changes(), (change,), version, FAMILY)
