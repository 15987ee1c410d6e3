"""The relay of JavaScript: a hand-written codec, a library with messages of its own, and the floor."""

from typing import ClassVar

import pytest
from runners.relay_cases import STEPS, WORKLOAD
from runners.relay_collected_tests import Collected
from runners.relay_failure_tests import Failures
from runners.relay_refusal_tests import Refusals
from runners.relay_tests import Relays
from runners.relays import MIB, Relayed, relayed_by

pytestmark = pytest.mark.slow
RAW = "javascript/memcpy"
BY_HAND = "javascript/handcoded"
MODES_OF = {
    BY_HAND: {"forward": False, "peek": True, "fresh": True},
    "javascript/protobuf-es": {"forward": False, "peek": True, "fresh": True, "message": True},
    RAW: {"forward": False},
}


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Relayed:
    return relayed_by(list(MODES_OF), WORKLOAD, tmp_path_factory.mktemp("messages"))


class TestRelay(Relays, Failures, Refusals, Collected):
    modes: ClassVar = MODES_OF
    hand_written, raw = BY_HAND, RAW
    # The event loop reads.
    steps: ClassVar = {mode: tuple(step for step in steps if step != "read") for mode, steps in STEPS.items()}
    differing_barriers = "One source sends the barrier {} where another sends {}."
    held_bytes = 8 * MIB
    # Garbage of many messages lies in the heap between two collections.
    grown_bytes = 80 * MIB
