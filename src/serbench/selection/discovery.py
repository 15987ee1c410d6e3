"""Finds codecs by their folders; there is no list of them anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest, load_manifest
from serbench.locations import CHECKOUT, LANGUAGES
from serbench.setup.libraries import with_registered


def find_codecs(languages: Sequence[str] = LANGUAGES, top: Path = CHECKOUT) -> tuple[CodecManifest, ...]:
    """Every codec folder of the languages, in the order of their names; after a codec the versions of its
    library that the user has registered."""
    return with_registered(find_pages(languages, top))


def find_pages(languages: Sequence[str] = LANGUAGES, top: Path = CHECKOUT) -> tuple[CodecManifest, ...]:
    """The codec folders alone, whatever the user has registered."""
    return tuple(
        load_manifest(language, path.parent)
        for language in languages
        for path in sorted((top / language / "codecs").glob("*/codec.toml"))
    )
