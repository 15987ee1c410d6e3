"""Downloaded files: those that a manifest means, by their SHA-256."""

import hashlib
from pathlib import Path

from serbench.errors import SerbenchError


def sha256_of(archive: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(archive.read_bytes()).hexdigest()


def expected(archive: Path, *sha256: str | None) -> Path:
    """The archive itself. Raises SerbenchError where it is none of those of these SHA-256; None stands for an
    archive whose SHA-256 is yet to be locked."""
    if None not in sha256 and sha256_of(archive) not in sha256:
        raise SerbenchError(f"{archive.name} does not have the expected SHA-256.")
    return archive
