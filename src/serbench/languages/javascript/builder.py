"""The builder of JavaScript for shared code."""

from serbench.languages.builder import Builder
from serbench.languages.javascript.build import build_runners, entries_of, shown_code
from serbench.languages.javascript.bundling import bundle
from serbench.languages.javascript.calibration import peer
from serbench.languages.javascript.environments import install_runtime, packages_folder
from serbench.languages.javascript.linting import linters
from serbench.languages.javascript.node import runtime
from serbench.languages.javascript.packages import licences_of, locked_by, pins_of
from serbench.languages.javascript.probe import probe
from serbench.languages.javascript.registry import REGISTRY
from serbench.languages.javascript.toolchains import TOOLCHAINS
from serbench.languages.javascript.versions import VERSIONS
from serbench.languages.released import released_as_pinned

BUILDER = Builder(
    probe=probe,
    build=build_runners,
    entries_of=entries_of,
    render=shown_code,
    linters=linters,
    install_tools=install_runtime,
    released=released_as_pinned(pins_of, runtime),
    pins=pins_of,
    locked=locked_by,
    licences=licences_of,
    registry=REGISTRY,
    versions=VERSIONS,
    runtime=runtime,
    toolchains=TOOLCHAINS,
    peer=peer,
    bundle=bundle,
    installed=packages_folder,
)
