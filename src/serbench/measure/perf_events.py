"""Counts the instructions of native operations by the processor's own counter (perf events)."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from serbench.build.counting import counting_library
from serbench.errors import SerbenchError
from serbench.measure.execute import Subject
from serbench.runner.process import ask
from serbench.runner.reply import ProtocolFault

_TIMEOUT_S = 60.0
# As little timing as the protocol knows: what is counted comes after it.
_BRIEF = {"sample_ns": 1, "samples": 1, "warmup_ns": 0, "budget_ns": 1}


@cache
def counter_library() -> Path | None:
    """The library that reads the counter; None where machine, kernel or rights do not offer one."""
    try:
        library = counting_library("instructions")
        read = ctypes.CDLL(str(library)).serbench_instructions
    except (SerbenchError, OSError, AttributeError):
        return None
    read.restype = ctypes.c_int64
    return library if read() >= 0 else None


def count(subject: Subject, operations: Sequence[str], library: Path) -> dict[str, int]:
    """The instructions of one run over all objects, of the operations for which the runner told them.

    A runner that has another library preloaded keeps it.
    """
    preloaded = [str(library), subject.runner.preloaded, os.environ.get("LD_PRELOAD", "")]
    conversation = ask(
        replace(subject.runner, preloaded=os.pathsep.join(filter(None, preloaded))),
        "measure",
        {"corpus": subject.corpus.path, "operations": ",".join(operations), **_BRIEF},
        _TIMEOUT_S,
    )
    objects = subject.corpus.manifest.objects
    try:
        return {
            reply.text("operation"): reply.count("instructions")
            for reply in conversation.replies
            if reply.tag == "executed" and reply.count("n") == objects
        }
    except ProtocolFault:
        return {}
