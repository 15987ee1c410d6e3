"""Malformed input in Python: a hand-written codec, one with messages and JSON."""

from typing import ClassVar

import pytest
from runners.torture_tests import Tortures

pytestmark = pytest.mark.slow


class TestTorture(Tortures):
    codecs: ClassVar = ("python/handcoded", "python/protobuf", "python/json")
    # The decode of these pages is made of deserialize and extract.
    messages: ClassVar = ()
    accesses: ClassVar = ("python/handcoded", "python/protobuf")
    unit = "utf32"
