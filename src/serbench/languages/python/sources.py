"""The files that a runner consists of: a codec's own, and what is rendered for a workload."""

import re
from collections.abc import Mapping

from serbench.cache.keys import folder_contents
from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import Workload
from serbench.languages import sources
from serbench.languages.lowering import wire_names
from serbench.languages.python import LANGUAGE
from serbench.languages.python.lowering import lower_to_python
from serbench.languages.python.plain import plain_style
from serbench.languages.routing import routing_steps
from serbench.render.engine import render_folder

HARNESS = LANGUAGE.folder / "harness"
_TEMPLATES = HARNESS / "templates"
# Of a codec's folder, what no runner consists of.
_NOT_RUN = re.compile(r".*\.j2|codec\.toml|README\.md|requirements\.txt|__pycache__/.*")
# Of the harness, what runners do not load.
_NOT_LOADED = re.compile(r"templates/.*|(.*/)?test_\w+\.py|(.*/)?__pycache__/.*")


def harness_files() -> dict[str, bytes]:
    """The harness by path in its package."""
    return {name: data for name, data in folder_contents(HARNESS).items() if not _NOT_LOADED.fullmatch(name)}


def hand_written(codec: CodecManifest) -> dict[str, str]:
    """The codec's hand-written files, by path; a variant's replace its base's of the same
    name."""
    return sources.hand_written(codec, _NOT_RUN)


def rendered_files(codec: CodecManifest, workload: Workload, about: Mapping[str, object]) -> dict[str, str]:
    """The rendered texts by path: the plain types, the walks over them, the program with the runner's
    identity (``about``), and what the codec's own templates and those of its base make. ``a__b.py.j2`` of a
    codec becomes ``a/b.py``."""
    idl = wire_names(codec.idl, workload.schema, workload.versions)
    schema = lower_to_python(workload.schema, idl, plain_style(codec))
    context: dict[str, object] = {
        "schema": schema,
        "routing": routing_steps(workload.schema, schema.messages),
        "workload": workload.name,
        "about": about,
    }
    walks = render_folder(_TEMPLATES / "walks", context)
    return {
        "rendered/__init__.py": "",
        "rendered/walks/__init__.py": "",
        **{f"rendered/{name}": text for name, text in render_folder(_TEMPLATES / "plain", context).items()},
        **{f"rendered/walks/{name}": text for name, text in walks.items()},
        **render_folder(_TEMPLATES / "main", context),
        **sources.own_rendered(codec, context),
    }
