"""The formatter of the C++ sources, as the command that runs it."""

from __future__ import annotations

import sysconfig
from collections.abc import Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.languages.cpp import LANGUAGE
from serbench.languages.workshop import Command


def linters(checkout: Path, cache: Path, codecs: Sequence[CodecManifest]) -> dict[str, list[Command] | str]:
    """clang-format, which needs no compiler; nothing where there are no sources."""
    folder = checkout / LANGUAGE.folder.name
    sources = sorted(path for suffix in ("hpp", "cpp") for path in folder.rglob(f"*.{suffix}"))
    if not sources:
        return {}
    clang_format = str(Path(sysconfig.get_path("scripts")) / "clang-format")
    names = (str(path.relative_to(checkout)) for path in sources)
    return {"clang-format": [(clang_format, "--dry-run", "--Werror", *names)]}
