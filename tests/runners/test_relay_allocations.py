"""The allocations that a relay reports, in the languages that count them."""

from pathlib import Path

import pytest
from relay.python_driver import Asked, barrier, driving, replies
from runners.relays import Relayed, frames_of, relayed_by

from serbench.builds.runners import counting_library

pytestmark = pytest.mark.slow
COUNTED = ("cpp/protobuf", "rust/protobuf", "java/protobuf", "go/protobuf")
UNCOUNTED = ("python/protobuf", "javascript/protobuf-es")


@pytest.fixture(scope="module", params=(*COUNTED, *UNCOUNTED))
def relayed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Relayed:
    folder = tmp_path_factory.mktemp("messages")
    return relayed_by([request.param], "tuples:tuples=64", folder)


def allocated(relayed: Relayed, mode: str, place: Path) -> dict[str, float]:
    """The allocations of one message between two barriers, after all have passed once."""
    (codec,) = relayed.messages
    runner = relayed.runner(codec).counting_with(counting_library("allocations"))
    frames = frames_of(0, relayed.messages[codec])
    with driving(runner, Asked(mode), place) as driver:
        driver.open_sinks()
        for number in (1, 2):
            driver.send(0, [*frames, barrier(number)])
        before, after, _ = replies(driver.end(), "barrier")
    counted = [name for name in ("allocations", "allocated_bytes") if name in after.fields]
    return {name: (after.count(name) - before.count(name)) / len(frames) for name in counted}


def test_only_what_decodes_allocates(relayed: Relayed, tmp_path: Path) -> None:
    (codec,) = relayed.messages
    forward, fresh = (allocated(relayed, mode, tmp_path) for mode in ("forward", "fresh"))
    if codec in UNCOUNTED:
        assert forward == fresh == {}
        return
    assert "allocated_bytes" in fresh
    mean_bytes = sum(map(len, relayed.messages[codec])) / len(relayed.messages[codec])
    assert fresh["allocated_bytes"] > mean_bytes > 2 * forward["allocated_bytes"]
    if "allocations" in fresh:
        # A list of 64 tuples, each with strings of its own.
        assert fresh["allocations"] > 64 > forward["allocations"]
