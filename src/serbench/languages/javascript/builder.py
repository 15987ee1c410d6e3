"""The builder of JavaScript for shared code."""

from serbench.languages.builder import Builder
from serbench.languages.javascript.build import build_runners, entries_of, shown_code
from serbench.languages.javascript.calibration import peer
from serbench.languages.javascript.environments import install_runtime
from serbench.languages.javascript.linting import linters
from serbench.languages.javascript.node import runtime
from serbench.languages.javascript.packages import pins_of
from serbench.languages.javascript.probe import probe
from serbench.languages.javascript.registry import REGISTRY

BUILDER = Builder(
    probe=probe,
    build=build_runners,
    entries_of=entries_of,
    render=shown_code,
    linters=linters,
    install_tools=install_runtime,
    pins=pins_of,
    registry=REGISTRY,
    runtime=runtime,
    peer=peer,
)
