"""Other releases of codecs' libraries than those that the checkout pins: ``LANG/NAME@VERSION``.

The registry is asked for a release once. What its client has locked is kept in the cache, and the codec of
that name is made of the checkout's adapter and these lock files, and in a language without a registry of its
own of the library that is built from the package that they name.
"""

import logging
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from serbench.cache.entries import keep
from serbench.cache.keys import content_key, files_state
from serbench.cache.products import folder_next_to, locked
from serbench.codecs.manifest import VERSION_MARK, CodecManifest, file_of
from serbench.codecs.naming import short_name
from serbench.errors import BadInput, SerbenchError
from serbench.languages import language_of, registries
from serbench.languages.builder import Versions
from serbench.locations import CHECKOUT, cache_directory
from serbench.scratch import scratch_folder
from serbench.toolchain.releases import Pin, Release, is_behind, oldest_first

_log = logging.getLogger(__name__)
# As it may stand in names, in paths and behind a word on a command line.
_VERSION = re.compile(r"[0-9][A-Za-z0-9._+-]*")
# The note beside lock files that says how the release was withdrawn: its registry is asked but once.
_WITHDRAWN = "withdrawn"
# Behind the version in the name of a build of the user's, which is no release of a registry.
LOCAL = "+local"


def versions_meant(
    adapters: Sequence[CodecManifest], patterns: Sequence[str], *, lock: bool
) -> tuple[CodecManifest, ...]:
    """The codecs of other releases that patterns with a version mean. A glob means those that are locked;
    a name without wildcards is locked with ``lock`` where it is not. Raises BadInput where it cannot be."""
    found: dict[str, CodecManifest] = {}
    for pattern in patterns:
        name, mark, version = pattern.partition(VERSION_MARK)
        for codec in adapters if mark else ():
            for one in locked_versions(codec):
                if fnmatchcase(one.name, pattern) or fnmatchcase(short_name(one.name), pattern):
                    found[one.name] = one
        if not lock or not _VERSION.fullmatch(version) or version.endswith(LOCAL):
            continue
        if called := _called(name, adapters):
            named = _locked(called, version)
            found[named.name] = named
    return tuple(found.values())


def locked_versions(codec: CodecManifest) -> Iterator[CodecManifest]:
    """The codecs of the releases that are locked for a codec of the checkout as it is now."""
    versions = language_of(codec.name).builder.versions
    named = sorted(_folder(codec).parent.glob(f"{codec.folder.name}{VERSION_MARK}*")) if versions else ()
    for folder in named:
        place = folder / _key(codec, versions) if versions else folder
        # A manifest may have named a package when the release was locked.
        if place.is_dir() and _pin(codec):
            yield _at(codec, folder.name.partition(VERSION_MARK)[2], place)


def releases_of(codec: CodecManifest) -> tuple[str, str, list[Release]]:
    """The package of a codec's library, the release of it that the checkout pins, and all that its registry
    lists, the oldest first. BadInput where there is no registry for it or it does not answer."""
    builder = language_of(codec.name).builder
    pin = _pin(codec)
    registry = registries().get(pin.registry) if pin else None
    if pin is None or registry is None or registry.listed is None or builder.versions is None:
        further = "; `setup --with` and `--latest` give it others" if builder.look_in else ""
        raise BadInput(f"{codec.name} has no library of a registry whose releases can be listed{further}.")
    try:
        with scratch_folder("registry") as folder:
            listed = registry.listed(pin.package, folder)
        here = pin.version or builder.probe([codec])[codec.name].version
    except SerbenchError as error:
        raise BadInput(f"{registry.title} does not list the releases of {pin.package}: {error}") from error
    if numbers := builder.versions.numbers(codec):
        known = {one.version: one for one in listed}
        listed = [
            replace(known.get(numbers[version], Release(version)), version=version)
            for version in oldest_first(numbers)
        ]
    return pin.package, here, listed


def _pin(codec: CodecManifest) -> Pin | None:
    """The package of a codec's library with the release that it has; None where no registry has the
    library."""
    builder = language_of(codec.name).builder
    if builder.versions is not None and builder.versions.pin is not None:
        return builder.versions.pin(codec)
    pins: tuple[Pin, ...] = builder.pins(codec)
    return pins[0] if pins else None


def locked_build(codec: CodecManifest, path: Path) -> tuple[Path, str]:
    """The folder with the lock files of a codec whose library is a build of the user's at a path, locked
    again where its files have changed; and why that cannot be done, empty where it is."""
    versions = language_of(codec.name).builder.versions
    assert versions is not None and versions.lock_build is not None, f"{codec.name} takes builds"
    lock_build = versions.lock_build
    builds = _folder(codec).parent / "builds" / codec.folder.name
    try:
        state = content_key(str(path), files_state(path) if path.is_dir() else _file_state(path))
        place = builds / content_key(_key(codec, versions), state)
        _lock(place, lambda folder: lock_build(codec, path, state, folder))
        return place, ""
    except OSError as error:
        return builds / "missing", f"{path} cannot be read: {error.strerror}."
    except SerbenchError as error:
        return place, str(error)


def _file_state(path: Path) -> str:
    found = path.stat()
    return f"{found.st_size} {found.st_mtime_ns}"


def _called(name: str, adapters: Sequence[CodecManifest]) -> CodecManifest | None:
    """The codec of a name whose library has other releases; None where there is none. Raises BadInput for a
    name of several languages."""
    named = [codec for codec in adapters if name in (codec.name, codec.short_name)]
    found = [codec for codec in named if language_of(codec.name).builder.versions]
    served = [codec for codec in found if _pin(codec)]
    if len(served) > 1:
        names = " and ".join(codec.name for codec in served)
        raise BadInput(f"{name} is the name of {names}; name the language of the release.")
    return next(iter((*served, *found)), None)


def _locked(codec: CodecManifest, version: str) -> CodecManifest:
    versions, pin = language_of(codec.name).builder.versions, _pin(codec)
    if versions is None or pin is None:
        raise BadInput(f"{codec.name} has no library of a registry, so there is no other release of it.")
    place = _folder(codec, version) / _key(codec, versions)
    named = f"{codec.name}{VERSION_MARK}{version}"
    try:
        if _lock(place, lambda folder: _lock_release(codec, versions, version, folder)):
            _log.warning("%s %s is locked in %s.", pin.package, version, place)
    except SerbenchError as error:
        said = _withdrawn(codec, versions, version)
        why = f": {pin.package} {version} is {said}" if said else ""
        way = f"`./serbench list versions {codec.name}` lists the releases"
        raise BadInput(f"{named} is not available{why}; {way}. {error}") from error
    note = place / _WITHDRAWN
    if note.exists():
        _log.warning("%s %s, of %s, is %s.", pin.package, version, named, note.read_text(encoding="utf-8"))
    return _at(codec, version, place)


def _withdrawn(codec: CodecManifest, versions: Versions, version: str) -> str:
    """How its registry has withdrawn a release; empty where it has not, or nobody can be asked."""
    pin = _pin(codec)
    registry = registries().get(pin.registry) if pin else None
    if pin is None or registry is None or registry.withdrawn is None:
        return ""
    try:
        with scratch_folder("registry") as folder:
            return registry.withdrawn(
                replace(pin, version=versions.numbers(codec).get(version, version)), folder
            )
    except SerbenchError:
        return ""


def _lock_release(codec: CodecManifest, versions: Versions, version: str, folder: Path) -> None:
    """Locks a release, with a note where it is withdrawn. Raises SerbenchError also where its registry has
    another one for a part of a version (1.1)."""
    versions.lock(codec, version, folder)
    pin = _pin(replace(codec, locked_in=folder))
    if pin and (is_behind(pin.version, version) or is_behind(version, pin.version)):
        raise SerbenchError(f"{version} is no release of {pin.package}, but {pin.version} is one.")
    if said := _withdrawn(codec, versions, version):
        (folder / _WITHDRAWN).write_text(said, encoding="utf-8")


def _lock(place: Path, lock: Callable[[Path], None]) -> bool:
    """Whether lock files were written into a place, which has them from now on."""
    if place.is_dir():
        return False
    with locked(place.parent):
        if place.is_dir():
            return False
        with folder_next_to(place) as making:
            lock(making)
            keep(making, place)
    return True


def _at(codec: CodecManifest, version: str, place: Path) -> CodecManifest:
    """The codec with the release that is locked at a place. It is in no set: users name it where they want
    it. What is built of that release needs no package of the distribution with another one."""
    named = replace(codec, name=f"{codec.name}{VERSION_MARK}{version}", locked_in=place, sets=())
    named = named.of_release(version)
    if language_of(codec.name).builder.build_library is not None:
        named = replace(named, packages={})
    return replace(named, representative=False, calibrate=False)


def _folder(codec: CodecManifest, version: str = "") -> Path:
    named = f"{codec.folder.name}{VERSION_MARK}{version}"
    return cache_directory() / "versions" / codec.language / named


def _key(codec: CodecManifest, versions: Versions) -> str:
    """The key of what the checkout pins: a release is locked again for other features or companions."""
    place = str(CHECKOUT) if versions.of_checkout else ""
    return content_key(place, *(file_of(codec, name).read_bytes() for name in versions.files))
