"""The relay of Go: a codec with messages, a hand-written one and the floor."""

from pathlib import Path
from typing import ClassVar

import pytest
from relay.python_driver import Asked, driving
from runners.relay_cases import WORKLOAD
from runners.relay_collected_tests import Collected
from runners.relay_failure_tests import Failures
from runners.relay_refusal_tests import Refusals
from runners.relay_tests import Relays
from runners.relays import MIB, Relayed, arrived_once, frames_of, relayed_by

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
    return relayed_by(list(MODES_OF), WORKLOAD, folder, unit="utf8", variant="relay")


class TestRelay(Relays, Failures, Refusals, Collected):
    modes: ClassVar = MODES_OF
    by_hand, raw = BY_HAND, RAW
    differing_marks = "One source sends the mark {} where another sends {}."
    # 64 MiB of garbage may lie between two collections.
    streamed_bytes = 128 * MIB
    grown_bytes = 80 * MIB


def test_maps_have_the_same_bytes_each_time(tmp_path: Path) -> None:
    codec = "go/protobuf"
    maps = relayed_by([codec], "tour-map", tmp_path, unit="utf8", variant="relay")
    runner, contents = maps.runner(codec), maps.messages[codec]
    with driving(runner, Asked("fresh", sources=2), tmp_path) as driver:
        driver.open_sinks()
        for source in (0, 1):
            driver.send(source, frames_of(source, contents))
        driver.end()
    arrived = arrived_once(driver)
    first, second = ([arrived[source, number] for number in range(len(contents))] for source in (0, 1))
    assert first == second
