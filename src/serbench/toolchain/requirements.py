"""Finds the installed compilers and build tools of a language, and what installs the missing ones."""

import functools
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from serbench.toolchain.packages import install_command

Version = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that is installed and new enough. ``command`` is more than one word where a variable of the
    environment says so (``CXX="ccache g++"``); ``version`` is the first line of its version output."""

    role: str
    command: tuple[str, ...]
    version: str

    @property
    def path(self) -> Path:
        """The executable that is started."""
        return Path(self.command[0])


@dataclass(frozen=True, slots=True)
class Toolchain:
    """Everything that building in a language requires."""

    language: str
    tools: tuple[Tool, ...]

    def tool(self, role: str) -> Tool:
        """The tool of that role (``compiler``, ``cmake`` …); KeyError where the language has no such role."""
        for tool in self.tools:
            if tool.role == role:
                return tool
        raise KeyError(role)


@dataclass(frozen=True, slots=True)
class MissingToolchain:
    """Why a language cannot be built here: ``detail`` is a sentence, ``packages`` are the distribution
    packages that would help and ``command`` installs them (both empty where packages cannot help)."""

    language: str
    detail: str
    packages: tuple[str, ...] = ()
    command: str = ""


@dataclass(frozen=True, slots=True)
class Requirement:
    """A tool that a language needs.

    ``programs`` are tried in order, after the one named by the environment's ``variable``, which allows
    no other, and the one that set-up keeps in the cache, whose path ``kept`` gives (empty where there is
    none). ``command`` installs the tool where no package of a distribution does. ``versions`` maps a
    pattern of the version line, which the tool prints when it is asked with ``version_option``, to the lowest
    accepted version; the first pattern that matches decides.
    """

    role: str
    programs: tuple[str, ...]
    versions: tuple[tuple[str, Version], ...]
    packages: tuple[str, ...]
    variable: str = ""
    command: str = ""
    version_option: str = "--version"
    kept: Callable[[], str] | None = None

    def by(self, program: str) -> "Requirement":
        """The requirement of this very program."""
        return replace(self, programs=(program,), packages=(), variable="", command="", kept=None)


def examine(language: str, requirements: Sequence[Requirement]) -> Toolchain | MissingToolchain:
    """The tools on this machine that a language requires, or what is missing or too old."""
    tools: list[Tool] = []
    faults: list[str] = []
    packages: list[str] = []
    unmet: list[Requirement] = []
    for requirement in requirements:
        found = _find(requirement)
        if isinstance(found, Tool):
            tools.append(found)
            continue
        faults.append(found)
        unmet.append(requirement)
        if not _chosen_by_user(requirement):
            packages.extend(requirement.packages)
    if not faults:
        return Toolchain(language, tuple(tools))
    command = install_command(packages) if packages and shutil.which("apt-get") else ""
    command = command or next((requirement.command for requirement in unmet if requirement.command), "")
    return MissingToolchain(language, f"{language}: {'; '.join(faults)}.", tuple(packages), command)


def version_fault(requirement: Requirement, version_line: str) -> str:
    """Empty if the version is accepted, else what is wrong with it, to follow the tool's name."""
    for pattern, lowest in requirement.versions:
        match = re.search(pattern, version_line)
        if match:
            version = parse_version(match[1])
            if version >= lowest:
                return ""
            return f"is version {match[1]}, needed is {'.'.join(map(str, lowest))} or later"
    return f"is of an unknown version ({version_line or 'it prints none'})"


def parse_version(text: str) -> Version:
    """``3.25.1`` as numbers; a trailing full stop is ignored."""
    return tuple(int(part) for part in text.split(".") if part)


def _chosen_by_user(requirement: Requirement) -> str:
    return os.environ.get(requirement.variable, "").strip() if requirement.variable else ""


def _find(requirement: Requirement) -> Tool | str:
    """The first program that is accepted, else what is wrong with the first that is installed."""
    chosen = _chosen_by_user(requirement)
    if chosen:
        try:
            command = tuple(shlex.split(chosen))
        except ValueError:
            return f"{requirement.variable} holds unbalanced quotation marks: {chosen}"
        found = _examined(requirement, command)
        if isinstance(found, Tool):
            return found
        return f"{requirement.variable} names {chosen}, which {found or 'is not there'}"
    faults = []
    kept = requirement.kept() if requirement.kept else ""
    for program in (*filter(None, (kept,)), *requirement.programs):
        found = _examined(requirement, (program,))
        if isinstance(found, Tool):
            return found
        if found:
            faults.append(f"{program} {found}")
    names = [program for program in requirement.programs if not Path(program).is_absolute()]
    return faults[0] if faults else f"{' or '.join(names or requirement.programs)} is not installed"


def _examined(requirement: Requirement, command: tuple[str, ...]) -> Tool | str:
    """The tool if this command is accepted, else its fault; an absent one has the empty fault."""
    path = shutil.which(command[0])
    if path is None:
        return ""
    resolved = (path, *command[1:])
    status = Path(path).stat()
    version = _version_line(resolved, requirement.version_option, status.st_mtime_ns, status.st_size)
    return version_fault(requirement, version) or Tool(requirement.role, resolved, version)


@functools.cache
def _version_line(command: tuple[str, ...], option: str, _modified_ns: int, _size_bytes: int) -> str:
    """The first line of the tool's version output; empty where it cannot be run. A tool is asked once while
    its file stays as it is: every codec needs the answer, and javac and Maven take a tenth of a second."""
    # Maven colours its version even into a pipe.
    environment = {**os.environ, "LC_ALL": "C", "NO_COLOR": "1"}
    try:
        reply = subprocess.run(
            (*command, option),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            text=True,
            errors="replace",
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    if reply.returncode != 0:
        return ""
    lines = re.sub(r"\x1b\[[0-9;]*m", "", reply.stdout).strip().splitlines()
    return lines[0] if lines else ""
