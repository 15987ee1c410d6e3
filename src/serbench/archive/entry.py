"""An entry of the archive: the folder of a published run, sealed by the hashes of its files.

``archive/<machine>/<date>-<experiment>-<workload>/`` holds ``run.json``, the rows in ``rows.jsonl.xz`` and
``entry.json``, which has the hashes of both and that of the samples that stay with the measurer.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from serbench.errors import BadInput
from serbench.facts.published import is_of_facts
from serbench.locations import ARCHIVE
from serbench.machine.identity import processor
from serbench.record.names import PositiveCount, Word, WorkloadName
from serbench.record.row import FIRST_EXPERIMENT
from serbench.record.run_files import RECORD, record_in, whole_forks
from serbench.record.run_folder import RunFolder, find_run
from serbench.record.sealing import SEAL, Hash, hash_of, packed, seal_in, sealed, unpacked

ROWS = "rows.jsonl.xz"
# The archive as a page of docs/results/published reaches it.
ARCHIVE_FROM_PAGES = "../../../archive"
FORMAT = 1
# A name with more workloads tells only how many more there are.
_MOST_NAMED = 3
_NAME = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}-[a-z]+-.+")


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """``entry.json``. ``run`` is the name that the run had;
    ``measurements_sha256`` is the hash of its measurements.jsonl, which has all samples."""

    format: PositiveCount
    run: Word
    experiment: Word
    workloads: tuple[WorkloadName, ...]
    run_sha256: Hash
    rows_sha256: Hash
    measurements_sha256: Hash


@dataclass(frozen=True, slots=True)
class Entry:
    """A folder of the archive whose files are those that were sealed; only its seal has been read."""

    path: Path
    seal: Seal

    @property
    def machine(self) -> str:
        return self.path.parent.name

    @property
    def date(self) -> str:
        """The day of the measurement, as ``YYYY-MM-DD``."""
        return self.path.name[:10]

    @property
    def page(self) -> str:
        """The experiment and its workloads, as the entries of all days have them."""
        return _label(self.seal.experiment, self.seal.workloads)

    def folder(self) -> RunFolder:
        """The run as reports and queries take it, under the name of the entry; it must not be changed. Raises
        BadInput where it was damaged or altered."""
        content = sealed(self.path / ROWS, self.seal.rows_sha256)
        sealed(self.path / RECORD, self.seal.run_sha256)
        return _parsed(self, content)


# A command asks several times for a run, whose rows take seconds to check.
@lru_cache(maxsize=4)
def _parsed(entry: Entry, content: bytes) -> RunFolder:
    """The run of an entry, of whose rows this is the content."""
    place = entry.path / ROWS
    rows, size_bytes = whole_forks(lines := unpacked(content, place), place)
    if size_bytes != len(lines):
        raise BadInput(f"{place} ends within a fork.")
    return RunFolder(entry.path, record_in(entry.path), rows)


def entries(archive: Path = ARCHIVE) -> Iterator[Entry]:
    """The entries of an archive by machines, the newest first. Raises BadInput where a seal is damaged."""
    for path in entry_paths(archive):
        yield entry_in(path)


def entry_paths(archive: Path = ARCHIVE) -> list[Path]:
    """The folders that should be entries of runs, by machines, the newest first."""
    found = [path for path in archive.glob("*/*") if path.is_dir() and not is_of_facts(path)]
    return sorted(sorted(found, reverse=True), key=lambda path: path.parent.name)


def entry_in(path: Path) -> Entry:
    """The entry in a folder. Raises BadInput where its seal is missing or damaged."""
    seal = seal_in(path, Seal, FORMAT)
    if not _NAME.fullmatch(path.name):
        raise BadInput(f"{path} is not named as an entry is: <date>-<experiment>-<workload>.")
    return Entry(path, seal)


def run_at(path: Path) -> RunFolder:
    """The run in a folder, which may be an entry. Raises BadInput where it was damaged or altered."""
    return entry_in(path).folder() if (path / SEAL).exists() else RunFolder.load(path)


def run_named(name: str) -> RunFolder:
    """A run by its name or the path of its folder, or a published one by the name of its entry. Raises
    BadInput where there is none, or where it was damaged or altered."""
    try:
        place = find_run(name)
    except BadInput:
        published = next((path for path in entry_paths() if path.name == name), None)
        if published is None:
            raise
        place = published
    return run_at(place)


def machine_name(record: Mapping[str, Any]) -> str:
    """The name of a run's machine: the model of its processor, with the numbers of family, model and
    stepping, as a hypervisor may give several models one name."""
    machine = record.get("machine", {})
    words = [processor(machine), machine.get("cpu_signature") or ""]
    return _slug(re.sub(r"\((?:R|TM)\)", "", " ".join(words)).lower())


def entry_name(record: Mapping[str, Any]) -> str:
    """The name of a run's entry."""
    label = _label(record.get("experiment", FIRST_EXPERIMENT), workloads_in(record))
    return f"{record.get('started_at', '')[:10]}-{label}"


def workloads_in(record: Mapping[str, Any]) -> tuple[str, ...]:
    """The workloads that the forks of a run measure."""
    return tuple(sorted({fork["workload"] for fork in record.get("plan", {}).get("forks", ())}))


def _label(experiment: str, workloads: Sequence[str]) -> str:
    """The experiment and the workloads, without their parameters."""
    families = sorted({workload.partition(":")[0] for workload in workloads})
    more = [f"{len(families) - _MOST_NAMED}-more"] if len(families) > _MOST_NAMED else []
    return f"{experiment}-{'+'.join([*families[:_MOST_NAMED], *more])}"


def sealed_files(folder: RunFolder, measurements_sha256: str) -> dict[str, bytes]:
    """The files of the entry of a run that is reduced to what is published, by their names."""
    # A line for each item, so that a person finds one.
    items = (f"{json.dumps(name)}:{_compact(value)}" for name, value in folder.record.items())
    record = ("{" + ",\n".join(items) + "}\n").encode()
    lines = b"".join(msgspec.json.encode(row) + b"\n" for row in folder.rows)
    rows = packed(lines)
    seal = Seal(
        format=FORMAT,
        run=folder.record.get("run", folder.name),
        experiment=folder.experiment,
        workloads=workloads_in(folder.record),
        run_sha256=hash_of(record),
        rows_sha256=hash_of(rows),
        measurements_sha256=measurements_sha256,
    )
    text = json.dumps(msgspec.to_builtins(seal), indent=1) + "\n"
    return {RECORD: record, ROWS: rows, SEAL: text.encode()}


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _slug(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.]+", "-", text).strip("-")
