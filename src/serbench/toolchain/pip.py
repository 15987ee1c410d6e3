"""The one way in which pip is called: it takes only files whose SHA-256 the checkout or a lock has, but for
those that are to be locked."""

import sys
from pathlib import Path

# A name alone says nothing of what an index answers; and dependencies would be names alone.
_HASHED = ("--require-hashes",)
_USUAL = ("--no-deps", "--disable-pip-version-check", "--no-input", "--quiet")
# Nothing of a package runs while it is installed.
WHEELS = ("--only-binary", ":all:")


def pip(
    verb: str, requirements: Path, *options: str, python: Path | None = None, hashed: bool = True
) -> list[str]:
    """The words that install or download what a file of requirements pins; ``python`` is the interpreter of
    another environment than ours. What is not ``hashed`` is a release that a user names, whose SHA-256 is
    locked when it has been downloaded."""
    pinned = (*(_HASHED if hashed else ()), *_USUAL)
    place = () if python is None else ("--python", str(python))
    return [sys.executable, "-m", "pip", *place, verb, *pinned, *options, "-r", str(requirements)]
