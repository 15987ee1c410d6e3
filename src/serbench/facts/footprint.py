"""Measures what a codec adds to a program: the stripped size of its executable less that of the floor.

Example: the executables of ``rust/postcard`` and ``rust/memcpy`` have the same harness and plain types. What
differs is the library, the code that it generates and the adapter.
"""

import subprocess
from pathlib import Path

from serbench.cache.products import product_path
from serbench.codecs.runner import Runner
from serbench.scratch import scratch_folder

_ELF = b"\x7fELF"
_STRIP = ("strip", "--strip-all")


def added_bytes(runner: Runner, floor: Runner) -> int | None:
    """The bytes that a codec adds. None where runners are no executables of the machine, or nothing strips
    them here."""
    sizes = [stripped_bytes(product_path(one.product_key)) for one in (runner, floor)]
    return max(0, sizes[0] - sizes[1]) if sizes[0] is not None and sizes[1] is not None else None


def stripped_bytes(executable: Path) -> int | None:
    """The bytes of an ELF file without symbols and debugging information; shared libraries are outside."""
    try:
        with executable.open("rb") as file:
            if file.read(len(_ELF)) != _ELF:
                return None
        with scratch_folder("strip") as folder:
            stripped = folder / "stripped"
            command = (*_STRIP, "-o", str(stripped), str(executable))
            subprocess.run(command, check=True, capture_output=True)
            return stripped.stat().st_size
    except (OSError, subprocess.CalledProcessError):
        return None
