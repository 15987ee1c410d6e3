"""The relay of Go: a codec with messages, a hand-written one and the floor."""

from typing import ClassVar

import pytest
from runners.relay_cases import WORKLOAD
from runners.relay_collected_tests import Collected
from runners.relay_failure_tests import Failures
from runners.relay_refusal_tests import Refusals
from runners.relay_tests import Relays
from runners.relays import MIB, Relayed, relayed_by

pytestmark = pytest.mark.slow
RAW = "go/memcpy"
BY_HAND = "go/handcoded"
MODES_OF = {
    "go/protobuf": {"forward": False, "peek": True, "fresh": True, "message": True},
    BY_HAND: {"forward": False, "peek": True, "reuse": True, "fresh": True},
    RAW: {"forward": False},
}


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Relayed:
    folder = tmp_path_factory.mktemp("messages")
    return relayed_by(list(MODES_OF), WORKLOAD, folder, unit="utf8")


class TestRelay(Relays, Failures, Refusals, Collected):
    modes: ClassVar = MODES_OF
    hand_written, raw = BY_HAND, RAW
    differing_barriers = "One source sends the barrier {} where another sends {}."
    # 64 MiB of garbage may lie between two collections.
    streamed_bytes = 128 * MIB
    grown_bytes = 80 * MIB
