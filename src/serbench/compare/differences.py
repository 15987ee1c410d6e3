"""The differences between two sides besides times: the machine, serbench, versions and flags. Pure."""

from collections.abc import Iterable

from serbench.compare.side import Side
from serbench.engine.resuming import MACHINE_FACTS, fact_words
from serbench.machine.identity import HARDWARE
from serbench.report.words import listed


def on_same_machine(before: Side, after: Side) -> bool:
    """Whether both sides were measured, on machines that do not differ."""
    return not (before.claimed or after.claimed or _machine_differences(before, after, HARDWARE))


def differences_between(before: Side, after: Side) -> list[str]:
    """The differences between two sides that were measured, each in words."""
    if before.claimed or after.claimed:
        return []
    found = _machine_differences(before, after, MACHINE_FACTS)
    for label in {**before.distinguished_by, **after.distinguished_by}:
        known = [side.distinguished_by.get(label) or "unknown" for side in (before, after)]
        found += [f"{label}: {' → '.join(known)}"] if known[0] != known[1] else []
    for side in (before, after):
        if limited := sorted({f"{codec}, {operation}" for codec, _, operation in side.bounds}):
            found.append(f"{side.name} has only upper bounds of the times of {listed(limited)}")
    found += _machine_differences(before, after, ("serbench_version", "git_revision"))
    for codec in sorted(before.versions.keys() & after.versions.keys()):
        a, b = before.versions[codec], after.versions[codec]
        found += [f"{codec}: {a or 'no library'} → {b or 'no library'}"] if a != b else []
    return found


def _machine_differences(before: Side, after: Side, names: Iterable[str]) -> list[str]:
    pairs = {name: (before.machine.get(name), after.machine.get(name)) for name in names}
    return [
        f"{name}: {fact_words(a, absent='unknown')} → {fact_words(b, absent='unknown')}"
        for name, (a, b) in pairs.items()
        if a != b
    ]
