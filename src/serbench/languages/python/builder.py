"""The builder of Python for shared code."""

import sys
from collections.abc import Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.languages.builder import Builder, Command
from serbench.languages.python import LANGUAGE
from serbench.languages.python.build import build_runners, entries_of, render_codec
from serbench.languages.python.calibration import peer
from serbench.languages.python.environments import packages_folder, python_in, ready_environment, runtime
from serbench.languages.python.licences import licences_of
from serbench.languages.python.pins import locked_by, of_harness, pins_of
from serbench.languages.python.probe import probe
from serbench.languages.python.registry import REGISTRY
from serbench.languages.python.toolchains import TOOLCHAINS
from serbench.languages.python.versions import VERSIONS
from serbench.languages.released import released_as_pinned


def linters(checkout: Path, cache: Path, codecs: Sequence[CodecManifest]) -> dict[str, list[Command] | str]:
    """ruff over the harness and the codecs, mypy over the harness, and its tests by the interpreter of
    runners."""
    LANGUAGE.tools()
    own = (sys.executable, "-m")
    folder, ruff_cache = checkout / "python", ("--cache-dir", str(cache / "ruff"))
    mypy = (*own, "mypy", "--cache-dir", str(cache / "mypy-harness"), "-p", "harness")
    interpreter = python_in(ready_environment(of_harness(), lambda _: None))
    return {
        "ruff of runners": [
            (*own, "ruff", "format", "--check", *ruff_cache, str(folder)),
            (*own, "ruff", "check", *ruff_cache, str(folder)),
        ],
        "mypy of runners": [("env", f"MYPYPATH={folder}", *mypy)],
        "tests of runners": [
            ("env", f"--chdir={folder}", str(interpreter), *"-m unittest discover -q -t . -s harness".split())
        ],
    }


BUILDER = Builder(
    probe=probe,
    build=build_runners,
    entries_of=entries_of,
    render=render_codec,
    linters=linters,
    released=released_as_pinned(pins_of, runtime),
    pins=pins_of,
    locked=locked_by,
    licences=licences_of,
    registry=REGISTRY,
    versions=VERSIONS,
    runtime=runtime,
    toolchains=TOOLCHAINS,
    peer=peer,
    installed=packages_folder,
)
