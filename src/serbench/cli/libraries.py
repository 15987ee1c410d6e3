"""The arguments of ``setup --with`` and ``--without``."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from serbench.codecs.manifest import VERSION_MARK, CodecManifest
from serbench.codecs.registrations import (
    Registration,
    forget,
    load_registrations,
    register,
    registrations_file,
)
from serbench.errors import BadInput
from serbench.selection.discovery import find_codecs, find_pages
from serbench.setup.libraries import examine, languages_with_libraries, registrations_for

Tell = Callable[[str], None]


def register_libraries(words: Sequence[str], tell: Tell) -> list[CodecManifest]:
    """Registers each ``NAME=PATH`` and returns the codecs that are measured with these libraries now. Raises
    BadInput, and registers nothing, where one of them cannot be."""
    pages = find_pages()
    registrations = [_registration(word, pages) for word in words]
    for one in registrations:
        register(one)
        way = f"./serbench setup --without {one.codec}={one.path} removes it"
        tell(f"{one.path} is registered for {one.codec} in {registrations_file()}; {way}.")
    return [
        codec
        for codec in find_codecs(_languages())
        for one in registrations
        if codec.library_path == one.path and one in _serving(codec, pages)
    ]


def forget_libraries(words: Sequence[str], tell: Tell) -> list[CodecManifest]:
    """Removes the registrations that each ``NAME[=PATH]`` means. Returns affected codecs; raises BadInput,
    and removes nothing, where an argument matches nothing."""
    pages = find_pages()
    meant = [one for word in words for one in _meant(word, pages)]
    before = {codec.page: codec for codec in pages for one in _serving(codec, pages) if one in meant}
    forget(meant)
    for one in meant:
        tell(f"{one.path} is no longer registered for {one.codec}.")
    return [codec for codec in find_codecs(_languages()) if codec.name in before]


def _languages() -> list[str]:
    return [language.name for language in languages_with_libraries()]


def _registration(word: str, pages: Sequence[CodecManifest]) -> Registration:
    name, _, path = word.partition("=")
    if not path:
        raise BadInput(f'"--with {word}" names no library; use {_languages()[0]}/NAME=PATH.')
    return examine(_named(name, pages), _absolute(path))


def _meant(word: str, pages: Sequence[CodecManifest]) -> list[Registration]:
    """The registrations that an argument of ``--without`` means; a listed ``NAME@VERSION`` means its own."""
    name, _, path = word.partition("=")
    place = _absolute(path) if path else None
    codec = _named(name, find_codecs() if VERSION_MARK in name else pages)
    if codec.name != codec.page:
        place = codec.library_path
    found = [one for one in _serving(codec, pages) if place in (None, one.path)]
    if not found:
        known = ", ".join(f"{one.codec}={one.path}" for one in load_registrations())
        hint = f"registered are {known}." if known else "no library is registered."
        raise BadInput(f"Nothing is registered for {word}; {hint}")
    return found


def _serving(codec: CodecManifest, pages: Sequence[CodecManifest]) -> list[Registration]:
    return registrations_for(codec, pages, load_registrations())


def _named(name: str, codecs: Sequence[CodecManifest]) -> CodecManifest:
    """The codec of a name, with or without its language; a bare name means one that takes libraries first."""
    found = [codec for codec in codecs if name in (codec.name, codec.short_name)]
    if not found:
        names = [known for codec in codecs for known in (codec.name, codec.short_name)]
        near = difflib.get_close_matches(name, names, n=1)
        hint = f"did you mean {near[0]}?" if near else "`./serbench list codecs` lists them all."
        raise BadInput(f"There is no codec {name}; {hint}")
    return min(found, key=lambda codec: codec.language not in _languages())


def _absolute(path: str) -> Path:
    """The absolute path; a ~ that no shell has expanded is the user's home. Links stay links, because one
    that names the current version of something should follow it."""
    place = Path(os.path.expanduser(path)).absolute()
    return place.resolve() if ".." in place.parts else place
