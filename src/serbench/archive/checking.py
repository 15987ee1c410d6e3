"""The reasons for which a run must not be published, each a sentence. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from serbench.engine.attempts import still_disturbed, unmeasured
from serbench.engine.twins import Twin, noise_floors, twin_name
from serbench.engine.work import Fork
from serbench.languages import title_of
from serbench.machine.identity import processor
from serbench.record.reading import typed
from serbench.record.row import Row
from serbench.report.libraries import libraries_in
from serbench.report.words import listed
from serbench.statistics.comparison import LEAST_FORKS_FOR_RANK

Record = Mapping[str, Any]
# Of the forks of a run so many may have been disturbed at every attempt.
MOST_DISTURBED = 0.1
# Twins may differ by so much, if they are measured often enough for a rank: two forks of an engine that
# compiles at run time differ by more, which their intervals show.
MOST_NOISE = 0.15
# Of what reads a part of an object.
_NO_DIGEST = "0" * 16
_COMMIT = re.compile("[0-9a-f]{40}")


def refusals(record: Record, rows: Sequence[Row], twins: Sequence[Twin]) -> list[str]:
    """The reasons against a run; none where it may be published. ``twins`` are those of the run."""
    checks = (
        _of_source(record),
        _of_data(record, rows),
        _of_amount(record, rows),
        _of_versions(record),
        _of_noise(rows, twins),
    )
    return [reason for check in checks for reason in check]


def _of_source(record: Record) -> Iterator[str]:
    yield from source_refusals(record.get("machine", {}))
    if record.get("against"):
        yield "It also measured a second checkout, whose commit is unknown: run it without --against."


def source_refusals(machine: Mapping[str, Any]) -> Iterator[str]:
    """The reasons against what was measured on a machine, by the commit and the processor in its record."""
    if not _COMMIT.fullmatch(machine.get("git_revision") or ""):
        yield "No commit is recorded, so nobody can measure it again: run it in a clone of the repository."
    elif machine.get("git_dirty") is not False:
        yield (
            "The checkout had changes that are in no commit: commit or remove what `git status` shows, and"
            " measure again."
        )
    if not processor(machine):
        yield "The model of the processor is not recorded, so it belongs to no machine of the archive."


def _of_data(record: Record, rows: Sequence[Row]) -> Iterator[str]:
    if record.get("own"):
        yield "It has data of its user, which others do not have: run a workload of the project."
    corpora = record.get("corpora", {})
    for row in rows:
        corpus = corpora.get(row.workload, {})
        of_all = row.digest not in (None, _NO_DIGEST) and row.objects == corpus.get("objects")
        if row.ok and of_all and "digest" in corpus and row.digest != corpus["digest"]:
            yield (
                f"{row.codec} has the digest {row.digest} for {row.operation} of {row.workload}, but the"
                f" corpus has {corpus['digest']}: the rows belong to other objects."
            )
            return


def _of_amount(record: Record, rows: Sequence[Row]) -> Iterator[str]:
    planned = typed(record.get("plan", {}).get("forks"), list[Fork], "run.json", "plan.forks")
    if not planned or not rows:
        yield "Nothing was measured."
    elif missing := unmeasured(planned, rows):
        first = missing[0]
        yield (
            f"{len(missing)} of {len(planned)} forks are not measured, {first.codec} on {first.workload}"
            " among them: finish it with --resume."
        )
    unbuilt = [one["codec"] for one in record.get("failures", ()) if one.get("outcome") == "build"]
    if unbuilt:
        yield f"The build of {listed(unbuilt)} failed: mend it, and measure again."


def _of_versions(record: Record) -> Iterator[str]:
    found = libraries_in(record)
    lacking = sorted(codec for codec, library in found.items() if not library.version)
    if lacking:
        yield f"No version is recorded for {', '.join(lacking)}: the runner must report that of its library."


def _of_noise(rows: Sequence[Row], twins: Sequence[Twin]) -> Iterator[str]:
    forks = len({row.fork_identity for row in rows})
    disturbed = still_disturbed(rows)
    if disturbed > MOST_DISTURBED * forks:
        yield (
            f"{disturbed} of {forks} forks were disturbed by other programs at every attempt, more than"
            f" {MOST_DISTURBED:.0%}: measure in a quiet hour."
        )
    of_cells: dict[tuple[str, str], set[int]] = {}
    for row in rows:
        of_cells.setdefault((row.codec, row.workload), set()).add(row.fork)
    ranked = [
        twin
        for twin in twins
        if len(of_cells.get((twin_name(twin.codec), twin.workload), ())) >= LEAST_FORKS_FOR_RANK
    ]
    for language, noise in sorted(noise_floors(ranked).items()):
        if noise.share > MOST_NOISE:
            yield (
                f"The twins of {title_of(language)} differ by {noise.share:.0%}, more than {MOST_NOISE:.0%},"
                " though they are the same code: measure in a quiet hour."
            )
