"""The libraries in the published tables."""

import json

from serbench.archive.entry import entries
from serbench.codecs.sets import DEFAULT
from serbench.record.run_files import RECORD
from serbench.report.libraries import libraries_in
from serbench.selection.discovery import find_adapters


def test_each_row_of_a_default_table_has_a_library_with_its_version_and_year() -> None:
    """References have none, for they are code of this project."""
    named = {one.name for one in find_adapters() if one.belongs_to(DEFAULT) and not one.reference}
    found = [entry for entry in entries() if entry.seal.experiment == "memory"]
    records = [json.loads((entry.path / RECORD).read_bytes()) for entry in found]
    shown = [item for record in records for item in libraries_in(record).items() if item[0] in named]
    assert {codec for codec, _ in shown} == named
    assert not [(codec, one) for codec, one in shown if not (one.name and one.version and one.released)]
