"""The sort of JavaScript: every contract of a hand-written codec and of the floor."""

from typing import ClassVar

import pytest
from runners.sort_tests import Sorts

pytestmark = pytest.mark.slow
RAW = "javascript/memcpy"
ANY = "javascript/handcoded"


class TestSort(Sorts):
    unit = "utf16"
    threaded = False
    contracts: ClassVar = {
        ANY: ("objects", "kept", "lazy"),
        RAW: ("raw",),
    }
    measured: ClassVar = (
        (ANY, "objects"),
        (ANY, "kept"),
        (RAW, "raw"),
    )
