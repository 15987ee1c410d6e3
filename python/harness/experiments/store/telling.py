"""What the verbs of experiments with files reply in the same way."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from harness.adapter import failure_of
from harness.protocol.refusal import RequestError
from harness.protocol.replies import Replies
from harness.timing.collector import Collecting
from harness.timing.phase_times import PhaseTimes
from harness.timing.resident_memory import peak_resident_bytes

# A codec that is compiled may raise what is no Exception, such as the panic of a Rust library.
_NOT_OF_A_CODEC = (RequestError, KeyboardInterrupt, SystemExit)


class NumberedError(Exception):
    """How a codec failed on an object that is known."""

    def __init__(self, number: int, fault: BaseException) -> None:
        super().__init__(number, fault)
        self.number = number
        self.fault = fault


class CodecError(Exception):
    """How a codec failed where the object is not known."""

    def __init__(self, fault: BaseException) -> None:
        super().__init__(fault)
        self.fault = fault


@contextmanager
def guarded(number: int | Callable[[], int] | None = None) -> Iterator[None]:
    """Runs a codec's code; whatever it raises names the object: ``number``, or where that is a function what
    it then gives."""
    try:
        yield
    except (*_NOT_OF_A_CODEC, NumberedError, CodecError):
        raise
    except BaseException as fault:
        if number is None:
            raise CodecError(fault) from fault
        raise NumberedError(number if isinstance(number, int) else number(), fault) from fault


def tell_phases(replies: Replies, phases: PhaseTimes) -> None:
    """One line for each phase of the only thread."""
    for name, wall_ns, cpu_ns in phases.each():
        replies.send("phase", name=name, thread=0, wall_ns=wall_ns, cpu_ns=cpu_ns)


def tell_collected(replies: Replies, operation: str, collected: Collecting) -> None:
    replies.send("gc", operation=operation, gc_ns=collected.ns, collections=collected.collections)


def tell_end(replies: Replies, operation: str, work: Callable[[], int | None]) -> None:
    """Does the work and says how the codec failed, if it did, and last the memory, of which the work may give
    a peak that the system has forgotten. A request that cannot be served stays an error."""
    forgotten: int | None = 0
    try:
        forgotten = work()
    except NumberedError as error:
        failure = failure_of(error.fault)
        replies.send(
            "failed",
            operation=operation,
            outcome=failure.outcome,
            index=error.number,
            detail=failure.detail,
        )
    except CodecError as error:
        failure = failure_of(error.fault)
        replies.send("failed", operation=operation, outcome=failure.outcome, detail=failure.detail)
    replies.send("memory", peak_bytes=max(forgotten or 0, peak_resident_bytes()))
