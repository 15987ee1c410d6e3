"""Publishes a run: checks it and writes its entry, and checks entries again."""

import platform
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from serbench.archive.checking import refusals
from serbench.archive.entry import entry_in, entry_name, entry_paths, machine_name, sealed_files
from serbench.archive.reducing import published_record, published_row
from serbench.corpus.cache import corpus_of
from serbench.corpus.workload import find_workloads
from serbench.engine.twins import Twin, twins_in
from serbench.errors import BadInput, SerbenchError
from serbench.experiments.reporting import reporting_of
from serbench.locations import ARCHIVE, CHECKOUT
from serbench.machine.record import has_commit
from serbench.operations import FROM_OBJECTS
from serbench.record.reading import fitting_together, read_bytes
from serbench.record.run_folder import RunFolder
from serbench.record.sealing import hash_of
from serbench.scratch import naming_full_disk, scratch_folder

IsKnown = Callable[[str], bool]


def publish(run: Path, archive: Path = ARCHIVE, is_known: IsKnown | None = None) -> Path:
    """Writes the entry of a run into the archive and returns its folder, which is that of before where the
    run is published already.

    ``is_known`` says whether a commit is one of the project, by default one of this checkout. Raises BadInput
    with a sentence for each reason against the run.
    """
    folder = RunFolder.load(run)
    with fitting_together(folder.path):
        machine = folder.record.get("machine", {})
        found = [*_reasons(folder), *unknown_commit(machine, is_known), *_other_corpora(folder)]
        if found:
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


def damages(archive: Path = ARCHIVE) -> Iterator[tuple[Path, str]]:
    """The entries that are not as they were published, or that must not be published, each with why."""
    for path in entry_paths(archive):
        try:
            entry = entry_in(path)
            folder = entry.folder()
            with fitting_together(path):
                found = _reasons(folder)
                name, machine = entry_name(folder.record), machine_name(folder.record)
        except SerbenchError as error:
            yield path, str(error)
            continue
        if not path.name.startswith(name) or path.parent.name != machine:
            found.append(f"Its record belongs to {machine}/{name}, another place in the archive.")
        if (entry.seal.run, entry.seal.experiment) != (folder.record.get("run"), folder.experiment):
            found.append("Its seal names another run than its record.")
        if found:
            yield path, " ".join(found)


def _reasons(folder: RunFolder) -> list[str]:
    return refusals(folder.record, folder.rows, _twins(folder))


def _twins(folder: RunFolder) -> tuple[Twin, ...]:
    """The twins of this run, by the fastest way to them."""
    reporting = reporting_of(folder.record)
    if reporting.times is None:
        return tuple(reporting.twins(folder))
    medians = dict(reporting.times(folder))
    return twins_in(folder.name, medians, folder.record.get("twins", {}), FROM_OBJECTS)


def hosts_here() -> list[str]:
    """The names of this host that are long enough to be told from words."""
    return [name for name in (platform.node(),) if len(name) > 3]


def unknown_commit(machine: Mapping[str, Any], is_known: IsKnown | None) -> list[str]:
    """The reason against what was measured with a commit that is not one of the project; none otherwise."""
    commit = machine.get("git_revision")
    known = is_known or (lambda revision: has_commit(CHECKOUT, revision))
    if not commit or known(commit):
        return []
    return [f"Its commit {commit[:12]} is not in this repository, so nobody can measure it again."]


def _other_corpora(folder: RunFolder) -> Iterator[str]:
    """The corpora that are not those which the workloads have here. Those of an experiment's own schemas are
    made by it and are in no workload."""
    for name, recorded in folder.record.get("corpora", {}).items():
        try:
            (workload,) = find_workloads([name])
            own = corpus_of(workload, recorded.get("seed", 1)).manifest
        except (BadInput, ValueError):
            continue
        if own.objects == recorded.get("objects") and own.sha256 != recorded["sha256"]:
            yield (
                f"The corpus of {name} has the SHA-256 {recorded['sha256'][:12]}…, but the workload here has"
                f" {own.sha256[:12]}…: measure it again."
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
