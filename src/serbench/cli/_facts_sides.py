"""The sides of a comparison of facts: records, files that ``facts --json`` printed, and codecs."""

from collections.abc import Sequence
from pathlib import Path

from serbench.codecs.manifest import VERSION_MARK
from serbench.errors import BadInput
from serbench.facts.difference import Difference, difference
from serbench.facts.measured import facts_of, key_of
from serbench.facts.record import FactsRecord, find_record, newest_strictness, record_in, record_of_folder
from serbench.languages import language_names
from serbench.record.run_files import RECORD as RUN
from serbench.selection.choice import codecs_called, select_codecs
from serbench.selection.discovery import find_codecs
from serbench.setup.libraries import require_registered


def facts_difference(names: Sequence[str]) -> Difference | None:
    """The comparison of two sides that have facts; None where none has. Raises BadInput where only one has,
    or there are not two."""
    sides = [_side(name) for name in names]
    known = [side for side in sides if side is not None]
    if not known:
        return None
    everyone = find_codecs()
    for name, side in zip(names, sides, strict=True):
        if side is None and name.partition("/")[0] in language_names():
            codecs_called(name, everyone)
    if len(known) < len(sides) or len(sides) != 2:
        raise BadInput(
            "Comparing facts takes two records, or two codecs: ./serbench compare RECORD_A RECORD_B, or"
            " ./serbench compare LANG/NAME@VERSION LANG/NAME."
        )
    return difference(*known)


def _side(name: str) -> FactsRecord | None:
    """The facts of a record by its name or folder, of a file, or of a codec as it is here; None for anything
    else."""
    if folder := find_record(name):
        return record_of_folder(folder)
    path = Path(name)
    if path.suffix == ".json" and path.name != RUN and path.is_file():
        return record_in(path)
    return _of_codec(name)


def _of_codec(name: str) -> FactsRecord | None:
    """The facts of a codec that is named in full; a release is locked where it is not yet here."""
    everyone = find_codecs()
    if name.partition(VERSION_MARK)[0] not in {codec.name for codec in everyone}:
        return None
    found = [codec for codec in select_codecs((name,)) if not codec.floor]
    if not found:
        raise BadInput(f"{name} copies bytes and has no facts.")
    require_registered(found)
    (codec,) = found
    strictness = newest_strictness(codec.name, key_of(codec))
    return FactsRecord(name, {codec.name: facts_of(codec, everyone)}, {codec.name: strictness})
