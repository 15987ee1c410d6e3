"""The formatters and linters of each language, as the commands that run them."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from serbench.languages import languages
from serbench.languages.workshop import Command
from serbench.selection.discovery import find_codecs

_PYTHON_FOLDERS = ("src", "tests", "workloads", "benchmarks")


def python_linters(checkout: Path, cache: Path) -> dict[str, list[Command]]:
    """ruff, mypy and the layers of packages, each as the commands that together are one check.

    Their caches are outside the checkout, which need not be writable.
    """
    python = (sys.executable, "-m")
    folders = tuple(name for name in _PYTHON_FOLDERS if any((checkout / name).rglob("*.py")))
    ruff_cache = ("--cache-dir", str(cache / "ruff"))
    layers = (
        str(Path(sysconfig.get_path("scripts")) / "lint-imports"),
        "--cache-dir",
        str(cache / "imports"),
    )
    mypy = (*python, "mypy", "--cache-dir", str(cache / "mypy"))
    # Each workload has a generate.py, and a module's name must be unique within one call of mypy.
    apart = sorted({path.parent for path in (checkout / "workloads").glob("*/*.py")})
    apart += [checkout / "benchmarks"] if (checkout / "benchmarks").exists() else []
    return {
        "ruff format": [(*python, "ruff", "format", "--check", *ruff_cache, *folders)],
        "ruff check": [(*python, "ruff", "check", *ruff_cache, *folders)],
        "import-linter": [("env", f"PYTHONPATH={checkout / 'src'}", *layers, "--no-logo")],
        "mypy": [mypy, *((*mypy, str(folder.relative_to(checkout))) for folder in apart)],
    }


def language_linters(checkout: Path, cache: Path) -> Iterator[tuple[str, list[Command] | str]]:
    """The linters of the languages; in place of those whose toolchain is missing the reason."""
    for language in languages():
        if language.workshop.linters is not None:
            yield from language.workshop.linters(checkout, cache, find_codecs([language.name])).items()
