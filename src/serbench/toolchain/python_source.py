"""Fetches the source archive or the wheel of a Python package by pip, from the index that pip is set up for.

Source packages of Python bindings hold the C and C++ libraries that they bind, and some wheels hold headers
alone. Nothing is installed and no code of the package is run: pip checks the hash first, and then asks the
package's build backend for metadata, in place of which it finds one of ours.
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from serbench.errors import SerbenchError
from serbench.toolchain.archives import expected
from serbench.toolchain.packages import run
from serbench.toolchain.pip import WHEELS, pip

_TIMEOUT_S = 20
# What pip imports as the backend: packages that name none and those that name setuptools mean this one.
_BACKEND = """
import os, sys

def prepare_metadata_for_build_wheel(folder, config_settings=None):
    name, version = os.environ["SERBENCH_PACKAGE"].split("==")
    place = os.path.join(folder, f"{name.replace('-', '_')}-{version}.dist-info")
    os.mkdir(place)
    with open(os.path.join(place, "METADATA"), "w") as metadata:
        metadata.write(f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n")
    return os.path.basename(place)

__legacy__ = sys.modules[__name__]
"""


def fetch_source_archive(
    package: str, version: str, sha256: str | None, folder: Path, tell: Callable[[str], None]
) -> Path:
    """The package's source archive in an existing folder.

    Raises SerbenchError, with the reason in one sentence, where it is unavailable or not the expected one.
    """
    backend = folder / "backend"
    (backend / "setuptools").mkdir(parents=True)
    (backend / "setuptools" / "__init__.py").touch()
    (backend / "setuptools" / "build_meta.py").write_text(_BACKEND, encoding="utf-8")
    tell(f"Fetching the source package {package} {version} …")
    variables = {"PYTHONPATH": str(backend), "SERBENCH_PACKAGE": f"{package}=={version}"}
    options = ("--no-binary", ":all:", "--no-build-isolation", "--use-pep517")
    return _downloaded(package, version, sha256, folder, options, variables)


def fetch_wheel(
    package: str, version: str, sha256: str | None, folder: Path, tell: Callable[[str], None]
) -> Path:
    """The same with the package's wheel."""
    tell(f"Fetching the wheel {package} {version} …")
    return _downloaded(package, version, sha256, folder, WHEELS, {})


def _downloaded(
    package: str,
    version: str,
    sha256: str | None,
    folder: Path,
    options: Sequence[str],
    variables: Mapping[str, str],
) -> Path:
    wanted, place = folder / "requirements.txt", folder / "fetched"
    pinned = f" --hash=sha256:{sha256}" if sha256 else ""
    wanted.write_text(f"{package}=={version}{pinned}\n", encoding="utf-8")
    patience = ("--retries", "1", "--timeout", str(_TIMEOUT_S))
    words = pip("download", wanted, *options, "-d", str(place), *patience, hashed=sha256 is not None)
    done = run(["env", "LC_ALL=C", *(f"{name}={value}" for name, value in variables.items()), *words], folder)
    if done.returncode != 0:
        raise SerbenchError(_reason(package, version, done.stdout))
    archives = [Path(entry.path) for entry in os.scandir(place)]
    if len(archives) != 1:
        raise SerbenchError(f"pip fetched no one archive of {package} {version}.")
    return expected(archives[0], sha256)


def _reason(package: str, version: str, said: str) -> str:
    """Why pip fetched nothing, by what it said."""
    if "DO NOT MATCH THE HASHES" in said:
        return f"the archive of {package} {version} does not have the expected SHA-256."
    if "Connection" in said or "Retrying" in said:
        return "the index of Python packages cannot be reached."
    faults = re.findall(r"^ERROR: (.+?)\.?$", said, re.MULTILINE) or [said.strip().rpartition("\n")[2]]
    return f"pip says: {faults[0].rstrip('.') or 'it gave no reason'}."
