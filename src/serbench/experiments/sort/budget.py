"""The disk, memory and time that a run of the sort needs, known before the first file is written. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from serbench.codecs.runner import Runner
from serbench.errors import BadInput
from serbench.experiments.sort.plan import BYTES, LINES, OBJECTS, RAW, Fork, Settings, SortStep
from serbench.languages import language_of
from serbench.pools.pool import Pool
from serbench.pools.resources import RECORD_ALIGNMENT, mean_store_bytes, size_words, usable
from serbench.pools.sizes import size_text

# Input, chunks and sorted store lie on the disk together; lines of text take their own and two copies.
_FILES, _FILES_OF_LINES = 3, 4
# Held for each record besides its bytes (PROTOCOL.md, sort), and outside the budget for each object: two
# indexes.
_RECORD_BYTES = 24
_INDEXES_BYTES = 32
# The heap of a language that has a fixed one: for its usual work, for what a collector needs to move what is
# held, and for the index.
_HEAP_BYTES, _HEAP_FACTOR, _HEAP_OBJECT_BYTES = 2**28, 4, 28
# What a process takes besides its objects, and what it takes for an object and for a byte of it in one
# direction, to or from the disk or a native codec. Only for estimates.
_STEP_NS, _JIT_STEP_NS = 100_000_000, 400_000_000
_OBJECT_NS, _BYTE_NS = 300, 1
# How often an object goes in or out by mode: from and to files twice, through the codec up to four times.
_WAYS = {RAW: 4, LINES: 6, BYTES: 6, OBJECTS: 8}
_WAYS_OF_INPUT = 5


def require_block(settings: Settings, mean_bytes: Mapping[str, float]) -> None:
    """Raises BadInput where a budget is too small for one block, of one object, of each chunk that is merged
    at once. ``mean_bytes`` are the objects' by codec; where there are none, what the smallest take."""
    codec = max(mean_bytes, key=mean_bytes.__getitem__, default=None)
    message_bytes = RECORD_ALIGNMENT if codec is None else mean_bytes[codec]
    block = -(-message_bytes // RECORD_ALIGNMENT) * RECORD_ALIGNMENT + _RECORD_BYTES
    threads = settings.threads if "parallel" in settings.pins else 1
    needed = round((settings.fan_in + 1) * block) * threads
    if (least := min(settings.memory_bytes)) < needed:
        where = f" in {threads} threads" if threads > 1 else ""
        what = "" if codec is None else f" for the objects of {codec}"
        raise BadInput(
            f"--memory {size_text(least)} does not hold one block of each of {settings.fan_in} chunks and"
            f" one of their merge{where}: at least {needed} bytes are needed{what}, or a smaller --fan-in."
        )


def files_of(has_lines: bool) -> int:
    """How many files of the size of a store lie on the disk during a fork."""
    return _FILES_OF_LINES if has_lines else _FILES


def require_disk(
    settings: Settings,
    pool: Pool,
    mean_bytes: Mapping[str, float],
    files: int,
    free: int,
    option: str = "--dir",
) -> None:
    """Raises BadInput where files of the size of a store do not fit on a disk, whose folder ``option``
    names."""
    objects = max(settings.objects)
    needed = round(objects * mean_store_bytes(pool, mean_bytes) * files)
    if needed > usable(free):
        fitting_objects = int(objects * usable(free) / needed)
        raise BadInput(
            f"A sort of {objects} objects takes {size_words(needed)} on the disk, which has"
            f" {size_words(free)}; about {fitting_objects} objects fit, or choose another {option}."
        )


def require_memory(settings: Settings, pool: Pool, codecs: Sequence[str], free: int) -> None:
    """Raises BadInput where a runner does not fit into the memory."""
    most, objects = max(settings.memory_bytes), max(settings.objects)
    writing = max((language_of(codec).runner_bytes for codec in codecs), default=0)
    writing += 2 * pool.corpus.manifest.bytes
    needed = max(writing, *(_sorting_bytes(codec, most, objects) for codec in codecs))
    if needed > free:
        raise BadInput(
            f"The run takes {size_words(needed)} of memory and {size_words(free)} are left here: choose a"
            " smaller --memory."
        )


def _sorting_bytes(codec: str, memory_bytes: int, objects: int) -> int:
    """The memory that the process of a sort takes."""
    language = language_of(codec)
    beside = language.runner_bytes - language.heap_bytes
    if language.heap_bytes:
        return beside + heap_bytes(memory_bytes, objects)
    return beside + memory_bytes + _INDEXES_BYTES * objects


def heap_bytes(memory_bytes: int, objects: int) -> int:
    """The heap of a runner whose language has a fixed one."""
    return _HEAP_BYTES + _HEAP_FACTOR * memory_bytes + _HEAP_OBJECT_BYTES * objects


def with_heap(runner: Runner, memory_bytes: int, objects: int) -> Runner:
    """The runner with a heap for this budget, where its language has one of a fixed size."""
    language = language_of(runner.codec)
    resize = language.builder.with_heap
    if resize is None:
        return runner
    return replace(runner, command=resize(runner.command, heap_bytes(memory_bytes, objects)))


def estimated_ns(settings: Settings, fork: Fork, mean_bytes: float) -> int:
    """The expected time of a fork over objects of this mean size."""
    language = language_of(fork.codec)
    start_ns = _JIT_STEP_NS if language.jit_compiled else _STEP_NS
    way_ns = fork.objects * (_OBJECT_NS + mean_bytes * _BYTE_NS) * language.slowness

    def step_ns(step: SortStep) -> float:
        ways = _WAYS.get(step.mode, _WAYS[OBJECTS])
        return start_ns + settings.warmup_of(fork.codec) + ways * way_ns

    return round(2 * start_ns + _WAYS_OF_INPUT * way_ns + sum(map(step_ns, fork.steps)))
