"""The verb of a torture."""

import sys
import tracemalloc
from dataclasses import dataclass, field

from harness.experiments import Bench, Verb
from harness.experiments.torture.finding import ACCEPTED, Finding
from harness.experiments.torture.limits import cpu_limit, limit_memory
from harness.experiments.torture.reading import Operation, Reading, Trial
from harness.protocol.container import MESSAGES, ContainerReader
from harness.protocol.refusal import refuse
from harness.protocol.replies import Digest
from harness.timing.resident_memory import peak_resident_bytes

# An operation may take as many times what the valid message takes.
_LIMIT_PER_VALID = 100
_VALID_TIMES = 5


@dataclass(slots=True)
class _Torturing:
    """The codec under test with a message that it must always read."""

    bench: Bench
    valid: bytes
    digest: str
    address_space_bytes: int
    limit_ns: int = 0
    _reading: Reading = field(init=False)

    def __post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        """Makes a fresh instance of the codec."""
        self._reading = Reading(self.bench.new_adapter(), self.bench.form)

    def prove_valid(self, hang_ns: int) -> None:
        """Finds how long an operation may take, and says it with the operations."""
        operations = self._reading.operations
        times = []
        for _ in range(_VALID_TIMES):
            trial = operations[0][1](self.valid)
            if not self._is_valid(trial.finding):
                raise refuse(f"The valid message does not decode to its value. {trial.finding.sentence}")
            times.append(trial.cpu_ns)
        self.limit_ns = max(hang_ns, _LIMIT_PER_VALID * min(times))
        names = ",".join(name for name, _ in operations)
        self.bench.replies.send("torture", operations=names, limit_ns=self.limit_ns, valid_ns=min(times))

    def try_all(self, cases: ContainerReader, first: int) -> None:
        """Takes the cases from the first on, one in memory at a time."""
        for index in range(cases.count):
            message = cases.next()
            if message is not None and index >= first:
                self.bench.replies.send("case", index=index)
                self._try(message)

    def _try(self, message: bytes) -> None:
        for operation in self._reading.operations:
            self._tell(operation[0], self._limited(operation, message))
        trial = self._limited(self._reading.operations[0], self.valid)
        if not self._is_valid(trial.finding):
            self._begin()
            self.bench.replies.send("poisoned", detail=trial.finding.sentence)

    def _limited(self, operation: Operation, message: bytes) -> Trial:
        with cpu_limit(self.limit_ns):
            return operation[1](message)

    def _tell(self, operation: str, trial: Trial) -> None:
        found = trial.finding
        kept: dict[str, int | str] = {"detail": found.detail}
        if found.digest is not None:
            kept = {"digest": Digest(found.digest)}
        elif found.touch is not None:
            kept = {"touch": found.touch}
        self.bench.replies.send(
            "tried",
            operation=operation,
            outcome=found.outcome,
            cpu_ns=trial.cpu_ns,
            # What was asked for is not known, but it was more than there is.
            largest_bytes=self.address_space_bytes if trial.refused_memory else 0,
            allocated_bytes=trial.allocated_bytes,
            **kept,
        )

    def _is_valid(self, found: Finding) -> bool:
        return found.outcome == ACCEPTED and f"{found.digest:016x}" == self.digest


def _serve(bench: Bench) -> None:
    request = bench.request
    path, first, digest = request.path("cases"), request.number("first"), request.path("digest")
    valid_path, hang_ns = request.path("valid"), request.number("hang_ns")
    address_space_bytes, stack_bytes = request.number("address_space_bytes"), request.number("stack_bytes")
    valid = _first_message(valid_path)
    with ContainerReader(path, MESSAGES) as cases:
        limit_memory(stack_bytes, address_space_bytes)
        # What is in use by then is of no interest.
        tracemalloc.start()
        made = _Torturing(bench, valid, digest, address_space_bytes or sys.maxsize)
        made.prove_valid(hang_ns)
        made.try_all(cases, first)
    bench.replies.send("memory", peak_bytes=peak_resident_bytes())


def _first_message(path: str) -> bytes:
    with ContainerReader(path, MESSAGES) as file:
        message = file.next() if file.count else None
        if message is None:
            raise file.refusal("holds no valid message")
        return message


VERBS = (Verb("torture", _serve),)
