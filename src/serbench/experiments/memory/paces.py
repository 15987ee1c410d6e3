"""The pace of the core on which each operation of a fork is measured."""

from dataclasses import dataclass, field

from serbench.languages import language_of
from serbench.machine.pace import Looks, Pace, busiest_core, core_of_first_thread
from serbench.runner.reply import Reply


@dataclass(slots=True)
class Paces:
    """Looks at the cores between the operations of a fork: once the runner has read its objects, after each
    operation, and after each stretch over collections. Then nothing is timed, as a runner proves what it
    measured and what it measures next. ``of`` is the pace of each operation so far, the longer of the looks
    before and after it; it lacks one whose pace cannot be told."""

    pace: Pace
    codec: str
    of: dict[str, float] = field(default_factory=dict)
    _pid: int = 0
    _before: Looks = field(default_factory=dict)

    def started(self, pid: int) -> None:
        """A process of the runner has been started."""
        self._pid = pid

    def heard(self, reply: Reply) -> None:
        """The runner has said this just now."""
        if reply.tag == "corpus":
            self._before = self.pace.looks(self._core())
        elif reply.tag == "collected" or (reply.tag, reply.fields.get("phase")) == ("verified", "after"):
            self._add(reply.fields.get("operation", ""))

    def _add(self, operation: str) -> None:
        core = self._core()
        after = self.pace.looks(core)
        pace = self.pace.between(self._before, after, core)
        if pace is not None:
            self.of[operation] = max(pace, self.of.get(operation, 0.0))
        self._before = after

    def _core(self) -> int | None:
        in_first_thread = language_of(self.codec).in_first_thread
        return core_of_first_thread(self._pid) if in_first_thread else busiest_core(self._pid)
