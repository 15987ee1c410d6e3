"""The sort of Rust: every mode of a hand-written codec, of one that only decodes, of one in place and of
the floor."""

from typing import ClassVar

import pytest
from runners.sort_tests import Sorts

pytestmark = pytest.mark.slow
RAW = "rust/memcpy"


class TestSort(Sorts):
    # A format without access decodes to read the keys of `bytes`.
    modes: ClassVar = {
        "rust/handcoded": ("objects", "bytes", "lazy"),
        "rust/rkyv": ("objects", "bytes", "lazy"),
        "rust/borsh": ("objects", "bytes"),
        RAW: ("raw",),
    }
    measured: ClassVar = (
        ("rust/handcoded", "objects"),
        ("rust/rkyv", "objects"),
        ("rust/borsh", "bytes"),
        (RAW, "raw"),
    )
