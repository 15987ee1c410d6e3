"""Resolves the libraries of the Java codecs with Maven, each codec once."""

import hashlib
import os
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path

from serbench.cache.entries import keep
from serbench.cache.keys import content_key
from serbench.cache.products import folder_next_to, locked
from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import SerbenchError
from serbench.languages.builder import Availability
from serbench.languages.building import probed
from serbench.languages.java import LANGUAGE
from serbench.languages.java.generators import Generator, find_generator, generator_table, platform_classifier
from serbench.languages.java.jvm import java_program
from serbench.languages.java.maven import call_maven
from serbench.locations import cache_directory
from serbench.scratch import scratch_folder
from serbench.toolchain.releases import Pin

PROJECT = LANGUAGE.folder
_JARS, SCOPES = "jars", ("runtime", "compile")
_SUMS = "jars.sha256"
# The folder next to a pom.xml with the user's jar of its first artifact.
BUILD = "build"
_POM = "{http://maven.apache.org/POM/4.0.0}"
_COORDINATES = ("groupId", "artifactId", "version")


def probe(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    """The availability of each codec, by its name; the version is that of the first library it names, as
    Maven resolved it."""
    return probed(codecs, _availability)


def class_path(codec: CodecManifest) -> tuple[Path, ...]:
    """The jars of a codec's libraries, those it names itself first; empty where it needs only the JDK."""
    jars = artifacts_of(file_of(codec, "pom.xml"), codec.name, "runtime")
    built = sorted((codec.locked_in / BUILD).glob("*.jar")) if codec.locked_in else []
    if not built:
        return jars
    own = own_jar(codec, jars)
    return (*built, *(jar for jar in jars if jar != own))


def generator_of(codec: CodecManifest) -> Generator | None:
    """The generator that the codec's manifest names; None where it names none.

    Raises SerbenchError where the tool is unavailable.
    """
    table = generator_table(codec)
    if table is None:
        return None
    of_pom = table.executable or table.java
    artifacts = artifacts_of(file_of(codec, "pom.xml"), codec.name, "compile") if of_pom else ()
    return find_generator(table, artifacts, java_program())


def artifacts_of(pom: Path, name: str, scope: str) -> tuple[Path, ...]:
    """The jars that Maven resolves for a pom.xml in a scope.

    The scope is ``runtime``, or ``compile``, which also has the ``provided`` libraries. ``name`` says to what
    the pom.xml belongs. Maven is asked when the cache does not hold the answer or a jar has gone. Raises
    SerbenchError with Maven's own first error.
    """
    if not _dependencies(pom):
        return ()
    place = _place(pom, scope)
    with locked(place.parent):
        jars = _read(place)
        if jars is None:
            resolved = _resolve(name, pom, scope)
            _require_sums(_jars(resolved), pom.with_name(_SUMS))
            _keep(resolved, place)
            jars = _read(place)
    if jars is None:
        raise SerbenchError(f"Maven resolved {name} to jars that are not there.")
    return jars


def write_sums(jars: Sequence[Path], folder: Path) -> None:
    """Writes the SHA-256 of jars next to the pom.xml in a folder."""
    sums = {jar.name: _sha256(jar) for jar in jars}
    (folder / _SUMS).write_text("".join(f"{sums[name]}  {name}\n" for name in sorted(sums)), encoding="utf-8")


def _require_sums(jars: Sequence[Path], sums: Path) -> None:
    """Raises SerbenchError for a jar that has another SHA-256 than when its pom.xml was locked. The poms of
    the checkout name releases that do not change."""
    if not sums.exists():
        return
    known = {name: sha256 for sha256, _, name in map(_parted, sums.read_text("utf-8").splitlines())}
    for jar in jars:
        if known.get(jar.name) != _sha256(jar):
            raise SerbenchError(f"{jar} is not the file that was locked in {sums}.")


def _parted(line: str) -> tuple[str, str, str]:
    return line.partition("  ")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def version_of(codec: CodecManifest, jars: Sequence[Path]) -> str:
    """The version of the first library that the codec's pom.xml names, from the name of its jar."""
    artifact, jar = _first_artifact(file_of(codec, "pom.xml")), own_jar(codec, jars)
    return jar.name.removeprefix(f"{artifact}-").removesuffix(".jar") if jar else ""


def own_jar(codec: CodecManifest, jars: Sequence[Path]) -> Path | None:
    """The jar of the first library that the codec's pom.xml names; None where it is not among these."""
    artifact = _first_artifact(file_of(codec, "pom.xml"))
    named = re.compile(rf"{re.escape(artifact)}-\d.*\.jar")
    return next((jar for jar in jars if named.fullmatch(jar.name)), None)


def pins_of(codec: CodecManifest) -> tuple[Pin, ...]:
    """The artifacts that a codec's pom.xml names, each once."""
    pom = file_of(codec, "pom.xml")
    named = [tuple(_text(pom, one, name) for name in _COORDINATES) for one in _dependencies(pom)]
    pins = (Pin("maven", f"{group}:{artifact}", version) for group, artifact, version in named)
    return tuple(dict.fromkeys(pins))


def _text(pom: Path, dependency: ElementTree.Element, name: str) -> str:
    """A text of a dependency; a property stands for what the pom.xml says of it."""
    text = (dependency.findtext(f"{_POM}{name}") or "").strip()
    named = re.fullmatch(r"\$\{(.+)\}", text)
    found = ElementTree.parse(pom).findtext(f"{_POM}properties/{_POM}{named[1]}") if named else text
    return (found or "").strip()


def _availability(codec: CodecManifest) -> Availability:
    jars = class_path(codec)
    generator_of(codec)
    if not jars:
        return Availability(True, LANGUAGE.tools().tool("compiler").version.removeprefix("javac "), "")
    return Availability(True, version_of(codec, jars), "")


def _dependencies(pom: Path) -> list[ElementTree.Element]:
    try:
        return ElementTree.parse(pom).getroot().findall(f"{_POM}dependencies/{_POM}dependency")
    except (OSError, ElementTree.ParseError) as error:
        raise SerbenchError(f"{pom} cannot be read: {error}.") from error


def _first_artifact(pom: Path) -> str:
    dependencies = _dependencies(pom)
    return (dependencies[0].findtext(f"{_POM}artifactId") or "").strip() if dependencies else ""


def entries_of(codec: CodecManifest) -> tuple[Path, ...]:
    """The entries of the cache that tell where a codec's jars are, and what they are."""
    pom = file_of(codec, "pom.xml")
    return tuple(_place(pom, scope) for scope in SCOPES) if _dependencies(pom) else ()


def _place(pom: Path, scope: str) -> Path:
    key = content_key((PROJECT / "pom.xml").read_bytes(), pom.read_bytes(), scope)
    return cache_directory() / "class-paths" / key


def _read(place: Path) -> tuple[Path, ...] | None:
    """The jars that an entry of the cache names; None when there is none or a jar has been removed."""
    path = place / _JARS
    if not path.exists():
        return None
    jars = _jars(path.read_text(encoding="utf-8", errors="replace"))
    return jars if jars and all(jar.is_file() for jar in jars) else None


def _keep(class_path: str, place: Path) -> None:
    """The jars are Maven's own files, whose sums are kept with their names."""
    with folder_next_to(place) as making:
        (making / _JARS).write_text(class_path, encoding="utf-8")
        keep(making, place, [jar for jar in _jars(class_path) if jar.is_file()])


def _jars(class_path: str) -> tuple[Path, ...]:
    return tuple(Path(name) for name in class_path.strip().split(os.pathsep) if name)


def _resolve(name: str, pom: Path, scope: str) -> str:
    """Asks Maven. The pinned plug-in comes from the parent's pom.xml."""
    with scratch_folder("maven") as folder:
        out = folder / "classpath"
        words = ["-f", str(pom), f"-Dserbench.platform={platform_classifier()}"]
        words += ["dependency:build-classpath", f"-DincludeScope={scope}", f"-Dmdep.outputFile={out}"]
        fault = call_maven(words)
        if fault or not out.exists():
            reason = fault or "it gave no reason."
            raise SerbenchError(f"Maven could not resolve the libraries of {name}: {reason}")
        return out.read_text(encoding="utf-8")
