"""Locks another release of a codec's crate than the one that the checkout pins."""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import SerbenchError
from serbench.languages.builder import Versions
from serbench.languages.rust import locks
from serbench.languages.rust.probe import pins_of
from serbench.languages.rust.sources import home, package_files, write_package
from serbench.languages.tool import first_error, run_tool
from serbench.scratch import scratch_folder
from serbench.toolchain.releases import replied

_MANIFEST, _LOCK = "Cargo.toml", "Cargo.lock"


def at_version(manifest: str, pinned: str, version: str) -> str:
    """A Cargo.toml with another release; crates that it pins at the library's own version move with it."""
    return re.sub(rf'"={re.escape(pinned)}"', lambda _: f'"={version}"', manifest)


def lock(codec: CodecManifest, version: str, folder: Path) -> None:
    """Has cargo lock and fetch the release, with all other crates as the codec's own lock has them where that
    is possible, and writes both files. Raises SerbenchError with what cargo says."""
    _lock(codec, version, "", folder)


def lock_build(codec: CodecManifest, path: Path, state: str, folder: Path) -> None:
    """The same with the crate of a folder, and those of its workspace that the codec needs, in the place of
    the registry's. Raises SerbenchError also where the folder has no such crate."""
    command = [os.environ.get("CARGO", "cargo"), "metadata", "--no-deps", "--format-version=1"]
    said = replied([*command, "--manifest-path", str(path / _MANIFEST)], path.parent)
    crates = {one["name"]: one for one in json.loads(said)["packages"]}
    library = pins_of(codec)[0].package
    if library not in crates:
        raise SerbenchError(f"{path} has no crate {library} but {', '.join(sorted(crates)) or 'none'}.")
    needed = {name for name, _, _ in locks.pins_of(file_of(codec, _LOCK).read_text(encoding="utf-8"))}
    folders = {
        name: str(Path(crates[name]["manifest_path"]).parent) for name in sorted(crates.keys() & needed)
    }
    patch = f"\n# {state}\n[patch.crates-io]\n{patched(folders)}"
    _lock(codec, crates[library]["version"], patch, folder)


def patched(folders: Mapping[str, str]) -> str:
    """The lines of a patch that takes crates from these folders."""
    # TOML has no pairs of surrogates, which JSON's escapes are made of.
    quoted = {name: json.dumps(folder, ensure_ascii=False) for name, folder in folders.items()}
    return "".join(f"{name} = {{ path = {folder} }}\n" for name, folder in quoted.items())


def _lock(codec: CodecManifest, version: str, patch: str, folder: Path) -> None:
    pinned = pins_of(codec)[0].version
    files = package_files(codec)
    manifest = at_version(files[_MANIFEST].decode("utf-8"), pinned, version) + patch
    files[_MANIFEST] = manifest.encode("utf-8")
    lines: list[str] = []
    with scratch_folder("versions") as package:
        write_package(files, package)
        command = [os.environ.get("CARGO", "cargo"), "fetch", "--color", "never"]
        command += ["--manifest-path", str(package / _MANIFEST)]
        if run_tool(command, lines.append, folder=home(codec)) != 0:
            raise SerbenchError(f"cargo says: {first_error(''.join(lines))}")
        (folder / _LOCK).write_bytes((package / _LOCK).read_bytes())
    own = file_of(codec, _MANIFEST).read_text(encoding="utf-8")
    (folder / _MANIFEST).write_text(at_version(own, pinned, version) + patch, encoding="utf-8")


VERSIONS = Versions((_MANIFEST, _LOCK), lock, lock_build)
