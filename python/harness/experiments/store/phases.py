"""The phases of a store, and how many objects are handled between two looks at the clocks."""

from harness.timing.phase_times import PhaseTimes

# Fewer where that would take too much memory.
OBJECTS_A_BLOCK = 256
OBJECTS_A_RANDOM_BLOCK = 64
BYTES_A_BLOCK = 8 << 20

# By their places among the names.
ENCODE, COPY, WRITE, FSYNC, READ, DECODE, TOUCH, FREE = range(8)


def new_phases() -> PhaseTimes:
    return PhaseTimes("encode", "copy", "write", "fsync", "read", "decode", "touch", "free")
