"""How the memory of a sort is divided. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from harness.experiments.sort.entry import ENTRY_BYTES
from harness.experiments.store.phases import BYTES_A_BLOCK, OBJECTS_A_BLOCK
from harness.protocol.refusal import RequestError, refuse

# A block that is read or written takes at most this part of the memory, so that the blocks, which come on top
# of what is held, are a small part of it.
_BLOCKS = 64


@dataclass(frozen=True, slots=True)
class Budget:
    """``object_bytes`` are what an object takes for each byte of its message; 0 where only bytes are held."""

    memory_bytes: int
    fan_in: int
    object_bytes: float = 0.0

    @property
    def input_block_bytes(self) -> int:
        """The block that is read from the store."""
        return min(self.memory_bytes // _BLOCKS, BYTES_A_BLOCK)

    @property
    def decoded_block_bytes(self) -> int:
        """The block whose objects are there only while their keys are read: less, because objects take
        more."""
        return self.input_block_bytes // 4

    def run_block_bytes(self, memory_per_byte: float) -> int:
        """The block that is written to a run. The one merge that reads most blocks has to hold them all."""
        return min(self.merged_block_bytes(self.fan_in, memory_per_byte), self.input_block_bytes)

    def merged_block_bytes(self, runs: int, memory_per_byte: float) -> int:
        """The largest block of which one from each run and one that is written fit in the memory, with what
        is made of them."""
        return min(int(self.memory_bytes / ((runs + 1) * memory_per_byte)), BYTES_A_BLOCK)

    def memory_per_byte(self, records: int, message_bytes: int) -> float:
        """What a byte of a message takes in a merge, its own included, once where it is read and once where
        it is held."""
        return 2 + self.object_bytes + ENTRY_BYTES * records / max(message_bytes, 1)

    def held_bytes(self, sizes: Sequence[int]) -> int:
        """What records of these bytes take that are held."""
        per_byte = self.object_bytes or 1
        return math.ceil(per_byte * sum(sizes)) + ENTRY_BYTES * len(sizes)

    def too_small(self) -> RequestError:
        return refuse(f"The memory of {self.memory_bytes} bytes does not hold one block.")


def block_records(sizes: Sequence[int], most_bytes: int, begin: int = 0) -> int:
    """How many of the records from a place on make a block of at most so many bytes: at least one, if there
    is one."""
    count = total = 0
    for size in sizes[begin : begin + OBJECTS_A_BLOCK]:
        total += size
        if count and total > most_bytes:
            break
        count += 1
    return count
