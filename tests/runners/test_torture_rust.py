"""Malformed input in Rust: a hand-written codec, one with messages, one that is read in place, and JSON."""

from typing import ClassVar

import pytest
from runners.torture_tests import Tortures

pytestmark = pytest.mark.slow


class TestTorture(Tortures):
    codecs: ClassVar = ("rust/handcoded", "rust/protobuf", "rust/flatbuffers", "rust/json")
    messages: ClassVar = ("rust/protobuf", "rust/flatbuffers")
    accesses: ClassVar = ("rust/handcoded", "rust/protobuf", "rust/flatbuffers", "rust/json")
    recurses: ClassVar = ("rust/handcoded",)
