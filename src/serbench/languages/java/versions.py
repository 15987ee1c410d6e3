"""Locks another release of a codec's artifact than the one that the checkout pins.

Maven has no lock files, so the SHA-256 of every jar are kept next to the pom.xml and compared whenever Maven
resolves it again (serbench.languages.java.probe).
"""

import os
import re
import shutil
from pathlib import Path
from zipfile import is_zipfile

from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import SerbenchError
from serbench.languages.builder import Versions
from serbench.languages.java.probe import BUILD, PROJECT, SCOPES, artifacts_of, pins_of, write_sums

_POM = "pom.xml"
_PARENT = re.compile(r"<relativePath>[^<]*</relativePath>")


def at_version(pom: str, pinned: str, version: str) -> str:
    """A pom.xml with another release; artifacts that it names at the library's own version move with it."""
    return pom.replace(f">{pinned}<", f">{version}<")


def lock(codec: CodecManifest, version: str, folder: Path) -> None:
    """Writes the pom.xml with the release, which Maven resolves, and the sums of what it fetched. Raises
    SerbenchError with Maven's first error."""
    _lock(codec, version, folder)


def lock_build(codec: CodecManifest, path: Path, state: str, folder: Path) -> None:
    """The same with the pinned release, whose jar a jar of the user's replaces; what it needs stays as it is
    pinned. Raises SerbenchError for what is no jar."""
    if not is_zipfile(path):
        raise SerbenchError(f"{path} is no jar.")
    _lock(codec, pins_of(codec)[0].version, folder)
    (folder / BUILD).mkdir()
    shutil.copyfile(path, folder / BUILD / path.name)


def _lock(codec: CodecManifest, version: str, folder: Path) -> None:
    text = at_version(file_of(codec, _POM).read_text(encoding="utf-8"), pins_of(codec)[0].version, version)
    # Maven reads the path of a parent below the folder of the child, absolute or not.
    parent = os.path.relpath(os.path.realpath(PROJECT / _POM), os.path.realpath(folder))
    pom = folder / _POM
    pom.write_text(_PARENT.sub(lambda _: f"<relativePath>{parent}</relativePath>", text), encoding="utf-8")
    jars = [jar for scope in SCOPES for jar in artifacts_of(pom, f"{codec.name} {version}", scope)]
    write_sums(jars, folder)


VERSIONS = Versions((_POM,), lock, lock_build, of_checkout=True)
