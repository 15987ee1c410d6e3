"""Judges a case by what a runner said and how it ended. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from serbench.experiments.torture.cases.case import NO_BASE, Case, Message

REJECTED = "rejected"
# A value came back: that of the message of which the case is made, or another one.
SAME, DIFFERENT = "same", "different"
# The message was accepted, and reading it then failed.
ACCESS_FAULT = "access_fault"
# A failure that is not the codec's way to reject, and which the process survives.
FOREIGN = "foreign"
# A valid message no longer decodes afterwards.
POISONED = "poisoned"
OVERALLOCATED = "overallocated"
HUNG = "hung"
CRASHED = "crashed"
# The worst is last; a case of which several are true is the worst of them.
OUTCOMES = (
    REJECTED, SAME, DIFFERENT, ACCESS_FAULT, FOREIGN, POISONED, OVERALLOCATED, HUNG, CRASHED,
)  # fmt: skip
# What harms a process whatever it makes of the value; all else has no rank.
RANKED = (OVERALLOCATED, HUNG, CRASHED)
OVERALLOCATED_BYTES = 64 * 2**20
OVERALLOCATED_TIMES = 1000
# What is done last in a case, after the operations.
VALID_MESSAGE = "the valid message"


@dataclass(frozen=True, slots=True)
class Tried:
    """The result of one operation on a case (PROTOCOL.md, torture).
    ``said`` is ``rejected``, ``accepted``, ``fault`` or ``foreign``. An accepted value has a ``digest``, or a
    ``touch`` where only that was read."""

    operation: str
    said: str
    detail: str = ""
    digest: str = ""
    touch: int | None = None
    cpu_ns: int = 0
    largest_bytes: int = 0
    allocated_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Death:
    """How a runner ended within a case; ``outcome`` is hung or crashed, or
    overallocated where a sanitizer ended it for that."""

    outcome: str
    detail: str


@dataclass(frozen=True, slots=True)
class Judged:
    """The worst of what became of a case, and the operation that decided."""

    outcome: str
    operation: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """All that a runner said of a case: its operations so far, in what way a valid message failed afterwards,
    and how the runner ended if it did."""

    tried: tuple[Tried, ...]
    poisoned: str | None = None
    death: Death | None = None


def judge(
    case: Case, size_bytes: int, messages: Sequence[Message], told: Told, operations: Sequence[str]
) -> Judged:
    """The outcome of a case of ``size_bytes``."""
    base = None if case.base == NO_BASE else messages[case.base]
    found = [Judged(*_of_operation(one, size_bytes, base)) for one in told.tried]
    if told.poisoned is not None:
        found.append(Judged(POISONED, VALID_MESSAGE, told.poisoned))
    if told.death is not None:
        later = [
            name for name in (*operations, VALID_MESSAGE) if name not in {one.operation for one in told.tried}
        ]
        found.append(Judged(told.death.outcome, later[0] if later else VALID_MESSAGE, told.death.detail))
    # Of equally bad ones the first.
    return max(found, key=lambda one: OUTCOMES.index(one.outcome), default=Judged(REJECTED))


def _of_operation(one: Tried, size_bytes: int, base: Message | None) -> tuple[str, str, str]:
    limit = max(OVERALLOCATED_BYTES, OVERALLOCATED_TIMES * size_bytes)
    in_one = one.largest_bytes > limit
    claimed = one.largest_bytes if in_one else one.allocated_bytes
    if claimed > limit:
        what = "in one request" if in_one else "in all"
        detail = f"{claimed:,} bytes of memory {what} for {size_bytes} bytes; {_said(one)}"
        return OVERALLOCATED, one.operation, detail
    if one.said == "accepted":
        return _accepted(one, base), one.operation, ""
    outcome = {"rejected": REJECTED, "fault": ACCESS_FAULT, "foreign": FOREIGN}[one.said]
    return outcome, one.operation, one.detail


def _said(one: Tried) -> str:
    return f"{one.said}: {one.detail}" if one.detail else one.said


def _accepted(one: Tried, base: Message | None) -> str:
    if base is None:
        return DIFFERENT
    is_same = one.digest == base.digest if one.touch is None else one.touch == base.touch
    return SAME if is_same else DIFFERENT


def per_mille(outcomes: Mapping[str, int]) -> dict[str, float]:
    """The share of each outcome among all."""
    tried = sum(outcomes.values())
    return {name: 1000 * count / tried if tried else 0.0 for name, count in outcomes.items()}
