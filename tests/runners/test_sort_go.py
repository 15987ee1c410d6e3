"""The sort of Go: every contract of a hand-written codec, of one with messages, of one without access and of
the floor."""

from typing import ClassVar

import pytest
from runners.sort_tests import Sorts

pytestmark = pytest.mark.slow
RAW = "go/memcpy"


class TestSort(Sorts):
    # A format without access decodes to read the keys of `kept`.
    contracts: ClassVar = {
        "go/handcoded": ("objects", "kept", "lazy"),
        "go/protobuf": ("objects", "kept", "lazy"),
        "go/json": ("objects", "kept"),
        RAW: ("raw",),
    }
    measured: ClassVar = (
        ("go/handcoded", "objects"),
        ("go/handcoded", "kept"),
        ("go/protobuf", "objects"),
        ("go/json", "kept"),
        (RAW, "raw"),
    )
