"""The one way in which pip is called: it takes only files whose SHA-256 the checkout has."""

import sys
from pathlib import Path

# A name alone says nothing of what an index answers; and dependencies would be names alone.
_PINNED = ("--require-hashes", "--no-deps", "--disable-pip-version-check", "--no-input", "--quiet")
# Nothing of a package runs while it is installed.
WHEELS = ("--only-binary", ":all:")


def pip(verb: str, requirements: Path, *options: str, python: Path | None = None) -> list[str]:
    """The words that install or download what a file of requirements pins; ``python`` is the interpreter of
    another environment than ours."""
    place = () if python is None else ("--python", str(python))
    return [sys.executable, "-m", "pip", *place, verb, *_PINNED, *options, "-r", str(requirements)]
