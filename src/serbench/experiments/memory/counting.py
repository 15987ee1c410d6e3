"""Counts what operations allocate and execute, in processes of their own: timed ones do not pay for it."""

import ctypes
import json
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from serbench.builds.runners import counting_library
from serbench.cache.keys import content_key
from serbench.codecs.runner import Runner
from serbench.engine.describe import Allocated, Subject, allocated_in
from serbench.errors import BadInput, SerbenchError
from serbench.languages import language_of, languages
from serbench.locations import cache_directory
from serbench.record.run_folder import write_atomically
from serbench.runner.process import Conversation, ask
from serbench.runner.reply import ProtocolFault, Reply
from serbench.runner.together import asked_at_once
from serbench.scratch import scratch_folder
from serbench.toolchain.packages import install_packages

_TIMEOUT_S = 60.0
# The shortest timing that the protocol allows: counting comes after it.
_BRIEF = {"sample_ns": 1, "samples": 1, "warmup_ns": 0, "budget_ns": 1}
_CALLGRIND_TIMEOUT_S = 600.0
# One rotation per sample, because every sample is long enough.
_ONE_ROTATION = {"sample_ns": 1, "samples": 3, "warmup_ns": 0, "budget_ns": 10**12}
_TOTALS = re.compile(r"^totals: (\d+)", re.MULTILINE)

Counted = TypeVar("Counted")
Subjects = Mapping[tuple[str, str], Subject]


def with_allocations(
    subjects: Subjects, operations: Sequence[str] | None, tell: Callable[[str], object]
) -> dict[tuple[str, str], Subject]:
    """The subjects with what their operations allocate (of ``operations``, all where it is None).

    It is counted once for an executable and a corpus and remembered. Languages that count for themselves are
    skipped, and so is everything if the counting library is unavailable or a runner crashes with it.
    """
    try:
        library = counting_library("allocations")
    except SerbenchError:
        return dict(subjects)

    def counted(subject: Subject, names: Sequence[str]) -> Subject:
        return replace(subject, allocated=_counted(subject, names, library, tell))

    return _each(subjects, operations, counted)


def _each(
    subjects: Subjects, operations: Sequence[str] | None, counted: Callable[[Subject, Sequence[str]], Subject]
) -> dict[tuple[str, str], Subject]:
    """The subjects, native ones with what ``counted`` finds of their operations among those wanted. Counts
    do not depend on what else runs."""

    def one(subject: Subject) -> Subject:
        names = [name for name in subject.description.sides if operations is None or name in operations]
        return counted(subject, names) if names and language_of(subject.runner.codec).native else subject

    return dict(zip(subjects, asked_at_once(one, subjects.values()), strict=True))


def _counted(
    subject: Subject, operations: Sequence[str], library: Path, tell: Callable[[str], object]
) -> dict[str, Allocated]:
    runner, corpus = subject.runner, subject.corpus
    key = content_key(runner.product_key, corpus.manifest.sha256, library.parent.name, ",".join(operations))
    path = cache_directory() / "allocations" / f"{key}.json"
    remembered = _remembered(path, lambda found: {name: Allocated(**of) for name, of in found.items()})
    if remembered is not None:
        return remembered
    tell(f"Counting what {runner.codec} allocates on {runner.workload}")
    # Allocations are the same with any allocator, and libraries that replace malloc cannot be chained.
    alone = replace(subject, runner=replace(runner, preloaded=""))
    conversation = ask_counting(alone, operations, library)
    try:
        counted = allocated_in(conversation.replies)
    except ProtocolFault:
        return {}
    if conversation.outcome == "ok":
        _remember(path, {name: asdict(of) for name, of in counted.items()})
    return counted


def ask_counting(subject: Subject, operations: Sequence[str], library: Path) -> Conversation:
    """Has a runner measure operations with a library preloaded that counts."""
    return ask(
        subject.runner.counting_with(library),
        "measure",
        {"corpus": subject.corpus.path, "operations": ",".join(operations), **_BRIEF},
        _TIMEOUT_S,
    )


def _remember(path: Path, counted: Mapping[str, object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(counted))


def _remembered(path: Path, read: Callable[[Any], Counted]) -> Counted | None:
    """The earlier count; None where there is nothing, or nothing that can be read."""
    try:
        return read(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


@dataclass(frozen=True, slots=True)
class Counter:
    """A way to count instructions. ``identity`` changes when the same operation could be counted differently;
    ``count`` returns the instructions of one run of each operation over all objects, where it can."""

    name: str
    identity: str
    follows: Callable[[Subject], bool]
    count: Callable[[Subject, Sequence[str]], Mapping[str, int]]


def counter_here(on_demand: bool, tell: Callable[[str], None]) -> Counter | None:
    """The processor's counter where it can be read; else callgrind if it was requested. BadInput where
    it was requested and is unavailable."""
    library = counter_library()
    if library is not None:
        count = partial(count_by_processor, library=library)
        return Counter("perf events", library.parent.name, lambda _: True, count)
    if not on_demand:
        return None
    make_callgrind_ready(tell)
    return Counter("callgrind", " ".join(_sampling_loops()), follows, count_by_callgrind)


def with_instructions(
    subjects: Subjects, operations: Sequence[str] | None, counter: Counter, tell: Callable[[str], object]
) -> dict[tuple[str, str], Subject]:
    """The subjects with the instructions of their operations (of ``operations``, all where it is None).

    They are counted once for an executable and a corpus and remembered. JIT-compiled languages
    are skipped.
    """

    def counted(subject: Subject, names: Sequence[str]) -> Subject:
        if not counter.follows(subject):
            return subject
        known = _counted_instructions(subject, names, counter, tell)
        return replace(subject, instructions=known, instructions_by=counter.name)

    return _each(subjects, operations, counted)


def _counted_instructions(
    subject: Subject, operations: Sequence[str], counter: Counter, tell: Callable[[str], object]
) -> dict[str, int]:
    paths = {operation: _path(subject, operation, counter) for operation in operations}
    known = {
        operation: count
        for operation, path in paths.items()
        if (count := _remembered(path, lambda found: int(found["instructions"])))
    }
    missing = [operation for operation in operations if operation not in known]
    if missing:
        runner = subject.runner
        tell(f"Counting the instructions of {runner.codec} on {runner.workload}")
        for operation, count in counter.count(subject, missing).items():
            _remember(paths[operation], {"instructions": count})
            known[operation] = count
    return known


def _path(subject: Subject, operation: str, counter: Counter) -> Path:
    runner, sha256 = subject.runner, subject.corpus.manifest.sha256
    key = content_key(runner.product_key, runner.preloaded, sha256, operation, counter.name, counter.identity)
    return cache_directory() / "instructions" / f"{key}.json"


@cache
def counter_library() -> Path | None:
    """The library that reads the counter; None where machine, kernel or permissions do not allow it."""
    try:
        library = counting_library("instructions")
        read = ctypes.CDLL(str(library)).serbench_instructions
    except (SerbenchError, OSError, AttributeError):
        return None
    read.restype = ctypes.c_int64
    return library if read() >= 0 else None


def count_by_processor(subject: Subject, operations: Sequence[str], library: Path) -> dict[str, int]:
    """The instructions of one run over all objects, of the operations for which the runner reported them.

    A runner that has another library preloaded keeps it.
    """
    conversation = ask_counting(subject, operations, library)
    objects = subject.corpus.manifest.objects
    try:
        return {
            reply.text("operation"): reply.count("instructions")
            for reply in conversation.replies
            if reply.tag == "executed" and reply.count("n") == objects
        }
    except ProtocolFault:
        return {}


def _sampling_loops() -> tuple[str, ...]:
    """The sampling loops of the languages, which are never inlined: outside of them nothing is counted."""
    return tuple(language.sampling_loop for language in languages() if language.sampling_loop)


def make_callgrind_ready(tell: Callable[[str], None]) -> None:
    """Installs valgrind where it is missing and the user may; BadInput with the command otherwise."""
    if shutil.which("valgrind") is None:
        outcome = install_packages(["valgrind"], tell)
        if shutil.which("valgrind") is None:
            install = f" Install with: {outcome.command}" if outcome.command else ""
            raise BadInput(
                "The processor's counter of instructions cannot be read here, and valgrind, which counts them"
                f" instead, is missing. {outcome.detail}{install}"
            )


def follows(subject: Subject) -> bool:
    """Whether callgrind can count for it: callgrind replaces any other allocator with its own."""
    return not subject.runner.preloaded


def count_by_callgrind(subject: Subject, operations: Sequence[str]) -> dict[str, int]:
    """The instructions of one rotation through all objects, of the operations that callgrind can follow."""
    counted = {operation: _count_one(subject, operation) for operation in operations}
    return {operation: instructions for operation, instructions in counted.items() if instructions}


def _count_one(subject: Subject, operation: str) -> int | None:
    with scratch_folder("callgrind") as folder:
        out = folder / "callgrind.out"
        conversation = ask(
            under_callgrind(subject.runner, out),
            "measure",
            {"corpus": subject.corpus.path, "operations": operation, **_ONE_ROTATION},
            _CALLGRIND_TIMEOUT_S,
        )
        if conversation.outcome != "ok" or not out.exists():
            return None
        total = _TOTALS.search(out.read_text(encoding="utf-8", errors="replace"))
    try:
        rotations = rotations_in(conversation.replies, subject.corpus.manifest.objects)
    except ProtocolFault:
        return None
    return round(int(total[1]) / rotations) if total and rotations else None


def under_callgrind(runner: Runner, out: Path) -> Runner:
    """The runner as it starts under callgrind."""
    toggles = tuple(f"--toggle-collect={loop}" for loop in _sampling_loops())
    words = ("valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *toggles)
    return replace(runner, command=(*words, *runner.command))


def rotations_in(replies: Sequence[Reply], objects: int) -> int:
    """How often the sampling loop went through all objects: calibration, which needed one sample, and the
    samples."""
    runs = [reply.count("n") for reply in replies if reply.tag in ("calibrated", "sample")]
    return sum(runs) // objects
