"""Publishes a record of facts: checks it and writes its entry, and checks entries again."""

import json
from collections.abc import Iterator
from pathlib import Path

from serbench.archive.checking import source_refusals
from serbench.archive.entry import machine_name
from serbench.archive.publishing import (
    IsKnown,
    free_names,
    hosts_here,
    is_here,
    may_be_here,
    out_of_place,
    unknown_commit,
    written,
)
from serbench.archive.reducing import published_record
from serbench.errors import BadInput
from serbench.facts.published import PACKED, facts_paths, seal_of, sealed_record
from serbench.facts.published import published_record as record_in_entry
from serbench.facts.record import RECORD, FactsRecord, record_of_folder
from serbench.locations import ARCHIVE
from serbench.record.reading import read_bytes
from serbench.record.sealing import SEAL, hash_of

_FILES = (PACKED, SEAL)


def publish_facts(folder: Path, archive: Path = ARCHIVE, is_known: IsKnown = is_here) -> Path:
    """Writes the entry of a record into the archive and returns its folder, which is that of before where the
    record is published already. Raises BadInput with a sentence for each reason against it."""
    record = record_of_folder(folder)
    if found := _reasons(record, is_known):
        raise BadInput(f"{record.name} is not published. " + " ".join(found))
    before = hash_of(read_bytes(folder / RECORD))
    document = published_record(record.to_json(), hosts_here())
    files = sealed_record(json.dumps(document).encode(), record.name, before)
    place = archive / machine_name({"machine": record.machine})
    for path in free_names(place / _entry_name(record)):
        if not path.exists():
            return written(path, files)
        if seal_of(path).record_sha256 == before:
            return path
    raise AssertionError("names never end")


def damaged_facts(archive: Path = ARCHIVE, is_known: IsKnown = may_be_here) -> Iterator[tuple[Path, str]]:
    """The entries of facts that are not as they were published, or that must not be published, with why."""
    for path in facts_paths(archive):
        try:
            record = record_in_entry(path)
        except BadInput as error:
            yield path, str(error)
            continue
        machine = machine_name({"machine": record.machine})
        found = _reasons(record, is_known)
        found += out_of_place(path, machine, _entry_name(record), _FILES)
        if found:
            yield path, " ".join(found)


def _reasons(record: FactsRecord, is_known: IsKnown) -> list[str]:
    found = [*source_refusals(record.machine), *unknown_commit(record.machine, is_known)]
    if not record.complete:
        found.append(f"It was interrupted: finish it with `./serbench facts --resume {record.name}`.")
    if record.asked is None or not record.facts:
        found.append("It does not tell what was asked: nobody can measure it again.")
    return found


def _entry_name(record: FactsRecord) -> str:
    return f"{record.started_at[:10]}-facts"
