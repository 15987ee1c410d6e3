"""The findings of published runs: a row for each codec, workload and operation."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from serbench.archive.entry import Entry, entries
from serbench.experiments.reporting import reporting_of
from serbench.locations import ARCHIVE
from serbench.operations import OPERATION_BY_NAME
from serbench.record.reading import fitting_together
from serbench.report.libraries import libraries_in

_VIEWS = {"application": "objects", "library": "messages"}


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """A codec, a workload and an operation of a published run.

    ``machine`` is a folder of the archive, ``date`` the day of the measurement as ``YYYY-MM-DD``, ``commit``
    that of serbench, and ``entry`` the name of the run's folder there. ``view`` is ``objects`` where an
    operation begins or ends with an application's objects, ``messages`` where with the library's own, and
    empty of experiments that do not tell them apart.

    Times are nanoseconds of ``clock`` (``CPU`` or ``wall``) for one operation on one object, with the ends of
    the interval over the forks of the run, and ``size_bytes`` is the mean size of a message; None where there
    is none. ``outcome`` is ``ok`` of a time, else the word or the number that was found: what a reader of
    another schema got, how a codec ended. ``library`` is the library with its version and the year of it,
    empty of hand-written code; ``versions`` has all that the codec uses, by name.
    """

    machine: str
    date: str
    entry: str
    commit: str
    experiment: str
    workload: str
    codec: str
    operation: str
    view: str
    clock: str
    low_ns: float | None
    median_ns: float | None
    high_ns: float | None
    size_bytes: float | None
    outcome: str
    library: str
    versions: Mapping[str, str]
    hand_written: bool


def published(
    archive: Path = ARCHIVE, *, experiment: str | None = None, workload: str | None = None
) -> Iterator[PublishedRow]:
    """The rows of all published runs, by machines, the newest run first; none where there is no archive.

    Only the runs of ``experiment`` (``memory`` is that of ``./serbench run``) and of ``workload`` are read
    where these are given. Of a cell that several runs of a machine have, the first row is the newest; rows of
    different machines must not be compared. Raises BadInput for a damaged entry.
    """
    for entry in entries(archive):
        seal = entry.seal
        if experiment in (None, seal.experiment) and (workload is None or workload in seal.workloads):
            yield from (row for row in _rows(entry) if workload in (None, row.workload))


def _rows(entry: Entry) -> list[PublishedRow]:
    folder = entry.folder()
    with fitting_together(entry.path):
        side = reporting_of(folder.record).side(folder)
        libraries = libraries_in(folder.record)
        versions = {of["codec"]: of.get("libraries", {}) for of in folder.record.get("runners", ())}
        found = []

        def add(codec: str, workload: str, operation: str, outcome: str) -> None:
            time = side.times.get((codec, workload, operation)) if outcome == "ok" else None
            interval = time if time and time.has_interval else None
            library = libraries.get(codec)
            known = OPERATION_BY_NAME.get(operation)
            row = PublishedRow(
                machine=entry.machine,
                date=entry.date,
                entry=entry.path.name,
                commit=folder.record["machine"]["git_revision"],
                experiment=folder.experiment,
                workload=workload,
                codec=codec,
                operation=operation,
                view=_VIEWS[known.side] if known else "",
                clock=side.clock,
                low_ns=interval.low if interval else None,
                median_ns=time.median if time else None,
                high_ns=interval.high if interval else None,
                size_bytes=side.sizes.get((codec, workload)),
                outcome=outcome,
                library=library.text if library else "",
                versions=versions.get(codec, {}),
                hand_written=codec in side.hand_written,
            )
            found.append(row)

        for key in side.times:
            add(*key, "ok")
        for key, outcome in side.outcomes.items():
            add(*key, outcome)
        for of in side.failures:
            add(of.codec, of.workload, of.operation or "", of.outcome)
    return found
