"""Finished build products: each lies under the key of its contents."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from serbench.locations import cache_directory


def product_path(key: str) -> Path:
    """Where the executable of a key lies, or will."""
    return cache_directory() / "runners" / key / "runner"


def keep_product(executable: Path, product: Path) -> None:
    """Copies a finished executable to its key; the rename makes it appear whole or not at all."""
    place = product.parent
    arriving = place.with_name(f"{place.name}.{os.getpid()}")
    shutil.rmtree(arriving, ignore_errors=True)
    arriving.mkdir(parents=True)
    shutil.copy2(executable, arriving / product.name)
    if place.exists():
        shutil.rmtree(arriving)
    else:
        arriving.rename(place)
