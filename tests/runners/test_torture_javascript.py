"""Malformed input in JavaScript: a hand-written codec, one with messages and JSON."""

from typing import ClassVar

import pytest
from runners.torture_tests import Tortures

pytestmark = pytest.mark.slow


class TestTorture(Tortures):
    codecs: ClassVar = ("javascript/handcoded", "javascript/protobufjs", "javascript/json")
    # The decode of these pages is made of deserialize and extract.
    messages: ClassVar = ()
    accesses: ClassVar = codecs
    recurses: ClassVar = ("javascript/handcoded",)
    unit: ClassVar = "utf16"
    # Only those of buffers are counted.
    counts_allocations: ClassVar = False
