"""How a codec's library is built from a source package of a registry.

A recipe is a table of a codec's manifest. With ``source``, the library is one that no distribution supplies
built: CMake looks for it last, only for that codec, and a library that is found on the machine wins. With
``latest``, it is a newer release than that of the distribution, and serves a codec of its own. With
``releases``, it is any release that a user names, whose version and SHA-256 a lock has. What a recipe makes
lies in the cache under a key of the recipe and the compiler.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from serbench.cache.keys import content_key
from serbench.codecs.manifest import CodecManifest, manifest_table, table_of
from serbench.errors import SerbenchError
from serbench.languages.cpp import LANGUAGE
from serbench.locations import cache_directory
from serbench.toolchain.chosen import program_of
from serbench.toolchain.releases import Pin

CODECS = LANGUAGE.folder / "codecs"
RELEASES = "releases"
# The file of a lock: the package, its version and its SHA-256.
LOCK = "release.json"
_DISTRIBUTION = "debian"
# What a user calls the source packages of a registry.
_REGISTRIES = {
    "debian": "the source package",
    "pypi": "PyPI's source package",
    "wheel": "PyPI's wheel",
    "crate": "the crate",
    "maven": "the Maven artifact",
}


@dataclass(frozen=True, slots=True)
class SourceRecipe:
    """A library from a source package.

    One of ``debian``, ``pypi``, ``wheel``, ``crate`` and ``maven`` names the package, ``version`` its
    version, and ``sha256`` is that of the archive (of a Debian package the original one). ``folder`` is the
    CMake project inside it, built in its subfolder ``build`` with the arguments ``cmake`` and only as
    far as ``targets``. ``project`` is the text of a CMakeLists.txt for a folder that has none. ``keeps``
    says what is kept: a path in the prefix, and the file or folder that is copied there, by its path in
    ``folder``. Without ``keeps``, the project is installed. An ``archive`` is a program that needs no
    building: it is kept under this path in the prefix.
    """

    library: str
    version: str
    sha256: str
    debian: str = ""
    pypi: str = ""
    wheel: str = ""
    crate: str = ""
    maven: str = ""
    archive: str = ""
    project: str = ""
    folder: str = "."
    cmake: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    keeps: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len([name for name in _REGISTRIES if getattr(self, name)]) != 1:
            raise TypeError(f"it names not one of {', '.join(_REGISTRIES)}")

    @property
    def registry(self) -> str:
        """The field that names the package."""
        return next(name for name in _REGISTRIES if getattr(self, name))

    @property
    def package(self) -> str:
        """The package's name in its registry."""
        return str(getattr(self, self.registry))

    def __str__(self) -> str:
        return f"{_REGISTRIES[self.registry]} {self.package} {self.version}"

    def prefix(self) -> Path:
        """Where the built library is, or will be. Raises SerbenchError without a C++ toolchain."""
        stated = {name: value for name, value in asdict(self).items() if value}
        return cache_directory() / "built" / content_key(json.dumps(stated, sort_keys=True), _compiler())


def _compiler() -> str:
    """The first line of the C++ compiler's version output."""
    return _version_by(program_of(LANGUAGE.name))


@cache
def _version_by(_compiler: str) -> str:
    return LANGUAGE.tools().tool("compiler").version


@dataclass(frozen=True, slots=True)
class Releases:
    """The releases of a library in a registry.

    ``recipe`` says how each is built, without version and SHA-256. ``numbers`` has the versions of the
    package by those of the library, empty where both are the same.
    """

    recipe: SourceRecipe
    numbers: Mapping[str, str]


def recipe_of(folder: Path, table: str = "source") -> SourceRecipe | None:
    """The recipe in a table of the manifest of a codec's folder; None where it has none. A variant has the
    ``source`` and the ``releases`` of its base where both have the same library."""
    manifest = manifest_table(folder)
    stated: dict[str, Any] | None = manifest.get(table)
    if stated is None and table != "latest" and "base" in manifest:
        base = folder.parent / manifest["base"]
        alike = manifest_table(base).get("library") == manifest.get("library")
        return recipe_of(base, table) if alike else None
    if stated is None:
        return None
    try:
        if table == RELEASES:
            stated = _of_any_release(manifest, stated)
        lists = {name: tuple(stated.get(name, ())) for name in ("cmake", "targets")}
        own = {"project": (folder / stated["project"]).read_text("utf-8")} if "project" in stated else {}
        return SourceRecipe(**{"library": manifest["library"], **stated, **lists, **own})
    except (KeyError, TypeError, OSError) as error:
        path = folder / "codec.toml"
        raise SerbenchError(f"{path} has a table [{table}] that is invalid: {error}.") from error


def _of_any_release(manifest: Mapping[str, Any], stated: Mapping[str, Any]) -> dict[str, Any]:
    """The recipe of releases as if it were of one. What is not stated is as in the table that it is
    ``like``."""
    other = manifest[stated["like"]] if "like" in stated else {}
    registries = _REGISTRIES.keys() & stated.keys()
    inherited = {name: value for name, value in other.items() if not (registries and name in _REGISTRIES)}
    own = {name: value for name, value in stated.items() if name not in ("like", "numbers")}
    return {**inherited, **own, "version": "", "sha256": ""}


def has_recipe(codec: CodecManifest) -> bool:
    """Whether a codec's manifest says how its library is built, or that of its release."""
    return codec.locked_in is not None or recipe_of(codec.folder) is not None


def releases_of(codec: CodecManifest) -> Releases | None:
    """The releases of a codec's library that a registry has; None where its manifest names no package."""
    recipe = recipe_of(codec.folder, RELEASES)
    table = table_of(codec, RELEASES)
    if recipe is None or table is None:
        return None
    return Releases(recipe, table[1].get("numbers", {}))


def locked_recipe(codec: CodecManifest) -> SourceRecipe | None:
    """The recipe of the release that is locked for a codec; None for one whose release is not locked."""
    if codec.locked_in is None:
        return None
    releases = releases_of(codec)
    try:
        lock = json.loads((codec.locked_in / LOCK).read_bytes())
        assert releases is not None, f"{codec.name} has releases"
        package: dict[str, Any] = {**dict.fromkeys(_REGISTRIES, ""), lock["registry"]: lock["package"]}
        return replace(releases.recipe, version=lock["version"], sha256=lock["sha256"], **package)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SerbenchError(f"{codec.locked_in} is damaged; remove it to lock the release again.") from error


def library_folder(codec: CodecManifest) -> Path | None:
    """The one folder in which a codec's library may be: where the user has registered it, or where that of
    its release is built; None where CMake looks for it."""
    locked = locked_recipe(codec)
    return locked.prefix() if locked is not None else codec.library_path


def latest_recipe(codec: CodecManifest) -> SourceRecipe | None:
    """The recipe of a newer release of a codec's library; None where its manifest has none."""
    # This is called often, and parsing is slow.
    stated = b"[latest]" in (codec.folder / "codec.toml").read_bytes()
    return recipe_of(codec.folder, "latest") if stated else None


def pins_of(codec: CodecManifest) -> tuple[Pin, ...]:
    """The packages of registries from which a codec's library is built; releases of a distribution are its
    own business."""
    recipes = (recipe_of(codec.folder), latest_recipe(codec))
    return tuple(
        Pin(recipe.registry, recipe.package, recipe.version)
        for recipe in recipes
        if recipe is not None and recipe.registry != _DISTRIBUTION
    )


def latest_library(codec: CodecManifest) -> Path | None:
    """The folder of that release; None where it has not been built."""
    recipe = latest_recipe(codec)
    return recipe.prefix() if recipe is not None and recipe.prefix().is_dir() else None


def built_libraries(codecs: Path = CODECS) -> dict[str, Path]:
    """The libraries that have been built, by the names of the codecs' folders."""
    found: dict[str, Path] = {}
    for manifest in sorted(codecs.glob("*/codec.toml")):
        # This is called often, and parsing is slow.
        text = manifest.read_bytes()
        recipe = recipe_of(manifest.parent) if b"[source]" in text or b"base = " in text else None
        if recipe is not None and recipe.prefix().is_dir():
            found[manifest.parent.name] = recipe.prefix()
    return found


def entries_of(codec: CodecManifest) -> tuple[Path, ...]:
    """The entries of the cache with the libraries that were built for a codec."""
    own = locked_recipe(codec)
    usual = (recipe_of(codec.base_folder or codec.folder), recipe_of(codec.folder), latest_recipe(codec))
    recipes = usual if own is None else (own,)
    prefixes = (recipe.prefix() for recipe in recipes if recipe is not None)
    return tuple(dict.fromkeys(prefix for prefix in prefixes if prefix.is_dir()))


def cmake_arguments(codecs: Path = CODECS) -> list[str]:
    """The setting that tells our CMake project where those libraries are."""
    return [f"-DSERBENCH_BUILT_{name}={prefix}" for name, prefix in built_libraries(codecs).items()]
