"""Compresses messages: each on its own, with a dictionary, and in batches. Only sizes are kept."""

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import zstandard

from serbench.experiments.sizing.spread import Spread
from serbench.parallel import in_parallel
from serbench.record.names import Count, PositiveCount, Word

ZSTD_LEVEL, GZIP_LEVEL = 3, 6
RAW, GZIP, ZSTD = "raw", "gzip", "zstd"
BATCHES = (1, 10, 100, 1000, 10_000)
# Of zstd with a dictionary by its name: the most bytes that the dictionary has.
DICTIONARIES: Mapping[str, int] = MappingProxyType({f"{ZSTD}-{kib}K": kib << 10 for kib in (4, 32, 112)})
# The one that is explained, and shown where there is room for one.
SHOWN_DICTIONARY = f"{ZSTD}-32K"
_GZIP_WINDOW = 16 + zlib.MAX_WBITS

_Compress = Callable[[bytes], bytes]


@dataclass(frozen=True, slots=True)
class Batched:
    """Batches of so many ``objects`` in all, and their ``bytes`` raw and after each compressor."""

    objects: PositiveCount
    bytes: dict[Word, Count]


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of a codec's messages.

    ``raw`` is of all. ``single`` is of some of them, each message on its own, raw and after each compressor;
    ``dictionaries`` are the bytes of those that could be trained, on as many other messages as ``trained``
    says. ``batches`` are by the number of consecutive messages that are compressed together."""

    raw: Spread
    single: dict[Word, Spread]
    dictionaries: dict[Word, Count] = field(default_factory=dict)
    trained: Count = 0
    batches: dict[Word, Batched] = field(default_factory=dict)


def sizes_of(messages: Sequence[bytes], most_bytes: int) -> Sizes:
    """The sizes of messages, of which there is one at least. About ``most_bytes``, spread evenly, are
    compressed each time; a dictionary is trained on one half of these and measured on the other."""
    some = evenly(messages, most_bytes)
    measured, trained = some[::2], some[1::2]
    found = in_parallel(lambda size: _with_dictionary(measured, trained, size), DICTIONARIES.values())
    known = {name: one for name, one in zip(DICTIONARIES, found, strict=True) if one is not None}
    numbers = [number for number in BATCHES if number <= len(messages)]
    batches = in_parallel(lambda number: _batched(messages, number, most_bytes), numbers)
    return Sizes(
        raw=Spread.of(map(len, messages)),
        single={
            RAW: Spread.of(map(len, measured)),
            GZIP: _spread(measured, _gzip),
            ZSTD: _spread(measured, _zstd()),
            **{name: spread for name, (_, spread) in known.items()},
        },
        dictionaries={name: size for name, (size, _) in known.items()},
        trained=len(trained),
        batches={str(number): batch for number, batch in zip(numbers, batches, strict=True)},
    )


def evenly(messages: Sequence[bytes], most_bytes: int) -> list[bytes]:
    """As many of the messages as have about ``most_bytes``, spread evenly; one at least."""
    count = _fitting(messages, len(messages), most_bytes)
    return [messages[at * len(messages) // count] for at in range(count)]


def batches_of(messages: Sequence[bytes], number: int, most_bytes: int) -> list[bytes]:
    """Some batches, spread evenly: each is ``number`` consecutive messages one after the other. What is left
    over at the end is in none."""
    whole = len(messages) // number
    count = _fitting(messages, whole, most_bytes)
    starts = (number * (at * whole // count) for at in range(count))
    return [b"".join(messages[start : start + number]) for start in starts]


def _fitting(messages: Sequence[bytes], parts: int, most_bytes: int) -> int:
    """How many of so many equal parts of the messages have about ``most_bytes``; one at least."""
    return max(1, min(parts, parts * most_bytes // max(1, sum(map(len, messages)))))


def _batched(messages: Sequence[bytes], number: int, most_bytes: int) -> Batched:
    batches = batches_of(messages, number, most_bytes)
    compressors: dict[str, _Compress] = {
        RAW: bytes,
        GZIP: _gzip,
        ZSTD: zstandard.ZstdCompressor(level=ZSTD_LEVEL).compress,
    }
    found = {name: sum(len(compress(batch)) for batch in batches) for name, compress in compressors.items()}
    return Batched(number * len(batches), found)


def _with_dictionary(
    measured: Sequence[bytes], trained: Sequence[bytes], most_bytes: int
) -> tuple[int, Spread] | None:
    """The bytes of a dictionary, and the messages compressed with it; None where there is too little to train
    one."""
    try:
        dictionary = zstandard.train_dictionary(most_bytes, list(trained))
    except zstandard.ZstdError:
        return None
    dictionary.precompute_compress(level=ZSTD_LEVEL)
    return len(dictionary.as_bytes()), _spread(measured, _zstd(dictionary))


def _spread(messages: Sequence[bytes], compress: _Compress) -> Spread:
    return Spread.of(len(compress(message)) for message in messages)


def _zstd(dictionary: zstandard.ZstdCompressionDict | None = None) -> _Compress:
    return zstandard.ZstdCompressor(level=ZSTD_LEVEL, dict_data=dictionary).compress


def _gzip(message: bytes) -> bytes:
    return zlib.compress(message, GZIP_LEVEL, _GZIP_WINDOW)
