"""Locks another release of a codec's crate than the one that the checkout pins."""

import os
import re
from pathlib import Path

from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import SerbenchError
from serbench.languages.builder import Versions
from serbench.languages.rust.probe import pins_of
from serbench.languages.rust.sources import home, package_files, write_package
from serbench.languages.tool import first_error, run_tool
from serbench.scratch import scratch_folder

_MANIFEST, _LOCK = "Cargo.toml", "Cargo.lock"


def at_version(manifest: str, pinned: str, version: str) -> str:
    """A Cargo.toml with another release; crates that it pins at the library's own version move with it."""
    return re.sub(rf'"={re.escape(pinned)}"', lambda _: f'"={version}"', manifest)


def lock(codec: CodecManifest, version: str, folder: Path) -> None:
    """Has cargo lock and fetch the release, with all other crates as the codec's own lock has them where that
    is possible, and writes both files. Raises SerbenchError with what cargo says."""
    pinned = pins_of(codec)[0].version
    files = package_files(codec)
    files[_MANIFEST] = at_version(files[_MANIFEST].decode("utf-8"), pinned, version).encode("utf-8")
    lines: list[str] = []
    with scratch_folder("versions") as package:
        write_package(files, package)
        command = [os.environ.get("CARGO", "cargo"), "fetch", "--color", "never"]
        command += ["--manifest-path", str(package / _MANIFEST)]
        if run_tool(command, lines.append, folder=home(codec)) != 0:
            raise SerbenchError(f"cargo says: {first_error(''.join(lines))}")
        (folder / _LOCK).write_bytes((package / _LOCK).read_bytes())
    own = file_of(codec, _MANIFEST).read_text(encoding="utf-8")
    (folder / _MANIFEST).write_text(at_version(own, pinned, version), encoding="utf-8")


VERSIONS = Versions((_MANIFEST, _LOCK), lock)
