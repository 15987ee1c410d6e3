"""Packages of the distribution: which are missing, and their installation without questions."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from serbench.errors import SerbenchError

_PACKAGE_NAME = re.compile(r"[a-z0-9][a-z0-9+.-]*")
_UNAVAILABLE = re.compile(
    r"Unable to locate package (?P<unknown>\S+)"
    r"|Package '?(?P<candidateless>[^\s']+)'? has no installation candidate"
    r"|Package (?P<gone>\S+) is not available, but is referred to"
)
_LOCK_TIMEOUT_S = 120
# Set while nothing may be installed on the system, for the programs that a command starts, too; the launcher
# reads it as well.
NO_INSTALL = "SERBENCH_NO_INSTALL"
# apt-get's lines ``'address' file bytes hash`` of what it would download.
_DOWNLOAD = re.compile(r"^'[^']+' \S+ (\d+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class InstallOutcome:
    """The outcome of installing packages.

    ``missing`` holds what is still missing; ``command`` is the command with which the user can install
    it (empty where there is none), ``detail`` one sentence that says why it was not installed.
    """

    installed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    command: str = ""
    detail: str = ""

    @property
    def complete(self) -> bool:
        return not self.missing


def install_command(names: Sequence[str]) -> str:
    """The command that a user of Debian or a relative of it types to install the packages."""
    return f"sudo apt-get install {' '.join(names)}"


def missing_packages(names: Sequence[str]) -> tuple[str, ...]:
    """The packages that are not installed, in the order given and each once.

    Empty on a distribution that is not related to Debian: nothing is known there, so the build has to find
    out. Raises SerbenchError for text that cannot be the name of a package.
    """
    wanted = tuple(dict.fromkeys(names))
    _require_package_names(wanted)
    if not wanted or shutil.which("dpkg-query") is None:
        return ()
    # Exit status 1 only says that some of the names are unknown; the others are still listed.
    listing = run(("dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\\n", "--", *wanted)).stdout
    there = installed_packages(listing)
    return tuple(name for name in wanted if name not in there)


def installed_packages(listing: str) -> frozenset[str]:
    """The names in dpkg-query's lines ``name status`` whose status is ``installed``."""
    rows = (line.split() for line in listing.splitlines())
    return frozenset(row[0] for row in rows if len(row) == 2 and row[1] == "installed")


def unavailable_packages(apt_output: str) -> frozenset[str]:
    """The packages of which apt-get says that this distribution does not have them."""
    return frozenset(
        next(name for name in match.groups() if name is not None)
        for match in _UNAVAILABLE.finditer(apt_output)
    )


def may_install() -> bool:
    """Whether this user may install packages of this distribution without being asked for a password."""
    return _has_apt() and not _is_forbidden() and _root_prefix() is not None


def download_bytes(names: Sequence[str]) -> int | None:
    """The bytes that apt-get would download to install packages; None where it does not say. It needs no
    permission."""
    _require_package_names(names)
    asked = ("-y", "--no-install-recommends", "-qq", "--print-uris", "install", "--", *names)
    told = run(("env", "LC_ALL=C", "apt-get", *asked))
    sizes = [int(size) for size in _DOWNLOAD.findall(told.stdout)]
    return sum(sizes) if told.returncode == 0 and sizes else None


def _is_forbidden() -> bool:
    return bool(os.environ.get(NO_INSTALL))


def install_packages(names: Sequence[str], tell: Callable[[str], None]) -> InstallOutcome:
    """Installs those of the packages that are missing, as root or by a sudo that needs no password.

    ``tell`` receives what will be installed, with how much is downloaded, before it is. The package lists are
    used as they are first; only when that fails are they refreshed, because an older list usually works and
    refreshing costs a download. A package that this distribution lacks does not keep the others away. Never
    asks a question and raises nothing for a failed installation: the outcome reports it.
    """
    wanted = tuple(dict.fromkeys(names))
    _require_package_names(wanted)
    has_apt = _has_apt()
    missing = missing_packages(wanted) if has_apt else wanted
    if not missing:
        return InstallOutcome()
    if not has_apt:
        detail = (
            "This distribution has no apt-get; install what corresponds to these packages of Debian "
            f"with its own package manager: {', '.join(missing)}."
        )
        return InstallOutcome(missing=missing, detail=detail)
    if _is_forbidden():
        return InstallOutcome(
            missing=missing,
            command=install_command(missing),
            detail=f"Nothing is installed (--no-install); missing: {', '.join(missing)}.",
        )
    as_root = _root_prefix()
    if as_root is None:
        return InstallOutcome(
            missing=missing,
            command=install_command(missing),
            detail=f"This user may not install packages; missing: {', '.join(missing)}.",
        )
    tell(_announcement(missing))
    return _outcome(missing, _install(as_root, missing, tell))


def _announcement(names: Sequence[str]) -> str:
    size_bytes = download_bytes(names)
    download = f", {size_bytes / 1e6:,.1f} MB to download" if size_bytes else ""
    number = "1 package" if len(names) == 1 else f"{len(names)} packages"
    return (
        f"Installs {number} of the distribution with apt-get{download}: {' '.join(names)}."
        " --no-install prevents it."
    )


def require_package(name: str, tell: Callable[[str], None]) -> None:
    """Installs a package unless it is there. Raises SerbenchError with what the user can do."""
    outcome = install_packages((name,), tell)
    if not outcome.complete:
        way = f" Install with: {outcome.command}" if outcome.command else ""
        raise SerbenchError(f"{outcome.detail}{way}")


def _has_apt() -> bool:
    return shutil.which("apt-get") is not None and shutil.which("dpkg-query") is not None


def _outcome(asked: tuple[str, ...], apt_output: str) -> InstallOutcome:
    missing = missing_packages(asked)
    installed = tuple(name for name in asked if name not in missing)
    if not missing:
        return InstallOutcome(installed=installed)
    reasons = [line.removeprefix("E: ") for line in apt_output.splitlines() if line.startswith("E: ")]
    reason = (reasons[0] if reasons else "it gave no reason").rstrip(".")
    return InstallOutcome(
        installed=installed,
        missing=missing,
        command=install_command(missing),
        detail=f"apt-get could not install {', '.join(missing)}: {reason}.",
    )


def _install(as_root: tuple[str, ...], names: tuple[str, ...], tell: Callable[[str], None]) -> str:
    """Runs apt-get until one attempt succeeds; returns the output of the last."""
    attempt = _apt_get(as_root, "install", names)
    if attempt.returncode == 0:
        return attempt.stdout
    tell("Refreshing the package lists …")
    _apt_get(as_root, "update")
    attempt = _apt_get(as_root, "install", names)
    if attempt.returncode == 0:
        return attempt.stdout
    refused = unavailable_packages(attempt.stdout)
    others = tuple(name for name in names if name not in refused)
    if others and len(others) < len(names):
        retried = _apt_get(as_root, "install", others)
        if retried.returncode != 0:
            return retried.stdout
    return attempt.stdout


def _apt_get(
    as_root: tuple[str, ...], verb: str, names: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    # sudo empties the environment, so the settings are in the command.
    settings = ("env", "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive")
    options = ("-o", f"DPkg::Lock::Timeout={_LOCK_TIMEOUT_S}", "-o", "Dpkg::Options::=--force-confold")
    request = ("-y", "--no-install-recommends", "--", *names) if verb == "install" else ()
    return run((*as_root, *settings, "apt-get", *options, verb, *request))


def _root_prefix() -> tuple[str, ...] | None:
    """The prefix of a command that needs root; None where that would require a password."""
    if run(("id", "-u")).stdout.strip() == "0":
        return ()
    if shutil.which("sudo") is not None and run(("sudo", "-n", "true")).returncode == 0:
        return ("sudo", "-n")
    return None


def _require_package_names(names: Sequence[str]) -> None:
    for name in names:
        if not _PACKAGE_NAME.fullmatch(name):
            raise SerbenchError(f'"{name}" cannot be the name of a distribution package.')


def run(command: Sequence[str], folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a command with nothing to read, its two outputs as one text."""
    return subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
