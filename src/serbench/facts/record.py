"""The record of an invocation of ``facts``: a folder of results with the document ``facts.json``.

It is the document that ``facts --json`` prints, with what was asked, so that it can go on and be compared.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec

import serbench
from serbench.errors import BadInput
from serbench.facts.cases import SAYS, StrictCase
from serbench.facts.document import document_of, facts_of_document
from serbench.facts.fact import Facts
from serbench.facts.strictness import OUTCOMES, Strictness
from serbench.locations import results_directory
from serbench.machine.record import machine_record
from serbench.record.names import CodecName, Line, Outcome, Text, Time, Word, one_of
from serbench.record.reading import document_in, mapping_in, read_bytes, typed
from serbench.record.row import Failure
from serbench.record.run_folder import is_name, new_folder, second_and_number, write_atomically
from serbench.record.shape import MachineRecord
from serbench.record.shared import shared

RECORD = "facts.json"


class Asked(msgspec.Struct, frozen=True):
    """The codecs that were asked for with the key of the files of each, those of them that were ``named`` and
    must be here, and what else was to be measured."""

    codecs: dict[CodecName, Word]
    named: tuple[CodecName, ...] = ()
    strictness: bool = False
    footprint: bool = False


class _Case(msgspec.Struct):
    case: Word
    title: Text
    clause: Text
    says: Annotated[str, one_of(*SAYS)]
    outcome: Annotated[str, one_of(*OUTCOMES)]
    detail: Text
    message: Text
    checked_by: tuple[Line, ...] = ()


class _Failure(msgspec.Struct):
    codec: CodecName
    outcome: Outcome
    detail: Text


class _Document(msgspec.Struct):
    serbench: Line = ""
    started_at: Time = ""
    machine: MachineRecord | None = None
    asked: Asked | None = None
    complete: bool = True
    strictness: dict[CodecName, list[_Case]] = {}
    failures: list[_Failure] = []


@dataclass(frozen=True, slots=True)
class FactsRecord:
    """Facts and outcomes of cases by codec, as they were at one time. ``name`` is that of its folder or file.
    One that is not ``complete`` was interrupted; a document of which nobody knows what was asked has no
    ``asked`` and cannot go on."""

    name: str
    facts: Facts
    strictness: Mapping[str, Sequence[Strictness]] = field(default_factory=dict)
    failures: Sequence[Failure] = ()
    asked: Asked | None = None
    complete: bool = True
    started_at: str = ""
    serbench: str = ""
    machine: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        document = document_of(self.facts)
        kept = {
            "run": self.name,
            "serbench": self.serbench,
            "started_at": self.started_at,
            "machine": dict(self.machine),
            "asked": msgspec.to_builtins(self.asked),
            "complete": self.complete,
        }
        return {
            "format": document["format"],
            **(kept if self.asked else {}),
            "codecs": document["codecs"],
            "strictness": {
                codec: [one.to_json() for one in outcomes] for codec, outcomes in self.strictness.items()
            },
            "failures": [
                {"codec": one.codec, "outcome": one.outcome, "detail": one.detail} for one in self.failures
            ],
        }


def begin_record(asked: Asked, now: datetime | None = None) -> tuple[Path, FactsRecord]:
    """The folder of a new record, and the record, of which nothing is known yet. Raises BadInput where the
    folder cannot be made."""
    began = now or datetime.now(UTC)
    path = new_folder(results_directory(), began)
    stamp = began.isoformat(timespec="seconds")
    record = FactsRecord(
        path.name,
        {},
        asked=asked,
        complete=False,
        started_at=stamp,
        serbench=serbench.__version__,
        machine=machine_record(),
    )
    keep_record(path, record)
    return path, record


def keep_record(folder: Path, record: FactsRecord) -> None:
    """Writes a record in the place of what it was, as others may see it."""
    write_atomically(folder / RECORD, json.dumps(shared(record.to_json()), indent=1) + "\n")


def record_of_folder(folder: Path) -> FactsRecord:
    """The record in a folder. Raises BadInput for what is none."""
    return replace(record_in(folder / RECORD), name=folder.name)


def record_in(path: Path) -> FactsRecord:
    """The record in a file, which may also be what ``facts --json`` printed. Raises BadInput for what is
    none."""
    try:
        return record_of(read_bytes(path), path)
    except FileNotFoundError:
        raise BadInput(f"{path} is not there.") from None


def record_of(content: bytes, path: Path) -> FactsRecord:
    """The record in the content of a file. Raises BadInput that names the file for what is none."""
    document = mapping_in(document_in(content, path), path)
    facts = facts_of_document(document, path)
    found = typed(document, _Document, path)
    return FactsRecord(
        path.name,
        facts,
        {
            codec: [_strictness(one, f"{path}: {codec}") for one in cases]
            for codec, cases in found.strictness.items()
        },
        tuple(Failure(one.codec, "", None, one.outcome, one.detail) for one in found.failures),
        found.asked,
        found.complete,
        found.started_at,
        found.serbench,
        dict(found.machine or {}),
    )


def _strictness(found: _Case, place: str) -> Strictness:
    try:
        message = bytes.fromhex(found.message)
    except ValueError:
        raise BadInput(f"{place}: the message of {found.case} is not in hexadecimal digits.") from None
    case = StrictCase(found.case, found.title, found.clause, found.says, message, {}, found.checked_by)
    return Strictness(case, found.outcome, found.detail)


def find_record(name: str) -> Path | None:
    """The folder of a record by its name or its path; None where there is none."""
    places = (results_directory() / name, Path(name))
    return next((path.absolute() for path in places if (path / RECORD).is_file()), None)


def newest_strictness(codec: str, key: str) -> Sequence[Strictness]:
    """The outcomes of strictness of a codec with the key of its files, by the newest record that has them;
    none where none has. A record that cannot be read says nothing."""
    for folder in reversed(all_records()):
        with suppress(BadInput):
            record = record_of_folder(folder)
            if record.asked and record.asked.codecs.get(codec) == key and codec in record.strictness:
                return record.strictness[codec]
    return ()


def all_records() -> list[Path]:
    """The folders of the records in the usual place, the oldest first."""
    named = (path.parent for path in results_directory().glob(f"*/{RECORD}") if is_name(path.parent.name))
    return sorted(named, key=lambda path: second_and_number(path.name))
