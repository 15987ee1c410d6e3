"""Asks the C++ project which libraries this machine has, without building anything."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from serbench.build.keys import content_key
from serbench.build.lock import locked
from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.locations import CHECKOUT, cache_directory
from serbench.setup.ninja import ninja_path

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
        os.environ.get("CMAKE_PREFIX_PATH", ""),
        str(installed.stat().st_mtime_ns) if installed.exists() else "",
    )


@cache
def compiler_identity() -> str:
    """The compiler's own first line of version, with the variable that chooses it."""
    compiler = os.environ.get("CXX", "c++")
    try:
        done = subprocess.run([*compiler.split(), "--version"], capture_output=True, text=True, check=False)
    except OSError as error:
        raise SerbenchError(f"The C++ compiler {compiler} cannot be started: {error.strerror}.") from error
    return f"{compiler}: {done.stdout.partition(chr(10))[0]}"


def _configure() -> dict[str, Availability]:
    with tempfile.TemporaryDirectory(prefix="serbench-probe-") as tree:
        command = ["cmake", "-S", str(PROJECT), "-B", tree, "-G", "Ninja", "-DSERBENCH_PROBE=ON"]
        command += [f"-DCMAKE_MAKE_PROGRAM={ninja_path()}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
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
