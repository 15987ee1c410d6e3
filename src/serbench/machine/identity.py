"""The facts that identify a machine. Pure."""

from collections.abc import Mapping
from typing import Any

# Other differences between two records are of a machine's software or its settings.
HARDWARE = ("cpu_model", "cpu_parts", "board_model", "architecture", "logical_cores")


# Records of before it was recorded do not have it.
_LATER = "cpu_signature"


def processor(machine: Mapping[str, Any]) -> str:
    """The model of the processor, of a board that names none that of the board or of its cores; empty where
    nothing is known."""
    parts = ", ".join(machine.get("cpu_parts") or ())
    return machine.get("cpu_model") or machine.get("board_model") or parts


def is_same_machine(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two records of machines are of the same one, as far as hardware tells."""
    signatures = {one.get(_LATER), other.get(_LATER)} - {None}
    return len(signatures) < 2 and all(one.get(fact) == other.get(fact) for fact in HARDWARE)
