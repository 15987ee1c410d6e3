"""The codecs, modes and routes for which the relay of a language is tested."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

import pytest
from runners.modes import pairs_for
from runners.relays import MIB, Relayed

WORKLOAD = "tuples:tuples=64"
FORWARD = "forward"
# Modes that send on the bytes that came.
PASSING = (FORWARD, "peek")
# Those that another class of tests proves.
CHANGING = ("update", "split")
ENCODING = ("read", "decode", "route", "encode", "write")
STEPS = {
    FORWARD: ("read", "route", "write"),
    "peek": ("read", "decode", "route", "write"),
    "message": ENCODING,
    "reuse": ENCODING,
    "fresh": ENCODING,
}


class Cases:
    """For which codecs and modes tests are. A test file has a subclass whose name begins with Test, with the
    ``modes`` of its codecs, among them a floor, whether each routes by fields; the ``steps`` that are timed,
    by mode; the pairs of codec and mode that take ``any_bytes``; what a relay may hold of a stream
    whose sink does not read, and grow by while ``streamed_bytes`` pass; and a fixture ``relayed``."""

    modes: ClassVar[Mapping[str, Mapping[str, bool]]] = {}
    steps: ClassVar[Mapping[str, Sequence[str]]] = STEPS
    any_bytes: ClassVar[Collection[tuple[str, str]]] = ()
    differing_barriers: ClassVar[str] = ""
    held_bytes: ClassVar[int] = 4 * MIB
    streamed_bytes: ClassVar[int] = 32 * MIB
    grown_bytes: ClassVar[int] = 2 * MIB

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        pairs = [(codec, mode) for codec, modes in self.modes.items() for mode in modes]
        if {"codec", "mode", "route"} <= set(metafunc.fixturenames):
            routed = [(codec, mode, "shuffle") for codec, mode in pairs]
            routed += [(codec, mode, "fields") for codec, mode in pairs if self.modes[codec][mode]]
            metafunc.parametrize(("codec", "mode", "route"), routed)
        elif {"decoder", "mode"} <= set(metafunc.fixturenames):
            decoding = [(codec, mode) for codec, mode in pairs if mode != FORWARD]
            metafunc.parametrize(("decoder", "mode"), decoding)
        elif {"codec", "mode"} <= set(metafunc.fixturenames):
            metafunc.parametrize(("codec", "mode"), pairs_for(metafunc, pairs))
        elif "codec" in metafunc.fixturenames:
            metafunc.parametrize("codec", list(self.modes))
        elif "floor" in metafunc.fixturenames:
            metafunc.parametrize("floor", [codec for codec, modes in self.modes.items() if len(modes) == 1])

    def route(self, codec: str, mode: str) -> str:
        return "fields" if self.modes[codec][mode] else "shuffle"

    def keys(self, relayed: Relayed, codec: str, mode: str) -> Sequence[int]:
        """The keys that the messages are routed by."""
        return relayed.touches if self.modes[codec][mode] else range(len(relayed.messages[codec]))
