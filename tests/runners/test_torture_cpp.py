"""Malformed input in C++: a hand-written codec, one with messages, one that is read in place, and JSON."""

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from runners.conftest import CODECS
from runners.torture_tests import Tortures
from runners.tortures import Torture, told_of

from serbench.builds.runners import build_runners
from serbench.codecs.flags import Flags
from serbench.codecs.runner import Runner

pytestmark = pytest.mark.slow


class TestTorture(Tortures):
    codecs: ClassVar = ("cpp/handcoded", "cpp/protobuf", "cpp/flatbuffers", "cpp/simdjson")
    messages: ClassVar = ("cpp/protobuf", "cpp/flatbuffers")
    accesses: ClassVar = ("cpp/handcoded", "cpp/protobuf", "cpp/flatbuffers", "cpp/simdjson")
    recurses: ClassVar = ("cpp/handcoded", "cpp/simdjson")

    def test_a_sanitized_build_is_another_product_and_takes_cases(
        self, torture: Torture, tmp_path: Path
    ) -> None:
        plain = torture.runner("cpp/handcoded")
        sanitized = replace(CODECS["cpp/handcoded"], flags=Flags(sanitize="address,undefined"))
        (runner,) = build_runners([sanitized], [torture.workload], jobs=2, variant="torture")
        assert isinstance(runner, Runner), runner.detail
        assert runner.product_key != plain.product_key
        assert runner.words[0] == "env" and runner.words[1].startswith("ASAN_OPTIONS=")
        assert runner.parameters == {"sanitize": "address,undefined"}
        valid = torture.messages("cpp/handcoded")[0]
        checked = replace(torture, runners={"cpp/handcoded": runner})
        conversation = checked.ask("cpp/handcoded", [valid, valid[:-1]], tmp_path, address_space_bytes=0)
        assert conversation.outcome == "ok", conversation.sentence
        assert [one.outcomes[0] for one in told_of(conversation).values()] == ["accepted", "rejected"]
