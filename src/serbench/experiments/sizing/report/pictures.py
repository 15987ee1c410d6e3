"""The pictures of a run: what compression and what batches leave of each codec's messages."""

from collections.abc import Sequence

from serbench.experiments.sizing.compressing import ZSTD
from serbench.experiments.sizing.results import Sized, SizingResults
from serbench.report.charts.marks import CurvePoint, Dot, curves, dot_rows
from serbench.report.charts.picture import Picture, Theme


def pictures(results: SizingResults, theme: Theme) -> tuple[Picture, ...]:
    """For each workload a row of dots for each codec, and its curve over the size of batches."""
    found: list[Picture] = []
    for workload in results.workloads:
        rows = results.of_workload(workload)
        found.append(_compressed(workload, rows, theme))
        if any(len(one.batched(ZSTD)) > 1 for one in rows):
            found.append(_batched(workload, rows, theme))
    return tuple(found)


def _compressed(workload: str, rows: Sequence[Sized], theme: Theme) -> Picture:
    dots = [
        Dot(one.codec, name, size, f"{one.codec}, {name}: {size:.1f} bytes")
        for one in rows
        for name, size in one.singles.items()
        if size
    ]
    return Picture(
        f"{workload}-sizes",
        f"{workload}: bytes of a message",
        "The mean of messages as they are, and each compressed on its own, by zstd also with dictionaries.",
        dot_rows(dots, "bytes", theme),
    )


def _batched(workload: str, rows: Sequence[Sized], theme: Theme) -> Picture:
    points = [
        CurvePoint(one.codec, number, size, f"{one.codec}, {number} together: {size:.1f} bytes")
        for one in rows
        for number, size in one.batched(ZSTD).items()
        if size
    ]
    return Picture(
        f"{workload}-batches",
        f"{workload}: bytes of an object in batches",
        "So many consecutive messages are compressed together by zstd.",
        curves(points, "objects together", "bytes of an object", theme),
    )
