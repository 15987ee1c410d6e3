"""How a block of records is fetched."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from harness.experiments.store.file import Extent, round_up


@dataclass(slots=True)
class Window:
    """One read of the data file, for records that lie side by side. Its offset in the file and its bytes are
    multiples of the granule; the last record ends after the ``needed`` ones; its place is in the buffer."""

    offset: int
    size_bytes: int
    needed: int
    place: int


@dataclass(slots=True)
class ReadPlan:
    """The reads that fetch a block of records, and where each record then lies in the buffer."""

    windows: list[Window] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    buffer_bytes: int = 0


def plan_of(extents: Iterable[Extent], granule: int) -> ReadPlan:
    """The plan for the records of these extents."""
    plan = ReadPlan()
    for offset, size in extents:
        last = _window_of(plan, offset, size, granule)
        plan.places.append(last.place + offset - last.offset)
        plan.buffer_bytes = last.place + last.size_bytes
    return plan


def _window_of(plan: ReadPlan, offset: int, size: int, granule: int) -> Window:
    """Extends the last window by the record, or adds one."""
    begin, end = offset // granule * granule, round_up(offset + size, granule)
    if plan.windows:
        last = plan.windows[-1]
        if last.offset <= begin <= last.offset + last.size_bytes:
            last.size_bytes = max(last.size_bytes, end - last.offset)
            last.needed = max(last.needed, offset + size - last.offset)
            return last
    plan.windows.append(Window(begin, end - begin, offset + size - begin, plan.buffer_bytes))
    return plan.windows[-1]
