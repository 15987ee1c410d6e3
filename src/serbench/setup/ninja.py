"""Where the build tool of the C++ project is."""

from __future__ import annotations

import sysconfig
from pathlib import Path


def ninja_path() -> str:
    """The ninja of the virtual environment, so that none has to be installed; else the one on PATH."""
    inside = Path(sysconfig.get_path("scripts")) / "ninja"
    return str(inside) if inside.exists() else "ninja"
