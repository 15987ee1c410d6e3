"""An application that spreads objects in Python and believes to be a cluster of two executors. Started with a
fault before its name, it fails so: ``FAULTS`` says how. A serializer called ``engine/…`` is its own."""

import os
import struct
import sys
from pathlib import Path

import xxhash
from fakes.honest import Honest, Refused, hang, read_frames, start

MASK = 2**64 - 1
FAULTS = {
    "drop": "an object is left out",
    "repeat": "an object comes out in the place of another",
    "alter": "an object has another value",
    "swap": "two objects exchange their places",
    "disorder": "sorted objects are in no order",
    "late": "the proof after the rounds is wrong",
    "refuse": "it cannot do the job cache",
    "die": "it dies in the middle of the second job",
    "die-at-once": "it dies before it has executors",
    "rounds": "a round less is measured",
    "sums": "its stages do not add up",
    "stage": "it does not say what was read",
    "count": "a stage has an object less",
    "alone": "it has one executor",
    "silent": "it does not say what executors it has",
    "stranger": "it does a job that was not asked for",
    "spill": "objects are spilled",
    "halt": "the run is ended",
    "linger": "it never ends",
    "lose": "an executor is lost each time",
    "lose-once": "an executor is lost the first time",
    "wait": "an executor comes too late the first time",
}
# The variable says that the engine cannot be installed, and why.
NOT_INSTALLABLE = "FAKE_ENGINE_IS_NOT_INSTALLABLE"
# In nanoseconds for each object, by what the name of the serializer begins with.
PRICES = {"plain": 9000, "fast": 5000, "raw": 4000}


class Spreader(Honest):
    def __init__(self, words: list[str]) -> None:
        *fault, codec, verb = [word for word in words if "=" not in word]
        super().__init__([codec, verb, *(word for word in words if "=" in word)])
        self.fault = fault[0] if fault else ""

    def run(self) -> int:
        if self.verb != "cluster":
            return super().run()
        self.greet()
        if self.fault == "die-at-once":
            return 3
        self.pool = [data or b"" for data in read_frames(self.arguments["pool"])]
        self.count = int(self.arguments["objects"])
        # Only a run that measures has rounds to get warm.
        if self.arguments["warmup_rounds_max"] == "0":
            self.fault = ""
        Path(self.arguments["scratch"], "blocks").write_bytes(b"left")
        try:
            self.introduce()
            self.lose_an_executor()
            for job in self.arguments["job_list"].split(","):
                self.do(job)
        except Refused as refusal:
            self.say("error", detail=str(refusal))
            return 2
        self.say("memory", peak_bytes=5_000_000)
        self.say("end")
        return 0

    def introduce(self) -> None:
        if self.fault != "silent":
            self.say(
                "cluster",
                master=self.arguments["master"],
                engine_version="1.2",
                runtime="17.0",
                executors=1 if self.fault == "alone" or self.comes_late() else 2,
                cores=2,
                memory_bytes=2**30,
                hosts="here,there",
                relocatable=1,
            )

    def comes_late(self) -> bool:
        late = Path(self.arguments["scratch"], "late")
        is_late = self.fault == "wait" and not late.exists()
        late.touch()
        return is_late

    def lose_an_executor(self) -> None:
        lost = Path(self.arguments["scratch"], "lost")
        if self.fault == "lose" or (self.fault == "lose-once" and not lost.exists()):
            lost.touch()
            raise Refused("An executor on here was lost: its process was killed.")

    def do(self, job: str) -> None:
        if self.fault == "refuse" and job == "cache":
            self.say("failed", job=job, outcome="unsupported", detail="It has no cache.")
            return
        self.prove(job, "before")
        warm, timed = int(self.arguments["warmup_rounds_min"]), int(self.arguments["repetitions"])
        if job in self.arguments.get("once", "").split(","):
            warm, timed = 0, 1
        for number in range(warm + timed - (self.fault == "rounds")):
            self.say("progress", job=job, round=number, done=3, total=8)
            if job != "shuffle":
                self.fail_in_the_middle()
            self.round(job, number, is_warm=number < warm)
        self.prove(job, "after")

    def fail_in_the_middle(self) -> None:
        if self.fault == "die":
            os._exit(4)
        if self.fault == "halt":
            os.kill(os.getppid(), 2)
            hang()
        if self.fault == "linger":
            hang()

    def prove(self, job: str, phase: str) -> None:
        numbers = {"broadcast": self.first(4), "aggregate": self.last(1024)}.get(job, self.first(self.count))
        digests = [xxhash.xxh64_intdigest(self.pool[number % len(self.pool)]) for number in numbers]
        if self.fault == "drop":
            digests.pop()
        if self.fault == "repeat":
            digests[1] = digests[0]
        if self.fault == "alter" or (self.fault == "late" and phase == "after"):
            digests[1] ^= 1
        if self.fault == "swap":
            digests[0], digests[1] = digests[1], digests[0]
        pairs = zip(digests, numbers, strict=False)
        total = sum(xxhash.xxh64_intdigest(struct.pack("<QQ", digest, number)) for digest, number in pairs)
        ordered = {"ordered": int(self.fault != "disorder")} if job == "sort" else {}
        self.say(
            "proof",
            job="other" if self.fault == "stranger" else job,
            phase=phase,
            first=numbers[0],
            objects=len(digests),
            digest=f"{total & MASK:016x}",
            writer="bypass" if job == "shuffle" else "",
            **ordered,
        )

    def first(self, most: int) -> range:
        return range(min(self.count, most))

    def last(self, most: int) -> range:
        return range(self.count - min(self.count, most), self.count)

    @property
    def price_ns(self) -> int:
        name = self.arguments["serializer"].partition("/")[2] or self.codec.partition("/")[2]
        return next((price for start, price in PRICES.items() if name.startswith(start)), 7000)

    def round(self, job: str, number: int, is_warm: bool) -> None:
        names = ["write", "scan1" if job == "cache" else "read"]
        if self.fault == "stage":
            names = names[:1]
        total_ns = 0
        for name in names:
            cpu_ns = self.price_ns * self.count * (2 if is_warm else 1)
            total_ns += cpu_ns
            self.stage(job, number, is_warm, name, cpu_ns)
        self.say(
            "round",
            job=job,
            round=number,
            warm=int(is_warm),
            wall_ns=1000,
            cpu_ns=total_ns + (self.fault == "sums"),
            run_ns=total_ns,
            gc_ns=30,
            cached_bytes=200 * self.count if job == "cache" else 0,
        )

    def stage(self, job: str, number: int, is_warm: bool, name: str, cpu_ns: int) -> None:
        writes = name == "write"
        self.say(
            "stage",
            job=job,
            round=number,
            warm=int(is_warm),
            stage=name,
            cpu_ns=cpu_ns,
            run_ns=cpu_ns,
            wall_ns=500,
            gc_ns=15,
            objects=self.count - (self.fault == "count"),
            bytes_written=100 * self.count if writes and job != "cache" else 0,
            bytes_read=0 if writes else 100 * self.count,
            spilled_bytes=4096 if self.fault == "spill" else 0,
            disk_spilled_bytes=2**20 if self.fault == "spill" else 0,
            serialize_ns=1500 if writes else 0,
            serialized_objects=1 if writes else 0,
            deserialize_ns=0 if writes else 4000,
            deserialized_objects=0 if writes else 2,
        )


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    start(Spreader)
