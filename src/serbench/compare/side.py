"""One side of a comparison: what a run has measured, or what a published table claims."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from serbench.errors import BadInput, did_you_mean
from serbench.languages import languages
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.report.standing import hand_written_in
from serbench.statistics.estimate import Estimate
from serbench.statistics.noise import NoiseFloors

# A codec, a workload and an operation.
Key = tuple[str, str, str]
PUBLISHED = "published:"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison. Times are nanoseconds of CPU time for one operation on one object, of wall
    time where ``clock`` says so; sizes are bytes.

    ``totals`` are by workload and codec what ranks the codecs, and ``total_of`` names its operations; where
    there are none, each operation ranks them separately.
    ``claimed`` marks published figures: times of another machine in any unit, sizes of other data.
    A claim may name the codec to which its times are ``reference``d, and the codecs for which its authors'
    program did ``less_work``, each with what it did. ``distinguished_by`` are further facts, each with its
    label, by which two runs may differ, as is the disk of files. Codecs that are written ``hand_written``
    have no rank. ``executables`` tell of each codec and workload what ran, the same text for the same
    executable; what is unknown is not there. ``outcomes`` are cells that have a word and no time;
    ``worst_last`` are all such words, and where there are none, each is a number of which less is better.
    Times of ``bounds`` are upper bounds.
    """

    name: str
    claimed: bool
    times: Mapping[Key, Estimate]
    sizes: Mapping[tuple[str, str], float]
    totals: Mapping[str, Mapping[str, Estimate]] = field(default_factory=dict)
    total_of: Mapping[str, str] = field(default_factory=dict)
    corpora: Mapping[str, str] = field(default_factory=dict)
    machine: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    executables: Mapping[tuple[str, str], str] = field(default_factory=dict)
    failures: tuple[Failure, ...] = ()
    noise: NoiseFloors = field(default_factory=dict)
    description: str = ""
    clock: str = "CPU"
    distinguished_by: Mapping[str, str] = field(default_factory=dict)
    reference: str = ""
    less_work: Mapping[str, str] = field(default_factory=dict)
    hand_written: frozenset[str] = frozenset()
    outcomes: Mapping[Key, str] = field(default_factory=dict)
    bounds: frozenset[Key] = frozenset()
    worst_last: tuple[str, ...] = ()


def measured_side(
    folder: RunFolder, times: Mapping[Key, Estimate], sizes: Mapping[tuple[str, str], float], **known: Any
) -> Side:
    """The side of a run: its times and sizes, what its experiment knows besides, and what any record has."""
    record = folder.record
    machine = record.get("machine", {})
    return Side(
        name=folder.name,
        claimed=False,
        times=times,
        sizes=sizes,
        corpora={name: corpus["sha256"] for name, corpus in record.get("corpora", {}).items()},
        machine=machine,
        versions={runner["codec"]: _version(runner) for runner in record.get("runners", ())},
        executables=_executables(record),
        description=machine.get("cpu_model") or "",
        hand_written=hand_written_in(record),
        **known,
    )


def _executables(record: Mapping[str, Any]) -> dict[tuple[str, str], str]:
    """Of each runner that tells its product: the product, how it was started, and what it found here."""
    # What a runtime finds by watching its clock is not the same each time.
    observed = {fact for language in languages() for fact in language.observed_facts}
    found: dict[tuple[str, str], str] = {}
    for runner in record.get("runners", ()):
        if key := runner.get("product_key"):
            build = {name: fact for name, fact in runner.get("build", {}).items() if name not in observed}
            started = [runner.get(name, {}) for name in ("parameters", "preloaded", "libraries")]
            text = json.dumps([key, build, *started], sort_keys=True)
            found[runner["codec"], runner["workload"]] = text
    return found


def _version(runner: Mapping[str, Any]) -> str:
    libraries = ", ".join(f"{name} {version}" for name, version in runner.get("libraries", {}).items())
    build = runner.get("build", {})
    return "; ".join(part for part in (libraries, build.get("compiler"), build.get("flags")) if part)


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """``side`` is what the table claims, ``side_of`` what its authors would have made of a run, None where
    that is the side of any comparison. A run is compared with one such table at a time (``only_one``)."""

    side: Callable[[], Side]
    side_of: Callable[[RunFolder], Side] | None = None
    only_one: str = ""


def named_table(table: str, tables: Mapping[str, PublishedTable]) -> PublishedTable:
    """Raises BadInput where there is none of that name."""
    if table in tables:
        return tables[table]
    hint = did_you_mean(table, tables, f"there are {', '.join(tables)}.", prefix=PUBLISHED)
    raise BadInput(f"There is no published table {table}; {hint}")
