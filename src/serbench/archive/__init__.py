"""Holds published runs: how a run enters the archive, and what is read of it (``published``).

from serbench.archive import published

for row in published(experiment="memory", workload="media"):
    print(row.codec, row.operation, row.low_ns, row.median_ns, row.high_ns, row.size_bytes)
"""

from serbench.archive.published import PublishedRow, published

__all__ = ["PublishedRow", "published"]
