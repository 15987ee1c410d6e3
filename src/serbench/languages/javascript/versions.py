"""Locks another release of a codec's package than the one that the checkout pins."""

import json
from pathlib import Path

from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import SerbenchError
from serbench.languages.builder import Versions
from serbench.languages.javascript import LANGUAGE
from serbench.languages.javascript.environments import install, tool_environment
from serbench.languages.javascript.packages import packages_in, pins_of
from serbench.languages.tool import first_error, run_tool

_PACKAGE, _LOCK = "package.json", "package-lock.json"
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
    own = file_of(codec, _PACKAGE)
    pinned = pins_of(codec)[0].version
    (folder / _PACKAGE).write_text(at_version(own.read_text("utf-8"), pinned, version), encoding="utf-8")
    (folder / _LOCK).write_bytes(own.with_name(_LOCK).read_bytes())
    program = LANGUAGE.tools().tool("packages").command
    lines: list[str] = []
    if run_tool([*program, *_LOCKING], lines.append, folder=folder, extra=tool_environment()) != 0:
        said = (line for line in lines if not line.startswith("npm error code"))
        raise SerbenchError(f"npm says: {first_error(''.join(said)).removeprefix('npm error ')}")
    install(packages_in(folder), lambda _: None)


VERSIONS = Versions((_PACKAGE, _LOCK), lock)
