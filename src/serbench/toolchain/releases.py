"""Releases of packages: those that are pinned, those that a registry has, and which is newer."""

import os
import re
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cmp_to_key
from pathlib import Path

from serbench.errors import SerbenchError
from serbench.parallel import in_parallel

# Requests wait for the network, not for a processor.
_AT_ONCE = 6
_TIMEOUT_S = 180
_MOST_CHARACTERS = 128
# How a pre-release is marked: a word behind a hyphen, or letters straight behind a number (2.0rc1).
_RELEASE = re.compile(r"v?(\d+(?:\.\d+)*)(.*)")


@dataclass(frozen=True, slots=True, order=True)
class Pin:
    """A package of the registry of that name, at the version that this checkout pins."""

    registry: str
    package: str
    version: str


@dataclass(frozen=True, slots=True)
class Release:
    """A version of a package, and the day on which it appeared, None where the registry's client does not
    tell. ``withdrawn`` says in the registry's words how its authors have withdrawn it ("yanked: it loses
    data"), empty where they have not."""

    version: str
    day: date | None = None
    withdrawn: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The newest releases by package, and one sentence about what a registry did not answer."""

    releases: Mapping[str, Release] = field(default_factory=dict)
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Registry:
    """A registry of packages: its ``name`` in pins, what people call it, and what asks it for the newest
    releases of its pins, in an empty folder. ``released`` asks it in such a folder when a pin appeared, None
    where it does not tell, ``listed`` for all releases of a package, the oldest first, and ``withdrawn`` how
    a release was withdrawn, None where it withdraws none. All raise SerbenchError where nobody can be
    asked."""

    name: str
    title: str
    newest: Callable[[Sequence[Pin], Path], Answer]
    released: Callable[[Pin, Path], date | None] | None = None
    listed: Callable[[str, Path], list[Release]] | None = None
    withdrawn: Callable[[Pin, Path], str] | None = None


def is_behind(pinned: str, newest: str) -> bool:
    """Whether a version comes before another one: by their numbers, and a pre-release before its release."""
    one, other = _order(pinned), _order(newest)
    return one is not None and other is not None and one < other


def oldest_first(versions: Iterable[str]) -> list[str]:
    """The versions in their order; those that have the same place in it stay as they come."""

    def compared(one: str, other: str) -> int:
        return is_behind(other, one) - is_behind(one, other)

    return sorted(versions, key=cmp_to_key(compared))


def is_pre_release(version: str) -> bool:
    """Whether a version is one before a release; so is what has no number at its beginning."""
    order = _order(version)
    return order is None or not order[1]


def withdrawn_words(how: str, reason: object) -> str:
    """How a release was withdrawn, in one line, with the reason that its authors give."""
    said = " ".join(reason.split())[:_MOST_CHARACTERS].rstrip(". ") if isinstance(reason, str) else ""
    return f"{how}: {said}" if said else how


def ask_each(pins: Iterable[Pin], ask: Callable[[str], Release]) -> Answer:
    """The newest release of each package, several asked at once. ``ask`` raises SerbenchError where there is
    no answer; one sentence names all such packages, with the reason of the first."""

    def asked(package: str) -> Release | str:
        try:
            return ask(package)
        except SerbenchError as error:
            return str(error)

    packages = sorted({pin.package for pin in pins})
    found = dict(zip(packages, in_parallel(asked, packages, _AT_ONCE), strict=True))
    releases = {package: one for package, one in found.items() if isinstance(one, Release)}
    silent = [package for package in packages if package not in releases]
    fault = f"no answer about {', '.join(silent)}: {found[silent[0]]}" if silent else ""
    return Answer(releases, fault)


def replied(command: Sequence[str], folder: Path, extra: Mapping[str, str] | None = None) -> str:
    """The standard output of a registry's client, started in a folder with more variables. Raises
    SerbenchError where it cannot be started, takes too long, or fails, with the last line that it says."""
    name = Path(command[0]).name
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **(extra or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_TIMEOUT_S,
            check=False,
        )
    except OSError as error:
        raise SerbenchError(f"{name} cannot be started: {error.strerror}.") from error
    except subprocess.TimeoutExpired as error:
        raise SerbenchError(f"{name} did not end within {_TIMEOUT_S} s.") from error
    if done.returncode != 0:
        said = [line.strip() for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise SerbenchError(f"{name} ended with {done.returncode}: {said[-1] if said else 'it said nothing'}")
    return done.stdout


def day_of(text: object) -> date | None:
    """The day of a time as registries write it (``2026-07-18T23:05:13Z``); None for anything else."""
    try:
        return date.fromisoformat(text[:10]) if isinstance(text, str) else None
    except ValueError:
        return None


def _order(version: str) -> tuple[list[int], bool, list[int], str] | None:
    """A key by which versions of a package sort; None for what has no number at its beginning."""
    # No registry has longer ones on purpose, and Python reads no numbers of thousands of digits.
    found = _RELEASE.match(version.partition("+")[0]) if len(version) <= _MOST_CHARACTERS else None
    if found is None:
        return None
    numbers = [int(part) for part in found[1].split(".")]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    # These ends mark no pre-release.
    suffix = re.sub(r"^[.-]?(final|release|ga|jre|android|post\d*|\d+)$", "", found[2].lower())
    return numbers, not suffix, [int(part) for part in re.findall(r"\d+", found[2])], found[2]
