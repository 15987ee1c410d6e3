"""The record that a run keeps of changes that are derived of a user's schema."""

from collections.abc import Mapping
from typing import Any, TypedDict

from serbench.record.names import Text, Word, WorkloadName
from serbench.record.reading import typed
from serbench.record.run_files import RECORD
from serbench.record.shape import CorpusRecord

KEY = "derived"


class ChangeRecord(TypedDict):
    """A derived change: ``what`` happens, and the declarations of the types that differ."""

    name: Word
    what: Text
    old: Text
    new: Text


class DerivedRecord(TypedDict):
    """The workload and the corpus of the user's objects, the changes that are derived of its schema, and why
    others are not."""

    workload: WorkloadName
    corpus: CorpusRecord
    changes: list[ChangeRecord]
    left_out: dict[Word, Text]


def derived_record(record: Mapping[str, Any]) -> DerivedRecord | None:
    """The record of derived changes. Raises BadInput where it is not one."""
    return typed(record[KEY], DerivedRecord, RECORD, KEY) if KEY in record else None
