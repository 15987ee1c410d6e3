"""Cargo's locks of two packages as one, for a package to which another one is added: cargo would choose the
versions of its crates on the day of the build."""

import json
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import SerbenchError

# A crate as a lock pins it: name, version and the SHA-256 of its archive, empty for a crate of this checkout.
Pin = tuple[str, str, str]
_Entry = Mapping[str, Any]


def pins_of(lock: str) -> frozenset[Pin]:
    """All crates that a lock pins."""
    return frozenset((e["name"], e["version"], e.get("checksum", "")) for e in _entries(lock))


def locked_by(codec: CodecManifest) -> frozenset[str]:
    """All crates of the registry that a codec's lock pins, with their versions. Raises SerbenchError where it
    cannot be read."""
    path = file_of(codec, "Cargo.lock")
    try:
        pins = pins_of(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SerbenchError(f"{path} cannot be read: {error}.") from error
    return frozenset(f"{name} {version}" for name, version, checksum in pins if checksum)


def merged_lock(own: str, added: str) -> str:
    """The lock ``own`` with the crates of ``added``; a crate of which ``own`` has a compatible version keeps
    that one, because cargo builds no two of them."""
    kept = {_line(entry): entry for entry in _entries(own)}
    taken = [entry for entry in _entries(added) if _line(entry) not in kept]
    entries = [*_qualified(_entries(own), kept), *_qualified(taken, kept, _entries(added))]
    return "version = 4\n" + "".join(_written(entry) for entry in entries)


def _entries(lock: str) -> list[_Entry]:
    return list(tomllib.loads(lock).get("package", []))


def _line(entry: _Entry) -> tuple[str, str]:
    """A crate's name and the first number of its version that is not 0, with those before it."""
    numbers = entry["version"].split("+")[0].split(".")
    count = next((index for index, number in enumerate(numbers, 1) if number != "0"), len(numbers))
    return entry["name"], ".".join(numbers[:count])


def _qualified(
    entries: Iterable[_Entry], kept: Mapping[tuple[str, str], _Entry], of: Iterable[_Entry] = ()
) -> Iterable[_Entry]:
    """The entries with the versions of all that they depend on, which a lock leaves out where it has one."""
    known = [*of] or [*kept.values()]
    for entry in entries:
        wanted = [_found(dependency, known) for dependency in entry.get("dependencies", [])]
        names = [f"{one['name']} {kept.get(_line(one), one)['version']}" for one in wanted]
        yield {**entry, "dependencies": names}


def _found(dependency: str, entries: Iterable[_Entry]) -> _Entry:
    name, _, version = dependency.partition(" ")
    version = version.partition(" ")[0]
    return next(e for e in entries if e["name"] == name and version in ("", e["version"]))


def _written(entry: _Entry) -> str:
    return "\n[[package]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in entry.items())
