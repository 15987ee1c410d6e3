"""The folder that is a runner: the harness, a codec's files, and what is rendered for a workload."""

import json
import re
from collections.abc import Mapping

from markupsafe import Markup

from serbench.cache.keys import folder_contents
from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import Workload
from serbench.languages import sources
from serbench.languages.javascript import LANGUAGE
from serbench.languages.javascript.lowering import lower_to_javascript
from serbench.languages.lowering import wire_names
from serbench.languages.routing import routing_steps
from serbench.render.engine import render_folder

HARNESS = LANGUAGE.folder / "harness"
_BROWSER = LANGUAGE.folder / "browser"
_TEMPLATES = HARNESS / "templates"
# Of a codec's folder, what is no part of a runner.
_NOT_RUN = re.compile(r".*\.j2|codec\.toml|README\.md|package(-lock)?\.json|node_modules/.*")
_NOT_OF_RUNNERS = ("templates/", "test/", "package.json")
# How modules name each other, wherever they lie.
_IMPORTS = {"#harness/*": "./harness/*", "#codec/*": "./*", "#plain": "./plain.js"}


def harness_files() -> dict[str, str]:
    """The harness by path in a runner's folder."""
    return {
        f"harness/{name}": data.decode("utf-8")
        for name, data in folder_contents(HARNESS, {".js"}).items()
        if not name.startswith(_NOT_OF_RUNNERS)
    }


def browser_files() -> dict[str, str]:
    """The driver of browsers, and what replaces files of the harness there, by path in a runner's folder."""
    return {
        name if name.startswith("harness/") else f"browser/{name}": data.decode("utf-8")
        for name, data in folder_contents(_BROWSER, {".js"}).items()
    }


def hand_written(codec: CodecManifest) -> dict[str, str]:
    """The codec's hand-written files, by path in a runner's folder; a variant's replace its
    base's of the same name."""
    return sources.hand_written(codec, _NOT_RUN)


def rendered_files(codec: CodecManifest, workload: Workload, about: Mapping[str, object]) -> dict[str, str]:
    """The rendered texts by path in a runner's folder: the plain types, the walks over them, the program with
    the runner's identity (``about``), and what the codec's own templates and those of its base make.
    ``a__b.js.j2`` of a codec becomes ``a/b.js``."""
    idl = wire_names(codec.idl, workload.schema, workload.versions)
    schema = lower_to_javascript(workload.schema, idl, numbers=codec.flags.numbers)
    context: dict[str, object] = {
        "schema": schema,
        "routing": routing_steps(workload.schema, schema.messages),
        "workload": workload.name,
        "numbers": codec.flags.numbers,
        "about": Markup(json.dumps({**about, "schema": schema.sha256}, indent=2)),
    }
    return {
        "package.json": json.dumps({"private": True, "type": "module", "imports": _IMPORTS}, indent=2),
        **render_folder(_TEMPLATES / "plain", context),
        **{f"walks/{name}": text for name, text in render_folder(_TEMPLATES / "walks", context).items()},
        **render_folder(_TEMPLATES / "main", context),
        **sources.own_rendered(codec, context),
    }
