"""The counting library in a process: every way to allocate is counted."""

import os
import subprocess
import sys

import pytest

from serbench.languages import toolchain
from serbench.languages.cpp.programs import counting_library
from serbench.toolchain.requirements import MissingToolchain

CALLS, BYTES = 50, 10_000_000
# Calls the allocator by its names in the process, and prints what was counted meanwhile.
PROBE = """
import ctypes, sys
process = ctypes.CDLL(None)
size, size_t, pointer = int(sys.argv[2]), ctypes.c_size_t, ctypes.c_void_p
block = pointer()
def told():
    both = ctypes.c_uint64(), ctypes.c_uint64()
    process.serbench_allocated(ctypes.byref(both[0]), ctypes.byref(both[1]))
    return both[0].value, both[1].value
arguments = {
    "malloc": [size_t(size)],
    "calloc": [size_t(2), size_t(size // 2)],
    "realloc": [pointer(), size_t(size)],
    "aligned_alloc": [size_t(64), size_t(size)],
    "posix_memalign": [ctypes.byref(block), size_t(64), size_t(size)],
}[sys.argv[1]]
function = getattr(process, sys.argv[1])
function.restype = ctypes.c_int if sys.argv[1] == "posix_memalign" else pointer
before = told()
for _ in range(int(sys.argv[3])):
    made = function(*arguments)
    process.free(block if sys.argv[1] == "posix_memalign" else pointer(made))
after = told()
print(after[0] - before[0], after[1] - before[1])
"""


@pytest.mark.skipif(isinstance(toolchain("cpp"), MissingToolchain), reason="there is no C++ compiler")
@pytest.mark.parametrize("function", ["malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign"])
def test_every_way_to_allocate_is_counted(function: str) -> None:
    words = [sys.executable, "-c", PROBE, function, str(BYTES), str(CALLS)]
    environment = {**os.environ, "LD_PRELOAD": str(counting_library("allocations"))}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    allocations, size_bytes = map(int, done.stdout.split())
    # The interpreter allocates a little meanwhile.
    assert CALLS <= allocations < CALLS + 1000
    assert CALLS * BYTES <= size_bytes < 1.01 * CALLS * BYTES
