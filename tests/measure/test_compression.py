"""Messages after compressors: sizes, times by a clock that counts, and what is remembered."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from serbench.measure import compression
from serbench.measure.compression import Compressor, compress_all, compressors, measure

MESSAGES = [b"a" * 1000, b"ab" * 1000]


def halving(clock: list[int], broken: bool = False) -> Compressor:
    """Keeps every other byte; compressing takes 3 ns a byte and the way back 1 ns."""

    def compress(message: bytes) -> bytes:
        clock[0] += 3 * len(message)
        return message[::2]

    def decompress(packed: bytes) -> bytes:
        clock[0] += len(packed)
        return packed if broken else packed * 2

    return Compressor("halving", "1", compress, decompress)


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


def test_the_same_bytes_are_measured_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path))
    clock, calls = [0], list[int]()

    def made() -> tuple[Compressor, ...]:
        counted = halving(clock)

        def compress(message: bytes) -> bytes:
            calls.append(len(message))
            return counted.compress(message)

        return (Compressor("halving", "1", compress, counted.decompress),)

    monkeypatch.setattr(compression, "compressors", made)
    monkeypatch.setattr(measure, "__defaults__", (ticking(clock),))
    first = compress_all([b"a" * 1000])
    assert [compressed.size_bytes for compressed in first] == [500]
    calls.clear()
    assert compress_all([b"a" * 1000]) == first
    assert calls == []
    assert compress_all([b"a" * 500, b"a" * 500])[0].size_bytes == 250
    assert calls
