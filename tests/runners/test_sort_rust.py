"""The sort of Rust: every contract of a hand-written codec, of one that only decodes, of one in place and of
the floor."""

from typing import ClassVar

import pytest
from runners.sort_tests import Sorts

pytestmark = pytest.mark.slow
RAW = "rust/memcpy"


class TestSort(Sorts):
    # A format without access decodes to read the keys of `kept`.
    contracts: ClassVar = {
        "rust/handcoded": ("objects", "kept", "lazy"),
        "rust/rkyv": ("objects", "kept", "lazy"),
        "rust/borsh": ("objects", "kept"),
        RAW: ("raw",),
    }
    measured: ClassVar = (
        ("rust/handcoded", "objects"),
        ("rust/rkyv", "objects"),
        ("rust/borsh", "kept"),
        (RAW, "raw"),
    )
