"""Libraries that replace malloc when they are preloaded, from the distribution."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from serbench.errors import BadInput, SerbenchError
from serbench.setup.packages import install_packages

_FOLDERS = ("/usr/local/lib", "/usr/lib", "/usr/lib64", "/lib", "/lib64")


@dataclass(frozen=True, slots=True)
class _Library:
    file: str
    debian: str


_LIBRARIES = {
    "tcmalloc": _Library("libtcmalloc_minimal.so.4", "libtcmalloc-minimal4"),
    "jemalloc": _Library("libjemalloc.so.2", "libjemalloc2"),
    "mimalloc": _Library("libmimalloc.so.2", "libmimalloc2.0"),
}


def make_allocators_ready(names: Sequence[str], tell: Callable[[str], None]) -> None:
    """Installs what is missing of these where the user may. Raises BadInput with the command where one cannot
    be had."""
    missing = [name for name in names if name in _LIBRARIES and library_of(name) is None]
    if missing:
        outcome = install_packages([_LIBRARIES[name].debian for name in missing], tell)
        still = [name for name in missing if library_of(name) is None]
        if still:
            install = f" Install with: {outcome.command}" if outcome.command else ""
            raise BadInput(f"The allocator {still[0]} is not here. {outcome.detail}{install}".rstrip())


def preload_of(allocator: str) -> str:
    """What LD_PRELOAD holds for an allocator, before what the user's environment has there; empty for the C
    library's own malloc. Raises SerbenchError where the library is not here."""
    if allocator not in _LIBRARIES:
        return ""
    library = library_of(allocator)
    if library is None:
        raise SerbenchError(
            f"The allocator {allocator} is not here: {_LIBRARIES[allocator].file} is missing."
        )
    return os.pathsep.join(filter(None, (str(library), os.environ.get("LD_PRELOAD", ""))))


def library_of(allocator: str, folders: Sequence[str] = _FOLDERS) -> Path | None:
    """Where the library of an allocator lies; None where it does not, and for malloc."""
    library = _LIBRARIES.get(allocator)
    if library is None:
        return None
    for folder in map(Path, folders):
        # Debian has a folder for each architecture below its library folders.
        for path in (folder / library.file, *sorted(folder.glob(f"*-linux-gnu*/{library.file}"))):
            if path.exists():
                return path
    return None
