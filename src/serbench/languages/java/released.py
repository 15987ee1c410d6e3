"""When the release of a codec's library appeared, by the archive of its classes."""

from datetime import date
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.java.probe import class_path, own_jar

# Bazel and Gradle give every file of an archive one fixed time, at the latest this day.
_FIXED = date(2010, 1, 1)


def released(codec: CodecManifest) -> date | None:
    """The day on which the first library that a codec names was packed; None where it needs only the JDK, or
    the archive does not tell."""
    try:
        jar = own_jar(codec, class_path(codec))
    except SerbenchError:
        return None
    return packed_on(jar) if jar else None


def packed_on(jar: Path) -> date | None:
    """The day of the newest file of an archive."""
    try:
        with ZipFile(jar) as content:
            newest = max((date(*member.date_time[:3]) for member in content.infolist()), default=_FIXED)
    except (OSError, BadZipFile, ValueError):
        return None
    return newest if newest > _FIXED else None
