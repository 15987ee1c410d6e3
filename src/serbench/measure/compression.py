"""What a compressor makes of a codec's messages, each by itself as it would travel."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import zstandard

from serbench.build.keys import content_key
from serbench.locations import cache_directory
from serbench.measure.run_folder import write_atomically

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


def compress_all(messages: Sequence[bytes]) -> tuple[Compressed, ...]:
    """Each compressor over all messages; what was measured of the same bytes before is remembered."""
    parts = [f"{compressor.name} {compressor.version}" for compressor in compressors()]
    lengths = " ".join(str(len(message)) for message in messages)
    path = cache_directory() / "compression" / f"{content_key(b''.join(messages), lengths, *parts)}.json"
    remembered = _remembered(path)
    if remembered is not None:
        return remembered
    measured = tuple(measure(compressor, messages) for compressor in compressors())
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps([asdict(compressed) for compressed in measured]))
    return measured


def measure(
    compressor: Compressor,
    messages: Sequence[bytes],
    clock_ns: Callable[[], int] = time.thread_time_ns,
) -> Compressed:
    """The size and the times of one compressor; at least one message.

    A sample is whole rotations through all messages and takes at least 2 ms of the thread's CPU time. The
    times include what a call from Python costs, less than a microsecond. Raises ValueError where a message
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


def _remembered(path: Path) -> tuple[Compressed, ...] | None:
    try:
        return tuple(Compressed(**of) for of in json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
