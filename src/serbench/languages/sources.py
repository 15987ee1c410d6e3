"""The files of a codec's folder that its runner is made of, whatever its language."""

import re
from collections.abc import Mapping
from typing import Any

from serbench.codecs.manifest import CodecManifest, files_of, manifest_table, table_of
from serbench.render.engine import render_folder
from serbench.render.idls import render_idl


def hand_written(codec: CodecManifest, left_out: re.Pattern[str]) -> dict[str, str]:
    """The codec's hand-written files by path, without those that match ``left_out``; a variant's replace its
    base's of the same name."""
    files = {name: data for name, data in files_of(codec).items() if not left_out.fullmatch(name)}
    return {name: data.decode("utf-8") for name, data in files.items()}


def own_rendered(codec: CodecManifest, context: Mapping[str, object]) -> dict[str, str]:
    """The texts of the codec's IDL file, its own templates and those of its base. ``a__b.go.j2`` becomes
    ``a/b.go``."""
    own = render_idl(codec.idl, context) | render_folder(codec.folder, context, codec.base_folder)
    return {name.replace("__", "/"): text for name, text in own.items()}


def plain_table(codec: CodecManifest) -> dict[str, Any]:
    """The table ``plain`` of a codec's manifest, its base's where it has none, with what the plain types
    carry. Where it says ``like``, it is laid over the table of the codec that it names."""
    table: dict[str, Any] = (table_of(codec, "plain") or (codec.folder, {}))[1]
    if "like" not in table:
        return table
    like: dict[str, Any] = manifest_table(codec.folder.parent / table["like"]).get("plain", {})
    return like | table


def attributes_in(table: Mapping[str, Any], name: str = "attributes") -> dict[str, tuple[str, ...]]:
    """The texts of such a table by the kind of what they stand on."""
    return {kind: tuple(texts) for kind, texts in table.get(name, {}).items()}
