"""A codec's requirements.txt: the releases that it pins, each with the hashes of its files."""

import re
from dataclasses import dataclass
from pathlib import Path

from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import SerbenchError
from serbench.languages.python import LANGUAGE
from serbench.toolchain.releases import Pin

# What the harness itself calls, in every environment; no library of a codec.
_OF_HARNESS = LANGUAGE.folder / "harness" / "requirements.txt"
_PINNED = re.compile(r"([A-Za-z0-9][\w.-]*)(?:\[[\w,-]+\])?==([\w.!+-]+)(.*)")
_HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
_INDIRECT = "# indirect"
# The option of a requirements.txt that names a page of wheels besides the index; they need hashes too.
WHEELS_IN = "--find-links"


@dataclass(frozen=True, slots=True)
class Requirements:
    """The requirements that a codec's environment holds.
    ``text`` is for pip. ``libraries`` are those that the codec calls itself, as (name, version), with its own
    first."""

    text: str
    libraries: tuple[tuple[str, str], ...]


def requirements_of(codec: CodecManifest) -> Requirements:
    """The requirements of a codec, its base's where it has none, and of the harness.
    Raises SerbenchError where they cannot be read."""
    path = file_of(codec, "requirements.txt")
    own = _read(path) if path.exists() else Requirements("", ())
    return Requirements(own.text + of_harness().text, own.libraries)


def pins_of(codec: CodecManifest) -> tuple[Pin, ...]:
    """The packages that a codec pins for its library."""
    return tuple(Pin("pypi", name, version) for name, version in requirements_of(codec).libraries)


def locked_by(codec: CodecManifest) -> frozenset[str]:
    """All packages that a codec's requirements pin, without those of the harness. Raises SerbenchError where
    they cannot be read."""
    path = file_of(codec, "requirements.txt")
    text = _read(path).text if path.exists() else ""
    lines = map(_PINNED.fullmatch, map(str.strip, text.replace("\\\n", " ").splitlines()))
    return frozenset(line[1] for line in lines if line)


def of_harness() -> Requirements:
    """The requirements of the harness. Raises SerbenchError where they cannot be read."""
    return _read(_OF_HARNESS)


def _read(path: Path) -> Requirements:
    try:
        return parse_requirements(path.read_text(encoding="utf-8"), path)
    except (OSError, UnicodeDecodeError) as error:
        raise SerbenchError(f"{path} cannot be read: {error}.") from error


def parse_requirements(text: str, path: Path) -> Requirements:
    """The requirements in a file's text.
    Raises SerbenchError for a line that pins no release by its hashes."""
    libraries: list[tuple[str, str]] = []
    for line in text.replace("\\\n", " ").splitlines():
        if not line.strip() or line.lstrip().startswith(("#", WHEELS_IN)):
            continue
        found = _PINNED.fullmatch(line.strip())
        if found is None or not _HASH.search(found[3]):
            raise SerbenchError(
                f'{path} has the line "{line.strip()[:60]}", which pins no release by a hash.'
            )
        if _INDIRECT not in found[3]:
            libraries.append((found[1], found[2]))
    return Requirements(text, tuple(libraries))
