"""Asks the C++ project which libraries this machine has, without building anything."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from serbench.cache.entries import write_whole
from serbench.cache.keys import content_key, files_state
from serbench.cache.products import locked
from serbench.codecs.manifest import VERSION_MARK, CodecManifest
from serbench.codecs.registrations import gone
from serbench.errors import BadInput, SerbenchError
from serbench.languages.builder import Availability
from serbench.languages.cpp import LANGUAGE
from serbench.languages.cpp.source_recipe import cmake_arguments, library_folder, locked_recipe
from serbench.languages.tool import captured
from serbench.locations import cache_directory
from serbench.outcomes import tells_full
from serbench.scratch import disk_full, scratch_folder
from serbench.toolchain.chosen import program_of
from serbench.toolchain.releases import is_behind
from serbench.toolchain.requirements import Toolchain

PROJECT = LANGUAGE.folder

# They choose what is measured, so products are keyed by them.
_SEARCH_PATHS = frozenset(
    """CMAKE_PREFIX_PATH CMAKE_INCLUDE_PATH CMAKE_LIBRARY_PATH CMAKE_PROGRAM_PATH CMAKE_TOOLCHAIN_FILE
    PKG_CONFIG_PATH CPATH CPLUS_INCLUDE_PATH LIBRARY_PATH""".split()
)
# CMake looks for a package in the folder that PACKAGE_ROOT names.
_SEARCH_PATH_SUFFIX = "_ROOT"

# The databases of packages, and where libraries are installed by hand: a folder changes with its entries.
_INSTALLED = (
    *("/var/lib/dpkg/status", "/var/lib/rpm/rpmdb.sqlite", "/usr/lib/sysimage/rpm/rpmdb.sqlite"),
    *("/var/lib/pacman/local", "/lib/apk/db/installed", "/usr/local/include", "/usr/local/lib"),
    *("/usr/local/lib64", "/usr/local/lib/cmake", "/usr/local/lib64/cmake", "/usr/local/lib/pkgconfig"),
)
_UNKNOWN = Availability(False, "", "its CMakeLists.txt says nothing about it")
_probed: dict[str, dict[str, Availability]] = {}


def probe(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    """The availability of each codec, by its name.

    CMake looks for the libraries once; its answer holds while the project's build files, the installed
    packages and the search paths do not change. A codec with a registered library is searched there.
    """
    key = _key()
    return {codec.name: _availability(codec, key) for codec in codecs}


def library_of(codec: CodecManifest) -> Path | None:
    """The folder from which a codec takes its library, None for the one that CMake finds by itself."""
    path = library_folder(codec)
    return path if path is not None and _in_own_folder(codec, path).available else None


def probe_in(codec: CodecManifest, library: Path) -> Availability:
    """The availability of a codec whose library must be in this folder; the answer holds while the files
    of the folder do not change either."""
    if not library.is_dir():
        return Availability(False, "", gone(codec.adapter, library))
    key = content_key(_key(), codec.adapter, str(library), library_state(library))
    options = [f"-DSERBENCH_CODECS={codec.folder.name}", *library_options(library)]
    return _answers(key, options).get(codec.adapter, _UNKNOWN)


def look_in(codec: CodecManifest, folder: Path) -> Availability:
    """Whether a codec's library is in a folder that a user names; raises BadInput for a path that CMake
    cannot be handed."""
    if ";" in str(folder):
        raise BadInput(f"{folder} cannot be handed to CMake, which splits paths at semicolons.")
    return probe_in(codec, folder)


def library_options(library: Path) -> list[str]:
    """The settings that make CMake search a folder first: an installation, a checkout, or the folder that
    holds the headers."""
    return [
        f"-DSERBENCH_LIBRARY={library}",
        f"-DCMAKE_PREFIX_PATH={library}",
        f"-DCMAKE_INCLUDE_PATH={library}",
        f"-DCMAKE_LIBRARY_PATH={library}",
        f"-DCMAKE_PROGRAM_PATH={library}",
        # PACKAGE_ROOT would come before all these.
        "-DCMAKE_FIND_USE_PACKAGE_ROOT_PATH=OFF",
    ]


@cache
def library_state(library: Path) -> str:
    """A key of the files of a registered library, as this process first saw them."""
    return files_state(library)


def search_paths(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables by which CMake and the compiler find libraries, as a part of a product's key."""
    return {
        name: value
        for name, value in environment.items()
        if name in _SEARCH_PATHS or name.endswith(_SEARCH_PATH_SUFFIX)
    }


def project_files() -> dict[str, bytes]:
    """The build files that all codecs share."""
    return {path.name: path.read_bytes() for path in (PROJECT / "CMakeLists.txt", *PROJECT.glob("*.cmake"))}


def _in_own_folder(codec: CodecManifest, library: Path) -> Availability:
    """The availability of a codec whose library was registered or is built of a locked release. The library
    says which release it is, whatever the package's name for it."""
    if (recipe := locked_recipe(codec)) is None:
        return probe_in(codec, library)
    if not library.is_dir():
        return Availability(False, "", f"its library is not built yet from {recipe}")
    found, version = probe_in(codec, library), codec.built_name.partition(VERSION_MARK)[2]
    if found.version and (is_behind(found.version, version) or is_behind(version, found.version)):
        return Availability(False, "", f"{recipe} holds release {found.version} of the library")
    return found


def _availability(codec: CodecManifest, key: str) -> Availability:
    library = library_folder(codec)
    if library is None:
        return _on_machine(codec, key)
    registered = _in_own_folder(codec, library)
    if registered.available or codec.name != codec.adapter:
        return registered
    # The codec's own name is free for a library that has been installed since.
    on_machine = _on_machine(codec, key)
    return on_machine if on_machine.available else registered


def _on_machine(codec: CodecManifest, key: str) -> Availability:
    return _answers(key, []).get(codec.adapter, _UNKNOWN)


def _answers(key: str, options: Sequence[str]) -> dict[str, Availability]:
    """CMake's answers under a key of all that they depend on, from the cache where it has been asked."""
    if key not in _probed:
        path = cache_directory() / "probe" / f"{key}.json"
        found = _kept_answers(path)
        if found is None:
            with locked(path.parent):
                found = _configure(options)
                texts = {name: asdict(known) for name, known in found.items()}
                write_whole(path, json.dumps(texts).encode())
        _probed[key] = found
    return _probed[key]


def _kept_answers(path: Path) -> dict[str, Availability] | None:
    """The answers in a file of the cache; None where there is none, or a damaged one."""
    try:
        stored = json.loads(path.read_bytes())
        return {name: Availability(**found) for name, found in stored.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return None


def _key() -> str:
    # A manifest says whose CMakeLists.txt a variant without one uses.
    patterns = ("codecs/*/CMakeLists.txt", "codecs/*/codec.toml")
    paths = [path for pattern in patterns for path in sorted(PROJECT.glob(pattern))]
    build_files = {str(path): path.read_bytes() for path in paths}
    return content_key(
        project_files(),
        build_files,
        compiler_identity(),
        search_paths(),
        "\n".join(cmake_arguments()),
        " ".join(_changed(Path(place)) for place in _INSTALLED),
    )


def _changed(place: Path) -> str:
    try:
        return str(place.stat().st_mtime_ns)
    except OSError:
        return ""


def cpp_toolchain() -> Toolchain:
    """The C++ tools of this machine; raises SerbenchError where one is missing."""
    return _toolchain_by(program_of(LANGUAGE.name))


@cache
def _toolchain_by(_compiler: str) -> Toolchain:
    return LANGUAGE.tools()


def compiler_identity() -> str:
    """The compiler's command and the first line of its version output."""
    compiler = cpp_toolchain().tool("compiler")
    return f"{' '.join(compiler.command)}: {compiler.version}"


def configure_command(tree: Path) -> list[str]:
    """CMake for our project in a build tree, with the places of libraries that were built from source."""
    return [*generate_command(PROJECT, tree), *cmake_arguments()]


def generate_command(project: Path, tree: Path) -> list[str]:
    """CMake for a project in a build tree, by the tools that were found."""
    tools = cpp_toolchain()
    command = [str(tools.tool("cmake").path), "-S", str(project), "-B", str(tree), "-G", "Ninja"]
    command += [f"-DCMAKE_MAKE_PROGRAM={tools.tool('ninja').path}"]
    launcher, *rest = tools.tool("compiler").command
    if rest:
        command += [f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"]
    return [*command, f"-DCMAKE_CXX_COMPILER={rest[0] if rest else launcher}"]


def _configure(options: Sequence[str]) -> dict[str, Availability]:
    with scratch_folder("probe") as tree:
        command = [*configure_command(tree), "-DSERBENCH_PROBE=ON", *options]
        done = captured(command)
        if done.returncode != 0 and tells_full(done.stderr):
            raise disk_full(tree.parent)
        if done.returncode != 0:
            lines = [line for line in done.stderr.splitlines() if line.strip()]
            raise SerbenchError(f"CMake could not search for C++ libraries: {' '.join(lines[:2])}")
        return parse_codecs((tree / "codecs.txt").read_text())


def parse_codecs(text: str) -> dict[str, Availability]:
    """The lines ``codec name=… available=0|1 version=… reason=…`` that the CMake project writes."""
    found: dict[str, Availability] = {}
    for line in text.splitlines():
        tag, *pairs = line.split(" ")
        if tag != "codec":
            continue
        fields = {key: unquote(value) for key, _, value in (pair.partition("=") for pair in pairs)}
        found[f"{LANGUAGE.name}/{fields['name']}"] = Availability(
            fields["available"] == "1", fields.get("version", ""), fields.get("reason", "")
        )
    return found
