"""Judges an application's reply (PROTOCOL.md, cluster): each job by itself, and nothing in it is believed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from serbench.experiments.cluster.checking import ExpectedJob
from serbench.experiments.cluster.plan import SHUFFLE, SORT
from serbench.runner.process import Conversation
from serbench.runner.reply import ProtocolFault, Reply, Unfit, by_tag, unfit_of

_TIMES = ("cpu_ns", "run_ns", "wall_ns", "gc_ns")
_COUNTS = ("objects", "bytes_written", "bytes_read", "spilled_bytes", "disk_spilled_bytes")
_SERIALIZER = ("serialize_ns", "serialized_objects", "deserialize_ns", "deserialized_objects")
FIGURES = (*_TIMES, *_COUNTS, *_SERIALIZER)
# What a shuffle must say of itself to be ranked.
_STAGES = {SHUFFLE: ("write", "read")}

Figures = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a cluster; ``cores`` and ``memory_bytes`` are those of all its executors."""

    master: str
    engine_version: str
    runtime: str
    executors: int
    cores: int
    memory_bytes: int
    hosts: tuple[str, ...]

    @property
    def size(self) -> tuple[object, ...]:
        """The facts that must not change during a run."""
        return (self.engine_version, self.runtime, self.executors, self.cores, self.hosts)


@dataclass(frozen=True, slots=True)
class Round:
    """A job done once: its ``stages`` by name, each with its ``FIGURES``."""

    wall_ns: int
    cpu_ns: int
    run_ns: int
    gc_ns: int
    cached_bytes: int
    stages: Mapping[str, Figures]


@dataclass(frozen=True, slots=True)
class JobFinding:
    """The finding about a job of an application. ``rounds`` are those after the warm-up."""

    outcome: str
    detail: str = ""
    writer: str = ""
    warm_rounds: int = 0
    rounds: tuple[Round, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """``facts`` is None where the application ended before it had any executor."""

    jobs: Mapping[str, JobFinding]
    facts: Facts | None = None
    relocatable: bool | None = None
    peak_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class ClusterRequest:
    """The request to an application, with the number of measured ``rounds`` of each job.
    ``expected`` is the output that each job must have, by the jobs in their order."""

    objects: int
    rounds: Mapping[str, int]
    expected: Mapping[str, ExpectedJob]

    @property
    def jobs(self) -> tuple[str, ...]:
        return tuple(self.expected)


def judge(conversation: Conversation, asked: ClusterRequest) -> Judged:
    """Compares one conversation with what was requested. What was complete before an application died
    counts."""
    try:
        return _judged(conversation, asked)
    except ProtocolFault as fault:
        return Judged(dict.fromkeys(asked.jobs, JobFinding("protocol", str(fault))))


def _judged(conversation: Conversation, asked: ClusterRequest) -> Judged:
    if conversation.outcome in ("refused", "protocol"):
        unfit = JobFinding(conversation.row_outcome, conversation.sentence)
        return Judged(dict.fromkeys(asked.jobs, unfit))
    ended = None
    if conversation.outcome != "ok":
        ended = Unfit(conversation.outcome, conversation.sentence)
    facts, relocatable = _facts(conversation.replies)
    if facts is None and ended is None:
        raise ProtocolFault("The application says nothing about its executors.")
    _require_known_jobs(conversation.replies, asked.jobs)
    jobs = {job: _job(job, _of(conversation.replies, job), asked, ended) for job in asked.jobs}
    walls_ns = sum(one.wall_ns for job in jobs.values() for one in job.rounds)
    if walls_ns > conversation.duration_ns:
        raise ProtocolFault(
            f"The jobs took {walls_ns} ns by the application's own clock, but it lived for"
            f" {conversation.duration_ns} ns only."
        )
    return Judged(jobs, facts, relocatable, conversation.peak_bytes)


def read_facts(replies: Iterable[Reply]) -> Facts | None:
    """The facts that an application reports of its cluster; None without any. Raises ProtocolFault."""
    return _facts(replies)[0]


def _facts(replies: Iterable[Reply]) -> tuple[Facts | None, bool | None]:
    found = [reply for reply in replies if reply.tag == "cluster"]
    if not found:
        return None, None
    if len(found) > 1:
        raise ProtocolFault(f"The application describes its executors {len(found)} times.")
    (said,) = found
    names = ("executors", "cores", "memory_bytes")
    executors, cores, memory_bytes = (said.count(name) for name in names)
    if not executors or not cores:
        raise ProtocolFault(f"The application has {executors} executors with {cores} cores.")
    hosts = tuple(sorted(filter(None, said.text("hosts").split(","))))
    facts = Facts(
        said.text("master"),
        said.text("engine_version"),
        said.text("runtime"),
        executors,
        cores,
        memory_bytes,
        hosts,
    )
    return facts, bool(said.count("relocatable"))


def _require_known_jobs(replies: Iterable[Reply], jobs: Sequence[str]) -> None:
    for reply in replies:
        if reply.tag in ("proof", "failed", "stage", "round") and reply.text("job") not in jobs:
            raise ProtocolFault(f"The application did the job {reply.text('job')}, which was not asked for.")


def _of(replies: Iterable[Reply], job: str) -> dict[str, list[Reply]]:
    """The replies about a job by their tags."""
    return by_tag(reply for reply in replies if reply.fields.get("job") == job)


def _job(
    job: str, said: Mapping[str, Sequence[Reply]], asked: ClusterRequest, ended: Unfit | None
) -> JobFinding:
    if failed := said.get("failed"):
        unfit = unfit_of(failed[0], among_others=True)
        return JobFinding(unfit.outcome, unfit.detail)
    proofs = said.get("proof", ())
    disproved = next(filter(None, (_disproved(job, proof, asked) for proof in proofs)), None)
    if disproved is not None:
        return JobFinding("wrong", disproved)
    rounds = {
        is_warm: tuple(
            _round(job, one, said.get("stage", ()), asked)
            for one in said.get("round", ())
            if one.count("warm") == is_warm
        )
        for is_warm in (1, 0)
    }
    wanted = asked.rounds[job]
    if ended is not None and (not proofs or len(rounds[0]) != wanted):
        return JobFinding(ended.outcome, ended.detail)
    if not proofs:
        raise ProtocolFault(f"The application checks nothing of the job {job}.")
    if len(rounds[0]) != wanted:
        raise ProtocolFault(
            f"The application measured the job {job} {len(rounds[0])} times where {wanted} were requested."
        )
    return JobFinding("ok", "", proofs[-1].text("writer"), len(rounds[1]), rounds[0])


def _disproved(job: str, proof: Reply, asked: ClusterRequest) -> str | None:
    """The fault in the output of a job, as a sentence; None where the output is right."""
    right = asked.expected[job]
    objects, first = proof.count("objects"), proof.count("first")
    if (objects, first) != (right.objects, right.first):
        return (
            f"{objects} objects from number {first} on came out of the job {job} where {right.objects} from"
            f" {right.first} on belong."
        )
    if proof.digest() != right.digest:
        return (
            f"Other objects came out of the job {job} than went in: their digest is {proof.digest()} where"
            f" {right.digest} belongs."
        )
    if job == SORT and proof.count("ordered") != 1:
        return "The objects of the job sort are not in order."
    return None


def _round(job: str, said: Reply, stages: Sequence[Reply], asked: ClusterRequest) -> Round:
    number = said.count("round")
    found: dict[str, Figures] = {}
    for stage in stages:
        if stage.count("round") == number:
            name = stage.text("stage")
            if name in found:
                raise ProtocolFault(f"The application reports the stage {name} of a round of {job} twice.")
            found[name] = {figure: stage.count(figure) for figure in FIGURES}
    one = Round(
        said.count("wall_ns"),
        said.count("cpu_ns"),
        said.count("run_ns"),
        said.count("gc_ns"),
        said.count("cached_bytes"),
        found,
    )
    _require_sense(job, number, one, asked)
    return one


def _require_sense(job: str, number: int, one: Round, asked: ClusterRequest) -> None:
    """Raises ProtocolFault where the figures of a round are impossible."""
    where = f"round {number} of the job {job}"
    if not one.stages:
        raise ProtocolFault(f"The application reports no stage of {where}.")
    for name in _STAGES.get(job, ()):
        if name not in one.stages:
            raise ProtocolFault(f"The application reports no stage {name} of {where}.")
        if one.stages[name]["objects"] != asked.objects:
            raise ProtocolFault(
                f"The stage {name} of {where} had {one.stages[name]['objects']} objects where {asked.objects}"
                " belong."
            )
    total_ns = sum(stage["cpu_ns"] for stage in one.stages.values())
    if total_ns != one.cpu_ns or not one.cpu_ns:
        raise ProtocolFault(
            f"The application reports {one.cpu_ns} ns of CPU time for {where}, whose stages took"
            f" {total_ns} ns."
        )
