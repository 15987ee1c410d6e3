"""Libraries that replace malloc when they are preloaded, from the distribution."""

import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from serbench.errors import BadInput, SerbenchError
from serbench.toolchain.packages import install_packages

_FOLDERS = ("/usr/local/lib", "/usr/lib", "/usr/lib64", "/lib", "/lib64")
# Where the header of an ELF file names its platform: the width and order of its words, and the processor.
_ELF_WORDS, _ELF_PROCESSOR, _ELF_HEADER_BYTES = slice(4, 6), slice(18, 20), 20


# By allocator the file of its library and the package of Debian that has it.
_LIBRARIES = {
    "tcmalloc": ("libtcmalloc_minimal.so.4", "libtcmalloc-minimal4"),
    "jemalloc": ("libjemalloc.so.2", "libjemalloc2"),
    "mimalloc": ("libmimalloc.so.2", "libmimalloc2.0"),
}


def make_allocators_ready(names: Sequence[str], tell: Callable[[str], None]) -> None:
    """Installs what is missing of these where the user may. Raises BadInput with the command where one is
    unavailable, and where the environment has an allocator of its own, which would be measured as theirs.
    """
    inherited = _inherited_allocator(os.environ.get("LD_PRELOAD", ""))
    if names and inherited is not None:
        raise BadInput(
            f"LD_PRELOAD has {inherited}, which would be measured under the names that --allocator gives;"
            " remove it from LD_PRELOAD."
        )
    missing = [name for name in names if name in _LIBRARIES and library_of(name) is None]
    if missing:
        outcome = install_packages([_LIBRARIES[name][1] for name in missing], tell)
        still = [name for name in missing if library_of(name) is None]
        if still:
            install = f" Install with: {outcome.command}" if outcome.command else ""
            raise BadInput(f"The allocator {still[0]} is not installed. {outcome.detail}{install}".rstrip())


def preload_of(allocator: str) -> str:
    """The value of LD_PRELOAD for an allocator; empty for the C library's own malloc.
    The allocator comes before the entries of the user's environment. Raises SerbenchError where the library
    is not here."""
    if allocator not in _LIBRARIES:
        return ""
    library = library_of(allocator)
    if library is None:
        raise SerbenchError(
            f"The allocator {allocator} is not installed: {_LIBRARIES[allocator][0]} is missing."
        )
    return os.pathsep.join(filter(None, (str(library), os.environ.get("LD_PRELOAD", ""))))


def _inherited_allocator(preload: str) -> str | None:
    """The first entry of LD_PRELOAD that replaces malloc; None where there is none.
    It is known by its name: all allocators of the axis have malloc in theirs."""
    return next((entry for entry in re.split(r"[:\s]+", preload) if "malloc" in Path(entry).name), None)


def library_of(allocator: str, folders: Sequence[str] = _FOLDERS) -> Path | None:
    """The path of an allocator's library that this machine's runners can load; None where there is none,
    and for malloc."""
    if allocator not in _LIBRARIES:
        return None
    file, _ = _LIBRARIES[allocator]
    own = _architecture(Path(sys.executable))
    for folder in map(Path, folders):
        # Debian has a folder for each architecture below its library folders, and may have several. The
        # loader continues without a library of another architecture.
        for path in (folder / file, *sorted(folder.glob(f"*-linux-gnu*/{file}"))):
            if _architecture(path) == own:
                return path
    return None


def _architecture(file: Path) -> bytes:
    """The platform of a library or program; empty where it cannot be read."""
    try:
        with file.open("rb") as stream:
            header = stream.read(_ELF_HEADER_BYTES)
    except OSError:
        return b""
    return header[_ELF_WORDS] + header[_ELF_PROCESSOR]
