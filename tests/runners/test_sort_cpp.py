"""The sort of C++: every mode of a hand-written codec, of one with messages, of one in place and of the
floor."""

from pathlib import Path
from typing import ClassVar

import pytest
from runners.sort_tests import Sorts
from runners.sorts import KIB, MIB, Sorting, only

pytestmark = pytest.mark.slow
RAW = "cpp/memcpy"
# What a runner takes besides, however large the budget is: a block that is written, the code of the merge.
# Up to 728 KiB were measured; why it is more than 640 since merges use objects again is not known.
BESIDES_BYTES = 768 * KIB


class TestSort(Sorts):
    # A format without access decodes to read the keys of `bytes`.
    modes: ClassVar = {
        "cpp/handcoded": ("objects", "bytes", "lazy"),
        "cpp/protobuf": ("objects", "bytes", "lazy"),
        "cpp/inplace": ("objects", "bytes", "lazy"),
        "cpp/cereal": ("objects", "bytes"),
        RAW: ("raw",),
    }
    measured: ClassVar = (
        ("cpp/handcoded", "objects"),
        ("cpp/protobuf", "objects"),
        ("cpp/cereal", "bytes"),
        (RAW, "raw"),
    )

    def test_merges_of_different_sizes_hold_the_same_memory(self, sorting: Sorting, tmp_path: Path) -> None:
        codec, order = "cpp/handcoded", list(range(20_000))
        source = sorting.write(codec, order, tmp_path, objects=len(order))
        told = only(sorting.ask(codec, "bytes", source, tmp_path, memory_bytes=MIB), "sorted")
        # Several merges in the first pass, the last of fewer runs and so of larger blocks.
        assert (told.count("passes"), told.count("chunks") % 15 != 1) == (2, True)
        assert MIB // 2 < told.count("held_bytes") <= MIB + BESIDES_BYTES
