"""Which measured times give the first answer: those of this machine or published ones."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from serbench.choose.costs import Published
from serbench.choose.runs import published_times, setting_published
from serbench.engine.own_options import DEFAULT_WORKLOAD


@dataclass(frozen=True, slots=True)
class Times:
    """The rows of a workload that can be compared, and whose they are, in words."""

    workload: str
    rows: tuple[Published, ...]
    source: str

    def measures(self, codecs: Collection[str]) -> int:
        """How many of these codecs it has."""
        return len({row.codec for row in self.rows} & set(codecs))


def first_times(here: Sequence[Published], workload: str | None, codecs: Collection[str]) -> Times:
    """The times for a first answer, of the workload that is asked for where any run has it: those that have
    most of these codecs, because what has no times is not on the short list. Of two with as many, the rows
    ``here``, of this machine, are the nearer ones."""
    asked = workload or DEFAULT_WORKLOAD
    setting = setting_published(asked)
    archived = _archived(setting or DEFAULT_WORKLOAD)
    if workload is None or (setting is None and not _of(here, asked)):
        own = _of_this_machine(here, _commonest(here))
    else:
        own = _of_this_machine(here, asked)
    return max((own, archived), key=lambda times: times.measures(codecs))


def _of(rows: Sequence[Published], workload: str) -> tuple[Published, ...]:
    return tuple(row for row in rows if row.workload == workload)


def _of_this_machine(rows: Sequence[Published], workload: str) -> Times:
    source = f"earlier runs of {workload} on this machine, not measured on your data"
    return Times(workload, _of(rows, workload), source)


def _archived(workload: str) -> Times:
    rows = published_times(workload)
    run = rows[0].source if rows else ""
    seen = f"{run} (./serbench report {run})"
    of = f" of {workload}" if workload.partition(":")[0] != workload else ""
    return Times(
        workload, rows, f"the published run {seen}{of}, measured on neither your data nor this machine"
    )


def _commonest(rows: Sequence[Published]) -> str:
    """The workload of which most codecs were measured."""
    counts: dict[str, set[str]] = {}
    for row in rows:
        counts.setdefault(row.workload, set()).add(row.codec)
    return max(counts, key=lambda name: (len(counts[name]), name), default="")
