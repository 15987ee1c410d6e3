"""The relay of Python: a codec with messages, a hand-written one and the floor."""

from typing import ClassVar

import pytest
from runners.relay_cases import FORWARD, STEPS, WORKLOAD
from runners.relay_collected_tests import Collected
from runners.relay_failure_tests import Failures
from runners.relay_refusal_tests import Refusals
from runners.relay_tests import Relays
from runners.relays import MIB, Relayed, relayed_by

pytestmark = pytest.mark.slow
RAW = "python/memcpy"
BY_HAND = "python/handcoded"
MODES_OF = {
    "python/protobuf": {"forward": False, "peek": True, "fresh": True, "message": True},
    BY_HAND: {"forward": False, "peek": True, "fresh": True},
    RAW: {"forward": False},
}


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Relayed:
    folder = tmp_path_factory.mktemp("messages")
    return relayed_by(list(MODES_OF), WORKLOAD, folder, unit="utf32")


class TestRelay(Relays, Failures, Refusals, Collected):
    modes: ClassVar = MODES_OF
    hand_written, raw = BY_HAND, RAW
    # Codecs take bytes, into which messages are copied.
    steps: ClassVar = {
        mode: (steps[0], "copy", *steps[1:]) if mode != FORWARD else steps for mode, steps in STEPS.items()
    }
    differing_barriers = "One source sends the barrier {} where another sends {}."
    streamed_bytes = 16 * MIB
    grown_bytes = 4 * MIB
