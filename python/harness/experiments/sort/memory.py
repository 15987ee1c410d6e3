"""What objects take in memory, and how much a sort holds at most."""

import ctypes
import gc
import sys
from collections.abc import Iterable
from typing import Any

from harness.timing.resident_memory import forget_peak, peak_resident_bytes, resident_bytes

# What is given out is a multiple of this.
_ALIGNMENT = 16


def bytes_of_objects(objects: Iterable[Any]) -> int:
    """What objects take with all that only they refer to, each thing once."""
    waiting, seen, total = list(objects), set(), 0
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, type):
            continue
        seen.add(id(one))
        total += -(-sys.getsizeof(one) // _ALIGNMENT) * _ALIGNMENT
        waiting += gc.get_referents(one)
    return total


def release_free_memory() -> None:
    """Gives memory that the C library holds for later back to the system, where it can, so that what is
    resident is in use."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


class ResidentWatch:
    """How much more is resident at most than when the sort began. Objects are released at once, so what is
    resident is in use, but for the little that the allocator keeps."""

    def __init__(self) -> None:
        release_free_memory()
        self.peak_before = peak_resident_bytes()
        forget_peak()
        self._before = resident_bytes()

    @property
    def held_bytes(self) -> int:
        return max(0, peak_resident_bytes() - self._before)
