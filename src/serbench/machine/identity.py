"""The facts that identify a machine. Pure."""

from collections.abc import Mapping
from typing import Any

# Other differences between two records are of a machine's software or its settings.
HARDWARE = ("cpu_model", "cpu_parts", "board_model", "architecture", "logical_cores")


def is_same_machine(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two records of machines are of the same one, as far as hardware tells."""
    return all(one.get(fact) == other.get(fact) for fact in HARDWARE)
