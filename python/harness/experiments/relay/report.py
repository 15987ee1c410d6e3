"""What a relay tells at barriers."""

from harness.adapter import Failure
from harness.protocol.replies import Replies
from harness.timing.clocks import start_process
from harness.timing.collector import Collecting
from harness.timing.phase_times import PhaseTimes
from harness.timing.resident_memory import resident_bytes

# The number of the report after the last source has ended.
LAST_REPORT = 2**32 - 1


class Report:
    """Tells what has happened since it was made, and what the collector has done since it was told last."""

    def __init__(self, replies: Replies, collected: Collecting) -> None:
        self._replies = replies
        self._collected = collected
        self._told = (collected.ns, collected.collections)
        self._watch = start_process()

    def send(self, phases: PhaseTimes | None, **counts: int) -> None:
        cpu_ns, wall_ns = self._watch.cpu_ns(), self._watch.wall_ns()
        self._replies.send(
            "barrier", **counts, cpu_ns=cpu_ns, wall_ns=wall_ns, resident_bytes=resident_bytes()
        )
        for name, phase_wall_ns, phase_cpu_ns in phases.each() if phases else ():
            self._replies.send("phase", name=name, wall_ns=phase_wall_ns, cpu_ns=phase_cpu_ns)
        ns, collections = self._told
        self._told = (self._collected.ns, self._collected.collections)
        self._replies.send(
            "gc", operation="relay", gc_ns=self._told[0] - ns, collections=self._told[1] - collections
        )

    def send_failure(self, failure: Failure) -> None:
        self._replies.send("failed", operation="relay", outcome=failure.outcome, detail=failure.detail)
