"""Applications of real Spark for tests: what they are asked, and what they have to prove."""

import os
import struct
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

import xxhash
from runners.conftest import CODECS

from serbench.builds.runners import build_runners
from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload, find_workloads
from serbench.languages.java.jvm import untimed, with_heap
from serbench.languages.java.spark import spark_class_path
from serbench.languages.java.spark_engine import SPARK
from serbench.pools.pool import Pool, digests_of, pool_of
from serbench.runner.process import NO_LISTENER, Conversation, Listener, ask
from serbench.runner.reply import Reply

OBJECTS, MAPS, PARTITIONS = 3000, 4, 8
JOBS = ("shuffle", "sort", "cache", "broadcast", "aggregate")
TIMEOUT_S = 300.0
HEAP_BYTES = 2 * 2**30
BROADCAST_OBJECTS, GROUPS = 4096, 1024
_MASK = 2**64 - 1


@dataclass(frozen=True)
class Applications:
    """Applications of a workload; ``classes`` stand first on the class path of Spark's own rows."""

    workload: Workload
    pool: Pool
    runners: dict[str, Runner]
    classes: Path

    def runner(self, row: str) -> Runner:
        host = self.runners.get(row) or self.runners[SPARK.host_codec]
        application = SPARK.application(host, self.workload, row)
        command = [
            f"{self.classes}{os.pathsep}{word}" if before == "-cp" else word
            for before, word in zip(("", *application.command), application.command, strict=False)
        ]
        return replace(application, command=with_heap(untimed(tuple(command)), HEAP_BYTES))

    def ask(
        self,
        row: str,
        scratch: Path,
        listener: Listener = NO_LISTENER,
        **changes: object,
    ) -> Conversation:
        arguments: dict[str, object] = {
            "pool": self.pool.corpus.path,
            "objects": OBJECTS,
            "job_list": ",".join(JOBS),
            "serializer": "codec" if row in CODECS else row,
            "master": "local[2]",
            "maps": MAPS,
            "partitions": PARTITIONS,
            "compress": "lz4",
            "scratch": scratch,
            "repetitions": 1,
            "warmup_rounds_min": 0,
            "warmup_rounds_max": 0,
            "seed": 1,
            "executor_memory_bytes": 2**30,
        }
        if self.pool.numbers is not None:
            arguments["numbers"] = self.pool.numbers
        return ask(self.runner(row), "cluster", {**arguments, **changes}, TIMEOUT_S, listener)

    def proof(self, job: str) -> tuple[int, int, str]:
        """The first object, the number of objects and the digest that a job must give."""
        first, objects = 0, OBJECTS
        if job == "broadcast":
            objects = min(OBJECTS, self.pool.corpus.manifest.objects, BROADCAST_OBJECTS)
        if job == "aggregate":
            first, objects = OBJECTS - GROUPS, GROUPS
        numbers = range(first, first + objects)
        digests = zip(digests_of(self.pool, numbers), numbers, strict=True)
        mixed = (xxhash.xxh64_intdigest(struct.pack("<QQ", digest, number)) for digest, number in digests)
        return first, objects, f"{sum(mixed) & _MASK:016x}"


def planted_classes(folder: Path) -> Path:
    """A folder with the planted serializers, compiled."""
    SPARK.ready(print)
    source = Path(__file__).parents[1] / "java/Planted.java"
    subprocess.run(["javac", "-d", folder, "-cp", spark_class_path(), source], check=True)
    return folder


def applications_of(name: str, codecs: tuple[str, ...], classes: Path) -> Applications:
    (workload,) = find_workloads([name])
    built = build_runners([CODECS[codec] for codec in (SPARK.host_codec, *codecs)], [workload], jobs=2)
    runners = {runner.codec: runner for runner in built if isinstance(runner, Runner)}
    return Applications(workload, pool_of(workload), runners, classes)


def told(conversation: Conversation, tag: str) -> list[Reply]:
    return [reply for reply in conversation.replies if reply.tag == tag]


def failures(conversation: Conversation) -> list[tuple[str, ...]]:
    keys = ("job", "outcome", "detail")
    return [tuple(map(reply.text, keys)) for reply in told(conversation, "failed")]


def require_proved(applications: Applications, conversation: Conversation, jobs: tuple[str, ...]) -> None:
    assert conversation.outcome == "ok", conversation.sentence
    assert failures(conversation) == []
    proofs = [
        (proof.text("job"), proof.text("phase"), proof.count("first"), proof.count("objects"), proof.digest())
        for proof in told(conversation, "proof")
    ]
    expected = [(job, phase, *applications.proof(job)) for phase in ("before", "after") for job in jobs]
    assert proofs == expected
    assert all(
        proof.text("ordered") == "1" for proof in told(conversation, "proof") if proof.text("job") == "sort"
    )
