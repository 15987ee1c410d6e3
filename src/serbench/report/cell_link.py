"""Where a measurement is shown on the page of a run."""

from __future__ import annotations

from urllib.parse import quote


def cell_link(codec: str, workload: str, operation: str) -> str:
    """``#cell/CODEC/WORKLOAD/OPERATION``, each part written as in an address."""
    return "#cell/" + "/".join(quote(part, safe="") for part in (codec, workload, operation))
