"""Asks Maven for the newest release of artifacts."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from xml.sax.saxutils import escape

from serbench.errors import SerbenchError
from serbench.toolchain.releases import Answer, Pin, Registry, Release, is_behind, oldest_first, replied

_GOAL = "org.codehaus.mojo:versions-maven-plugin:2.18.0:display-dependency-updates"
_OPTIONS = (
    "--batch-mode",
    "--strict-checksums",
    "--update-snapshots",
    "-Dstyle.color=never",
    "-DprocessDependencyManagement=false",
)
_PRE_RELEASES = r"(?i).*[.-](alpha|beta|rc|cr|m|ea|pr|pre|preview|snapshot)[.-]?\d*([.-].*)?"
_UPDATE = re.compile(r"^ +(\S+:\S+) \.+\s+(\S+) -> (\S+)$", re.MULTILINE)
_SILENT = re.compile(r"Could not transfer metadata (\S+?:\S+?)[/: ].*")
_REPOSITORY = Path(".m2") / "repository"


def newest(pins: Sequence[Pin], folder: Path) -> Answer:
    """The newer releases of artifacts (``group:artifact``) in one request; without one an artifact is not in
    the answer. The day is that of Maven's own notes on the artifact."""
    (folder / "pom.xml").write_text(project(pins), encoding="utf-8")
    told = folder / "updates"
    words = (*_OPTIONS, f"-Dmaven.version.ignore={_PRE_RELEASES}", f"-Dversions.outputFile={told}")
    said = replied(("mvn", *words, _GOAL), folder)
    if not told.exists():
        raise SerbenchError("Maven names no newest releases.")
    silent = list(dict.fromkeys(found[1] for found in _SILENT.finditer(said)))
    releases = {
        package: Release(version, _day(package, version))
        for package, version in parse(told.read_text(encoding="utf-8", errors="replace")).items()
    }
    return Answer(releases, f"no answer about {', '.join(silent)}." if silent else "")


def project(pins: Sequence[Pin]) -> str:
    """A pom.xml that depends on each artifact once, at the oldest of its versions."""
    oldest: dict[str, str] = {}
    for pin in sorted(pins):
        known = oldest.setdefault(pin.package, pin.version)
        if is_behind(pin.version, known):
            oldest[pin.package] = pin.version
    dependencies = "".join(
        "<dependency>"
        f"<groupId>{escape(group)}</groupId><artifactId>{escape(artifact)}</artifactId>"
        f"<version>{escape(version)}</version>"
        "</dependency>\n"
        for package, version in oldest.items()
        for group, _, artifact in [package.partition(":")]
    )
    own = "<groupId>serbench</groupId><artifactId>pins</artifactId><version>1</version>"
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        f"{own}<packaging>pom</packaging>\n<dependencies>\n{dependencies}</dependencies></project>\n"
    )


def parse(text: str) -> dict[str, str]:
    """The newer versions by artifact; a long name has its versions in the next line."""
    return {found[1]: found[3] for found in _UPDATE.finditer(text)}


def day_in(metadata: str, version: str) -> date | None:
    """The day of the newest version by an artifact's metadata; None where another one is newest there."""
    try:
        versioning = ElementTree.fromstring(metadata).find("versioning")
        if versioning is None or version not in (
            versioning.findtext("release"),
            versioning.findtext("latest"),
        ):
            return None
        return datetime.strptime((versioning.findtext("lastUpdated") or "")[:8], "%Y%m%d").date()
    except (ElementTree.ParseError, ValueError):
        return None


def listed(package: str, folder: Path) -> list[Release]:
    """All releases of an artifact, the oldest first, by the metadata that Maven brings up to date; they have
    no days."""
    newest([Pin("maven", package, "0")], folder)
    versions = {version for metadata in _metadata(package) for version in versions_in(metadata)}
    if not versions:
        raise SerbenchError(f"Maven lists no releases of {package}.")
    return [Release(version) for version in oldest_first(versions)]


def versions_in(metadata: str) -> list[str]:
    """The versions in an artifact's metadata; none where it has another form."""
    try:
        found = ElementTree.fromstring(metadata).findall("versioning/versions/version")
    except ElementTree.ParseError:
        return []
    return [one.text.strip() for one in found if one.text]


def _day(package: str, version: str) -> date | None:
    return next((day for metadata in _metadata(package) if (day := day_in(metadata, version))), None)


def _metadata(package: str) -> Iterator[str]:
    """The metadata of an artifact that Maven keeps of its repositories."""
    group, _, artifact = package.partition(":")
    place = Path.home() / _REPOSITORY / Path(*group.split(".")) / artifact
    for path in sorted(place.glob("maven-metadata-*.xml")):
        with suppress(OSError):
            yield path.read_text(encoding="utf-8", errors="replace")


REGISTRY = Registry("maven", "Maven Central", newest, listed=listed)
