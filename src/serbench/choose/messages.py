"""The messages of a choice's codecs beside their times: their first bytes, and what they take behind the
compressor that is there."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import zstandard
from msgspec import Meta

from serbench.choose.costs import ENCODE, Published
from serbench.choose.request import UNCOMPRESSED, Compressed
from serbench.engine.describe import Subject, SubjectKey
from serbench.errors import BadInput
from serbench.experiments.memory.costs import ZSTD_LEVEL, Compressor, compressors, emitted, undisturbed
from serbench.experiments.sizing.compressing import DICTIONARIES, SHOWN_DICTIONARY, batches_of, evenly
from serbench.experiments.sizing.plan import COMPRESSED_BYTES
from serbench.record.names import MeasuredName, WorkloadName
from serbench.record.reading import typed
from serbench.record.run_files import RECORD

# So many messages are compressed together where batches are asked for, as queues do.
BATCH = 100
MESSAGES = "messages"
Byte = Annotated[int, Meta(ge=0, le=255)]
Figure = Annotated[float, Meta(ge=0, le=1e15)]


@dataclass(frozen=True, slots=True)
class Behind:
    """One message behind a compressor: its share of the bytes, and of the CPU time both ways in
    nanoseconds."""

    size_bytes: Figure
    compress_ns: Figure
    decompress_ns: Figure


@dataclass(frozen=True, slots=True)
class Messages:
    """The messages of a codec of a workload: all bytes with which one begins, and what they are ``behind``
    the compressor, None where none is asked for."""

    codec: MeasuredName
    workload: WorkloadName
    first_bytes: tuple[Byte, ...]
    behind: Behind | None = None

    def to_record(self) -> dict[str, Any]:
        return asdict(self)


def messages_of(
    subjects: Mapping[SubjectKey, Subject],
    names: Collection[str],
    compressed: Compressed,
    tell: Callable[[str], object],
) -> list[Messages]:
    """The messages that the codecs of these names write; without codecs that do not write all objects."""
    found = []
    for (codec, workload), subject in sorted(subjects.items()):
        if codec not in names:
            continue
        tell(f"Looking at what {codec} writes of {workload}")
        if messages := emitted(subject):
            found.append(Messages(codec, workload, first_bytes(messages), behind(messages, compressed)))
    return found


def first_bytes(messages: Iterable[bytes]) -> tuple[int, ...]:
    """All bytes with which one of the messages begins, in their order."""
    return tuple(sorted({message[0] for message in messages if message}))


def behind(messages: Sequence[bytes], compressed: Compressed) -> Behind | None:
    """One of the messages behind zstd: each on its own, a hundred together, fewer where there are not as
    many, or each with a dictionary of the others. Of much data a part is compressed, as ``sizes`` does.
    Raises BadInput where there are too few to train a dictionary."""
    if compressed == UNCOMPRESSED:
        return None
    if compressed.startswith("dictionary"):
        some = evenly(messages, COMPRESSED_BYTES)
        zstd = undisturbed(_with_dictionary(some[1::2]), some[::2])
        return Behind(zstd.size_bytes, zstd.compress_ns, zstd.decompress_ns)
    together = min(BATCH, len(messages)) if compressed.startswith("batch") else 1
    found = undisturbed(compressors()[0], batches_of(messages, together, COMPRESSED_BYTES))
    return Behind(found.size_bytes / together, found.compress_ns / together, found.decompress_ns / together)


def _with_dictionary(others: Sequence[bytes]) -> Compressor:
    """zstd with a dictionary that other messages train, the one that ``sizes`` shows."""
    try:
        dictionary = zstandard.train_dictionary(DICTIONARIES[SHOWN_DICTIONARY], list(others))
    except zstandard.ZstdError:
        raise BadInput(
            f"A dictionary cannot be trained on {len(others)} messages: give more data, or --compressed"
            " message:zstd."
        ) from None
    dictionary.precompute_compress(level=ZSTD_LEVEL)
    return Compressor(
        SHOWN_DICTIONARY,
        zstandard.ZstdCompressor(level=ZSTD_LEVEL, dict_data=dictionary).compress,
        zstandard.ZstdDecompressor(dict_data=dictionary).decompress,
    )


def messages_in(record: Mapping[str, Any]) -> list[Messages]:
    """The messages that a run recorded; none where it is of an earlier version. Raises BadInput for a value
    that is none."""
    return typed(record.get(MESSAGES, []), list[Messages], RECORD, MESSAGES)


def behind_compressor(rows: Iterable[Published], found: Iterable[Messages]) -> list[Published]:
    """The rows with bytes and times behind the compressor; without those of codecs of which nothing is known
    there."""
    known = {(one.codec, one.workload): one.behind for one in found}
    told = []
    for row in rows:
        if (of := known.get((row.codec, row.workload))) is not None:
            more_ns = of.compress_ns if row.operation == ENCODE else of.decompress_ns
            told.append(row.behind(of.size_bytes, more_ns))
    return told


def first_bytes_in(found: Iterable[Messages]) -> dict[str, frozenset[int]]:
    """All first bytes of the messages of each codec, of whatever workload."""
    together: dict[str, frozenset[int]] = {}
    for one in found:
        together[one.codec] = together.get(one.codec, frozenset()) | frozenset(one.first_bytes)
    return together
