"""Measures one fork of a plan in memory, and believes no runner."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Self

from serbench.corpus.container import read_objects
from serbench.corpus.manifest import Corpus
from serbench.engine.describe import Subject
from serbench.engine.row import columns_of, row_of, started_now
from serbench.engine.work import Step
from serbench.errors import CacheDamaged
from serbench.experiments.memory.paces import Paces
from serbench.experiments.memory.plan import Fork, Plan, Preset
from serbench.languages import language_of
from serbench.machine.disturbance import Usage, interference_between, usage_now
from serbench.machine.pace import Pace
from serbench.outcomes import is_of_codec
from serbench.record.row import Row, marked
from serbench.runner.claims import Claims, Finding, judge, tells_size
from serbench.runner.entries import again_if_damaged
from serbench.runner.process import Conversation, ask
from serbench.runner.reply import ProtocolFault

EXPERIMENT = "memory"
_NS_PER_S = 1_000_000_000
_TIMEOUT_BASE_S = 30.0
_TIMEOUT_FACTOR = 10
_TIMEOUTS_A_FORK = 2
# A stretch over collections takes at most this CPU time: where garbage is rarer, a collector that runs for a
# millisecond costs less than forks differ by.
_COLLECTING_NS = 2 * _NS_PER_S
# Of machine code. Text codecs take ten times what most take per byte, a small board ten times as long again.
_TIMEOUT_NS_A_BYTE = 30


def measure_timeout_s(
    preset: Preset, codec: str, operations: int, corpus_bytes: int, took_ns: int = 0
) -> float:
    """The time limit of a measure request: ten times what it should take with a slow codec of its language,
    or what an operation took in an earlier fork (``took_ns``) if that is longer, plus half a minute."""
    expected_ns = preset.samples_of(codec) * preset.sample_ns_of(codec)
    ns_a_byte = _TIMEOUT_NS_A_BYTE * language_of(codec).slowness
    operation_ns = preset.operation_ns(codec, round(corpus_bytes * ns_a_byte))
    operation_ns = max(operation_ns + max(0, preset.budget_of(codec) - expected_ns), took_ns)
    return _TIMEOUT_BASE_S + _TIMEOUT_FACTOR * operations * operation_ns / _NS_PER_S


@dataclass(slots=True)
class History:
    """The outcomes of the forks so far. It has the failure of each failed cell, the message size of the
    others, and of each codec and workload the first row with a size and the longest time that a sound
    operation took in its process."""

    failed: dict[tuple[str, str, str], Row] = field(default_factory=dict)
    size_bytes: dict[tuple[str, str, str], int] = field(default_factory=dict)
    sized: dict[tuple[str, str], Row] = field(default_factory=dict)
    took_ns: dict[tuple[str, str], int] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Self:
        history = cls()
        history.add(rows)
        return history

    def add(self, rows: Sequence[Row]) -> None:
        for row in rows:
            if not is_of_codec(row.outcome):
                continue
            if not row.ok:
                self.failed.setdefault(row.cell, row)
                continue
            of_codec = row.codec, row.workload
            self.took_ns[of_codec] = max(self.took_ns.get(of_codec, 0), row.process_ns or 0)
            if row.size_bytes is not None:
                self.size_bytes.setdefault(row.cell, row.size_bytes)
                if tells_size(row.operation):
                    self.sized.setdefault(of_codec, row)

    def confirmed(self, rows: Sequence[Row]) -> list[Row]:
        """Adds the rows of a fork and refuses those whose messages have another size than in the cell's other
        forks or in the codec's other operations. Digest and touch need no comparison, because each fork's
        have been compared with the manifest's."""
        confirmed: list[Row] = []
        for row in rows:
            detail = self._disagreement(row) if row.ok else None
            if detail is not None:
                row = replace(row, outcome="wrong", detail=detail, n=(), cpu_ns=(), wall_ns=())
            confirmed.append(row)
            self.add([row])
        return confirmed

    def _disagreement(self, row: Row) -> str | None:
        before = self.size_bytes.get(row.cell)
        if before is not None and before != row.size_bytes:
            return (
                f"Its messages had {row.size_bytes} bytes in fork {row.fork} and {before} bytes before that."
            )
        sized = self.sized.get((row.codec, row.workload))
        if tells_size(row.operation) and sized is not None and sized.size_bytes != row.size_bytes:
            return (
                f"Its messages had {row.size_bytes} bytes where those of {sized.operation} had"
                f" {sized.size_bytes}."
            )
        return None


@dataclass(frozen=True, slots=True)
class Measuring:
    """Measures forks by the protocol's verb ``measure``. ``timeout_s`` replaces the time limit of a request;
    ``observe`` reports what all programs have used of the processors so far, ``pace`` how fast cores are."""

    plan: Plan
    subjects: Mapping[tuple[str, str], Subject]
    history: History
    timeout_s: float | None = None
    observe: Callable[[], Usage | None] = usage_now
    pace: Pace = field(default_factory=Pace)

    def __call__(self, fork: Fork, step: Step) -> list[Row]:
        subject = self.subjects[fork.codec, fork.workload]
        took_ns = self.history.took_ns.get((fork.codec, fork.workload), 0)
        paces = Paces(self.pace, fork.codec)
        measurement = _ForkMeasurement(fork, subject, self.plan.preset, self.timeout_s, took_ns, paces)
        before = self.observe()
        rows = self.history.confirmed(measurement.rows(self.history.failed))
        by = interference_between(before, self.observe())
        return [marked(row, by, paces.of.get(row.operation)) for row in rows]


@dataclass(slots=True)
class _ForkMeasurement:
    """One fork: usually one process, and one more after each crash, for the operations that were left.
    ``took_ns`` is what an operation took at most in an earlier fork, 0 in the first; ``paces`` hears what the
    processes say."""

    fork: Fork
    subject: Subject
    preset: Preset
    timeout_s: float | None
    took_ns: int
    paces: Paces
    _settled: dict[str, Row] = field(default_factory=dict)

    def rows(self, failed: Mapping[tuple[str, str, str], Row]) -> list[Row]:
        """A row for every operation of the fork. An operation that failed in an earlier fork fails again
        without being run, so that a runner that hangs costs its time once."""
        for operation in self.fork.operations:
            earlier = failed.get((self.fork.codec, self.fork.workload, operation))
            if earlier is not None:
                finding = Finding(earlier.outcome, earlier.detail)
                self._settle(operation, finding, earlier.command, started_now())
        timeouts = 0
        while left := [operation for operation in self.fork.operations if operation not in self._settled]:
            outcome = self._request(left)
            timeouts += outcome == "timeout"
            if timeouts == _TIMEOUTS_A_FORK:
                self._give_up()
        return [self._settled[operation] for operation in self.fork.operations]

    def _request(self, operations: Sequence[str]) -> str:
        """Measures these operations in one process and settles at least one of them."""
        started_at = started_now()
        try:
            conversation, findings = again_if_damaged(
                self.subject.runner, lambda: self._found(operations), _is_sound
            )
        except CacheDamaged as damaged:
            finding = Finding(damaged.outcome, str(damaged))
            for operation in operations:
                self._settle(operation, finding, self.subject.runner.words, started_at)
            return damaged.outcome
        of_process = {
            "peak_bytes": _peak_bytes(conversation),
            "process_ns": conversation.duration_ns // len(operations),
        }
        for operation, finding in findings.items():
            self._settle(operation, finding, conversation.command, started_at, of_process)
        return conversation.outcome

    def _found(self, operations: Sequence[str]) -> tuple[Conversation, dict[str, Finding]]:
        manifest = self.subject.corpus.manifest
        collecting_ns = _COLLECTING_NS * self.preset.collects_in(self.fork.codec, self.fork.index)
        timeout_s = measure_timeout_s(
            self.preset, self.fork.codec, len(operations), manifest.bytes, self.took_ns
        )
        conversation = ask(
            self.subject.runner,
            "measure",
            {
                "corpus": self.subject.corpus.path,
                "operations": ",".join(operations),
                **self.preset.request_of(self.fork.codec),
                **({"collecting_ns": collecting_ns} if collecting_ns else {}),
            },
            self.timeout_s or timeout_s + len(operations) * collecting_ns / _NS_PER_S,
            self.paces.listener,
        )
        claims = judge(
            conversation.replies,
            operations,
            manifest,
            self.subject.description.unit,
            samples=self.preset.samples_of(self.fork.codec),
            sample_ns=self.preset.sample_ns_of(self.fork.codec),
            duration_ns=conversation.duration_ns,
            may_be_empty=_claims_nothing(conversation) and _holds_defaults(self.subject.corpus),
        )
        return conversation, findings_of(conversation, claims, operations)

    def _give_up(self) -> None:
        for operation in self.fork.operations:
            if operation not in self._settled:
                finding = Finding(
                    "timeout", "It was not tried, because the runner had hung twice in this fork."
                )
                self._settle(operation, finding, self.subject.runner.words, started_now())

    def _settle(
        self,
        operation: str,
        finding: Finding,
        command: tuple[str, ...],
        started_at: str,
        of_process: Mapping[str, int | None] = MappingProxyType({}),
    ) -> None:
        runner = self.subject.runner
        if counted := self.subject.allocated.get(operation):
            finding = replace(finding, allocations=counted.allocations, allocated_bytes=counted.bytes)
        self._settled[operation] = row_of(
            EXPERIMENT,
            self.fork,
            runner,
            operation,
            side=self.subject.description.sides.get(operation, "application"),
            fork_rows=len(self.fork.operations),
            command=command,
            started_at=started_at,
            objects=self.subject.corpus.manifest.objects,
            parameters={**runner.parameters, **({"keep": self.preset.keep} if self.preset.keep else {})},
            instructions=(instructions := self.subject.instructions.get(operation)),
            instructions_by=None if instructions is None else self.subject.instructions_by,
            **of_process,
            **columns_of(finding),
        )


def _is_sound(found: tuple[Conversation, dict[str, Finding]]) -> bool:
    return all(finding.outcome == "ok" for finding in found[1].values())


def findings_of(conversation: Conversation, claims: Claims, operations: Sequence[str]) -> dict[str, Finding]:
    """Settles the operations of one request.

    A reply that is refused as a whole fails them all. After a crash or a timeout the operations that were
    finished stand and the one under way fails; those after it are missing here and can be tried again.
    """
    if conversation.outcome == "protocol":
        return dict.fromkeys(operations, Finding("protocol", conversation.sentence))
    if claims.fault is not None:
        return dict.fromkeys(operations, Finding(*claims.fault))
    if conversation.outcome == "refused":
        return dict.fromkeys(
            operations, Finding("unsupported", f"The runner refused it: {conversation.detail}")
        )
    unfinished = [operation for operation in operations if operation not in claims.findings]
    if conversation.outcome == "ok":
        missing = Finding("protocol", "The runner ended its reply without an answer for this operation.")
        return {**claims.findings, **dict.fromkeys(unfinished, missing)}
    failure = Finding(conversation.outcome, conversation.sentence)
    if not claims.started or not unfinished:
        # It died before the first operation or after the last, so none of them is to blame more than another.
        return dict.fromkeys(operations, failure)
    return {**claims.findings, unfinished[0]: failure}


def _claims_nothing(conversation: Conversation) -> bool:
    """Whether a runner says that its messages have no bytes."""
    return any(reply.tag == "verified" and reply.fields.get("bytes") == "0" for reply in conversation.replies)


def _holds_defaults(corpus: Corpus) -> bool:
    """Whether every object is the default of its message, which FORMAT.md writes as zeros: only that is
    compatible with empty messages."""
    return not any(any(data) for data in read_objects(corpus.path))


def _peak_bytes(conversation: Conversation) -> int | None:
    try:
        return conversation.peak_bytes
    except ProtocolFault:
        return None
