"""Keys of build products: the same key means the same content."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path


def content_key(*parts: str | bytes | Mapping[str, str | bytes]) -> str:
    """A key of 32 hexadecimal digits over texts and named texts; lengths are hashed with them, so that no
    two different lists of parts run together into the same bytes."""
    hasher = hashlib.sha256()
    for part in parts:
        if isinstance(part, Mapping):
            hasher.update(b"mapping" + len(part).to_bytes(8, "little"))
            for name in sorted(part):
                _feed(hasher, name)
                _feed(hasher, part[name])
        else:
            _feed(hasher, part)
    return hasher.hexdigest()[:32]


def files_state(folder: Path) -> str:
    """A key of the names, sizes and times of all files in a folder that is too large to be read. Hidden files
    and folders do not count: a checkout's history changes no product."""
    hasher = hashlib.sha256()
    waiting = [str(folder)]
    while waiting:
        with os.scandir(waiting.pop()) as scanned:
            entries = sorted((entry for entry in scanned if not entry.name.startswith(".")), key=os.fspath)
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
            else:
                # Of a link, the link itself: its target may be anywhere, even a folder above.
                stat = entry.stat(follow_symlinks=False)
                _feed(hasher, f"{entry.path} {stat.st_size} {stat.st_mtime_ns}")
    return hasher.hexdigest()[:32]


def _feed(hasher: hashlib._Hash, part: str | bytes) -> None:
    data = part.encode("utf-8") if isinstance(part, str) else part
    hasher.update(len(data).to_bytes(8, "little"))
    hasher.update(data)


def folder_contents(folder: Path, suffixes: Iterable[str] = ()) -> dict[str, bytes]:
    """The files of a folder, by relative path; prose is ignored, because it changes no product."""
    wanted = tuple(suffixes)
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".md" and (not wanted or path.suffix in wanted)
    }
