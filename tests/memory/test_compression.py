"""Messages after compressors: sizes, times by a clock that counts, and what was disturbed."""

import gzip
from collections.abc import Callable, Sequence

import pytest
import zstandard

from serbench.experiments.memory import costs
from serbench.experiments.memory.costs import Compressed, Compressor, compress_all, compressors, measure
from serbench.machine.disturbance import Usage

MESSAGES = [b"a" * 1000, b"ab" * 1000]


def halving(clock: list[int], broken: bool = False, pace: int = 3) -> Compressor:
    """Keeps every other byte; compressing takes ``pace`` ns a byte and the way back 1 ns."""

    def compress(message: bytes) -> bytes:
        clock[0] += pace * len(message)
        return message[::2]

    def decompress(packed: bytes) -> bytes:
        clock[0] += len(packed)
        return packed if broken else packed * 2

    return Compressor("halving", compress, decompress)


def ticking(clock: list[int]) -> Callable[[], int]:
    return lambda: clock[0]


def test_sizes_and_times_are_means_for_one_message() -> None:
    clock = [0]
    found = measure(halving(clock), [b"a" * 1000, b"a" * 3000], ticking(clock))
    assert (found.compressor, found.size_bytes) == ("halving", 1000)
    assert (found.compress_ns, found.decompress_ns) == (6000, 1000)


def test_a_compressor_that_loses_something_is_refused() -> None:
    clock = [0]
    with pytest.raises(ValueError, match="halving does not give back what it was given"):
        measure(halving(clock, broken=True), MESSAGES, ticking(clock))


def test_the_compressors_write_what_others_read() -> None:
    zstd, gz = compressors()
    assert (zstd.name, gz.name) == ("zstd-3", "gzip-6")
    for message in MESSAGES:
        assert zstandard.ZstdDecompressor().decompress(zstd.compress(message)) == message
        assert gzip.decompress(gz.compress(message)) == message
        assert gz.decompress(gzip.compress(message)) == message


def usages(*loads: float) -> Callable[[], Usage]:
    """The usage before and after each attempt of a second, while others used these cores."""
    seen = iter([of for load in loads for of in (Usage(0, 0, 0, 0), Usage(1, 1 + load, 0, 1))])
    return lambda: next(seen)


class Paces:
    """A compressor whose machine takes another time for a byte in each measurement."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *paces: int) -> None:
        self.left = list(paces)
        monkeypatch.setattr(costs, "compressors", lambda: (halving([0]),))
        monkeypatch.setattr(costs, "measure", self.measure)

    def measure(self, compressor: Compressor, messages: Sequence[bytes]) -> Compressed:
        clock = [0]
        found = measure(halving(clock, pace=self.left.pop(0)), messages, ticking(clock))
        assert found.compressor == compressor.name
        return found


def test_times_are_measured_anew_for_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    Paces(monkeypatch, 3, 9)
    found = [compress_all([b"a" * 1000], usages(0.0)) for _ in range(2)]
    assert [(one.size_bytes, one.compress_ns) for (one,) in found] == [(500, 3000), (500, 9000)]


def test_what_was_disturbed_is_measured_again_at_most_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    paces = Paces(monkeypatch, 9, 3, 7)
    (quiet,) = compress_all([b"a" * 1000], usages(0.5, 0.0))
    assert (quiet.compress_ns, paces.left) == (3000, [7])
    paces.left = [9, 8, 7, 6]
    (never,) = compress_all([b"a" * 1000], usages(0.5, 0.5, 0.5))
    assert (never.compress_ns, paces.left) == (7000, [6])
    paces.left = [5]
    (unwatched,) = compress_all([b"a" * 1000], lambda: None)
    assert unwatched.compress_ns == 5000
