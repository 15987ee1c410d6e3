"""How a codec's library is built from a source package where no distribution supplies a binary.

A recipe is the table ``source`` of a codec's manifest. What it makes lies in the cache under a key of the
recipe and the compiler, and CMake looks there last, only for that codec: a library that is found on the
machine wins.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from serbench.cache.keys import content_key
from serbench.codecs.manifest import CodecManifest, manifest_table
from serbench.errors import SerbenchError
from serbench.languages.cpp import LANGUAGE
from serbench.locations import cache_directory

CODECS = LANGUAGE.folder / "codecs"


@dataclass(frozen=True, slots=True)
class SourceRecipe:
    """A library from the original archive of a Debian source package.

    ``debian`` and ``version`` name the package, ``sha256`` is that of the archive, ``folder`` the CMake
    project inside it, which is built in its subfolder ``build`` with the arguments ``cmake`` and only as far
    as ``targets``. ``keeps`` says what is kept: a path in the prefix, and the file or folder that is copied
    there, by its path in ``folder``.
    """

    library: str
    debian: str
    version: str
    sha256: str
    folder: str = "."
    cmake: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    keeps: Mapping[str, str] = field(default_factory=dict)

    def prefix(self) -> Path:
        """Where the built library is, or will be. Raises SerbenchError without a C++ toolchain."""
        recipe = json.dumps(asdict(self), sort_keys=True)
        return cache_directory() / "built" / content_key(recipe, _compiler())


@cache
def _compiler() -> str:
    """The first line of the C++ compiler's version output."""
    return LANGUAGE.tools().tool("compiler").version


def recipe_of(folder: Path) -> SourceRecipe | None:
    """The recipe in the manifest of a codec's folder; None where it has none."""
    manifest = manifest_table(folder)
    source: dict[str, Any] | None = manifest.get("source")
    if source is None:
        return None
    try:
        lists = {name: tuple(source.get(name, ())) for name in ("cmake", "targets")}
        return SourceRecipe(**{"library": manifest["library"], **source, **lists})
    except (KeyError, TypeError) as error:
        path = folder / "codec.toml"
        raise SerbenchError(f"{path} has a table [source] that is invalid: {error}.") from error


def has_recipe(codec: CodecManifest) -> bool:
    """Whether a codec's manifest has a recipe."""
    return recipe_of(codec.folder) is not None


def built_libraries(codecs: Path = CODECS) -> dict[str, Path]:
    """The libraries that have been built, by the names of the codecs' folders."""
    found: dict[str, Path] = {}
    for manifest in sorted(codecs.glob("*/codec.toml")):
        # This is called often, and parsing is slow.
        recipe = recipe_of(manifest.parent) if b"[source]" in manifest.read_bytes() else None
        if recipe is not None and recipe.prefix().is_dir():
            found[manifest.parent.name] = recipe.prefix()
    return found


def cmake_arguments(codecs: Path = CODECS) -> list[str]:
    """The setting that tells our CMake project where those libraries are."""
    return [f"-DSERBENCH_BUILT_{name}={prefix}" for name, prefix in built_libraries(codecs).items()]
