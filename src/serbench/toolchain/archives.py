"""Downloaded files: those that a manifest means, by their SHA-256."""

import hashlib
from pathlib import Path

from serbench.errors import SerbenchError


def expected(archive: Path, *sha256: str) -> Path:
    """The archive itself. Raises SerbenchError where it is none of those of these SHA-256."""
    if hashlib.sha256(archive.read_bytes()).hexdigest() not in sha256:
        raise SerbenchError(f"{archive.name} does not have the expected SHA-256.")
    return archive
