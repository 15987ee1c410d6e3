"""Builds a codec's library from a source package: once and atomically."""

import re
import shutil
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from serbench.cache.entries import keep
from serbench.cache.products import locked
from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.builder import Tell
from serbench.languages.cpp.crate_source import fetch_crate
from serbench.languages.cpp.maven_artifact import fetch_artifact
from serbench.languages.cpp.probe import cpp_toolchain, generate_command
from serbench.languages.cpp.released import note_release
from serbench.languages.cpp.source_recipe import SourceRecipe, latest_recipe, locked_recipe, recipe_of
from serbench.languages.tool import first_error, run_tool
from serbench.parallel import usable_cores
from serbench.scratch import scratch_folder
from serbench.toolchain.archives import expected
from serbench.toolchain.debian_source import fetch_archive
from serbench.toolchain.python_source import fetch_source_archive, fetch_wheel

# The folder of a lock with the archive of the release.
ARCHIVE = "archive"
# As our own code is compiled.
_FLAGS = "-O3 -DNDEBUG -falign-functions=64"

# Every registry by the field of a recipe that names a package of it.
FETCHES: dict[str, Callable[[str, str, str | None, Path, Tell], Path]] = {
    "debian": fetch_archive,
    "pypi": fetch_source_archive,
    "wheel": fetch_wheel,
    "crate": fetch_crate,
    "maven": fetch_artifact,
}


def build_library(recipe: SourceRecipe, tell: Tell, archive: Path | None = None) -> Path:
    """The prefix of the built library, from the cache or built now, of an archive that is here already or is
    fetched.

    Raises SerbenchError, with the reason in one sentence, where it cannot be built.
    """
    prefix = recipe.prefix()
    if prefix.is_dir():
        return prefix
    with locked(prefix.parent):
        if not prefix.is_dir():
            try:
                _build(recipe, archive, prefix, tell)
            except SerbenchError as error:
                raise SerbenchError(f"{recipe.library} could not be built from {recipe}: {error}") from error
    return prefix


def build_library_of(codec: CodecManifest, tell: Tell) -> None:
    """Builds what the recipe of a codec's manifest says, for a release that is locked of the archive that was
    locked. Raises SerbenchError where it cannot be built."""
    if (locked_release := locked_recipe(codec)) is not None:
        build_library(locked_release, tell, archive_of(codec))
        return
    recipe = recipe_of(codec.folder)
    if recipe is None:
        raise SerbenchError(f"The manifest of {codec.name} does not say how its library is built.")
    build_library(recipe, tell)


def archive_of(codec: CodecManifest) -> Path | None:
    """The archive of a locked release; None where it is no longer there, and is fetched again."""
    assert codec.locked_in is not None, f"{codec.name} has a locked release"
    return next((codec.locked_in / ARCHIVE).glob("*"), None)


def build_latest_of(codec: CodecManifest, tell: Tell) -> Path:
    """Builds the newer release that a codec's manifest names; raises SerbenchError where it cannot be."""
    recipe = latest_recipe(codec)
    if recipe is None:
        raise SerbenchError(f"The manifest of {codec.name} names no newer release of its library.")
    return build_library(recipe, tell)


def _build(recipe: SourceRecipe, archive: Path | None, prefix: Path, tell: Tell) -> None:
    """Works in a folder next to the prefix, which appears in one step when all is done."""
    with scratch_folder("library", prefix.parent) as making:
        if archive is not None:
            expected(archive, recipe.sha256)
        else:
            fetch = FETCHES[recipe.registry]
            archive = fetch(recipe.package, recipe.version, recipe.sha256, making, tell)
        if recipe.archive:
            _keep(archive, making / "prefix" / recipe.archive)
        else:
            _build_project(recipe, archive, making, tell)
        keep(making / "prefix", prefix)
    tell(f"{recipe.library} is built and kept in {prefix}.")


def _build_project(recipe: SourceRecipe, archive: Path, making: Path, tell: Tell) -> None:
    """Builds the project in an archive and puts what is kept of it into the folder ``prefix``."""
    project = _unpacked(archive, making / "source") / recipe.folder
    if recipe.project:
        (project / "CMakeLists.txt").write_text(recipe.project, encoding="utf-8")
    _compile(recipe, project, tell)
    if recipe.keeps:
        for place, made in recipe.keeps.items():
            _keep(project / made, making / "prefix" / place)
    else:
        _install(project / "build", making / "prefix")
    note_release(archive, making / "prefix")


def _unpacked(archive: Path, folder: Path) -> Path:
    """The one folder that the archive holds, or the folder of all that it holds."""
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(folder)
        return folder
    with tarfile.open(archive) as content:
        # Python versions that know the filter want it named; the archive's hash is checked in any case.
        content.extraction_filter = getattr(tarfile, "data_filter", None)
        content.extractall(folder)
    inside = list(folder.iterdir())
    return inside[0] if len(inside) == 1 else folder


def _compile(recipe: SourceRecipe, project: Path, tell: Tell) -> None:
    tree = project / "build"
    configure = [*generate_command(project, tree), "-DCMAKE_BUILD_TYPE=Release"]
    configure += [f"-DCMAKE_{language}_FLAGS_RELEASE={_FLAGS}" for language in ("C", "CXX")]
    configure += recipe.cmake
    _run(configure, "CMake could not configure it", lambda _: None)
    cmake = str(cpp_toolchain().tool("cmake").path)
    jobs = len(usable_cores())
    build = [cmake, "--build", str(tree), "-j", str(jobs)]
    build += [word for target in recipe.targets for word in ("--target", target)]

    def follow(line: str) -> None:
        if step := re.match(r"\[(\d+)/(\d+)\]", line):
            tell(f"Building {recipe.library} from {recipe}, once: step {step[1]} of {step[2]}")

    _run(build, "it does not compile", follow)


def _install(tree: Path, prefix: Path) -> None:
    cmake = str(cpp_toolchain().tool("cmake").path)
    command = [cmake, "--install", str(tree), "--prefix", str(prefix)]
    _run(command, "it cannot be installed", lambda _: None)


def _run(command: list[str], fault: str, follow: Callable[[str], object]) -> None:
    lines: list[str] = []

    def on_line(line: str) -> None:
        lines.append(line)
        follow(line)

    if run_tool(command, on_line) != 0:
        raise SerbenchError(f"{fault}: {first_error(''.join(lines))}")


def _keep(made: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        if made.is_dir():
            shutil.copytree(made, place)
        else:
            shutil.copy2(made, place)
    except OSError as error:
        raise SerbenchError(f"its build made no {made.name} ({error.strerror}).") from error
