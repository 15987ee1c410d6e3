"""A codec's messages after a compressor, each compressed on its own, as it would travel."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

import zstandard

from serbench.engine.attempts import MOST_ATTEMPTS
from serbench.engine.disturbance import Usage, interference_between, usage_now

ZSTD_LEVEL = 3
GZIP_LEVEL = 6
_GZIP_WINDOW = 16 + zlib.MAX_WBITS
_SAMPLE_NS = 2_000_000
_SAMPLES = 3


@dataclass(frozen=True, slots=True)
class Compressor:
    """A compressor at its usual level; ``compress`` and ``decompress`` take and give whole messages."""

    name: str
    version: str
    compress: Callable[[bytes], bytes]
    decompress: Callable[[bytes], bytes]


@dataclass(frozen=True, slots=True)
class Compressed:
    """The messages of a corpus after a compressor: the mean size, and the CPU time for one message in
    nanoseconds."""

    compressor: str
    size_bytes: float
    compress_ns: float
    decompress_ns: float


def compressors() -> tuple[Compressor, ...]:
    """zstd and gzip, each with what it keeps between messages."""
    zstd, unzstd = zstandard.ZstdCompressor(level=ZSTD_LEVEL), zstandard.ZstdDecompressor()
    version = ".".join(map(str, zstandard.ZSTD_VERSION))
    return (
        Compressor(f"zstd-{ZSTD_LEVEL}", version, zstd.compress, unzstd.decompress),
        Compressor(
            f"gzip-{GZIP_LEVEL}",
            zlib.ZLIB_RUNTIME_VERSION,
            lambda message: zlib.compress(message, GZIP_LEVEL, _GZIP_WINDOW),
            lambda packed: zlib.decompress(packed, _GZIP_WINDOW),
        ),
    )


def compress_all(
    messages: Sequence[bytes], observe: Callable[[], Usage | None] = usage_now
) -> tuple[Compressed, ...]:
    """Each compressor over all messages. What other programs disturbed, as ``observe`` reports, is measured
    again, at most as often as a fork."""
    return tuple(_undisturbed(compressor, messages, observe) for compressor in compressors())


def _undisturbed(
    compressor: Compressor, messages: Sequence[bytes], observe: Callable[[], Usage | None]
) -> Compressed:
    """The first attempt that nothing disturbed, else the last."""
    for _ in range(MOST_ATTEMPTS):
        before = observe()
        found = measure(compressor, messages)
        by = interference_between(before, observe())
        if by is None or not by.disturbs:
            break
    return found


def measure(
    compressor: Compressor,
    messages: Sequence[bytes],
    clock_ns: Callable[[], int] = time.thread_time_ns,
) -> Compressed:
    """The size and the times of one compressor; at least one message.

    A sample is whole rotations through all messages and takes at least 2 ms of the thread's CPU time. The
    times include the cost of a call from Python, less than a microsecond. Raises ValueError where a message
    does not come back as it was.
    """
    packed = [compressor.compress(message) for message in messages]
    if any(compressor.decompress(of) != message for of, message in zip(packed, messages, strict=True)):
        raise ValueError(f"{compressor.name} does not give back what it was given")
    return Compressed(
        compressor.name,
        sum(map(len, packed)) / len(packed),
        _time_for_one(compressor.compress, messages, clock_ns),
        _time_for_one(compressor.decompress, packed, clock_ns),
    )


def _time_for_one(
    work: Callable[[bytes], bytes], over: Sequence[bytes], clock_ns: Callable[[], int]
) -> float:
    """The median of the samples, for one message; the first rotation only warms up."""
    rotations = 1
    while _sample_ns(work, over, rotations, clock_ns) < _SAMPLE_NS:
        rotations *= 2
    samples = [_sample_ns(work, over, rotations, clock_ns) for _ in range(_SAMPLES)]
    return median(samples) / (rotations * len(over))


def _sample_ns(
    work: Callable[[bytes], bytes], over: Sequence[bytes], rotations: int, clock_ns: Callable[[], int]
) -> int:
    begin_ns = clock_ns()
    for _ in range(rotations):
        for message in over:
            work(message)
    return clock_ns() - begin_ns
