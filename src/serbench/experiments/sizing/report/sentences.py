"""Sentences about the sizes of messages. Pure."""

from collections.abc import Iterator, Sequence

from serbench.experiments.sizing.compressing import DICTIONARIES, ZSTD
from serbench.experiments.sizing.report.tables import bytes_text, reference_of
from serbench.experiments.sizing.results import Sized, SizingResults
from serbench.record.titles import MIX

# Formats whose batches differ by less are told to be alike.
_ALIKE = 0.1


def answers(results: SizingResults) -> list[str]:
    """Of the mix, or of each workload: the smallest format, the smallest with a dictionary, and what batches
    leave of the difference."""
    told = (MIX,) if MIX in results.workloads else results.workloads
    return [sentence for workload in told for sentence in _of(workload, results.of_workload(workload))]


def _of(workload: str, rows: Sequence[Sized]) -> Iterator[str]:
    libraries = [one for one in rows if not one.is_reference] or list(rows)
    if not libraries:
        return
    reference = reference_of(rows)
    smallest = libraries[0]
    share = _share(smallest.mean, reference)
    yield (
        f"{workload}: the smallest messages are those of {_named(smallest)}, {bytes_text(smallest.mean)}"
        f" bytes on average{share}; half have at most {smallest.percentile(50)}, 99 % at most"
        f" {smallest.percentile(99)}."
    )
    yield from _of_dictionary(workload, libraries, reference)
    yield from _of_batches(workload, libraries)


def _of_dictionary(workload: str, rows: Sequence[Sized], reference: Sized | None) -> Iterator[str]:
    """The smallest with the dictionary that helps most; small messages may be smaller as they are."""
    found = [(one.singles[name], name, one) for one in rows for name in DICTIONARIES if name in one.singles]
    if found:
        size, name, one = min(found, key=lambda each: (each[0], each[1], each[2].codec))
        kib = DICTIONARIES[name] >> 10
        taken = f"{_named(one)} with a {kib} KB dictionary of zstd takes {bytes_text(size)} bytes"
        if size < rows[0].mean:
            yield f"{workload}: {taken}{_share(size, reference)}."
        else:
            yield f"{workload}: no dictionary of zstd makes them smaller; {taken}."


def _of_batches(workload: str, rows: Sequence[Sized]) -> Iterator[str]:
    """The first size of batches at which the formats are alike, else the largest. Nothing is said where no
    format could come nearer to the others."""
    differing = {
        batch: apart
        for batch in sorted({number for one in rows for number in one.batched(ZSTD)} - {1})
        if (apart := _apart([one.batched(ZSTD).get(batch) for one in rows])) is not None
    }
    raw = _apart([one.mean for one in rows])
    if len(rows) < 2 or not differing or raw is None:
        return
    batch = next((size for size, apart in differing.items() if apart <= _ALIKE), max(differing))
    if differing[batch] > raw:
        # Messages that are alike, or tiny, differ more once they are compressed.
        return
    yield (
        f"{workload}: zstd on batches of {batch:,} brings all formats within {100 * differing[batch]:.0f} %"
        f" of the smallest, from {100 * raw:.0f} % as they are."
    )


def _apart(sizes: Sequence[float | None]) -> float | None:
    """How much the largest is above the smallest; None where one is unknown or has no bytes."""
    known = [size for size in sizes if size]
    return max(known) / min(known) - 1 if known and len(known) == len(sizes) else None


def _named(one: Sized) -> str:
    return f"{one.format} ({one.codec})"


def _share(size: float, reference: Sized | None) -> str:
    """The part of plain JSON; empty where there is none."""
    return f", {100 * size / reference.mean:.0f} % of JSON" if reference and reference.mean else ""
