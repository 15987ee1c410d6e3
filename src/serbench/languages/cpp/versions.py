"""Locks another release of a codec's library: the package of a registry that has its sources or headers."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import silent
from serbench.errors import SerbenchError
from serbench.languages.builder import Versions
from serbench.languages.cpp.source_build import ARCHIVE, FETCHES
from serbench.languages.cpp.source_recipe import LOCK, releases_of
from serbench.scratch import scratch_folder
from serbench.toolchain.archives import sha256_of
from serbench.toolchain.releases import Pin

# Its wheels and its source packages are of one registry.
_REGISTRIES = {"wheel": "pypi"}


def lock(codec: CodecManifest, version: str, folder: Path) -> None:
    """Has the registry's client fetch the package of a release, compared with the registry's own hashes, and
    writes its SHA-256 next to it. The library is built later, once for each compiler. Raises SerbenchError
    with what the client says, or where no package has the release."""
    releases = releases_of(codec)
    assert releases is not None, f"{codec.name} has releases"
    recipe, numbers = releases.recipe, releases.numbers
    if numbers and version not in numbers:
        raise SerbenchError(f"{recipe.package} is known to have {', '.join(numbers)}.")
    packaged = numbers.get(version, version)
    with scratch_folder("versions") as scratch:
        archive = FETCHES[recipe.registry](recipe.package, packaged, None, scratch, silent)
        (folder / ARCHIVE).mkdir()
        kept = Path(shutil.copy2(archive, folder / ARCHIVE))
    locked = {"registry": recipe.registry, "package": recipe.package, "version": packaged}
    locked |= {"sha256": sha256_of(kept), "release": version}
    (folder / LOCK).write_text(f"{json.dumps(locked, indent=1)}\n", encoding="utf-8")


def pin(codec: CodecManifest) -> Pin | None:
    """The package that has the releases of a codec's library, with the one that is locked; None where no
    package has them."""
    releases = releases_of(codec)
    if releases is None:
        return None
    locked = codec.locked_in
    version = str(json.loads((locked / LOCK).read_bytes())["release"]) if locked else ""
    registry = releases.recipe.registry
    return Pin(_REGISTRIES.get(registry, registry), releases.recipe.package, version)


def numbers(codec: CodecManifest) -> Mapping[str, str]:
    """The versions of that package by those of the library, where they differ."""
    releases = releases_of(codec)
    return releases.numbers if releases else {}


# The manifest says how all releases are built, so a lock has nothing of the checkout.
VERSIONS = Versions((), lock, pin=pin, numbers=numbers)
