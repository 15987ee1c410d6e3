"""Where serbench finds its own files and keeps its products."""

import os
import tempfile
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
WORKLOADS = CHECKOUT / "workloads"


def cache_directory() -> Path:
    """The folder of all built products: ``SERBENCH_CACHE``, else the user's cache folder."""
    chosen = os.environ.get("SERBENCH_CACHE")
    if chosen:
        return Path(chosen).absolute()
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "serbench"


def config_directory() -> Path:
    """The folder of the user's settings for this machine."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return Path(base).absolute() / "serbench"


def results_directory() -> Path:
    """The folder of all run folders: ``results/`` of the checkout, or, where that cannot be
    written, a folder of the same name in the cache."""
    inside = CHECKOUT / "results"
    return inside if _is_writable(inside) else cache_directory() / "results"


def _is_writable(folder: Path) -> bool:
    """Whether files can be created in the folder; on a read-only file system only trying shows it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
