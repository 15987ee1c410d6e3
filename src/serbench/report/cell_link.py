"""Where a measurement is shown on the page of a run."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote


def cell_link(codec: str, workload: str, operation: str) -> str:
    """``#cell/CODEC/WORKLOAD/OPERATION``, each part written as in an address."""
    return f"#cell/{_quoted(codec)}/{_quoted(workload)}/{_quoted(operation)}"


@lru_cache(maxsize=1024)
def _quoted(part: str) -> str:
    """A page links to a few names many times."""
    return quote(part, safe="")
