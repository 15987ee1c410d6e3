"""The disk on which the files of a run were."""

from collections.abc import Mapping
from typing import Any


def disk_words(record: Mapping[str, Any], folder: str) -> str:
    """The file system of a ``folder`` of the run, its device and its mount options."""
    system = (record.get("machine", {}).get("file_systems") or {}).get(folder)
    if not system:
        return ""
    turning = ", turning" if system.get("rotational") else ""
    return f"{system['type']} of {system['source']} ({system['options']}{turning})"
