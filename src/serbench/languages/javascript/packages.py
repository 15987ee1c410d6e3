"""A codec's package.json and package-lock.json: the releases that it pins, and the least Node it needs."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import SerbenchError
from serbench.toolchain.releases import Pin
from serbench.toolchain.requirements import parse_version

_PACKAGE, _LOCK = "package.json", "package-lock.json"
_LEAST = re.compile(r">=\s*(\d+(?:\.\d+)*)")


@dataclass(frozen=True, slots=True)
class Packages:
    """The packages that a codec installs.
    ``package`` and ``lock`` are the texts of both files. ``libraries`` are the packages that the codec names
    itself, as (name, version) by the lock, with its own library first. ``least`` is the least Node as
    numbers, none for any."""

    package: str
    lock: str
    libraries: tuple[tuple[str, str], ...]
    least: tuple[int, ...]


def packages_of(codec: CodecManifest) -> Packages | None:
    """The packages of a codec, its base's where it has none of its own; None where both have none.
    SerbenchError where the files cannot be read or do not agree."""
    path = file_of(codec, _PACKAGE)
    return packages_in(path.parent) if path.exists() else None


def pins_of(codec: CodecManifest) -> tuple[Pin, ...]:
    """The packages that a codec pins for its library."""
    packages = packages_of(codec)
    return tuple(Pin("npm", name, version) for name, version in packages.libraries) if packages else ()


def locked_by(codec: CodecManifest) -> frozenset[str]:
    """All packages that a codec's lock names and npm would install on Linux with this processor."""
    return frozenset(_installed_here(codec))


def licences_of(codec: CodecManifest) -> frozenset[str]:
    """The licences of those packages as they declare them, empty for one that declares none. Raises
    SerbenchError where the lock cannot be read."""
    return frozenset(str(one.get("license", "")) for one in _installed_here(codec).values())


def _installed_here(codec: CodecManifest) -> dict[str, Mapping[str, Any]]:
    packages = packages_of(codec)
    entries = _json(packages.lock, Path(_LOCK)).get("packages", {}) if packages else {}
    here = {"os": "linux", "cpu": "x64"}
    return {
        place: one
        for place, one in entries.items()
        if place and not one.get("dev") and all(value in one.get(key, [value]) for key, value in here.items())
    }


def packages_in(folder: Path) -> Packages:
    """The packages that both files of a folder name. SerbenchError where they cannot be read or do not
    agree."""
    path = folder / _PACKAGE
    return parse_packages(_text(path), _text(path.with_name(_LOCK)), path)


def parse_packages(package: str, lock: str, path: Path) -> Packages:
    """The packages that both files state.
    Raises SerbenchError for a package.json whose packages the lock next to it does not have. Raises it also
    for a lock with a package without integrity, which npm would install as it comes."""
    fields, locked = _json(package, path), _json(lock, path.with_name(_LOCK))
    installed = locked.get("packages", {})
    for place, one in installed.items():
        # The entry without a name is the package.json itself.
        if place and "integrity" not in one:
            raise SerbenchError(f"{path.with_name(_LOCK)} has no integrity of {place}.")
    libraries: list[tuple[str, str]] = []
    for name in {**fields.get("dependencies", {}), **fields.get("devDependencies", {})}:
        one = installed.get(f"node_modules/{name}", {})
        if "version" not in one:
            raise SerbenchError(f"{path.with_name(_LOCK)} does not pin {name}, which {path.name} names.")
        if name in fields.get("dependencies", {}):
            libraries.append((name, one["version"]))
    least = _LEAST.search(fields.get("engines", {}).get("node", ""))
    return Packages(package, lock, tuple(libraries), parse_version(least[1]) if least else ())


def _json(text: str, path: Path) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise SerbenchError(f"{path} is not JSON: {error}.") from error
    if not isinstance(found, dict):
        raise SerbenchError(f"{path} holds no object.")
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SerbenchError(f"{path} cannot be read: {error}.") from error
