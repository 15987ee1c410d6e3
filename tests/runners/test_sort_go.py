"""The sort of Go: every mode of a hand-written codec, of one with messages, of one without access and of
the floor."""

from typing import ClassVar

import pytest
from runners.sort_tests import Sorts

pytestmark = pytest.mark.slow
RAW = "go/memcpy"


class TestSort(Sorts):
    # A format without access decodes to read the keys of `bytes`.
    modes: ClassVar = {
        "go/handcoded": ("objects", "bytes", "lazy"),
        "go/protobuf": ("objects", "bytes", "lazy"),
        "go/json": ("objects", "bytes"),
        RAW: ("raw",),
    }
    measured: ClassVar = (
        ("go/handcoded", "objects"),
        ("go/handcoded", "bytes"),
        ("go/protobuf", "objects"),
        ("go/json", "bytes"),
        (RAW, "raw"),
    )
