"""Judges what a runner claims to have measured (PROTOCOL.md, last section). Pure.

A runner proves its own work before and after timing; none of that is trusted until it agrees with
the manifest of the corpus, which no runner has written.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from serbench.corpus.manifest import Manifest
from serbench.runner.reply import ProtocolFault, Reply, unfit_of

NO_DIGEST = "0" * 16
_ACCESS = "access-"
_LEAST_SAMPLES = 3
# A runner raises n until a sample has reached sample_ns of CPU time, so the samples after it, which do the
# same work, are about as long. They can be shorter, because code is compiled only then, a JVM collection
# fell into the calibration or the core's clock rises: correct runners have come down to 0.4 of it. What
# is shorter than a quarter has not done what it was calibrated for. The loop that a runner subtracts counts:
# an operation that returns what it is given takes no time beside it. The wall clock is ignored, because a
# sample is calibrated and ranked by its CPU time.
_SHORTEST_SAMPLE = 0.25
# A stretch over collections spans two, so that memory that was swept after one is in it.
_LEAST_COLLECTIONS = 2
# Operations that need neither write nor read a message; what size they report proves nothing.
_WITHOUT_MESSAGE = frozenset({"build", "extract"})


@dataclass(frozen=True, slots=True)
class Finding:
    """The checked result of a request for one operation; the fields are those of a Row."""

    outcome: str
    detail: str = ""
    n: tuple[int, ...] = ()
    cpu_ns: tuple[int, ...] = ()
    wall_ns: tuple[int, ...] = ()
    size_bytes: int | None = None
    digest: str | None = None
    touch: int | None = None
    gc_ns: int | None = None
    collections: int | None = None
    collected: dict[str, int] = field(default_factory=dict)
    loop_ns: int | None = None
    settled: bool | None = None
    allocations: int | None = None
    allocated_bytes: int | None = None
    read_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Claims:
    """``findings`` holds the operations that are settled, good or bad; those that the runner did not get to
    the end of are missing. ``fault`` is an outcome and a sentence that refuse the reply as a whole, and
    ``started`` says whether the runner reached its corpus."""

    findings: dict[str, Finding]
    fault: tuple[str, str] | None
    started: bool


def tells_size(operation: str) -> bool:
    """Whether an operation works on encoded messages, so that its ``bytes`` are those of any other."""
    return operation not in _WITHOUT_MESSAGE


def judge(
    replies: Iterable[Reply],
    operations: Sequence[str],
    manifest: Manifest,
    unit: str,
    *,
    samples: int,
    sample_ns: int,
    duration_ns: int,
    may_be_empty: bool,
) -> Claims:
    """Compares the replies to a measure request for these operations with the manifest.

    ``samples`` and ``sample_ns`` are what was requested, ``duration_ns`` is how long the runner lived.
    ``may_be_empty`` means that messages of no bytes can carry these objects.
    """
    of_name = {name: _Operation(name) for name in operations}
    claims = _Judge(manifest, unit, samples, sample_ns, duration_ns, may_be_empty, of_name)
    try:
        for reply in replies:
            claims.take(reply)
            if claims.fault is not None:
                break
        fault = claims.fault
    except ProtocolFault as error:
        fault = ("protocol", str(error))
    return Claims(claims.findings(), fault, claims.started)


@dataclass(slots=True)
class _Operation:
    """The lines about one operation so far."""

    name: str
    before: Reply | None = None
    samples: list[Reply] = field(default_factory=list)
    gc_ns: int | None = None
    collections: int | None = None
    settled: bool | None = None
    finding: Finding | None = None


@dataclass(slots=True)
class _Judge:
    manifest: Manifest
    unit: str
    samples: int
    sample_ns: int
    duration_ns: int
    may_be_empty: bool
    operations: dict[str, _Operation]
    fault: tuple[str, str] | None = None
    started: bool = False
    timed_ns: int = 0

    def findings(self) -> dict[str, Finding]:
        return {name: of.finding for name, of in self.operations.items() if of.finding is not None}

    def take(self, reply: Reply) -> None:
        if reply.tag == "corpus":
            self.started = True
            self._check_corpus(reply)
        elif reply.tag in ("verified", "warmup", "sample", "gc", "allocated", "collected", "failed"):
            self._take_of_operation(reply)

    def _check_corpus(self, reply: Reply) -> None:
        said = (reply.count("objects"), reply.count("bytes"), reply.digest())
        expected = (self.manifest.objects, self.manifest.bytes, self.manifest.digest)
        for name, own, right in zip(("objects", "bytes", "digest"), said, expected, strict=True):
            if own != right and self.fault is None:
                self.fault = ("wrong", f"The runner read the corpus as {name} {own} where it has {right}.")

    def _take_of_operation(self, reply: Reply) -> None:
        name = reply.text("operation")
        operation = self.operations.get(name)
        if operation is None:
            raise ProtocolFault(f"The runner answers for {name!r}, which was not requested.")
        if not self.started:
            raise ProtocolFault(f"The runner measures {operation.name} before it has read the corpus.")
        if reply.tag == "allocated":
            self._take_allocated(operation, reply)
            return
        if reply.tag == "collected":
            self._take_collected(operation, reply)
            return
        if operation.finding is not None and reply.tag != "failed":
            if operation.finding.outcome == "ok":
                raise ProtocolFault(f"The runner continues with {operation.name} after it was finished.")
            return
        if reply.tag == "failed":
            unfit = unfit_of(reply)
            operation.finding = Finding(unfit.outcome, unfit.detail)
        elif reply.tag == "sample":
            self._take_sample(operation, reply)
        elif reply.tag == "warmup":
            operation.settled = reply.count("settled") == 1
        elif reply.tag == "gc":
            operation.gc_ns = reply.count("gc_ns")
            operation.collections = reply.count("collections")
        else:
            self._take_verified(operation, reply)

    def _take_allocated(self, operation: _Operation, reply: Reply) -> None:
        """Records the allocations of one rotation.
        A runtime that only counts bytes reports no number of allocations."""
        if operation.finding is None or reply.count("n") != self.manifest.objects:
            raise ProtocolFault(f"The runner counts more or sooner than one rotation of {operation.name}.")
        operation.finding = replace(
            operation.finding,
            allocations=reply.count("allocations") if "allocations" in reply.fields else None,
            allocated_bytes=reply.count("bytes"),
        )

    def _take_collected(self, operation: _Operation, reply: Reply) -> None:
        """Records the stretch over whole collections, which comes after all samples of the operation."""
        if operation.finding is None or operation.finding.outcome != "ok":
            raise ProtocolFault(f"The runner measures collections of {operation.name} before its samples.")
        self._require_timed(operation, reply, "stretch over collections")
        collected = {name: reply.count(name) for name in ("n", "cpu_ns", "wall_ns", "gc_ns", "collections")}
        if collected["collections"] < _LEAST_COLLECTIONS:
            raise ProtocolFault(f"A stretch of {operation.name} spans fewer than two collections.")
        operation.finding = replace(operation.finding, collected=collected)

    def _take_sample(self, operation: _Operation, reply: Reply) -> None:
        if operation.before is None:
            raise ProtocolFault(f"The runner times {operation.name} before it has verified it.")
        self._require_timed(operation, reply, "sample")
        cpu_ns = reply.integer("cpu_ns") + (_loop_ns([reply]) or 0)
        if cpu_ns < self.sample_ns * _SHORTEST_SAMPLE:
            operation.finding = Finding(
                "protocol", f"A sample took {cpu_ns} ns of CPU time where {self.sample_ns} ns were requested."
            )
        operation.samples.append(reply)

    def _require_timed(self, operation: _Operation, reply: Reply, what: str) -> None:
        """Raises ProtocolFault unless it is whole rotations that took time while the runner lived."""
        n = reply.count("n")
        if n == 0 or n % self.manifest.objects:
            raise ProtocolFault(
                f"A {what} of {operation.name} has n={n}, which is not a whole number of rotations through"
                f" {self.manifest.objects} objects."
            )
        for clock in ("cpu_ns", "wall_ns"):
            if reply.integer(clock) <= 0:
                raise ProtocolFault(f"A {what} of {operation.name} took no time ({clock}).")
        self.timed_ns += reply.integer("wall_ns")
        if self.timed_ns > self.duration_ns:
            raise ProtocolFault(
                f"The runner's samples took {self.timed_ns} ns by its own clock, but it lived for"
                f" {self.duration_ns} ns only."
            )

    def _take_verified(self, operation: _Operation, reply: Reply) -> None:
        phase = reply.text("phase")
        if phase != ("before" if operation.before is None else "after"):
            raise ProtocolFault(f"The runner verifies {operation.name} in the wrong phase {phase!r}.")
        fault = self._fault_of_proof(operation, reply)
        if fault:
            operation.finding = Finding("wrong", f"{fault} {phase} timing.")
        elif operation.before is None:
            operation.before = reply
        else:
            operation.finding = self._finished(operation, reply)

    def _fault_of_proof(self, operation: _Operation, reply: Reply) -> str | None:
        """The first difference from the manifest or from the check before timing; None where there is none.
        It is a sentence without its end."""
        digest, touch = reply.digest(), reply.count("touch")
        expected_digest, expected_touch = self.manifest.digest, 0
        if operation.name.startswith(_ACCESS):
            plan = operation.name.removeprefix(_ACCESS)
            if plan not in self.manifest.touch[self.unit]:
                raise ProtocolFault(
                    f"The runner measures {operation.name}, which is unknown to every corpus."
                )
            expected_digest, expected_touch = NO_DIGEST, self.manifest.touch[self.unit][plan]
        if digest != expected_digest:
            return f"Its values had the digest {digest} where {expected_digest} belongs"
        if touch != expected_touch:
            return f"What it read had the touch {touch} where {expected_touch} belongs"
        size_bytes = reply.count("bytes")
        if size_bytes == 0 and not self.may_be_empty and tells_size(operation.name):
            return "Its messages had no bytes, which cannot carry these objects,"
        if operation.before is not None and size_bytes != operation.before.count("bytes"):
            return f"Its messages had {operation.before.count('bytes')} bytes before and {size_bytes} bytes"
        if operation.before is not None and _read_bytes(reply) != _read_bytes(operation.before):
            return f"It read {_read_bytes(operation.before)} bytes before and {_read_bytes(reply)} bytes"
        return None

    def _finished(self, operation: _Operation, reply: Reply) -> Finding:
        least = min(_LEAST_SAMPLES, self.samples)
        if not least <= len(operation.samples) <= self.samples:
            raise ProtocolFault(
                f"The runner took {len(operation.samples)} samples of {operation.name}"
                f" where {self.samples} were requested."
            )
        return Finding(
            "ok",
            n=tuple(sample.integer("n") for sample in operation.samples),
            cpu_ns=tuple(sample.integer("cpu_ns") for sample in operation.samples),
            wall_ns=tuple(sample.integer("wall_ns") for sample in operation.samples),
            size_bytes=reply.count("bytes"),
            digest=reply.digest(),
            touch=reply.count("touch"),
            gc_ns=operation.gc_ns,
            collections=operation.collections,
            loop_ns=_loop_ns(operation.samples),
            settled=operation.settled,
            read_bytes=_read_bytes(reply),
        )


def _read_bytes(verified: Reply) -> int | None:
    """How many bytes of its messages an access operation reads; None where the runner does not know."""
    return verified.count("read") if "read" in verified.fields else None


def _loop_ns(samples: Sequence[Reply]) -> int | None:
    """The time of the loop alone in a sample, where the runner has subtracted it; None elsewhere."""
    found = [sample.count("loop_ns") for sample in samples if "loop_ns" in sample.fields]
    return found[0] if found else None
