"""Locks another release of a codec's module than the one that the checkout pins."""

import re
from collections.abc import Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import SerbenchError
from serbench.languages.builder import Versions
from serbench.languages.go import LANGUAGE
from serbench.languages.go.build import go_environment
from serbench.languages.go.modules import harness_of, module_of, text_of, with_harness
from serbench.languages.tool import run_tool
from serbench.scratch import scratch_folder

_MODULE, _SUMS = "go.mod", "go.sum"
# Only here a go.mod may change.
_CHANGING = {"GOFLAGS": "-mod=mod -modcacherw"}


def lock(codec: CodecManifest, version: str, folder: Path) -> None:
    """Has Go choose the release, with all other modules as the codec's go.mod has them unless the release
    needs newer ones, and writes go.mod and go.sum. Raises SerbenchError with what Go says."""
    library = module_of(codec).libraries[0][0]
    _lock(codec, [["get", f"{library}@v{version}"]], "", folder)


def lock_build(codec: CodecManifest, path: Path, state: str, folder: Path) -> None:
    """The same with the module of a folder in the place of the proxy's. Raises SerbenchError also where the
    folder has no such module."""
    library, pinned = module_of(codec).libraries[0]
    found = re.search(r"^module (\S+)", text_of(path / _MODULE), re.MULTILINE)
    if found is None or found[1] != library:
        raise SerbenchError(f"{path} has no module {library}{f' but {found[1]}' if found else ''}.")
    replaced = ["mod", "edit", f"-replace={library}={path}"]
    _lock(codec, [replaced, ["get", f"{library}@{pinned}"]], f"\n// {state}\n", folder)


def _lock(codec: CodecManifest, steps: Sequence[Sequence[str]], end: str, folder: Path) -> None:
    own = file_of(codec, _MODULE).read_text(encoding="utf-8")
    with scratch_folder("versions") as module:
        (module / _MODULE).write_text(with_harness(own), encoding="utf-8")
        (module / _SUMS).write_bytes(file_of(codec, _SUMS).read_bytes())
        for words in steps:
            _go(words, module)
        # The sums of all modules, before a build asks for one of them.
        _go(["mod", "download", "all"], module)
        chosen = (module / _MODULE).read_text(encoding="utf-8")
        (folder / _MODULE).write_text(with_harness(chosen, harness_of(own)) + end, encoding="utf-8")
        (folder / _SUMS).write_bytes((module / _SUMS).read_bytes())


def _go(words: Sequence[str], folder: Path) -> None:
    program = LANGUAGE.tools().tool("compiler").command
    lines: list[str] = []
    if (
        run_tool([*program, *words], lines.append, folder=folder, extra={**go_environment(), **_CHANGING})
        != 0
    ):
        said = [line.strip() for line in lines if line.strip() and "downloading" not in line]
        raise SerbenchError(f"Go says: {(said or ['nothing'])[0].removeprefix('go: ')}")


VERSIONS = Versions((_MODULE, _SUMS), lock, lock_build)
