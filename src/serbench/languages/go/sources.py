"""The module that a runner is built from: a codec's files, and what is rendered for a workload."""

import re
from collections.abc import Mapping
from typing import Any

from serbench.cache.keys import folder_contents
from serbench.codecs.manifest import CodecManifest, manifest_table, table_of
from serbench.corpus.workload import Workload
from serbench.languages.go.lowering import PlainTags, lower_to_go
from serbench.languages.go.modules import HARNESS, with_harness
from serbench.languages.lowering import wire_names
from serbench.languages.routing import routing_steps
from serbench.languages.study_key import study_key_steps
from serbench.render.engine import render_folder
from serbench.render.idls import render_idl

_TEMPLATES = HARNESS / "templates"
# Of a codec's folder, what no runner is compiled from.
_NOT_COMPILED = re.compile(r".*\.j2|codec\.toml|README\.md")


def hand_written(codec: CodecManifest) -> dict[str, str]:
    """The codec's hand-written files, by path in the module; a variant's replace its base's of
    the same name. Its go.mod finds the harness from anywhere."""
    files: dict[str, str] = {}
    for folder in reversed(codec.folders):
        contents = folder_contents(folder)
        files |= {
            name: data.decode("utf-8") for name, data in contents.items() if not _NOT_COMPILED.fullmatch(name)
        }
    return {**files, "go.mod": with_harness(files["go.mod"])}


def rendered_files(codec: CodecManifest, workload: Workload, about: Mapping[str, object]) -> dict[str, str]:
    """The rendered texts by path in the module: the plain types, the walks over them, the program with the
    runner's identity (``about``), and what the codec's own templates and those of its base make.
    ``a__b.go.j2`` of a codec becomes ``a/b.go``."""
    idl = wire_names(codec.idl, workload.schema)
    schema = lower_to_go(workload.schema, plain_tags(codec), idl)
    context: dict[str, object] = {
        "schema": schema,
        "routing": routing_steps(workload.schema, schema.messages),
        "study_key": study_key_steps(workload.schema, schema.messages),
        "workload": workload.name,
        "about": about,
    }
    own = render_idl(codec.idl, context) | render_folder(codec.folder, context, codec.base_folder)
    return {
        **{f"plain/{name}": text for name, text in render_folder(_TEMPLATES / "plain", context).items()},
        **{f"walks/{name}": text for name, text in render_folder(_TEMPLATES / "walks", context).items()},
        **render_folder(_TEMPLATES / "main", context),
        **{name.replace("__", "/"): text for name, text in own.items()},
    }


def plain_tags(codec: CodecManifest) -> PlainTags:
    """The tags of the plain structs, from the table ``plain`` of a codec's manifest.
    A codec without the table takes that of its base. Where the table says ``like``, it is laid over the table
    of the codec that it names."""
    table = _plain_table(codec)
    attributes = {kind: tuple(texts) for kind, texts in table.get("attributes", {}).items()}
    return PlainTags(attributes, tuple(table.get("taken", ())))


def _plain_table(codec: CodecManifest) -> dict[str, Any]:
    found = table_of(codec, "plain")
    if found is None:
        return {}
    _, table = found
    if "like" in table:
        like = manifest_table(codec.folder.parent / table["like"]).get("plain", {})
        return {**like, **table}
    return table
