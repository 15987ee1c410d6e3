"""Libraries that the user has registered for codecs, and the codecs that they make.

The codec's own name belongs to the library that its language finds on the machine, or to the first registered
one where it finds none. Every other registered library is added under the codec's name and its
version. A registration serves the codec's variants too, which use the same library.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from serbench.codecs.manifest import VERSION_MARK, CodecManifest
from serbench.codecs.registrations import Registration, load_registrations
from serbench.errors import BadInput, SerbenchError
from serbench.languages import language_of, languages
from serbench.languages.language import Language
from serbench.languages.workshop import Availability


def languages_with_libraries() -> tuple[Language, ...]:
    """The languages for whose codecs a user may register libraries."""
    return tuple(language for language in languages() if language.takes_libraries)


@dataclass(frozen=True, slots=True)
class _Registered:
    """A registered library as one codec finds it."""

    path: Path
    known: Availability
    version: str


def with_registered(codecs: Sequence[CodecManifest]) -> tuple[CodecManifest, ...]:
    """The codecs with what the user's registrations make of them: a codec that is not found elsewhere is
    given its registered library, and further versions follow it."""
    registrations = load_registrations()
    result: list[CodecManifest] = []
    for codec in codecs:
        paths = registrations_for(codec, codecs, registrations)
        result.extend(_versions_of(codec, paths) if paths else (codec,))
    return tuple(result)


def examine(codec: CodecManifest, path: Path) -> Registration:
    """A registration of the library at a path. Raises BadInput where the codec does not find it there."""
    look_in = language_of(codec.name).workshop.look_in
    if look_in is None:
        titles = " and ".join(language.title for language in languages_with_libraries())
        raise BadInput(f"{codec.name} takes no library from a path; only {titles} codecs do.")
    if not path.is_dir():
        raise BadInput(f"{path} is not a folder, so {codec.name} has no library there.")
    known = look_in(codec, path)
    if not known.available:
        searched = f"{path} or its include, lib and bin"
        raise BadInput(f"{codec.library} for {codec.name} was not found in {searched}: {known.reason}.")
    return Registration(codec.name, path, known.version)


def registrations_for(
    codec: CodecManifest, codecs: Sequence[CodecManifest], registrations: Sequence[Registration]
) -> list[Registration]:
    """The registrations that serve a codec: its own, and those of the codec of which it is a variant."""
    bases = {one.page: f"{one.language}/{one.base}" for one in codecs if one.base}
    names = [codec.page]
    while names[-1] in bases and bases[names[-1]] not in names:
        names.append(bases[names[-1]])
    return list({one.path: one for one in registrations if one.codec in names}.values())


def _versions_of(codec: CodecManifest, registrations: Sequence[Registration]) -> list[CodecManifest]:
    """The codec itself, first, and a codec for each further library."""
    try:
        on_machine = language_of(codec.name).workshop.probe([codec])[codec.name]
        registered = [_look(codec, one) for one in registrations]
    except SerbenchError:
        # Without the language's tools nothing is known but what was written down, and nothing can be built.
        on_machine = Availability(True, "", "")
        registered = [_Registered(one.path, on_machine, one.version) for one in registrations]
    # A variant may need more than its base finds there.
    registered = [
        one
        for one, registration in zip(registered, registrations, strict=True)
        if one.known.available or registration.codec == codec.name or not one.path.is_dir()
    ]
    own: Path | None = None
    if not on_machine.available and registered:
        serving = next((one for one in registered if one.known.available), registered[0])
        registered.remove(serving)
        on_machine, own = serving.known, serving.path
    result = [replace(codec, library_path=own)]
    taken = {on_machine.version}
    for one in registered:
        label = _label(one, taken)
        taken.add(label)
        # In no set: users name a second version where they want it.
        result.append(
            replace(
                codec,
                name=f"{codec.name}{VERSION_MARK}{label}",
                library_path=one.path,
                sets=(),
                representative=False,
                packages={},
            )
        )
    return result


def _look(codec: CodecManifest, registration: Registration) -> _Registered:
    look_in = language_of(codec.name).workshop.look_in
    assert look_in is not None, f"{codec.name} has a registered library"
    known = look_in(codec, registration.path)
    return _Registered(registration.path, known, known.version or registration.version)


def _label(library: _Registered, taken: set[str]) -> str:
    """The library's version; the last part of its path where it has none or the version is taken."""
    label = _safe(library.version)
    if not label or label in taken:
        label = _safe(library.path.name) or "registered"
    number = 2
    free = label
    while free in taken:
        free = f"{label}-{number}"
        number += 1
    return free


def _safe(text: str) -> str:
    """A text as a part of a codec's name, which is written in lists, globs and file names."""
    return re.sub(r"[^A-Za-z0-9._+-]+", "-", text).strip("-")
