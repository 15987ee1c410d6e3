"""The days of releases as published runs tell them, which ask registries."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

from serbench.errors import BadInput
from serbench.facts.fact import MEASURED, VERSION, Fact
from serbench.locations import ARCHIVE, in_repository
from serbench.record.names import Line, MeasuredName, Time
from serbench.record.reading import read_bytes, typed_in
from serbench.record.run_files import RECORD

_DAY = len("2026-11-29")


class _Runner(msgspec.Struct):
    codec: MeasuredName
    libraries: dict[Line, Line] = {}
    released: Time | None = None
    packaged: bool = False


class _Runs(msgspec.Struct):
    runners: list[_Runner] = []


_RECORDS = msgspec.json.Decoder(_Runs)


def published_release(codec: str, known: Mapping[str, Fact], archive: Path = ARCHIVE) -> Fact | None:
    """The day of a codec's library by the newest published run in memory that has it; None where that was of
    another version than the one ``known``, as far as that is."""
    if (found := _releases(archive).get(codec)) is None:
        return None
    version, day = found
    own = known[VERSION].value if VERSION in known else None
    return day if own in (None, version) else None


@cache
def _releases(archive: Path) -> Mapping[str, tuple[str, Fact]]:
    """The version of each codec's library and its day."""
    found: dict[str, tuple[str, Fact]] = {}
    for path in sorted(
        archive.glob(f"*/*-memory-*/{RECORD}"), key=lambda path: path.parent.name, reverse=True
    ):
        for runner in _runners_in(path):
            # A distribution has another release than the newest of a library.
            if runner.released and runner.libraries and not runner.packaged:
                source = f"published in {in_repository(path.parent)}"
                day = Fact(runner.released[:_DAY], MEASURED, source)
                found.setdefault(runner.codec, (next(iter(runner.libraries.values())), day))
    return found


def _runners_in(path: Path) -> Iterator[_Runner]:
    try:
        yield from typed_in(read_bytes(path), _RECORDS, path).runners
    except (BadInput, FileNotFoundError):
        # `archive check` names it.
        return
