"""Malformed input in Java: a hand-written codec, one with messages, one that is read in place, and JSON."""

from typing import ClassVar

import pytest
from runners.torture_tests import Tortures

pytestmark = pytest.mark.slow


class TestTorture(Tortures):
    codecs: ClassVar = ("java/bytebuffer", "java/protobuf", "java/flatbuffers", "java/json")
    # The decode of these pages is made of deserialize and extract.
    messages: ClassVar = ()
    accesses: ClassVar = ("java/bytebuffer", "java/protobuf", "java/flatbuffers")
    recurses: ClassVar = ("java/bytebuffer",)
    unit: ClassVar = "utf16"
