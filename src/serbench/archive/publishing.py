"""Publishes a run: checks it and writes its entry, and checks entries again."""

import platform
import re
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from serbench.archive.checking import refusals
from serbench.archive.entry import (
    ROWS,
    entry_in,
    entry_name,
    entry_paths,
    machine_name,
    sealed_files,
    workloads_in,
)
from serbench.archive.reducing import published_record, published_row
from serbench.codecs.sets import DEFAULT
from serbench.corpus.cache import corpus_of
from serbench.corpus.manifest import Manifest
from serbench.corpus.workload import find_workloads
from serbench.errors import BadInput, SerbenchError
from serbench.experiments.reporting import reporting_of
from serbench.locations import ARCHIVE, CHECKOUT
from serbench.machine.record import has_all_commits, has_commit
from serbench.pools.pool import kept_pool, size_of_pool
from serbench.record.reading import fitting_together, read_bytes
from serbench.record.run_files import RECORD
from serbench.record.run_folder import RunFolder
from serbench.record.sealing import SEAL, hash_of
from serbench.scratch import naming_full_disk, scratch_folder
from serbench.selection.discovery import names_in

IsKnown = Callable[[str], bool]
_FILES = (RECORD, ROWS, SEAL)


def is_here(commit: str) -> bool:
    """Whether a commit is one of this checkout."""
    return has_commit(CHECKOUT, commit)


def may_be_here(commit: str) -> bool:
    """Whether a commit is one of this checkout, as far as that has all of the project."""
    return is_here(commit) or not has_all_commits(CHECKOUT)


def publish(run: Path, archive: Path = ARCHIVE, is_known: IsKnown = is_here) -> Path:
    """Writes the entry of a run into the archive and returns its folder, which is that of before where the
    run is published already.

    ``is_known`` says whether a commit is one of the project. Raises BadInput with a sentence for each reason
    against the run.
    """
    folder = RunFolder.load(run)
    with fitting_together(folder.path):
        if found := _reasons(folder, is_known):
            raise BadInput(f"{folder.name} is not published. " + " ".join(found))
        measured = hash_of(read_bytes(folder.measurements))
        hosts = hosts_here()
        rows = [published_row(row, hosts) for row in folder.rows]
        reduced = RunFolder(folder.path, published_record(folder.record, hosts), rows)
        files = sealed_files(reduced, measured)
        place = archive / machine_name(reduced.record)
        for path in free_names(place / entry_name(reduced.record)):
            if not path.exists():
                return written(path, files)
            if entry_in(path).seal.measurements_sha256 == measured:
                return path
    raise AssertionError("names never end")


def damages(archive: Path = ARCHIVE, is_known: IsKnown = may_be_here) -> Iterator[tuple[Path, str]]:
    """The entries that are not as they were published, or that must not be published, each with why."""
    for path in entry_paths(archive):
        try:
            entry = entry_in(path)
            folder = entry.folder()
            with fitting_together(path):
                found = _reasons(folder, is_known)
                found += out_of_place(path, machine_name(folder.record), entry_name(folder.record), _FILES)
                sealed = (entry.seal.run, entry.seal.experiment, entry.seal.workloads)
                if sealed != (folder.record.get("run"), folder.experiment, workloads_in(folder.record)):
                    found.append("Its seal names another run or other workloads than its record.")
        except SerbenchError as error:
            found = [str(error)]
        if found:
            yield path, " ".join(found)


def _reasons(folder: RunFolder, is_known: IsKnown) -> list[str]:
    record = folder.record
    twin_times = reporting_of(record).twin_times(folder) if record.get("twins") else {}
    default = names_in(DEFAULT) if record.get("unavailable") else ()
    return [
        *refusals(record, folder.rows, twin_times, default),
        *unknown_commit(record.get("machine", {}), is_known),
        *_other_corpora(record),
    ]


def out_of_place(path: Path, machine: str, name: str, files: Collection[str]) -> Iterator[str]:
    """The reasons against the place of an entry of this machine and name, and against what it has besides its
    files, because reports and choices would read that."""
    if not re.fullmatch(rf"{re.escape(name)}(?:-[0-9]+)?", path.name) or path.parent.name != machine:
        yield f"Its record belongs to {machine}/{name}, another place in the archive."
    for other in sorted({of.name for of in path.iterdir()} - set(files)):
        yield f"Its {other} is none of the files of an entry: remove it."


def hosts_here() -> list[str]:
    """The names of this host that are long enough to be told from words."""
    return [name for name in (platform.node(),) if len(name) > 3]


def unknown_commit(machine: Mapping[str, Any], is_known: IsKnown) -> list[str]:
    """The reason against what was measured with a commit that is not one of the project; none otherwise."""
    commit = machine.get("git_revision")
    if not commit or is_known(commit):
        return []
    return [f"Its commit {commit[:12]} is not in this repository, so nobody can measure it again."]


def _other_corpora(record: Mapping[str, Any]) -> Iterator[str]:
    """The corpora that are not those which the workloads have here. Those of an experiment's own schemas are
    made by it and are in no workload."""
    for name, recorded in record.get("corpora", {}).items():
        try:
            (workload,) = find_workloads([name])
        except (BadInput, ValueError):
            continue
        objects, seed = recorded.get("objects"), recorded.get("seed", 1)
        own = corpus_of(workload, seed).manifest
        if objects == own.objects:
            yield from _other_corpus(recorded, own)
        elif workload.conformance or objects != size_of_pool(workload, seed):
            yield f"The corpus of {name} has {objects} objects, but neither corpus nor pool here has as many."
        # A pool takes many seconds to make, so it is compared where a run has left it in the cache.
        elif pool := kept_pool(workload, seed):
            yield from _other_corpus(recorded, pool.manifest)


def _other_corpus(recorded: Mapping[str, Any], own: Manifest) -> Iterator[str]:
    if recorded["sha256"] != own.sha256:
        yield (
            f"The corpus of {own.workload} has the SHA-256 {recorded['sha256'][:12]}…, but the workload here"
            f" has {own.sha256[:12]}…: measure it again."
        )
    elif recorded.get("digest", own.digest) != own.digest:
        yield (
            f"The corpus of {own.workload} has the digest {recorded['digest']}, but the workload here has"
            f" {own.digest}: its record was changed."
        )


def free_names(first: Path) -> Iterator[Path]:
    """The names of the entries of a day, the second with the number 2."""
    yield first
    yield from (first.with_name(f"{first.name}-{number}") for number in range(2, 1000))
    raise BadInput(f"{first} has a thousand entries already.")


def written(path: Path, files: dict[str, bytes]) -> Path:
    """Writes an entry that is there wholly or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with naming_full_disk(path.parent), scratch_folder("entry", path.parent) as arriving:
        for name, content in files.items():
            (arriving / name).write_bytes(content)
        shutil.copymode(path.parent, arriving)
        arriving.rename(path)
    return path
