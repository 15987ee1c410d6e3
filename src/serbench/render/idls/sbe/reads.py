"""The parts of SBE messages that the access plans read, in the order of the stream.

Fields have a fixed place. Groups and data are read or skipped one after the other, groups first. So their
values are kept in slots until the members are folded in the order of the schema.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from serbench.render.idls.sbe.blocks import SbeBlock
from serbench.schema.access import AccessPlan, Read, Reading

_NO_SLOT = -1


@dataclass(frozen=True, slots=True)
class SbeRead:
    """A plan's reading of the member at a ``position`` of its message.
    Messages inside are read by the plan ``inner_plan``, of a oneof the ``cases`` with these positions. The
    value from the stream is kept in ``slot``, if ``streams``."""

    position: int
    reading: str
    inner_plan: str
    cases: frozenset[int]
    slot: int

    @property
    def streams(self) -> bool:
        return self.slot != _NO_SLOT


@dataclass(frozen=True, slots=True)
class SbePlan:
    """A plan in one message: the members with groups, those with data, and those that are folded. ``slots``
    is how many of them keep a value. ``skips`` says that the plan reads no group and no data, but has to
    pass them."""

    name: str
    groups: tuple[SbeRead, ...]
    data: tuple[SbeRead, ...]
    folds: tuple[SbeRead, ...]
    slots: int
    skips: bool


def lower_plan(plan: AccessPlan, message: str, blocks: Sequence[SbeBlock], ends_stream: bool) -> SbePlan:
    """A plan in a message, whose members hold ``blocks``. Where the message ``ends_stream``, what follows the
    last that is read is not even skipped."""
    slots = count()
    reads = [
        _lowered(
            plan.name,
            position,
            read,
            next(slots) if read.reading != Reading.SKIP and block.streams else _NO_SLOT,
        )
        for position, (read, block) in enumerate(zip(plan.reads[message], blocks, strict=True))
    ]
    groups = [read for read, block in zip(reads, blocks, strict=True) if block.groups]
    data = [read for read, block in zip(reads, blocks, strict=True) if block.data]
    ends_stream |= plan.name == "one"
    folds = tuple(read for read in reads if read.reading != Reading.SKIP)
    used = sum(read.streams for read in folds)
    skips = not used and not ends_stream and bool(groups or data)
    if not used:
        groups, data = [], []
    elif ends_stream:
        groups, data = _up_to_last_read(groups, data)
    return SbePlan(plan.name, tuple(groups), tuple(data), folds, used, skips)


def _lowered(plan: str, position: int, read: Read, slot: int) -> SbeRead:
    """A member that is read by access-all is whole by that plan."""
    if read.reading is Reading.ALL:
        return SbeRead(position, str(Reading.WHOLE), "all", read.cases, slot)
    return SbeRead(position, str(read.reading), plan, read.cases, slot)


def _up_to_last_read(groups: list[SbeRead], data: list[SbeRead]) -> tuple[list[SbeRead], list[SbeRead]]:
    stream = [*groups, *data]
    end = max(at for at, read in enumerate(stream, 1) if read.streams)
    kept = stream[:end]
    return kept[: len(groups)], kept[len(groups) :]
