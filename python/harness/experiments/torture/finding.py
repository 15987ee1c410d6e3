"""What becomes of an operation on malformed input."""

from dataclasses import dataclass

_LONGEST_DETAIL = 120
# What a process runs out of, whoever asked for it.
_EXHAUSTED = (MemoryError, RecursionError, SystemError)
# How code fails that runs into bytes instead of rejecting them. Every other exception is an answer. In an
# object that a library has made of the bytes, they say that it is not what the schema says.
_RUN_INTO = (
    AssertionError,
    AttributeError,
    BufferError,
    LookupError,
    NameError,
    TypeError,
    ZeroDivisionError,
)
ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class Finding:
    """The ``outcome`` as PROTOCOL.md names it; of an accepted value its digest, or the touch that was read;
    of all others the ``detail``."""

    outcome: str
    digest: int | None = None
    touch: int | None = None
    detail: str = ""

    @property
    def sentence(self) -> str:
        if self.digest is not None:
            return f"Its value has the digest {self.digest:016x}."
        return self.detail


def failed(fault: BaseException, *, opened: bool) -> Finding:
    """What an exception means; ``opened``: the library had accepted the bytes before."""
    # A library that is compiled may raise what is no Exception, such as its own panic.
    if isinstance(fault, _EXHAUSTED) or not isinstance(fault, Exception):
        outcome = "foreign"
    elif opened:
        outcome = "fault"
    else:
        outcome = "foreign" if isinstance(fault, _RUN_INTO) else "rejected"
    return Finding(outcome, detail=_detail(fault))


def _detail(fault: BaseException) -> str:
    """The type and the message as one line of printable ASCII."""
    first = str(fault).split("\n", 1)[0]
    line = f"{type(fault).__name__}: {first}"
    return "".join(unit if " " <= unit <= "~" else "?" for unit in line)[:_LONGEST_DETAIL]
