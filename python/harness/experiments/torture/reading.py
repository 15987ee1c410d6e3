"""An instance of a codec that reads malformed input by one operation or another."""

import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from harness.adapter import access_of, has_access, has_messages
from harness.experiments.torture.finding import ACCEPTED, Finding, failed
from harness.timing.clocks import start_thread
from harness.values.digest import digest_of
from harness.values.form import Form


@dataclass(frozen=True, slots=True)
class Trial:
    """What an operation found and took. ``allocated_bytes`` is the most that Python's own allocators held of
    it at once; ``refused_memory``: a request for memory was refused."""

    finding: Finding
    cpu_ns: int
    allocated_bytes: int
    refused_memory: bool


Operation: TypeAlias = tuple[str, Callable[[bytes], Trial]]


@dataclass(slots=True)
class _Meter:
    """Measures one operation; ``fault`` is how it failed."""

    cpu_ns: int = 0
    allocated_bytes: int = 0
    fault: BaseException | None = None
    _result: Any = field(default=None, repr=False)

    def run(self, work: Callable[[], Any]) -> Any:
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        watch = start_thread()
        try:
            result = work()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as fault:
            self.fault, result = fault.with_traceback(None), None
        self.cpu_ns = watch.cpu_ns()
        _, peak = tracemalloc.get_traced_memory()
        self.allocated_bytes = peak - before
        return result

    def trial(self, finding: Finding) -> Trial:
        return Trial(finding, self.cpu_ns, self.allocated_bytes, isinstance(self.fault, MemoryError))


class Reading:
    """``operations`` are those that the codec has and that are not the same code as another one. The decode
    of a codec with messages is made of two steps."""

    def __init__(self, codec: Any, form: Form) -> None:
        self._codec = codec
        self._form = form
        decode = self._in_steps if has_messages(codec) else self._decode
        self.operations: list[Operation] = [("decode", decode)]
        if has_access(codec):
            self._read = access_of(codec)
            self.operations.append(("access-all", self._access))

    def _decode(self, message: bytes) -> Trial:
        meter = _Meter()
        made = meter.run(lambda: self._codec.decode(message))
        return self._judged(meter, made, opened=False)

    def _in_steps(self, message: bytes) -> Trial:
        """Reads into the library's form, and from there to an object."""
        meter, opened = _Meter(), False

        def both() -> Any:
            nonlocal opened
            found = self._codec.deserialize(message)
            opened = True
            return self._codec.extract(found)

        made = meter.run(both)
        return self._judged(meter, made, opened=opened)

    def _access(self, message: bytes) -> Trial:
        meter = _Meter()
        touch = meter.run(lambda: self._read(message, "all"))
        if meter.fault is not None:
            return meter.trial(failed(meter.fault, opened=False))
        return meter.trial(Finding(ACCEPTED, touch=touch))

    def _judged(self, meter: _Meter, made: Any, *, opened: bool) -> Trial:
        """Computes the digest, which is not measured. A value that is none of the schema has no digest."""
        if meter.fault is not None:
            return meter.trial(failed(meter.fault, opened=opened))
        try:
            digest = digest_of(self._form, made)
        except Exception as fault:
            return meter.trial(Finding("fault", detail=failed(fault, opened=True).detail))
        return meter.trial(Finding(ACCEPTED, digest=digest))
