"""Records of facts in the archive: who has measured nothing yet knows what they tell.

``archive/<machine>/<date>-facts/`` holds the record, without what is personal, in ``facts.json.xz``, and
``entry.json`` with the hash of that file.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec

from serbench.errors import BadInput
from serbench.facts.fact import MEASURED, VERSION, Fact
from serbench.facts.record import FactsRecord, record_of
from serbench.locations import ARCHIVE, in_repository
from serbench.record.names import PositiveCount, Word
from serbench.record.sealing import SEAL, Hash, hash_of, packed, seal_in, sealed, unpacked

PACKED = "facts.json.xz"
FORMAT = 1
_NAME = re.compile(r"\d{4}-\d{2}-\d{2}-facts(?:-\d+)?")


class FactsSeal(msgspec.Struct, frozen=True, kw_only=True):
    """``entry.json``. ``run`` is the name that the record had, ``record_sha256`` the hash of its own file."""

    format: PositiveCount
    run: Word
    facts_sha256: Hash
    record_sha256: Hash


def is_of_facts(path: Path) -> bool:
    """Whether a folder of the archive is called as an entry of facts is."""
    return _NAME.fullmatch(path.name) is not None


def facts_paths(archive: Path = ARCHIVE) -> list[Path]:
    """The folders of published records, the newest first."""
    found = (path for path in archive.glob("*/*") if path.is_dir() and is_of_facts(path))
    return sorted(found, key=lambda path: (path.name, path.parent.name), reverse=True)


def sealed_record(content: bytes, run: str, record_sha256: str) -> dict[str, bytes]:
    """The files of an entry by their names."""
    file = packed(content)
    seal = FactsSeal(format=FORMAT, run=run, facts_sha256=hash_of(file), record_sha256=record_sha256)
    return {PACKED: file, SEAL: msgspec.json.format(msgspec.json.encode(seal), indent=1) + b"\n"}


def seal_of(path: Path) -> FactsSeal:
    """The seal of an entry. Raises BadInput where it is missing or damaged."""
    return seal_in(path, FactsSeal, FORMAT)


def published_record(path: Path) -> FactsRecord:
    """The record in an entry, under its name. Raises BadInput where it was damaged or altered."""
    place = path / PACKED
    content = unpacked(sealed(place, seal_of(path).facts_sha256), place)
    return replace(record_of(content, place), name=path.name)


def published_facts(codec: str, known: Mapping[str, Fact], archive: Path = ARCHIVE) -> dict[str, Fact]:
    """The measured facts of a codec in the newest published record that has it; none where that was of
    another version than the one ``known`` now, nor where an entry is damaged. Of a library of a distribution
    nobody knows the version before it is built: the record's own one is among its facts."""
    version = known[VERSION].value if VERSION in known else None
    for name, own in _measured(archive):
        if codec in own:
            then, facts = own[codec]
            if version not in (None, then):
                return {}
            return {one: replace(fact, source=f"published in {name}") for one, fact in facts.items()}
    return {}


@cache
def _measured(archive: Path) -> tuple[tuple[str, dict[str, tuple[object, dict[str, Fact]]]], ...]:
    """The places of the published records, the newest first, each with the version and the measured facts
    of its codecs."""
    return tuple(_measured_in(archive))


def _measured_in(archive: Path) -> Iterator[tuple[str, dict[str, tuple[object, dict[str, Fact]]]]]:
    for path in facts_paths(archive):
        try:
            record = published_record(path)
        except BadInput:
            # `archive check` names it.
            continue
        found = {}
        for codec, facts in record.facts.items():
            version = facts[VERSION].value if VERSION in facts else None
            measured = {name: fact for name, fact in facts.items() if fact.how == MEASURED}
            found[codec] = (version, measured)
        yield in_repository(path), found
