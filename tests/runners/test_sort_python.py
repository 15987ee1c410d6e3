"""The sort of Python: every contract of a hand-written codec, and the floor."""

from typing import ClassVar

import pytest
from runners.sort_tests import Sorts

pytestmark = pytest.mark.slow
RAW = "python/memcpy"


class TestSort(Sorts):
    # By the key of the study `kept` decodes, as a format without access does.
    contracts: ClassVar = {"python/handcoded": ("objects", "kept", "lazy"), RAW: ("raw",)}
    measured: ClassVar = (("python/handcoded", "objects"), ("python/handcoded", "kept"))
    unit = "utf32"
    threaded = False
