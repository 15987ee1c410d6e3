"""Measures the forks of a run of the relay, and believes neither driver nor relay."""

import contextlib
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from serbench.builds.runners import counting_library
from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload
from serbench.engine.describe import Subject, SubjectKey
from serbench.engine.row import columns_of, row_of, started_now
from serbench.engine.work import Measure, Step, Work
from serbench.errors import SerbenchError
from serbench.experiments.relay.checking import Checker
from serbench.experiments.relay.driver import Cores
from serbench.experiments.relay.judging import ALLOCATED, ExpectedRelay, RelayFinding, judge_relay
from serbench.experiments.relay.messages import Outbox, Unrelayable
from serbench.experiments.relay.plan import ENVELOPE, PASSING, SPLIT, Fork, Plan, Settings
from serbench.machine.disturbance import Usage, interference_between, usage_now
from serbench.record.row import Row, marked
from serbench.record.run_folder import RunFolder
from serbench.runner.process import ask, request_words
from serbench.schema.shapes import has_map
from serbench.scratch import scratch_folder, temporary_folder

EXPERIMENT = "relay"
VERB = "relay"
_NS_PER_S = 1_000_000_000
# What driver and relay may take beyond their estimate before they count as hanging.
_PATIENCE_S = 60.0
_PATIENCE = 5
# Frames in a block while phases are timed.
_BLOCK = 64
# Re-encoding may make a message larger than it came.
_LARGEST_FACTOR = 4
_LEAST_LARGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class RelayWork(Work):
    """A plan, and the runner of each codec and workload in it; ``unordered`` are the codecs that write the
    entries of a map in another order each time. Messages and sockets lie in a temporary folder that is gone
    at the end in any case."""

    plan: Plan
    subjects: Mapping[SubjectKey, Subject]
    workloads: Mapping[str, Workload]
    unordered: Collection[str] = ()
    cores: Cores = field(default_factory=Cores.here)
    observe: Callable[[], Usage | None] = usage_now

    noun: ClassVar[str] = "forks"

    @contextlib.contextmanager
    def measuring(self, folder: RunFolder) -> Iterator[Measure]:
        settings = self.plan.settings
        # The path of a socket has at most 107 bytes, so its folder is not below a user's long one.
        with scratch_folder("relay", _short_folder()) as place:
            by_fields, folder_of_files = settings.route == "fields", place
            envelopes = {
                codec: subject for (codec, name), subject in self.subjects.items() if name == ENVELOPE
            }
            outbox = Outbox(
                folder_of_files,
                self.workloads,
                envelopes,
                settings.sinks,
                by_fields,
                settings.transport,
                self.cores,
            )
            checker = Checker(folder_of_files, self.workloads, settings.sinks, by_fields, settings.acks)

            def measure(fork: Fork, tell: Step) -> list[Row]:
                tell(f"{fork.mode} of {fork.workload}")
                before = self.observe()
                row = ForkMeasurement(self, fork, outbox, checker).row()
                return [marked(row, interference_between(before, self.observe()))]

            yield measure


@dataclass(frozen=True, slots=True)
class ForkMeasurement:
    """One fork of a work: one driver with its relay."""

    work: RelayWork
    fork: Fork
    outbox: Outbox
    checker: Checker

    @property
    def settings(self) -> Settings:
        return self.work.plan.settings

    @property
    def subject(self) -> Subject:
        return self.work.subjects[self.fork.codec, self.fork.workload]

    @property
    def _runner(self) -> Runner:
        """The relay's: that of the workload, or of envelopes around its messages."""
        if self.fork.mode == ENVELOPE:
            return self.outbox.envelopes[self.subject.runner.codec].runner
        return self.subject.runner

    def row(self) -> Row:
        started_at = started_now()
        runner = self._runner
        arguments: dict[str, object] = {}
        try:
            runner, arguments = self._relayed()
            finding = self._found(runner, arguments)
        except Unrelayable as error:
            finding = RelayFinding(error.outcome, str(error))
        measured = finding.outcome == "ok"
        columns = columns_of(finding) | {
            "cpu_ns": (finding.cpu_ns,) if measured else (),
            "wall_ns": (finding.wall_ns,) if measured else (),
        }
        return row_of(
            EXPERIMENT,
            self.fork,
            self._runner,
            self.fork.mode,
            command=request_words(runner, VERB, arguments),
            started_at=started_at,
            n=(finding.frames,) if measured else (),
            objects=self.subject.corpus.manifest.objects,
            parameters=self._parameters(),
            **columns,
        )

    def _parameters(self) -> dict[str, Any]:
        settings = self.settings
        return {
            "route": settings.route,
            "sources": settings.sources,
            "sinks": settings.sinks,
            "transport": settings.transport,
            "objects_a_message": self.outbox.objects_a_message(self.subject),
            "repetition": self.fork.repetition,
        }

    @property
    def _measures_latency(self) -> bool:
        return self.fork.repetition < self.settings.latency_repetitions

    def _relayed(self) -> tuple[Runner, dict[str, object]]:
        """The relay's runner behind the driver that starts it, and what the relay is asked."""
        settings, sent = self.settings, self.outbox.sent(self.subject, self.fork.mode)
        driving: dict[str, object] = {
            "transport": settings.transport,
            "socket": self.outbox.file("relay.socket"),
            "messages": sent.messages,
            "same": int(self.fork.mode in PASSING),
            "sources": settings.sources,
            "sinks": settings.sinks,
            "received": self.outbox.file("received"),
            "warmup_ns": settings.warmup_of(self.fork.codec),
            "saturate_ns": settings.saturate_ns,
            "phases_ns": settings.phases_ns if self._measures_latency else 0,
            "rates": ",".join(settings.rates) if self._measures_latency else "",
            "latency_ns": settings.latency_ns,
        }
        if sent.destinations is not None and self.fork.mode != "forward":
            driving["destinations"] = sent.destinations
        if sent.payloads is not None:
            driving["payloads"] = sent.payloads
        if self.fork.mode == SPLIT:
            driving["split"] = 1
        if self._order_differs:
            driving["any_order"] = 1
        own = self._runner
        words = self.work.cores.driving(driving, own.command)
        arguments: dict[str, object] = {
            "mode": self.fork.mode,
            "route": "shuffle" if self.fork.mode == "forward" else settings.route,
            "sources": settings.sources,
            "sinks": settings.sinks,
            "largest_frame_bytes": max(_LEAST_LARGEST, _LARGEST_FACTOR * max(sent.sizes_bytes)),
            "block": _BLOCK,
        }
        return replace(own, command=words), arguments

    @property
    def _order_differs(self) -> bool:
        """Whether an object that is encoded again has the same bytes in another order."""
        has_maps = has_map(self.work.workloads[self.fork.workload].schema)
        return self.fork.mode not in PASSING and has_maps and self.fork.codec in self.work.unordered

    def _counted(self) -> Mapping[str, float]:
        """The relay's allocations for one message; empty where they cannot be counted. A process of its own
        that is not timed counts them."""
        try:
            library = counting_library("allocations")
        except SerbenchError:
            return {}
        settings = self.settings.while_counting()
        brief = replace(self, work=replace(self.work, plan=replace(self.work.plan, settings=settings)))
        runner, arguments = brief._relayed()
        figures = brief._answered(runner.counting_with(library), arguments).figures
        return {name: figures[name] for name in ALLOCATED if name in figures}

    def _found(self, runner: Runner, arguments: Mapping[str, object]) -> RelayFinding:
        received = self.outbox.file("received")
        received.unlink(missing_ok=True)
        finding = self._answered(runner, arguments)
        if finding.outcome != "ok":
            return finding
        if self.fork.mode not in PASSING:
            failure = self.checker.failure(self.subject, self.fork.mode, received)
            if failure is not None:
                return RelayFinding(failure.outcome, failure.detail)
        sent = self.outbox.sent(self.subject, self.fork.mode)
        alone = {"driver_per_s": round(sent.capacity_per_s)}
        counted = self._counted() if self.settings.counts(self.fork) else {}
        return replace(
            finding, size_bytes=sum(sent.sizes_bytes), figures={**finding.figures, **alone, **counted}
        )

    def _answered(self, runner: Runner, arguments: Mapping[str, object]) -> RelayFinding:
        """The finding from the replies of driver and relay."""
        limit_s = _PATIENCE_S + _PATIENCE * self.work.fork_ns(self.fork) / _NS_PER_S
        conversation = ask(runner, VERB, arguments, limit_s)
        rates = self.settings.rates if self._measures_latency else ()
        has_phases = self._measures_latency and self.settings.phases_ns > 0
        objects = self.subject.corpus.manifest.objects
        return judge_relay(
            conversation, ExpectedRelay(objects, self.settings.sources, has_phases, len(rates))
        )


def _short_folder() -> Path | None:
    """Where temporary folders have short names, as far as that is known."""
    is_long = len(str(temporary_folder())) > 40
    return Path("/tmp") if is_long and os.access("/tmp", os.W_OK) else None
