"""Further libraries of codecs, and the codecs that they make: those that the user has registered, and current
releases that were built here.

The codec's own name belongs to the library that its language finds on the machine, or to the first registered
one where it finds none. Every other library is added under the codec's name and its version. A library serves
the codec's variants too, which use the same one. A current release that was built takes the codec's place in
the sets that are measured where no codecs are named, so that these show libraries as they are today.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from serbench.codecs.manifest import VERSION_MARK, CodecManifest
from serbench.codecs.registrations import Registration, gone, load_registrations
from serbench.codecs.sets import LATEST, USUAL
from serbench.errors import BadInput, SerbenchError
from serbench.languages import language_of, languages
from serbench.languages.builder import Availability
from serbench.languages.language import Language
from serbench.setup.versions import LOCAL, locked_build


def languages_with_libraries() -> tuple[Language, ...]:
    """The languages for whose codecs a user may register libraries."""
    return tuple(language for language in languages() if language.takes_libraries)


@dataclass(frozen=True, slots=True)
class _Registered:
    """A registered library as one codec finds it; ``locked_in`` has its lock files in a language that locks
    builds (serbench.setup.versions)."""

    path: Path
    known: Availability
    version: str
    sets: tuple[str, ...] = ()
    locked_in: Path | None = None


def with_registered(codecs: Sequence[CodecManifest]) -> tuple[CodecManifest, ...]:
    """The codecs with what the user's registrations and the current releases that were built make of them: a
    codec that is not found elsewhere is given its registered library, and further versions follow it."""
    registrations = load_registrations()
    latest = latest_libraries(codecs)
    result: list[CodecManifest] = []
    for codec in codecs:
        paths = registrations_for(codec, codecs, registrations)
        built = registrations_for(codec, codecs, latest)
        result.extend(_versions_of(codec, paths, built) if paths or built else (codec,))
    return tuple(result)


def as_used(codecs: Sequence[CodecManifest]) -> tuple[CodecManifest, ...]:
    """The codecs, those under their own names without what the release has mended that they find here."""
    return tuple(map(_as_used, codecs))


def _as_used(codec: CodecManifest) -> CodecManifest:
    # Looking takes seconds the first time.
    if not codec.mended or codec.name != codec.adapter:
        return codec
    try:
        return codec.of_release(language_of(codec.name).builder.probe([codec])[codec.name].version)
    except SerbenchError:
        return codec


def require_registered(codecs: Sequence[CodecManifest]) -> None:
    """Raises BadInput for a codec whose registered library is gone: nothing can be said of it any more."""
    for codec in codecs:
        if codec.library_path is not None and not codec.library_path.exists():
            raise BadInput(f"{codec.name} is not available: {gone(codec.adapter, codec.library_path)}.")


def latest_libraries(codecs: Sequence[CodecManifest]) -> tuple[Registration, ...]:
    """The current releases of the codecs' libraries that have been built here."""
    found: list[Registration] = []
    for codec in codecs:
        latest = language_of(codec.name).builder.latest
        if latest is None or not latest.known(codec):
            continue
        try:
            path = latest.library(codec)
        except SerbenchError:
            # Without the language's tools nothing that was built can be found.
            continue
        if path is not None:
            found.append(Registration(codec.name, path))
    return tuple(found)


def examine(codec: CodecManifest, path: Path) -> Registration:
    """A registration of the library at a path. Raises BadInput where the codec does not find it there."""
    builder = language_of(codec.name).builder
    if builder.versions is not None and builder.versions.lock_build is not None and builder.pins(codec):
        found = _build(codec, Registration(codec.name, path))
        if not found.known.available:
            raise BadInput(f"{codec.name} cannot use {path}: {found.known.reason}")
        return Registration(codec.name, path, found.version)
    look_in = builder.look_in
    if look_in is None:
        raise BadInput(f"{codec.name} uses no library that another build could replace.")
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
    bases = {one.adapter: f"{one.language}/{one.base}" for one in codecs if one.base}
    names = [codec.adapter]
    while names[-1] in bases and bases[names[-1]] not in names:
        names.append(bases[names[-1]])
    return list({one.path: one for one in registrations if one.codec in names}.values())


def _versions_of(
    codec: CodecManifest, registrations: Sequence[Registration], latest: Sequence[Registration]
) -> list[CodecManifest]:
    """The codec itself, first, and a codec for each further library."""
    try:
        on_machine = language_of(codec.name).builder.probe([codec])[codec.name]
        registered = [_look(codec, one) for one in registrations]
    except SerbenchError:
        # Without the language's tools nothing is known but what was written down, and nothing can be built.
        on_machine = Availability(True, "", "")
        registered = [_Registered(one.path, on_machine, one.version) for one in registrations]
    # A variant may need more than its base finds there.
    registered = [
        one
        for one, registration in zip(registered, registrations, strict=True)
        if one.known.available or registration.codec == codec.name or not one.path.exists()
    ]
    own: _Registered | None = None
    if not on_machine.available and registered:
        serving = next((one for one in registered if one.known.available), registered[0])
        registered.remove(serving)
        on_machine, own = serving.known, serving
    usual = replace(codec, library_path=own.path, locked_in=own.locked_in) if own else codec
    result = [usual]
    taken = {on_machine.version}
    known = {on_machine.version, *(one.version for one in registered)}
    current = _current(codec, latest, known)
    if current:
        result = [replace(result[0], sets=tuple(name for name in codec.sets if name not in USUAL))]
    for one in (*registered, *current):
        label = _label(one, taken)
        taken.add(label)
        result.append(
            replace(
                codec.of_release(one.version),
                name=f"{codec.name}{VERSION_MARK}{label}",
                library_path=one.path,
                locked_in=one.locked_in,
                # Users name a second version of their own where they want it.
                sets=one.sets,
                representative=False,
                packages={},
            )
        )
    return result


def _current(codec: CodecManifest, latest: Sequence[Registration], known: set[str]) -> list[_Registered]:
    """The current release with which the codec works, where no library of the same version is there, in the
    codec's place in the usual sets."""
    sets = (LATEST, *(name for name in codec.sets if name in USUAL))
    built = [replace(_look(codec, one), sets=sets) for one in latest]
    return [one for one in built if one.known.available and one.version not in known]


def _look(codec: CodecManifest, registration: Registration) -> _Registered:
    builder = language_of(codec.name).builder
    if builder.versions is not None and builder.versions.lock_build is not None:
        return _build(codec, registration)
    look_in = builder.look_in
    assert look_in is not None, f"{codec.name} has a registered library"
    known = look_in(codec, registration.path)
    return _Registered(registration.path, known, known.version or registration.version)


def _build(codec: CodecManifest, registration: Registration) -> _Registered:
    """A build of the user's in a language that locks it."""
    place, fault = locked_build(codec, registration.path)
    at = replace(codec, library_path=registration.path, locked_in=place)
    known = (
        Availability(False, "", fault) if fault else language_of(codec.name).builder.probe([at])[codec.name]
    )
    version = known.version or registration.version
    # A release of the registry has the version alone as its name.
    named = f"{version.removesuffix(LOCAL)}{LOCAL}" if version else ""
    return _Registered(registration.path, known, named, locked_in=place)


def _label(library: _Registered, taken: set[str]) -> str:
    """The library's version; the last part of its path where it has none or the version is taken."""
    label = _safe(library.version)
    if not label or label in taken:
        label = f"{'local-' if library.locked_in else ''}{_safe(library.path.name) or 'registered'}"
    number = 2
    free = label
    while free in taken:
        free = f"{label}-{number}"
        number += 1
    return free


def _safe(text: str) -> str:
    """A text as a part of a codec's name, which is written in lists, globs and file names."""
    return re.sub(r"[^A-Za-z0-9._+-]+", "-", text).strip("-")
