"""The facts that Cargo has about the Rust codecs: their packages, and the versions that their locks pin."""

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import SerbenchError
from serbench.languages.builder import Availability
from serbench.languages.building import probed
from serbench.languages.rust import LANGUAGE
from serbench.toolchain.chosen import program_of
from serbench.toolchain.releases import Pin, day_of
from serbench.toolchain.support import Runtime

WORKSPACE = LANGUAGE.folder


@dataclass(frozen=True, slots=True)
class RustPackage:
    """A codec's package: its name, the crates whose versions its runner reports, as (name, version) with the
    codec's own library first, the programs that its build starts, and all that it is built from: one line a
    crate or program, and the folders of the crates that lie in this checkout."""

    name: str
    libraries: tuple[tuple[str, str], ...]
    tools: tuple[str, ...]
    built_from: tuple[str, ...]
    folders: tuple[Path, ...]


def probe(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    """The availability of each codec, by its name: cargo fetches every crate that a lock names, but no
    program that a build starts."""
    return probed(codecs, _availability)


def _availability(codec: CodecManifest) -> Availability:
    package = package_of(codec)
    for tool in package.tools:
        if shutil.which(tool) is None:
            return Availability(False, "", f"The program {tool}, which its build starts, is not installed")
    return Availability(True, package.libraries[0][1] if package.libraries else "", "")


def package_of(codec: CodecManifest) -> RustPackage:
    """The package of a codec. Raises SerbenchError when its Cargo.toml or its lock lacks it.

    The crates to report are named in Cargo.toml as ``libraries`` under ``package.metadata.serbench``, the
    programs that build.rs starts as ``tools``. A variant that has neither file has those of its base.
    """
    manifest, lock = file_of(codec, "Cargo.toml"), file_of(codec, "Cargo.lock")
    package = _toml(manifest).get("package", {})
    name = package.get("name")
    if not isinstance(name, str):
        raise SerbenchError(f"{manifest} names no package.")
    metadata = package.get("metadata", {}).get("serbench", {})
    reported = metadata.get("libraries", [])
    tools = tuple(metadata.get("tools", []))
    closure = _closure(name, lock)
    # Of several versions the nearest is the one that the codec itself uses.
    versions = {entry["name"]: str(entry["version"]) for entry in reversed(closure)}
    for library in reported:
        if library not in versions:
            raise SerbenchError(f"{manifest} reports {library}, which {lock} does not hold.")
    libraries = tuple((library, versions[library]) for library in reported)
    lines = [f"{entry['name']} {entry['version']} {entry.get('checksum', '')}" for entry in closure]
    lines += [f"{tool}: {_tool_version(tool)}" for tool in tools]
    return RustPackage(name, libraries, tools, tuple(sorted(lines)), _folders(_toml(manifest), codec.folder))


@cache
def _tool_version(tool: str) -> str:
    """The version that a program reports; empty where it cannot be started."""
    try:
        done = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()


def compiler_identity() -> str:
    """The full version of rustc, with the variable that chooses it."""
    return _identity_of(program_of(LANGUAGE.name) or os.environ.get("RUSTC", "rustc"))


@cache
def _identity_of(compiler: str) -> str:
    try:
        done = subprocess.run([compiler, "-vV"], capture_output=True, text=True, check=False, cwd=WORKSPACE)
    except OSError as error:
        raise SerbenchError(f"The Rust compiler {compiler} cannot be started: {error.strerror}.") from error
    return done.stdout


def compiler_version() -> str:
    """The first line of rustc's version, as a runner reports it."""
    return compiler_identity().partition("\n")[0]


def pins_of(codec: CodecManifest) -> tuple[Pin, ...]:
    """The crates that a codec pins for its library."""
    return tuple(Pin("crate", name, version) for name, version in package_of(codec).libraries)


def runtime() -> Runtime:
    """The compiler, with the day of its newest change, which its version names."""
    said = compiler_version()
    found = re.match(r"rustc (\S+)(?: \(\w+ (\S+)\))?", said)
    if found is None:
        raise SerbenchError(f"The Rust compiler has an unknown version: {said}")
    return Runtime("Rust", found[1], day_of(found[2]))


def _closure(name: str, lock: Path) -> list[dict[str, Any]]:
    """The lock's entries for a package and for all that it depends on, the nearest first."""
    entries: dict[str, list[dict[str, Any]]] = {}
    for entry in _toml(lock).get("package", []):
        entries.setdefault(entry["name"], []).append(entry)
    if name not in entries:
        raise SerbenchError(f"{lock} lacks the package {name}; run `cargo update -w` in {lock.parent}.")
    queue, found = [entries[name][0]], []
    while queue:
        entry = queue.pop(0)
        if entry in found:
            continue
        found.append(entry)
        for wanted in entry.get("dependencies", []):
            # A dependency's version is named only where the lock holds several.
            crate, _, version = wanted.partition(" ")
            queue += [e for e in entries[crate] if not version or e["version"] == version.partition(" ")[0]]
    return found


def _folders(manifest: dict[str, Any], folder: Path) -> tuple[Path, ...]:
    """The folders of the local crates that the package of a folder depends on, directly or not."""
    queue, found = [(manifest, folder.resolve())], set[Path]()
    while queue:
        package, place = queue.pop()
        for wanted in package.get("dependencies", {}).values():
            path = wanted.get("path") if isinstance(wanted, dict) else None
            crate = (place / path).resolve() if path else None
            if crate and crate not in found:
                found.add(crate)
                queue.append((_toml(crate / "Cargo.toml"), crate))
    return tuple(sorted(found))


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SerbenchError(f"{path} cannot be read: {error}.") from error
