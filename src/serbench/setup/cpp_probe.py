"""Asks the C++ project which libraries this machine has, without building anything."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from serbench.build.environment import compiler_environment, search_paths
from serbench.build.keys import content_key
from serbench.build.lock import locked
from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.locations import CHECKOUT, cache_directory
from serbench.setup.toolchains import MissingToolchain, Toolchain, toolchain

PROJECT = CHECKOUT / "cpp"


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a codec's library is here: its version, or the reason why it is not."""

    available: bool
    version: str
    reason: str


_probed: dict[str, dict[str, Availability]] = {}


def probe(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    """The availability of each codec, by its name.

    CMake looks for the libraries once; its answer holds while the project's build files, the installed
    packages and the search paths stay as they are.
    """
    key = _key()
    if key not in _probed:
        path = cache_directory() / "probe" / f"{key}.json"
        if not path.exists():
            with locked(path.parent):
                path.write_text(json.dumps({name: asdict(found) for name, found in _configure().items()}))
        stored = json.loads(path.read_text())
        _probed[key] = {name: Availability(**found) for name, found in stored.items()}
    unknown = Availability(False, "", "its CMakeLists.txt says nothing about it")
    return {codec.name: _probed[key].get(codec.name, unknown) for codec in codecs}


def _key() -> str:
    build_files = {str(path): path.read_bytes() for path in sorted(PROJECT.glob("codecs/*/CMakeLists.txt"))}
    installed = Path("/var/lib/dpkg/status")
    return content_key(
        (PROJECT / "CMakeLists.txt").read_bytes(),
        build_files,
        compiler_identity(),
        search_paths(),
        str(installed.stat().st_mtime_ns) if installed.exists() else "",
    )


@cache
def cpp_toolchain() -> Toolchain:
    """The C++ tools of this machine; raises SerbenchError where one is missing."""
    found = toolchain("cpp")
    if isinstance(found, MissingToolchain):
        raise SerbenchError(found.detail)
    return found


def compiler_identity() -> str:
    """The compiler's command and the first line it prints of itself."""
    compiler = cpp_toolchain().tool("compiler")
    return f"{' '.join(compiler.command)}: {compiler.version}"


def configure_command(tree: Path) -> list[str]:
    """CMake for our project in a build tree, by the tools that were found."""
    tools = cpp_toolchain()
    command = [str(tools.tool("cmake").path), "-S", str(PROJECT), "-B", str(tree), "-G", "Ninja"]
    command += [f"-DCMAKE_MAKE_PROGRAM={tools.tool('ninja').path}"]
    launcher, *rest = tools.tool("compiler").command
    if rest:
        command += [f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"]
    return [*command, f"-DCMAKE_CXX_COMPILER={rest[0] if rest else launcher}"]


def _configure() -> dict[str, Availability]:
    with tempfile.TemporaryDirectory(prefix="serbench-probe-") as tree:
        command = [*configure_command(Path(tree)), "-DSERBENCH_PROBE=ON"]
        environment = compiler_environment()
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        if done.returncode != 0:
            lines = [line for line in done.stderr.splitlines() if line.strip()]
            raise SerbenchError(f"CMake could not look for C++ libraries: {' '.join(lines[:2])}")
        return parse_codecs((Path(tree) / "codecs.txt").read_text())


def parse_codecs(text: str) -> dict[str, Availability]:
    """The lines ``codec name=… available=0|1 version=… reason=…`` that the CMake project writes."""
    found: dict[str, Availability] = {}
    for line in text.splitlines():
        tag, *pairs = line.split(" ")
        if tag != "codec":
            continue
        fields = {key: unquote(value) for key, _, value in (pair.partition("=") for pair in pairs)}
        found[f"cpp/{fields['name']}"] = Availability(
            fields["available"] == "1", fields.get("version", ""), fields.get("reason", "")
        )
    return found
