"""The module that a runner is built from: a codec's files, and what is rendered for a workload."""

import re
from collections.abc import Mapping

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import Workload
from serbench.languages import sources
from serbench.languages.go.lowering import PlainTags, lower_to_go
from serbench.languages.go.modules import HARNESS, with_harness
from serbench.languages.lowering import wire_names
from serbench.languages.routing import routing_steps
from serbench.languages.study_key import study_key_steps
from serbench.render.engine import render_folder

_TEMPLATES = HARNESS / "templates"
# Of a codec's folder, what no runner is compiled from.
_NOT_COMPILED = re.compile(r".*\.j2|codec\.toml|README\.md")


def hand_written(codec: CodecManifest) -> dict[str, str]:
    """The codec's hand-written files, by path in the module; a variant's replace its base's of
    the same name. Its go.mod finds the harness from anywhere."""
    files = sources.hand_written(codec, _NOT_COMPILED)
    return {**files, "go.mod": with_harness(files["go.mod"])}


def rendered_files(codec: CodecManifest, workload: Workload, about: Mapping[str, object]) -> dict[str, str]:
    """The rendered texts by path in the module: the plain types, the walks over them, the program with the
    runner's identity (``about``), and what the codec's own templates and those of its base make.
    ``a__b.go.j2`` of a codec becomes ``a/b.go``."""
    idl = wire_names(codec.idl, workload.schema, workload.versions)
    schema = lower_to_go(workload.schema, plain_tags(codec), idl)
    context: dict[str, object] = {
        "schema": schema,
        "routing": routing_steps(workload.schema, schema.messages),
        "study_key": study_key_steps(workload.schema, schema.messages),
        "workload": workload.name,
        "about": about,
    }
    return {
        **{f"plain/{name}": text for name, text in render_folder(_TEMPLATES / "plain", context).items()},
        **{f"walks/{name}": text for name, text in render_folder(_TEMPLATES / "walks", context).items()},
        **render_folder(_TEMPLATES / "main", context),
        **sources.own_rendered(codec, context),
    }


def plain_tags(codec: CodecManifest) -> PlainTags:
    """The tags of the plain structs."""
    table = sources.plain_table(codec)
    return PlainTags(sources.attributes_in(table), tuple(table.get("taken", ())))
