"""Programs that are installed on this machine, by patterns of their names."""

import os
import re
from pathlib import Path


def programs_on_path(pattern: str) -> dict[str, str]:
    """The programs whose whole names match, by name, each the first on the path."""
    found: dict[str, str] = {}
    for folder in os.get_exec_path():
        try:
            names = sorted(entry.name for entry in os.scandir(folder) if re.fullmatch(pattern, entry.name))
        except OSError:
            continue
        for name in names:
            place = Path(folder) / name
            if os.access(place, os.X_OK) and place.is_file():
                found.setdefault(name, str(place))
    return found


def programs_in(*patterns: str) -> tuple[str, ...]:
    """The programs at the paths that globs match, in the order of the globs; ``~`` is the user's home."""
    return tuple(
        str(path)
        for pattern in patterns
        for path in sorted(_matching(os.path.expanduser(pattern)))
        if os.access(path, os.X_OK) and path.is_file()
    )


def _matching(pattern: str) -> list[Path]:
    root = Path(pattern).anchor
    return list(Path(root).glob(pattern.removeprefix(root))) if root else []
