"""The pace of the core on which each operation of a fork is measured."""

from dataclasses import dataclass, field
from math import ceil

from serbench.languages import language_of
from serbench.machine.pace import Looks, Pace, busiest_core, core_of_first_thread
from serbench.runner.process import Listener
from serbench.runner.reply import Reply

# A look takes 0.6 ms on the core that measures, 0.3 % of this.
_SILENCE_S = 0.2
_THIRD_QUARTILE = 0.75


@dataclass(slots=True)
class Paces:
    """Looks at the cores around what is timed in a fork: once the runner has read its objects, after each
    operation, and after each stretch over collections. Then nothing is timed, as a runner proves what it
    measured and what it measures next. An operation that takes long is looked at in between, too.

    ``of`` is the pace of each operation so far, the third quartile of the looks around its samples or
    around its stretch, whichever is longer. Of two looks that is the longer; one slow look in many does not
    count, as one slow sample does not move the median. It lacks an operation whose pace cannot be told.
    """

    pace: Pace
    codec: str
    of: dict[str, float] = field(default_factory=dict)
    _pid: int = 0
    _before: Looks = field(default_factory=dict)
    _between: list[Looks] = field(default_factory=list)
    _times: bool = False

    @property
    def listener(self) -> Listener:
        return Listener(self._heard, self._started, self._silent, _SILENCE_S)

    def _started(self, pid: int) -> None:
        self._pid, self._times = pid, False

    def _heard(self, reply: Reply) -> None:
        if reply.tag == "corpus":
            self._before = self.pace.looks(self._core())
        elif reply.tag == "verified" and reply.fields.get("phase") == "before":
            self._between, self._times = [], True
        elif reply.tag == "failed":
            self._times = False
        elif reply.tag in ("verified", "collected"):
            self._add(reply.fields.get("operation", ""))

    def _silent(self) -> None:
        if self._times and (core := self._core()) is not None:
            self._between.append(self.pace.looks_at([core]))

    def _add(self, operation: str) -> None:
        core = self._core()
        after = self.pace.looks(core)
        paces = (self.pace.of(each, core) for each in (self._before, *self._between, after))
        if found := sorted(pace for pace in paces if pace is not None):
            counted = found[ceil(_THIRD_QUARTILE * len(found)) - 1]
            self.of[operation] = max(counted, self.of.get(operation, 0.0))
        self._before, self._between, self._times = after, [], False

    def _core(self) -> int | None:
        in_first_thread = language_of(self.codec).in_first_thread
        return core_of_first_thread(self._pid) if in_first_thread else busiest_core(self._pid)
