"""The reasons for which a run must not be published, each a sentence. Pure."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from serbench.engine.attempts import much_disturbed, unmeasured
from serbench.engine.twins import noise_floors, twin_name, twins_in
from serbench.engine.work import Fork
from serbench.languages import title_of
from serbench.machine.identity import processor
from serbench.record.reading import typed
from serbench.record.row import Row
from serbench.report.libraries import libraries_in
from serbench.report.standing import Key
from serbench.report.words import listed
from serbench.statistics.comparison import LEAST_FORKS_FOR_RANK
from serbench.statistics.estimate import Estimate
from serbench.statistics.noise import NoiseFloors

Record = Mapping[str, Any]
# Twins may differ by so much, if they are measured often enough for a rank: two forks of an engine that
# compiles at run time differ by more, which their intervals show.
MOST_NOISE = 0.15
# The forks of a codec scatter where a half of its interval is wider. Twins whose forks do not, or whose
# intervals lie apart all the same, differ by where their code or their buffers lie. A quiet hour changes
# nothing of that, and the noise floor of the run has it.
MOST_SCATTER = 0.05
# Of what reads a part of an object.
_NO_DIGEST = "0" * 16
_COMMIT = re.compile("[0-9a-f]{40}")


def refusals(
    record: Record, rows: Sequence[Row], twin_times: Mapping[Key, Estimate], default: Collection[str]
) -> list[str]:
    """The reasons against a run; none where it may be published. ``twin_times`` are those of
    ``Reporting``, and ``default`` the codecs of the default set."""
    checks = (
        _of_source(record),
        _of_data(record, rows),
        _of_amount(record, rows, default),
        _of_versions(record),
        _of_disturbance(record, rows),
        _of_twins(record, rows, twin_times),
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
    if machine.get("cpu_time_limit_s") is not None:
        yield "A limit of CPU time (ulimit -t) made its clock coarse: measure again without it."


def _of_data(record: Record, rows: Sequence[Row]) -> Iterator[str]:
    if record.get("own"):
        yield "It has data of its user, which others do not have: run a workload of the project."
    corpora = record.get("corpora", {})
    for row in rows:
        if not row.ok or row.digest in (None, _NO_DIGEST):
            continue
        corpus = corpora.get(row.workload, {})
        if not {"digest", "objects"} <= corpus.keys():
            yield (
                f"No digest of the corpus of {row.workload} is recorded, so its rows may be of any objects:"
                " measure it again."
            )
            return
        # A row of other objects than all of them has a digest of its own.
        if row.objects in (None, corpus["objects"]) and row.digest != corpus["digest"]:
            yield (
                f"{row.codec} has the digest {row.digest} for {row.operation} of {row.workload}, but the"
                f" corpus has {corpus['digest']}: the rows belong to other objects."
            )
            return


def _of_amount(record: Record, rows: Sequence[Row], default: Collection[str]) -> Iterator[str]:
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
    # Others may be missing in a run of all codecs, as what no distribution has.
    if lacking := sorted(record.get("unavailable", {}).keys() & set(default)):
        yield (
            f"{listed(lacking)} of the default set could not be measured: `./serbench setup` names what is"
            " missing; install it, and measure again, or measure the codecs that you have by their names."
        )


def _of_versions(record: Record) -> Iterator[str]:
    found = libraries_in(record)
    lacking = sorted(codec for codec, library in found.items() if not library.version)
    if lacking:
        yield f"No version is recorded for {', '.join(lacking)}: the runner must report that of its library."


def _of_disturbance(record: Record, rows: Sequence[Row]) -> Iterator[str]:
    if clause := much_disturbed(rows):
        again = f"`./serbench {record.get('verb', 'run')} --resume {record.get('run')} --again 1h`"
        yield f"{clause}: measure these again in a quiet hour by {again}."


def _of_twins(record: Record, rows: Sequence[Row], times: Mapping[Key, Estimate]) -> Iterator[str]:
    forks: dict[tuple[str, str], set[int]] = {}
    for row in rows:
        forks.setdefault((row.codec, row.workload), set()).add(row.fork)
    twins: Mapping[str, str] = record.get("twins", {})
    ranked: dict[Key, Estimate] = {}
    for (codec, workload, operation), time in times.items():
        name = codec if codec in twins else twin_name(codec)
        if len(forks.get((name, workload), ())) >= LEAST_FORKS_FOR_RANK:
            ranked[codec, workload, operation] = time
    all_twins = _floors(ranked, twins)
    for language, noise in sorted(_floors(_scattered(ranked, twins), twins).items()):
        if min(noise.share, all_twins[language].share) > MOST_NOISE:
            yield (
                f"The twins of {title_of(language)} differ by {noise.share:.0%}, more than {MOST_NOISE:.0%},"
                " though they are the same code, and their forks scatter: measure in a quiet hour."
            )


def _floors(times: Mapping[Key, Estimate], twins: Mapping[str, str]) -> NoiseFloors:
    medians = {key: time.median for key, time in times.items()}
    return noise_floors(twins_in("", medians, twins, {operation for _, _, operation in times}))


def _scattered(times: Mapping[Key, Estimate], twins: Mapping[str, str]) -> dict[Key, Estimate]:
    """The times of twins whose difference the scatter of their forks explains."""
    found: dict[Key, Estimate] = {}
    for (twin, workload, operation), second in times.items():
        key = (twins.get(twin, ""), workload, operation)
        first = times.get(key)
        if first is not None and _scatter(first, second):
            found |= {key: first, (twin, workload, operation): second}
    return found


def _scatter(first: Estimate, second: Estimate) -> bool:
    overlap = first.low <= second.high and second.low <= first.high
    return overlap and max(first.wider_half, second.wider_half) > MOST_SCATTER
