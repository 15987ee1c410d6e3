"""The costs of codecs besides time: compressed messages, memory, the executable, its build, the adapter."""

import time
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import PurePosixPath
from statistics import median
from typing import Any, Self

import zstandard

from serbench.builds.rendered import adapter_sources
from serbench.cache.products import product_of
from serbench.codecs.manifest import CodecManifest
from serbench.corpus.container import read_messages
from serbench.engine.attempts import MOST_ATTEMPTS
from serbench.engine.describe import Subject
from serbench.errors import BadInput
from serbench.languages import languages
from serbench.machine.disturbance import Usage, interference_between, usage_now
from serbench.record.reading import typed
from serbench.record.row import Row
from serbench.record.run_files import RECORD
from serbench.runner.process import ask
from serbench.scratch import scratch_folder

_TIMEOUT_S = 60.0
# An adapter is what the codec's author would review: code and templates, without manifest, build file and
# prose.
_TEMPLATE_SUFFIX = ".j2"
ZSTD_LEVEL = 3
GZIP_LEVEL = 6
_GZIP_WINDOW = 16 + zlib.MAX_WBITS
_SAMPLE_NS = 2_000_000
_SAMPLES = 3


@dataclass(frozen=True, slots=True)
class Compressed:
    """The messages of a corpus after a compressor: the mean size, and the CPU time for one message in
    nanoseconds."""

    compressor: str
    size_bytes: float
    compress_ns: float
    decompress_ns: float


@dataclass(frozen=True, slots=True)
class Costs:
    """A codec and a workload. ``adapter_lines`` are the lines of its adapter and templates that are not
    blank;
    ``executable_bytes`` and ``build_ms`` as serbench.cache.products has them; ``compressed`` is empty where
    it was not requested, or where a message could not be written. ``peak_bytes`` is the largest resident size
    of any of its forks, with the harness and the corpus in it, None where no fork reported it; it comes from
    the measurements and is not in run.json."""

    codec: str
    workload: str
    adapter_lines: int
    executable_bytes: int | None
    build_ms: int | None
    compressed: tuple[Compressed, ...] = ()
    peak_bytes: int | None = None

    def to_record(self) -> dict[str, Any]:
        """The fields that run.json records: all but ``peak_bytes``."""
        return {name: value for name, value in asdict(self).items() if name != "peak_bytes"}

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Self:
        """Reads what ``to_record`` returned; raises BadInput for anything else."""
        return typed(fields, cls, RECORD, "costs")


def measured_costs(
    manifests: Collection[CodecManifest],
    subjects: Mapping[tuple[str, str], Subject],
    compress: bool,
    tell: Callable[[str], object],
) -> list[Costs]:
    """The measures besides time of these subjects; with ``compress`` their messages are compressed too."""
    found: list[Costs] = []
    by_name = {manifest.name: manifest for manifest in manifests}
    for (codec, workload), subject in sorted(subjects.items()):
        if codec in by_name:
            product = product_of(subject.runner.product_key)
            lines = adapter_lines(by_name[codec])
            compressed = _compressed(subject, tell) if compress else ()
            found.append(
                Costs(codec, workload, lines, product.executable_bytes, product.build_ms, compressed)
            )
    return found


def adapter_lines(codec: CodecManifest) -> int:
    """The lines of code and template that were hand-written for a codec; a variant's adapter is that of its
    base with its own files in it."""
    of_languages = (suffix for language in languages() for suffix in language.adapter_suffixes)
    suffixes = {_TEMPLATE_SUFFIX, *of_languages}
    return sum(
        sum(bool(line.strip()) for line in text.splitlines())
        for name, text in adapter_sources(codec).items()
        if PurePosixPath(name).suffix in suffixes
    )


def _compressed(subject: Subject, tell: Callable[[str], object]) -> tuple[Compressed, ...]:
    """The compressed sizes and times of what the runner emits; nothing where a message is missing."""
    tell(f"Compressing what {subject.runner.codec} writes of {subject.runner.workload}")
    messages = emitted(subject)
    return compress_all(messages) if messages else ()


def emitted(subject: Subject) -> list[bytes]:
    """The messages that a runner writes of all objects; none where one of them is missing."""
    with scratch_folder("compress") as folder:
        out = folder / "messages.bin"
        conversation = ask(subject.runner, "emit", {"corpus": subject.corpus.path, "out": out}, _TIMEOUT_S)
        if conversation.outcome != "ok":
            return []
        try:
            messages = [message for message in read_messages(out) if message is not None]
        except BadInput:
            return []
    return messages if len(messages) == subject.corpus.manifest.objects else []


def costs_in(record: Mapping[str, Any], rows: Sequence[Row]) -> list[Costs]:
    """The costs of a run from its run.json and its measurements; none where the run recorded nothing."""
    peaks: dict[tuple[str, str], int] = {}
    for row in rows:
        if row.peak_bytes is not None:
            key = (row.codec, row.workload)
            peaks[key] = max(row.peak_bytes, peaks.get(key, 0))
    noted = [Costs.from_json(fields) for fields in record.get("costs", ())]
    return [replace(costs, peak_bytes=peaks.get((costs.codec, costs.workload))) for costs in noted]


@dataclass(frozen=True, slots=True)
class Compressor:
    """A compressor at its usual level; ``compress`` and ``decompress`` take and give whole messages."""

    name: str
    compress: Callable[[bytes], bytes]
    decompress: Callable[[bytes], bytes]


def compressors() -> tuple[Compressor, ...]:
    """zstd and gzip, each with what it keeps between messages."""
    zstd, unzstd = zstandard.ZstdCompressor(level=ZSTD_LEVEL), zstandard.ZstdDecompressor()
    return (
        Compressor(f"zstd-{ZSTD_LEVEL}", zstd.compress, unzstd.decompress),
        Compressor(
            f"gzip-{GZIP_LEVEL}",
            lambda message: zlib.compress(message, GZIP_LEVEL, _GZIP_WINDOW),
            lambda packed: zlib.decompress(packed, _GZIP_WINDOW),
        ),
    )


def compress_all(
    messages: Sequence[bytes], observe: Callable[[], Usage | None] = usage_now
) -> tuple[Compressed, ...]:
    """Each compressor over all messages. What other programs disturbed, as ``observe`` reports, is measured
    again, at most as often as a fork."""
    return tuple(undisturbed(compressor, messages, observe) for compressor in compressors())


def undisturbed(
    compressor: Compressor,
    messages: Sequence[bytes],
    observe: Callable[[], Usage | None] = usage_now,
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
    compressor: Compressor, messages: Sequence[bytes], clock_ns: Callable[[], int] = time.thread_time_ns
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
