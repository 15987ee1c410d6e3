"""Wrong bytes in JavaScript: a hand-written codec."""

from typing import ClassVar

import pytest
from runners.torture_tests import Tortures

pytestmark = pytest.mark.slow


class TestTorture(Tortures):
    codecs: ClassVar = ("javascript/handcoded",)
    # The decode of these pages is made of deserialize and extract.
    messages: ClassVar = ()
    accesses: ClassVar = ("javascript/handcoded",)
    recurses: ClassVar = ("javascript/handcoded",)
    unit: ClassVar = "utf16"
    counts_allocations: ClassVar = False
