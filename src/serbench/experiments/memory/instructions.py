"""The instructions of native operations: by the processor's counter, or else by callgrind on demand."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from serbench.cache.keys import content_key
from serbench.engine.subject import Subject
from serbench.experiments.memory import callgrind, perf_events
from serbench.languages import language_of
from serbench.locations import cache_directory
from serbench.record.run_folder import write_atomically

Subjects = Mapping[tuple[str, str], Subject]


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
    library = perf_events.counter_library()
    if library is not None:
        count = partial(perf_events.count, library=library)
        return Counter("perf events", library.parent.name, lambda _: True, count)
    if not on_demand:
        return None
    callgrind.make_callgrind_ready(tell)
    return Counter("callgrind", " ".join(callgrind.loops()), callgrind.follows, callgrind.count)


def with_instructions(
    subjects: Subjects,
    operations: Sequence[str] | None,
    counter: Counter,
    tell: Callable[[str], object],
) -> dict[tuple[str, str], Subject]:
    """The subjects with the instructions of their operations (of ``operations``, all where it is None).

    They are counted once for an executable and a corpus and remembered. Languages that compile while they run
    are skipped.
    """
    found: dict[tuple[str, str], Subject] = {}
    for key, subject in subjects.items():
        names = [name for name in subject.description.sides if operations is None or name in operations]
        if names and language_of(subject.runner.codec).native and counter.follows(subject):
            known = _counted(subject, names, counter, tell)
            subject = replace(subject, instructions=known, instructions_by=counter.name)
        found[key] = subject
    return found


def _counted(
    subject: Subject, operations: Sequence[str], counter: Counter, tell: Callable[[str], object]
) -> dict[str, int]:
    paths = {operation: _path(subject, operation, counter) for operation in operations}
    known = {operation: count for operation, path in paths.items() if (count := _remembered(path))}
    missing = [operation for operation in operations if operation not in known]
    if missing:
        runner = subject.runner
        tell(f"Counting the instructions of {runner.codec} on {runner.workload}")
        for operation, count in counter.count(subject, missing).items():
            paths[operation].parent.mkdir(parents=True, exist_ok=True)
            write_atomically(paths[operation], json.dumps({"instructions": count}))
            known[operation] = count
    return known


def _path(subject: Subject, operation: str, counter: Counter) -> Path:
    runner, sha256 = subject.runner, subject.corpus.manifest.sha256
    key = content_key(runner.product_key, runner.preloaded, sha256, operation, counter.name, counter.identity)
    return cache_directory() / "instructions" / f"{key}.json"


def _remembered(path: Path) -> int | None:
    try:
        return int(json.loads(path.read_text(encoding="utf-8"))["instructions"])
    except (OSError, ValueError, TypeError, KeyError):
        return None
