"""Malformed input in Go: a hand-written codec, one with messages and JSON."""

from typing import ClassVar

import pytest
from runners.torture_tests import Tortures

pytestmark = pytest.mark.slow


class TestTorture(Tortures):
    codecs: ClassVar = ("go/handcoded", "go/protobuf", "go/json")
    # The decode of these pages is made of deserialize and extract.
    messages: ClassVar = ()
    accesses: ClassVar = ("go/handcoded", "go/protobuf")
    recurses: ClassVar = ("go/handcoded",)
