"""Locks another release of a codec's artifact than the one that the checkout pins.

Maven has no lock files, so the SHA-256 of every jar are kept next to the pom.xml and compared whenever Maven
resolves it again (serbench.languages.java.probe).
"""

import os
import re
import shutil
from pathlib import Path
from zipfile import BadZipFile, ZipFile, is_zipfile

from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import SerbenchError
from serbench.languages.builder import Versions
from serbench.languages.java.probe import (
    BUILD,
    PROJECT,
    SCOPES,
    artifacts_of,
    own_jar,
    pins_of,
    write_sums,
)

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
    pinned. Or with the version whose folder in Maven's local repository the path is, and what that needs.
    Raises SerbenchError for what is neither."""
    _, _, artifact = pins_of(codec)[0].package.partition(":")
    jar = path / f"{artifact}-{path.name}.jar" if path.is_dir() else path
    if not is_zipfile(jar):
        raise SerbenchError(f"{path} has no {jar.name}." if path.is_dir() else f"{path} is no jar.")
    if path.is_dir():
        # Maven may have installed this version with other needs before.
        _lock(codec, path.name, folder, f"<!-- {state} -->\n")
    else:
        _lock(codec, pins_of(codec)[0].version, folder)
    pinned = own_jar(codec, artifacts_of(file_of(codec, _POM), codec.name, SCOPES[0]))
    if pinned is not None and not classes_of(jar) & classes_of(pinned):
        raise SerbenchError(f"{jar} has no class of {pinned.name}.")
    (folder / BUILD).mkdir()
    shutil.copyfile(jar, folder / BUILD / jar.name)


def classes_of(jar: Path) -> set[str]:
    """The classes of packages in a jar, by their paths. Raises SerbenchError for what is none."""
    try:
        with ZipFile(jar) as content:
            names = content.namelist()
    except (BadZipFile, OSError) as error:
        raise SerbenchError(f"{jar} cannot be read: {error}.") from error
    return {
        name for name in names if "/" in name and name.endswith(".class") and not name.startswith("META-INF/")
    }


def _lock(codec: CodecManifest, version: str, folder: Path, end: str = "") -> None:
    text = at_version(file_of(codec, _POM).read_text(encoding="utf-8"), pins_of(codec)[0].version, version)
    # Maven reads the path of a parent below the folder of the child, absolute or not.
    parent = os.path.relpath(os.path.realpath(PROJECT / _POM), os.path.realpath(folder))
    pom = folder / _POM
    pom.write_text(
        _PARENT.sub(lambda _: f"<relativePath>{parent}</relativePath>", text) + end, encoding="utf-8"
    )
    jars = [jar for scope in SCOPES for jar in artifacts_of(pom, f"{codec.name} {version}", scope)]
    write_sums(jars, folder)


VERSIONS = Versions((_POM,), lock, lock_build, of_checkout=True)
