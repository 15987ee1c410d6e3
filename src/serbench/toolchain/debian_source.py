"""Fetches the original archive of a Debian source package, as any user and without changing the system.

The machine's own apt configuration says from where, a private copy of it allows sources: nothing is
installed, and no list or setting of the system is touched.
"""

import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from serbench.errors import SerbenchError
from serbench.toolchain.archives import expected
from serbench.toolchain.packages import run

_KEYRINGS = Path("/usr/share/keyrings")
_TIMEOUT_S = 20


def fetch_archive(
    package: str, version: str, sha256: str | None, folder: Path, tell: Callable[[str], None]
) -> Path:
    """The package's original archive in an existing folder.

    Raises SerbenchError, with the reason in one sentence, where it is unavailable or not the expected one.
    """
    if shutil.which("apt-get") is None:
        raise SerbenchError("this distribution has no apt-get.")
    lines = source_lines(_indexes(), _distribution())
    if not lines:
        raise SerbenchError(
            "apt has no package lists of this distribution (sudo apt-get update fetches them)."
        )
    options = _private_configuration(folder / "apt", lines)
    tell(f"Looking for the source package {package} {version} …")
    _apt_get([*options, "update"], folder)
    # Only the archive: the package's own description may be gone, and its patches are for Debian.
    request = ["source", "--tar-only", "--download-only", f"{package}={version}"]
    _apt_get([*options, *request], folder)
    archives = sorted(folder.glob(f"{package}_*.orig.tar.*"))
    if len(archives) != 1:
        raise SerbenchError(f"the source package {package} {version} has no original archive.")
    return expected(archives[0], sha256)


def source_lines(indexes: str, distribution: Mapping[str, str]) -> list[str]:
    """Lines of a sources.list for the sources of every list of the distribution's own packages.

    ``indexes`` has lines ``URI|release|component|origin`` as apt-get knows them, ``distribution`` what
    os-release says.
    """
    families = {distribution.get("ID", ""), *distribution.get("ID_LIKE", "").split()}
    lines: list[str] = []
    for index in indexes.splitlines():
        fields = index.split("|")
        if len(fields) != 4 or fields[3].lower() not in families:
            continue
        uri, release, component, origin = fields
        keyring = _KEYRINGS / f"{origin.lower()}-archive-keyring.gpg"
        option = f"[signed-by={keyring}] " if keyring.exists() else ""
        lines.append(f"deb-src {option}{uri} {release} {component}")
    return list(dict.fromkeys(lines))


def _indexes() -> str:
    fields = "$(REPO_URI)|$(RELEASE)|$(COMPONENT)|$(ORIGIN)"
    command = ["apt-get", "indextargets", "--format", fields, "Created-By: Packages"]
    return run(["env", "LC_ALL=C", *command]).stdout


def _distribution() -> dict[str, str]:
    try:
        text = Path("/etc/os-release").read_text(encoding="utf-8")
    except OSError:
        return {}
    return {name: value.strip('"') for name, value in re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE)}


def _private_configuration(folder: Path, lines: Sequence[str]) -> list[str]:
    """Makes apt's folders below one of ours; returns the options that name them."""
    for name in ("state/lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True)
    sources = folder / "sources.list"
    sources.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    settings = {
        "Dir::State": folder / "state",
        "Dir::State::status": "/var/lib/dpkg/status",
        "Dir::Cache": folder / "cache",
        "Dir::Etc::SourceList": sources,
        "Dir::Etc::SourceParts": "/dev/null",
        # apt's own user may not enter a cache folder of root's.
        "APT::Sandbox::User": "root",
        # A list that cannot be fetched is a warning otherwise.
        "APT::Update::Error-Mode": "any",
        "Acquire::Languages": "none",
        "Acquire::http::Timeout": _TIMEOUT_S,
        "Acquire::https::Timeout": _TIMEOUT_S,
    }
    return [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]


def _apt_get(arguments: Sequence[str], folder: Path) -> None:
    done = run(["env", "LC_ALL=C", "apt-get", *arguments], folder)
    if done.returncode != 0:
        faults = [line.removeprefix("E: ") for line in done.stdout.splitlines() if line.startswith("E: ")]
        raise SerbenchError(f"apt-get says: {(faults or ['it gave no reason'])[0].rstrip('.')}.")
