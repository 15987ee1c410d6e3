"""Counts the instructions of native operations under callgrind, where the processor does not count them."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from serbench.codecs.runner import Runner
from serbench.engine.subject import Subject
from serbench.errors import BadInput
from serbench.languages import languages
from serbench.runner.process import ask
from serbench.runner.reply import ProtocolFault, Reply
from serbench.toolchain.packages import install_packages

_TIMEOUT_S = 600.0
# One rotation per sample, because every sample is long enough.
_BRIEF = {"sample_ns": 1, "samples": 3, "warmup_ns": 0, "budget_ns": 10**12}
_TOTALS = re.compile(r"^totals: (\d+)", re.MULTILINE)


def loops() -> tuple[str, ...]:
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


def count(subject: Subject, operations: Sequence[str]) -> dict[str, int]:
    """The instructions of one rotation through all objects, of the operations that callgrind can follow."""
    counted = {operation: _count_one(subject, operation) for operation in operations}
    return {operation: instructions for operation, instructions in counted.items() if instructions}


def _count_one(subject: Subject, operation: str) -> int | None:
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
    return round(int(total[1]) / rotations) if total and rotations else None


def under_callgrind(runner: Runner, out: Path) -> Runner:
    """The runner as it starts under callgrind."""
    toggles = tuple(f"--toggle-collect={loop}" for loop in loops())
    words = ("valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *toggles)
    return replace(runner, command=(*words, *runner.command))


def rotations_in(replies: Sequence[Reply], objects: int) -> int:
    """How often the sampling loop went through all objects: calibration, which needed one sample, and the
    samples."""
    runs = [reply.count("n") for reply in replies if reply.tag in ("calibrated", "sample")]
    return sum(runs) // objects
