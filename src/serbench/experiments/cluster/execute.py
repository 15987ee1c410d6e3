"""Measures the forks of a run of the cluster: each is an application, and none is believed."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, ClassVar

from serbench.codecs.runner import Runner
from serbench.engine.row import columns_of, row_of, started_now
from serbench.engine.work import Measure, Work
from serbench.engine.work import Step as Tell
from serbench.errors import Incomplete, SerbenchError
from serbench.experiments.cluster.application import (
    VERB,
    Application,
    application_arguments,
    application_limit_s,
    ask_cluster,
    difference,
)
from serbench.experiments.cluster.checking import Expectations
from serbench.experiments.cluster.judging import (
    FIGURES,
    ClusterRequest,
    Facts,
    JobFinding,
    Judged,
    Round,
    judge,
    read_facts,
)
from serbench.experiments.cluster.masters import is_local, unanswered
from serbench.experiments.cluster.plan import Fork, Plan, Settings
from serbench.machine.disturbance import Usage, interference_between, usage_of_programs
from serbench.pools.pool import Pool
from serbench.record.row import Row, marked
from serbench.record.run_folder import RunFolder
from serbench.runner.process import Conversation, Listener, ask, request_words
from serbench.runner.reply import ProtocolFault, Reply
from serbench.scratch import scratch_folder

EXPERIMENT = "cluster"


@dataclass(frozen=True, slots=True)
class ClusterWork(Work):
    """A plan, and the application of each row in it. ``facts`` are those of the cluster when the run began,
    and ``asking`` is the application that asks for them. Scratch files lie below ``directory`` and are gone
    at the end in any case."""

    plan: Plan
    applications: Mapping[str, Application]
    pool: Pool
    directory: Path
    facts: Facts
    asking: Application
    observe: Callable[[], Usage | None] = usage_of_programs

    noun: ClassVar[str] = "applications"

    @contextlib.contextmanager
    def measuring(self, folder: RunFolder) -> Iterator[Measure]:
        expectations = Expectations(self.pool)
        with scratch_folder("files", self.directory) as scratch:

            def measure(fork: Fork, tell: Tell) -> list[Row]:
                measurement = ForkMeasurement(self, fork, expectations, tell, folder.resume_command)
                with scratch_folder("fork", scratch) as own:
                    return measurement.rows(own)

            yield measure


@dataclass(frozen=True, slots=True)
class ForkMeasurement:
    """One fork of a work."""

    work: ClusterWork
    fork: Fork
    expectations: Expectations
    tell: Tell
    resume_command: str

    @property
    def settings(self) -> Settings:
        return self.work.plan.settings

    def rows(self, scratch: Path) -> list[Row]:
        """A row for each job. Raises Incomplete where it is the cluster that fails and no serializer."""
        self._require_cluster()
        application, fork = self.work.applications[self.fork.codec], self.fork
        arguments = application_arguments(
            self.settings, fork, application.serializer, self.work.pool, self.work.plan.seed, scratch
        )
        started_at = started_now()
        local = is_local(self.settings.master)
        before = self.work.observe() if local else None
        self.tell("the application starts")
        conversation = self._asked_again_where_lost(application.runner, arguments)
        interference = interference_between(before, self.work.observe() if local else None)
        judged = judge(conversation, self._asked)
        self._require_same_cluster(judged)
        command = request_words(application.runner, VERB, arguments)
        return [
            marked(self._row(job, finding, judged, command, started_at), interference)
            for job, finding in judged.jobs.items()
        ]

    @property
    def _asked(self) -> ClusterRequest:
        objects = self.fork.objects
        expected = {job: self.expectations.of(job, objects) for job in self.fork.jobs}
        return ClusterRequest(objects, self.settings.rounds_of(self.fork.jobs), expected)

    def _asked_again_where_lost(self, runner: Runner, arguments: Mapping[str, object]) -> Conversation:
        """The conversation with the application.
        An application that lost an executor, or began with others because one came late, is asked once more
        if the cluster is the same as before. Raises Incomplete where it is not."""
        limit_s = application_limit_s(self.settings, self.fork, self.work.pool)
        conversation = ask(runner, VERB, arguments, limit_s, Listener(self._tell_progress))
        if is_local(self.settings.master) or not self._has_lost(conversation):
            return conversation
        self.tell("asking the cluster again")
        work = self.work
        try:
            now = ask_cluster(work.asking, self.settings, work.pool, work.plan.seed, work.directory)
            reason = difference(work.facts, now)
        except SerbenchError as error:
            reason = str(error)
        if reason:
            raise self._incomplete(f"{conversation.detail} {reason}")
        return ask(runner, VERB, arguments, limit_s, Listener(self._tell_progress))

    def _has_lost(self, conversation: Conversation) -> bool:
        """Whether it is the cluster that failed: the application was refused, or had other executors."""
        try:
            facts = read_facts(conversation.replies)
        except ProtocolFault:
            return False
        differs = facts is not None and bool(difference(self.work.facts, facts))
        return differs or conversation.outcome == "refused"

    def _incomplete(self, reason: str) -> Incomplete:
        return Incomplete(
            f"{reason} The results so far are kept; on the same cluster, continue with: {self.resume_command}"
        )

    def _tell_progress(self, reply: Reply) -> None:
        """Says how far the engine is with its own tasks."""
        if reply.tag == "progress":
            job, number = reply.text("job"), reply.count("round")
            self.tell(f"{job}, round {number}: {reply.count('done')} of {reply.count('total')} tasks")

    def _require_cluster(self) -> None:
        if reason := unanswered(self.settings.master):
            raise self._incomplete(reason)

    def _require_same_cluster(self, judged: Judged) -> None:
        """An application that failed because the master is gone, or that had other executors than the run
        began with, says nothing of its serializer."""
        if any(finding.outcome != "ok" for finding in judged.jobs.values()):
            self._require_cluster()
        if judged.facts is not None and (reason := difference(self.work.facts, judged.facts)):
            raise self._incomplete(reason)

    def _row(
        self, job: str, finding: JobFinding, judged: Judged, command: tuple[str, ...], started_at: str
    ) -> Row:
        runner, rounds, objects = (
            self.work.applications[self.fork.codec].runner,
            finding.rounds,
            self.fork.objects,
        )
        ok = finding.outcome == "ok"
        is_warmed = ok and job not in self.settings.once_of(self.fork.jobs)
        return row_of(
            EXPERIMENT,
            self.fork,
            runner,
            job,
            fork_rows=len(self.fork.jobs),
            command=command,
            started_at=started_at,
            n=tuple(objects for _ in rounds),
            cpu_ns=tuple(one.cpu_ns for one in rounds),
            wall_ns=tuple(one.wall_ns for one in rounds),
            objects=objects,
            size_bytes=_written_bytes(rounds) if ok else None,
            digest=self.expectations.of(job, objects).digest if ok else None,
            gc_ns=sum(one.gc_ns for one in rounds) if ok else None,
            settled=finding.warm_rounds < self.settings.warmup_most if is_warmed else None,
            peak_bytes=judged.peak_bytes if ok else None,
            parameters=parameters_of(self.settings, self.fork),
            phases=_phases(rounds),
            figures=_figures(finding, judged.relocatable) if ok else {},
            **columns_of(finding),
        )


def parameters_of(settings: Settings, fork: Fork) -> dict[str, Any]:
    return {
        "objects": fork.objects,
        "partitions": fork.partitions,
        "maps": settings.maps_of(fork.partitions),
        "compress": fork.compress,
        "master": settings.master,
        "repetition": fork.repetition,
    }


def _written_bytes(rounds: tuple[Round, ...]) -> int:
    """The bytes of all messages together: those of the shuffle files, else those of the cache."""
    shuffled = [sum(stage["bytes_written"] for stage in one.stages.values()) for one in rounds]
    return round(median(shuffled)) or round(median(one.cached_bytes for one in rounds))


def _phases(rounds: tuple[Round, ...]) -> dict[str, dict[str, int]]:
    """The stages with their median times."""
    return {
        name: {
            clock: round(median(of))
            for clock, of in (
                ("wall_ns", _of(rounds, name, "wall_ns")),
                ("cpu_ns", _of(rounds, name, "cpu_ns")),
            )
        }
        for name in (rounds[0].stages if rounds else ())
    }


def _of(rounds: tuple[Round, ...], stage: str, figure: str) -> list[int]:
    return [one.stages[stage][figure] for one in rounds if stage in one.stages]


def _figures(finding: JobFinding, relocatable: bool | None) -> dict[str, Any]:
    """Figures that only this experiment has: medians of the rounds, of all stages together and of each."""
    rounds = finding.rounds
    stages = {
        name: {figure: round(median(_of(rounds, name, figure))) for figure in FIGURES}
        for name in rounds[0].stages
    }
    total = {
        figure: round(median(sum(stage[figure] for stage in one.stages.values()) for one in rounds))
        for figure in FIGURES
    }
    return {
        **{
            name: value
            for name, value in total.items()
            if name not in ("cpu_ns", "wall_ns", "gc_ns", "objects")
        },
        "gc_ns": round(median(one.gc_ns for one in rounds)),
        "cached_bytes": round(median(one.cached_bytes for one in rounds)),
        "writer": finding.writer,
        "relocatable": relocatable,
        "warm_rounds": finding.warm_rounds,
        "stages": stages,
    }
