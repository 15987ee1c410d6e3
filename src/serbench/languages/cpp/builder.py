"""The builder of C++ for shared code."""

import sysconfig
from collections.abc import Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.languages.builder import Builder, Command, LatestLibraries
from serbench.languages.cpp import LANGUAGE
from serbench.languages.cpp.build import build_runners, render_project, rendered_files
from serbench.languages.cpp.calibration import peer, slowed_runners
from serbench.languages.cpp.probe import look_in, probe
from serbench.languages.cpp.programs import benchmark, counting_library
from serbench.languages.cpp.released import packaged, released, runtime
from serbench.languages.cpp.source_build import build_latest_of, build_library_of
from serbench.languages.cpp.source_recipe import (
    entries_of,
    has_recipe,
    latest_library,
    latest_recipe,
    pins_of,
)
from serbench.languages.cpp.toolchains import TOOLCHAINS
from serbench.languages.cpp.versions import VERSIONS


def linters(checkout: Path, cache: Path, codecs: Sequence[CodecManifest]) -> dict[str, list[Command] | str]:
    """clang-format, which needs no compiler; nothing where there are no sources."""
    folder = checkout / LANGUAGE.folder.name
    sources = sorted(path for suffix in ("hpp", "cpp") for path in folder.rglob(f"*.{suffix}"))
    if not sources:
        return {}
    clang_format = str(Path(sysconfig.get_path("scripts")) / "clang-format")
    names = (str(path.relative_to(checkout)) for path in sources)
    return {"clang-format": [(clang_format, "--dry-run", "--Werror", *names)]}


BUILDER = Builder(
    probe=probe,
    build=build_runners,
    entries_of=entries_of,
    render=rendered_files,
    linters=linters,
    look_in=look_in,
    has_recipe=has_recipe,
    build_library=build_library_of,
    latest=LatestLibraries(
        known=lambda codec: latest_recipe(codec) is not None, library=latest_library, build=build_latest_of
    ),
    versions=VERSIONS,
    released=released,
    packaged=packaged,
    counting_library=counting_library,
    pins=pins_of,
    runtime=runtime,
    toolchains=TOOLCHAINS,
    peer=peer,
    slowed=slowed_runners,
    classic=benchmark,
    render_project=render_project,
    # Libraries that no distribution has are built once, as those of a distribution are.
    fetched=("built", "probe"),
)
