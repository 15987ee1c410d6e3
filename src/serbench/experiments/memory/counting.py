"""Counts what native codecs allocate, in separate processes, so that timed ones do not pay for it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from serbench.build.runners import counting_library
from serbench.cache.keys import content_key
from serbench.engine.allocated import Allocated, allocated_in
from serbench.engine.subject import Subject
from serbench.errors import SerbenchError
from serbench.languages import language_of
from serbench.locations import cache_directory
from serbench.record.run_folder import write_atomically
from serbench.runner.process import Conversation, ask
from serbench.runner.reply import ProtocolFault

_TIMEOUT_S = 60.0
# The shortest timing that the protocol allows: counting comes after it.
_BRIEF = {"sample_ns": 1, "samples": 1, "warmup_ns": 0, "budget_ns": 1}

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
    found: dict[tuple[str, str], Subject] = {}
    for key, subject in subjects.items():
        names = [name for name in subject.description.sides if operations is None or name in operations]
        if names and language_of(subject.runner.codec).native:
            subject = replace(subject, allocated=_counted(subject, names, library, tell))
        found[key] = subject
    return found


def _counted(
    subject: Subject, operations: Sequence[str], library: Path, tell: Callable[[str], object]
) -> dict[str, Allocated]:
    runner, corpus = subject.runner, subject.corpus
    key = content_key(runner.product_key, corpus.manifest.sha256, library.parent.name, ",".join(operations))
    path = cache_directory() / "allocations" / f"{key}.json"
    remembered = _remembered(path)
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
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps({name: asdict(of) for name, of in counted.items()}))
    return counted


def ask_counting(subject: Subject, operations: Sequence[str], library: Path) -> Conversation:
    """Has a runner measure operations with a library preloaded that counts, before those that are there."""
    preloaded = (str(library), subject.runner.preloaded, os.environ.get("LD_PRELOAD", ""))
    return ask(
        replace(subject.runner, preloaded=os.pathsep.join(filter(None, preloaded))),
        "measure",
        {"corpus": subject.corpus.path, "operations": ",".join(operations), **_BRIEF},
        _TIMEOUT_S,
    )


def _remembered(path: Path) -> dict[str, Allocated] | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {name: Allocated(**of) for name, of in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return None
