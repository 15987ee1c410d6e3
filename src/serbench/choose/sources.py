"""Which measured times give the first answer: those of a run of this machine or published ones."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from serbench.choose.costs import DECODE, ENCODE, Published
from serbench.choose.runs import published_times, setting_published
from serbench.engine.own_options import DEFAULT_WORKLOAD


@dataclass(frozen=True, slots=True)
class Times:
    """The rows of a workload in one run, which can be compared, and whose they are, in words."""

    workload: str
    rows: tuple[Published, ...]
    source: str

    def measures(self, codecs: Collection[str]) -> int:
        """How many of these codecs have a time to encode and one to decode, which a cost is made of."""
        timed = {(row.codec, row.operation) for row in self.rows}
        return sum({(codec, ENCODE), (codec, DECODE)} <= timed for codec in codecs)


def first_times(here: Sequence[Published], workload: str | None, codecs: Collection[str]) -> Times:
    """The times for a first answer, of the workload that is asked for where any run has it: those of the run
    that has most of these codecs, because what has no times is not on the short list. Of several with as
    many it is the newest of this machine, whose rows are ``here``, the newest first."""
    asked = workload or DEFAULT_WORKLOAD
    setting = setting_published(asked)
    is_known = setting is not None or any(row.workload == asked for row in here)
    only = workload if is_known else None
    own = [times for times in _of_this_machine(here) if only in (None, times.workload)]
    return max((*own, _archived(setting or DEFAULT_WORKLOAD)), key=lambda times: times.measures(codecs))


def _of_this_machine(here: Sequence[Published]) -> Iterator[Times]:
    """Each workload of each run: times of different hours are never compared."""
    runs: dict[tuple[str, str], list[Published]] = {}
    for row in here:
        runs.setdefault((row.source, row.workload), []).append(row)
    for (run, workload), rows in runs.items():
        of = "" if workload == run else f" of {workload}"
        source = f"run {run}{of} on this machine (./serbench report {run}), not measured on your data"
        yield Times(workload, tuple(rows), source)


def _archived(workload: str) -> Times:
    rows = published_times(workload)
    run = rows[0].source if rows else ""
    seen = f"{run} (./serbench report {run})"
    of = f" of {workload}" if workload.partition(":")[0] != workload else ""
    return Times(
        workload, rows, f"the published run {seen}{of}, measured on neither your data nor this machine"
    )
