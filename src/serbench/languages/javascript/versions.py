"""Locks another release of a codec's package than the one that the checkout pins."""

import hashlib
import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import SerbenchError
from serbench.languages.builder import Versions
from serbench.languages.javascript import LANGUAGE
from serbench.languages.javascript.environments import install, tool_environment
from serbench.languages.javascript.packages import packages_in, pins_of
from serbench.languages.tool import first_error, run_tool
from serbench.locations import cache_directory
from serbench.scratch import scratch_folder

_PACKAGE, _LOCK = "package.json", "package-lock.json"
# What npm says before its sentence.
_DETAILS = tuple(f"npm error {word}" for word in ("code", "syscall", "path", "errno"))
_LOCKING = (
    "install",
    "--package-lock-only",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
)


def at_version(package: str, pinned: str, version: str) -> str:
    """A package.json with another release; packages that it pins at the library's own version move with
    it."""
    fields = json.loads(package)
    for kind in ("dependencies", "devDependencies", "overrides"):
        for name, wanted in fields.get(kind, {}).items():
            if wanted == pinned:
                fields[kind][name] = version
    return json.dumps(fields, indent=2) + "\n"


def lock(codec: CodecManifest, version: str, folder: Path) -> None:
    """Has npm lock and install the release, with all other packages as the codec's own lock has them where
    that is possible. Raises SerbenchError with what npm says, and where a package has no integrity."""
    _lock(codec, version, folder)


def lock_build(codec: CodecManifest, path: Path, state: str, folder: Path) -> None:
    """The same with a tarball, or with the one that npm packs of a folder, in the place of the registry's.
    Tarballs are kept by their SHA-256. Raises SerbenchError also where it is another package."""
    library = pins_of(codec)[0].package
    with scratch_folder("versions") as scratch:
        _npm(["pack", "--ignore-scripts", "--json", "--pack-destination", str(scratch), str(path)], scratch)
        (tarball,) = scratch.glob("*.tgz")
        if not re.fullmatch(rf"{re.escape(_packed(library))}-\d.*\.tgz", tarball.name):
            raise SerbenchError(f"{path} is no {library}: npm packs {tarball.name} of it.")
        kept = cache_directory() / "versions" / "tarballs" / hashlib.sha256(tarball.read_bytes()).hexdigest()
        kept.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(tarball, kept / tarball.name)
    _lock(codec, f"file:{kept / tarball.name}", folder)


def _packed(package: str) -> str:
    """The name of a package as files of it begin."""
    return package.removeprefix("@").replace("/", "-")


def _lock(codec: CodecManifest, version: str, folder: Path) -> None:
    own = file_of(codec, _PACKAGE)
    pinned = pins_of(codec)[0].version
    (folder / _PACKAGE).write_text(at_version(own.read_text("utf-8"), pinned, version), encoding="utf-8")
    (folder / _LOCK).write_bytes(own.with_name(_LOCK).read_bytes())
    _npm(_LOCKING, folder)
    if version.startswith("file:"):
        # Npm writes a path that only this folder understands.
        text = (folder / _LOCK).read_text(encoding="utf-8")
        (folder / _LOCK).write_text(re.sub(r'"file:[^"]*"', lambda _: json.dumps(version), text), "utf-8")
    install(packages_in(folder), lambda _: None)


def _npm(words: Sequence[str], folder: Path) -> None:
    program = LANGUAGE.tools().tool("packages").command
    lines: list[str] = []
    if run_tool([*program, *words], lines.append, folder=folder, extra=tool_environment()) != 0:
        said = (line for line in lines if not line.startswith(_DETAILS))
        raise SerbenchError(f"npm says: {first_error(''.join(said)).removeprefix('npm error ')}")


VERSIONS = Versions((_PACKAGE, _LOCK), lock, lock_build)
