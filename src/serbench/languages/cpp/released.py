"""When the release of a library appeared, by the distribution's changelog or the archive of its sources."""

import gzip
import re
import tarfile
import zipfile
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.cpp import LANGUAGE
from serbench.languages.cpp.probe import probe
from serbench.languages.cpp.source_recipe import library_folder, recipe_of
from serbench.toolchain.support import Runtime

_DOCUMENTS = Path("/usr/share/doc")
_NOTE = "released"
# Some tools give every file of an archive one fixed time, long before serializers of today.
_EARLIEST = date(2010, 1, 1)


def note_release(archive: Path, prefix: Path) -> None:
    """Writes into a library's folder when its sources were packed, where the archive tells."""
    packed = _packed(archive)
    if packed >= _EARLIEST:
        (prefix / _NOTE).write_text(f"{packed.isoformat()}\n", encoding="ascii")


def _packed(archive: Path) -> date:
    """The day of the newest file in an archive."""
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as wheel:
            return max((date(*member.date_time[:3]) for member in wheel.infolist()), default=date.min)
    with tarfile.open(archive) as content:
        newest = max((member.mtime for member in content if member.isfile()), default=0)
    return datetime.fromtimestamp(newest, UTC).date()


def released(codec: CodecManifest) -> date | None:
    """When the release that a codec uses appeared; None where nothing tells."""
    try:
        if (library := library_folder(codec)) is not None:
            return _noted(library)
        version = probe([codec])[codec.name].version
        recipe = recipe_of(codec.folder)
        built = recipe.prefix() if recipe is not None else None
    except SerbenchError:
        return None
    found = (released_in(_changelog(name), version) for name in codec.packages.get("debian", ()))
    return next((day for day in found if day is not None), _noted(built) if built else None)


def packaged(codec: CodecManifest) -> bool:
    """Whether a codec's library is the one that the distribution's package has."""
    if codec.library_path is not None or codec.locked_in is not None:
        return False
    try:
        version = probe([codec])[codec.name].version
    except SerbenchError:
        return False
    return any(packages_version(_changelog(name), version) for name in codec.packages.get("debian", ()))


def packages_version(changelog: str, version: str) -> bool:
    """Whether the newest entry of a changelog of Debian is of this version of the library, or of several of
    which it is the first."""
    newest = re.match(r"\S+ \((?:\d+:)?([^)]+)\)", changelog)
    known = re.match(r"\d[\d.]*", version)
    return bool(newest and known and re.match(rf"{re.escape(known[0])}(?![0-9])", newest[1]))


def released_in(changelog: str, version: str) -> date | None:
    """When a version was packaged first, by a changelog of Debian, whose newest entry must be of that
    version."""
    known = re.findall(r"\d[\d.]*", version)
    first: date | None = None
    entries = re.findall(r"^\S+ \(([^)]+)\)(?:.|\n)*?^ -- .*>  (.+)$", changelog, re.MULTILINE)
    for packaged, when in entries:
        upstream = re.sub(r"^\d+:|-[^-]*$", "", packaged)
        if re.split(r"[+~]", upstream)[0] not in known:
            break
        first = parsedate_to_datetime(when).date()
    return first


def runtime() -> Runtime:
    """The compiler; it does not tell when its release appeared."""
    said = LANGUAGE.tools().tool("compiler").version
    for product, pattern in (("Clang", r"clang version (\d[\d.]*)"), ("GCC", r"\) (\d[\d.]*)")):
        if found := re.search(pattern, said):
            return Runtime(product, found[1])
    raise SerbenchError(f"The C++ compiler has an unknown version: {said}")


def _changelog(package: str) -> str:
    """The changelog of a package. One that only names the usual version of a library (libboost-NAME-dev) has
    that of the version's own package (libboost-NAME1.74-dev)."""
    stem = package.removesuffix("-dev")
    versioned = sorted(path.name for path in _DOCUMENTS.glob(f"{stem}[0-9]*-dev"))
    for folder in (*versioned, package):
        for name in ("changelog.Debian.gz", "changelog.gz"):
            try:
                return gzip.decompress((_DOCUMENTS / folder / name).read_bytes()).decode("utf-8", "replace")
            except OSError:
                continue
    return ""


def _noted(prefix: Path) -> date | None:
    try:
        return date.fromisoformat((prefix / _NOTE).read_text(encoding="ascii").strip())
    except (OSError, ValueError):
        return None
