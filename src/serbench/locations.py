"""Where serbench finds its own files and keeps its products."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from serbench.scratch import may_write

# Not resolved: the launcher reaches a checkout whose path not all tools can name by a link.
_HERE = Path(__file__).absolute().parent
# Of an installed package the languages, formats and workloads lie inside it.
_PACKAGED = _HERE / "tree"
IS_INSTALLED = _PACKAGED.is_dir()
# The folder in which each language has its own: the root of a checkout, or the tree of an installed package.
CHECKOUT = _PACKAGED if IS_INSTALLED else _HERE.parents[1]
# How a person calls the program, as messages and documents name it.
PROGRAM = "serbench" if IS_INSTALLED else "./serbench"
WORKLOADS = CHECKOUT / "workloads"
# Published runs and facts.
ARCHIVE = CHECKOUT / "archive"
_CACHE = "SERBENCH_CACHE"


def in_repository(path: Path, package: Path = _HERE, tree: Path = CHECKOUT) -> str:
    """The place of a file of serbench in its repository, wherever it lies here; the path itself of any other
    file."""
    if path.is_relative_to(tree):
        return path.relative_to(tree).as_posix()
    if path.is_relative_to(package):
        return f"src/serbench/{path.relative_to(package).as_posix()}"
    return str(path)


def cache_directory() -> Path:
    """The folder of all built products: ``SERBENCH_CACHE``, else the user's cache folder."""
    chosen = os.environ.get(_CACHE)
    if chosen:
        return Path(chosen).absolute()
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base).absolute() / "serbench"


@contextmanager
def cache_in(folder: Path) -> Iterator[None]:
    """Takes another folder as the cache, in this process and in those that it starts."""
    before = os.environ.get(_CACHE)
    os.environ[_CACHE] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ[_CACHE]
        else:
            os.environ[_CACHE] = before


def config_directory() -> Path:
    """The folder of the user's settings for this machine."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return Path(base).absolute() / "serbench"


def results_directory() -> Path:
    """The folder of all run folders: ``SERBENCH_RESULTS``, else ``results/`` of the checkout, or of the
    current folder where serbench is installed. Where that cannot be written, a folder of the same name in
    the cache."""
    chosen = os.environ.get("SERBENCH_RESULTS")
    if chosen:
        return Path(chosen).absolute()
    inside = (Path.cwd() if IS_INSTALLED else CHECKOUT) / "results"
    return inside if may_write(inside) else cache_directory() / "results"
