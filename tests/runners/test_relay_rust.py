"""The relay of Rust: a codec with messages, a hand-written one, one in place and the floor."""

from typing import ClassVar

import pytest
from runners.relay_cases import WORKLOAD
from runners.relay_failure_tests import Failures
from runners.relay_refusal_tests import Refusals
from runners.relay_tests import Relays
from runners.relays import Relayed, relayed_by

pytestmark = pytest.mark.slow
RAW = "rust/memcpy"
BY_HAND = "rust/handcoded"
MODES_OF = {
    "rust/protobuf": {"forward": False, "peek": True, "fresh": True, "message": True},
    BY_HAND: {"forward": False, "peek": True, "reuse": True, "fresh": True},
    # Reads only what is aligned.
    "rust/flatbuffers": {"forward": False, "peek": True, "fresh": True},
    RAW: {"forward": False},
}


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Relayed:
    folder = tmp_path_factory.mktemp("messages")
    return relayed_by(list(MODES_OF), WORKLOAD, folder, unit="utf8")


class TestRelay(Relays, Failures, Refusals):
    modes: ClassVar = MODES_OF
    hand_written, raw = BY_HAND, RAW
    differing_barriers = "One source sends the barrier {} where another sends {}."
