"""When the release of a codec's library appeared, by the archive of its classes."""

import re
from datetime import UTC, date, datetime
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.java.jvm import runtime
from serbench.languages.java.probe import class_path, own_jar

# Bazel and Gradle give every file of an archive one fixed time, at the latest this day.
_FIXED = date(2010, 1, 1)
_MANIFEST = "META-INF/MANIFEST.MF"
# Milliseconds since 1970; more digits are no day.
_OF_BND = re.compile(rb"^Bnd-LastModified: (\d{1,14})\s*$", re.MULTILINE)


def released(codec: CodecManifest) -> date | None:
    """The day on which the first library that a codec names was packed, or that of the JDK, where it needs
    no more; None where the archive does not tell."""
    try:
        jars = class_path(codec)
        jar = own_jar(codec, jars)
        return packed_on(jar) if jar else None if jars else runtime().released
    except SerbenchError:
        return None


def packed_on(jar: Path) -> date | None:
    """The day of the newest file of an archive, or the one that its manifest has of Bnd, the tool that many
    bundles are made with."""
    try:
        with ZipFile(jar) as content:
            newest = max((date(*member.date_time[:3]) for member in content.infolist()), default=_FIXED)
            return newest if newest > _FIXED else _bundled_on(content)
    except (OSError, BadZipFile, ValueError):
        return None


def _bundled_on(jar: ZipFile) -> date | None:
    found = _OF_BND.search(jar.read(_MANIFEST)) if _MANIFEST in jar.namelist() else None
    return datetime.fromtimestamp(int(found[1]) / 1000, UTC).date() if found else None
