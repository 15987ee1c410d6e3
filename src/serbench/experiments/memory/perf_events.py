"""Counts the instructions of native operations by the processor's own counter (perf events)."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from serbench.build.runners import counting_library
from serbench.engine.subject import Subject
from serbench.errors import SerbenchError
from serbench.experiments.memory.counting import ask_counting
from serbench.runner.reply import ProtocolFault


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


def count(subject: Subject, operations: Sequence[str], library: Path) -> dict[str, int]:
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
