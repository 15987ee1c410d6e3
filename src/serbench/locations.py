"""Where serbench finds its own files and keeps its products."""

import os
from pathlib import Path

from serbench.scratch import may_write

# Not resolved: the launcher reaches a checkout whose path not all tools can name by a link.
CHECKOUT = Path(__file__).absolute().parents[2]
WORKLOADS = CHECKOUT / "workloads"


def cache_directory() -> Path:
    """The folder of all built products: ``SERBENCH_CACHE``, else the user's cache folder."""
    chosen = os.environ.get("SERBENCH_CACHE")
    if chosen:
        return Path(chosen).absolute()
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base).absolute() / "serbench"


def config_directory() -> Path:
    """The folder of the user's settings for this machine."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return Path(base).absolute() / "serbench"


def results_directory() -> Path:
    """The folder of all run folders: ``results/`` of the checkout, or, where that cannot be
    written, a folder of the same name in the cache."""
    inside = CHECKOUT / "results"
    return inside if may_write(inside) else cache_directory() / "results"
