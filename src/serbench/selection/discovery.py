"""Finds codecs by their folders; there is no central list."""

from collections.abc import Sequence

from serbench.codecs.manifest import CodecManifest, load_manifest
from serbench.languages import languages
from serbench.setup.libraries import with_registered


def find_codecs(names: Sequence[str] | None = None) -> tuple[CodecManifest, ...]:
    """Every codec folder of the languages of these names, or of all, in the order of the codecs' names; after
    a codec the versions of its library that the user has registered."""
    return with_registered(find_adapters(names))


def names_in(name: str) -> frozenset[str]:
    """The names of the codecs in a set."""
    return frozenset(codec.name for codec in find_adapters() if codec.belongs_to(name))


def find_adapters(names: Sequence[str] | None = None) -> tuple[CodecManifest, ...]:
    """Only the codec folders, without the user's registrations."""
    return tuple(
        load_manifest(language.name, path.parent)
        for language in languages()
        if names is None or language.name in names
        for path in sorted((language.folder / "codecs").glob("*/codec.toml"))
    )
