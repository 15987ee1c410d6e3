"""Why a codec could not do something."""

from harness.protocol.refusal import RequestError


class Failure(Exception):
    """``outcome`` is ``wrong``, ``error`` or ``unsupported``; ``detail`` is the reason."""

    def __init__(self, outcome: str, detail: str) -> None:
        super().__init__(detail)
        self.outcome = outcome
        self.detail = detail


def unsupported(detail: str) -> Failure:
    """The failure of a codec that cannot do this by design, to be raised."""
    return Failure("unsupported", detail)


def wrong(detail: str) -> Failure:
    """The failure of a value that came back and is not the one that went in, to be raised."""
    return Failure("wrong", detail)


def failure_of(fault: BaseException) -> Failure:
    """Any exception as a failure; a library's own is an ``error``, also one that is no Exception, as panics
    of libraries in Rust are. What ends the process, or the request, is raised again."""
    if isinstance(fault, KeyboardInterrupt | SystemExit | RequestError):
        raise fault
    if isinstance(fault, Failure):
        return fault
    text = str(fault)
    return Failure("error", f"{type(fault).__name__}: {text}" if text else type(fault).__name__)
