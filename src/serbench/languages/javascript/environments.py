"""The environment of a codec: its packages, installed once into the cache as its lock file says."""

import os
from pathlib import Path

from serbench.cache.entries import keep
from serbench.cache.keys import content_key
from serbench.cache.products import folder_next_to, locked
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildProgress
from serbench.languages.javascript import LANGUAGE
from serbench.languages.javascript.packages import Packages, packages_in, packages_of
from serbench.languages.javascript.runtime import PINNED, runtime_place
from serbench.languages.tool import failure_told, first_error, run_tool
from serbench.locations import cache_directory
from serbench.toolchain.chosen import using
from serbench.toolchain.requirements import Tool

_MODULES = "node_modules"
# No script of a package runs: what is measured is what the lock file has.
_INSTALL = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error")


def environment_of(packages: Packages) -> Path:
    """The folder of an environment, installed or not: one for each lock file and release of the usual
    Node."""
    version = usual_node().version
    key = content_key(packages.package, packages.lock, version)
    return cache_directory() / "build" / "javascript-environments" / key


def packages_folder(codec: CodecManifest) -> Path | None:
    """The folder of a codec's packages; None where it has none."""
    packages = packages_of(codec)
    return environment_of(packages) / _MODULES if packages else None


def install(packages: Packages, progress: BuildProgress) -> Path:
    """The folder ``node_modules`` of an environment, which is installed unless it is there. Raises
    SerbenchError with what npm says."""
    place = environment_of(packages)
    modules = place / _MODULES
    if modules.exists():
        return modules
    with locked(place.with_name(f"{place.name}.lock")):
        if not modules.exists():
            progress(f"Installing {packages.libraries[0][0] if packages.libraries else 'packages'}")
            _install(packages, place)
    return modules


def tool_environment() -> dict[str, str]:
    """The variables with which npm and generators run: scripts of packages find the usual Node by the
    path, whatever runs what they make."""
    program = usual_node().path
    return {"PATH": os.pathsep.join((str(program.parent), os.environ.get("PATH", os.defpath)))}


def usual_node() -> Tool:
    """The Node by which npm, generators and whatever surrounds a runner run."""
    with using(LANGUAGE.name, ""):
        return LANGUAGE.tools().tool("runtime")


def install_runtime(progress: BuildProgress) -> None:
    """Installs the release of Node that javascript/runtime pins, unless it is there or there is none for this
    machine. Raises SerbenchError with what npm says."""
    place = runtime_place()
    if place is None or place.exists():
        return
    with locked(place.with_name(f"{place.name}.lock")):
        if not place.exists():
            progress("Installing Node")
            # Without a network every run would wait for the retries.
            _install(packages_in(PINNED), place, "--fetch-retries=0")


def _install(packages: Packages, place: Path, *options: str) -> None:
    program = LANGUAGE.tools().tool("packages").command
    log: list[str] = []
    with folder_next_to(place) as making:
        (making / "package.json").write_text(packages.package, encoding="utf-8")
        (making / "package-lock.json").write_text(packages.lock, encoding="utf-8")
        command = [*program, *_INSTALL, *options]
        if run_tool(command, log.append, folder=making, extra=tool_environment()) != 0:
            said = "".join(log)
            raise failure_told(f"npm cannot install it: {first_error(said)}", said)
        (making / _MODULES).mkdir(exist_ok=True)
        keep(making, place)
