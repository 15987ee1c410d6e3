"""Counts the instructions of native operations under callgrind, on demand and beside all timing."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from serbench.build.keys import content_key
from serbench.errors import BadInput
from serbench.locations import cache_directory
from serbench.measure.execute import Subject
from serbench.measure.plan import is_jit_compiled
from serbench.measure.run_folder import write_atomically
from serbench.runner.process import ask
from serbench.runner.reply import ProtocolFault, Reply
from serbench.runner.runner import Runner
from serbench.setup.packages import install_packages

_TIMEOUT_S = 600.0
# The sampling loops of C++ and Rust, which are never inlined: outside of them nothing is counted.
_LOOPS = ("*serbench::sample<*", "serbench_harness::sampler::sample*")
# One rotation a sample, because every sample is long enough.
_BRIEF = {"sample_ns": 1, "samples": 3, "warmup_ns": 0, "budget_ns": 10**12}
_TOTALS = re.compile(r"^totals: (\d+)", re.MULTILINE)

Subjects = Mapping[tuple[str, str], Subject]


def make_callgrind_ready(tell: Callable[[str], None]) -> None:
    """Installs valgrind where it is missing and the user may; BadInput with the command otherwise."""
    if shutil.which("valgrind") is None:
        outcome = install_packages(["valgrind"], tell)
        if shutil.which("valgrind") is None:
            install = f" Install with: {outcome.command}" if outcome.command else ""
            raise BadInput(
                f"Instructions are counted by valgrind, which is not here. {outcome.detail}{install}"
            )


def with_instructions(
    subjects: Subjects, operations: Sequence[str] | None, tell: Callable[[str], object]
) -> dict[tuple[str, str], Subject]:
    """The subjects with the instructions of their operations (of ``operations``, all where it is None).

    They are counted once for an executable and a corpus and remembered. Languages that compile while they run
    are left alone, and so are processes with another allocator and operations that callgrind cannot follow.
    """
    found: dict[tuple[str, str], Subject] = {}
    for key, subject in subjects.items():
        names = [name for name in subject.description.sides if operations is None or name in operations]
        if not is_jit_compiled(subject.runner.codec) and not subject.runner.preloaded:
            counts = {name: _counted(subject, name, tell) for name in names}
            known = {name: count for name, count in counts.items() if count is not None}
            subject = replace(subject, instructions=known)
        found[key] = subject
    return found


def _counted(subject: Subject, operation: str, tell: Callable[[str], object]) -> int | None:
    runner, corpus = subject.runner, subject.corpus
    key = content_key(runner.product_key, corpus.manifest.sha256, operation, *_LOOPS)
    path = cache_directory() / "instructions" / f"{key}.json"
    try:
        return int(json.loads(path.read_text(encoding="utf-8"))["instructions"])
    except (OSError, ValueError, TypeError, KeyError):
        tell(f"Counting the instructions of {runner.codec}, {operation} on {runner.workload}")
    counted = count(subject, operation)
    if counted is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps({"instructions": counted}))
    return counted


def count(subject: Subject, operation: str) -> int | None:
    """The instructions of one rotation through all objects; None where callgrind cannot tell."""
    with tempfile.TemporaryDirectory(prefix="serbench-callgrind-") as folder:
        out = Path(folder) / "callgrind.out"
        conversation = ask(
            under_callgrind(subject.runner, out),
            "measure",
            {"corpus": subject.corpus.path, "operations": operation, **_BRIEF},
            _TIMEOUT_S,
        )
        if conversation.outcome != "ok" or not out.exists():
            return None
        total = _TOTALS.search(out.read_text(encoding="utf-8", errors="replace"))
    try:
        rotations = rotations_in(conversation.replies, subject.corpus.manifest.objects)
    except ProtocolFault:
        return None
    return round(int(total[1]) / rotations) if total and int(total[1]) and rotations else None


def under_callgrind(runner: Runner, out: Path) -> Runner:
    """The runner as it starts under callgrind."""
    toggles = tuple(f"--toggle-collect={loop}" for loop in _LOOPS)
    words = ("valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *toggles)
    return replace(runner, command=(*words, *runner.command))


def rotations_in(replies: Sequence[Reply], objects: int) -> int:
    """How often the sampling loop went through all objects: calibration, which needed one sample, and the
    samples."""
    runs = [reply.count("n") for reply in replies if reply.tag in ("calibrated", "sample")]
    return sum(runs) // objects
