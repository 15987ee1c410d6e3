"""Tests of what the relay of every language with a collector tells of it."""

from pathlib import Path

from relay.python_driver import Asked, barrier, driving
from runners.relay_cases import FORWARD, Cases
from runners.relays import Relayed, frames_of


class Collected(Cases):
    """The work of the collector is told after each barrier."""

    def test_a_barrier_tells_what_the_collector_has_done(self, relayed: Relayed, tmp_path: Path) -> None:
        codec, mode = next(
            (codec, mode) for codec, of in self.modes.items() for mode in of if mode != FORWARD
        )
        with driving(relayed.runner(codec), Asked(mode), tmp_path) as driver:
            driver.open_sinks()
            driver.send(0, [*frames_of(0, relayed.messages[codec]), barrier(1)])
            conversation = driver.end()
        told = [reply.tag for reply in conversation.replies if reply.tag in ("barrier", "gc")]
        assert told == ["barrier", "gc"] * 2
