"""What a variant of a codec takes from its base: everything that its own folder lacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from serbench.codecs.manifest import CodecManifest, manifest_table


def folders_of(codec: CodecManifest) -> tuple[Path, ...]:
    """The codec's own folder, and behind it that of the codec of which it is a variant."""
    base = codec.base_folder
    return (codec.folder,) if base is None else (codec.folder, base)


def file_of(codec: CodecManifest, name: str) -> Path:
    """A file of the codec, its base's where it has none of this name."""
    own, *base = (folder / name for folder in folders_of(codec))
    return own if own.exists() or not base else base[0]


def table_of(codec: CodecManifest, name: str) -> tuple[Path, dict[str, Any]] | None:
    """A table of the codec's manifest, its base's where it has none, and the folder of that manifest; None
    where neither has it."""
    for folder in folders_of(codec):
        table = manifest_table(folder).get(name)
        if table is not None:
            return folder, table
    return None
