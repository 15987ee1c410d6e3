"""Whether a run may be resumed: the conditions must be those of its start, or its rows would not compare."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from serbench.codecs.runner import Runner
from serbench.engine.describe import Description
from serbench.errors import BadInput
from serbench.languages import languages
from serbench.machine_facts import core_list_words

# What changes times and, unlike load and steal, does not change by itself. The state of the checkout is not
# included, because what is built from it has its product key.
MACHINE_FACTS = (
    "cpu_model",
    "cpu_parts",
    "board_model",
    "architecture",
    "hypervisor",
    "logical_cores",
    "allowed_cores",
    "cgroup_cores",
    "cgroup_memory_limit_bytes",
    "huge_pages",
    "smt",
    "governors",
    "turbo",
    "kernel",
    "clock_source",
    "aslr",
    "distribution",
    "ld_preload",
    "ld_library_path",
)


def require_same_machine(run: str, recorded: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Compares the machine record of a run with the current one; facts that the run lacks are not compared.

    Raises BadInput with the first fact that differs.
    """
    for name in MACHINE_FACTS:
        if name in recorded and recorded[name] != now.get(name):
            raise _not_resumable(run, "the machine", name, recorded[name], now.get(name))


def require_available(run: str, unavailable: Mapping[str, str]) -> None:
    """Raises BadInput for the first codec of a run that is no longer available, with the reason."""
    for codec, reason in unavailable.items():
        raise BadInput(f"Run {run} cannot be resumed: {codec} is no longer available here: {reason}")


def require_same_description(
    run: str, recorded: Mapping[str, Any], now: Description, preload: Mapping[str, str]
) -> None:
    """Compares a runner's description when the run started, its entry in run.json, with the current one.

    ``preload`` is what ``preload_record`` returns now. Raises BadInput with the first difference.
    """
    # What a runtime finds by watching its clock is not the same each time.
    observed = {fact for language in languages() for fact in language.observed_facts}
    for name, before, after in (
        ("libraries", recorded["libraries"], now.libraries),
        ("build", recorded["build"], now.build),
        ("operations", recorded["operations"], now.sides),
        ("unit", {"of strings": recorded["unit"]}, {"of strings": now.unit}),
        # Runs from before this was recorded have nothing to compare.
        ("preloaded", recorded.get("preloaded", preload), preload),
    ):
        # A key that only one side has differs too.
        for key in sorted((before.keys() | after.keys()) - observed):
            if before.get(key) != after.get(key):
                who = f"{recorded['codec']} for {recorded['workload']}"
                raise _not_resumable(run, who, f"{name} {key}", before.get(key), after.get(key))


def _not_resumable(run: str, who: str, what: str, before: object, after: object) -> BadInput:
    return BadInput(
        f"Run {run} cannot be resumed: {who} now has {what} {fact_words(after)} where the run has"
        f" {fact_words(before)}; start a new run."
    )


def preload_record(runner: Runner) -> dict[str, str]:
    """What run.json keeps of the library that is preloaded into a runner: its file, whose name often holds
    the version, and its content; empty where there is none."""
    if not runner.preloaded:
        return {}
    file = Path(runner.preloaded_library).resolve()
    return {"file": str(file), "sha256": hashlib.sha256(file.read_bytes()).hexdigest()}


def fact_words(value: object, absent: str = "none") -> str:
    """A recorded fact in words, ``absent`` where there is none; numbers in a list are cores."""
    if isinstance(value, list):
        numbers = [item for item in value if isinstance(item, int)]
        return core_list_words(numbers) if numbers else ", ".join(map(str, value))
    return absent if value is None else str(value)
