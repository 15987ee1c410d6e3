"""Selects the codecs that a command means."""

from collections.abc import Collection, Iterable, Sequence
from fnmatch import fnmatchcase

from serbench.codecs.manifest import VERSION_MARK, CodecManifest
from serbench.codecs.naming import language_name
from serbench.codecs.sets import ALL, DEFAULT, SETS
from serbench.errors import BadInput, did_you_mean
from serbench.selection.discovery import find_adapters, find_codecs
from serbench.setup.libraries import as_used
from serbench.setup.versions import versions_meant


def select_codecs(
    patterns: Sequence[str] | None, usual: str = DEFAULT, *, lock: bool = True
) -> tuple[CodecManifest, ...]:
    """The codecs that the patterns name, with the floors of their languages; without patterns those of
    the usual set.

    A pattern is the name of a set; that of a language, which means its codecs in the usual set, or in the
    default one where that has none; or a glob over ``cpp/cereal`` or over the bare name. Raises BadInput for
    a pattern that names none. ``NAME@VERSION`` means another release of a codec's library, which is locked
    and fetched where it is not here; not without ``lock``, for names that may be of a stranger's file.
    A codec under its own name lacks what the release does that it uses.
    """
    return as_used(choose(_with_versions(patterns or (), lock=lock), patterns, usual))


def _with_versions(patterns: Sequence[str], *, lock: bool) -> tuple[CodecManifest, ...]:
    """All codecs, each before those of its other releases that patterns mean."""
    codecs = find_codecs()
    known = {name for codec in codecs for name in (codec.name, codec.short_name)}
    asked = [pattern for pattern in patterns if VERSION_MARK in pattern and pattern not in known]
    if not asked:
        return codecs
    meant = versions_meant(find_adapters(), asked, lock=lock)
    return tuple(
        one
        for codec in codecs
        for one in (codec, *(each for each in meant if each.adapter == codec.name and each.name not in known))
    )


def choose(
    codecs: Sequence[CodecManifest], patterns: Sequence[str] | None, usual: str = DEFAULT
) -> tuple[CodecManifest, ...]:
    """The pure half of select_codecs."""
    known = {codec.language for codec in codecs}
    chosen: set[str] = set()
    for pattern in (usual,) if patterns is None else patterns:
        if pattern in known:
            matching = _usual_of(pattern, codecs, usual)
        else:
            matching = {codec.name for codec in codecs if _matches(codec, pattern)}
        if not matching and pattern not in SETS:
            choices = {*SETS, *known}
            raise BadInput(f'No codec or set matches "{pattern}"; {_hint(codecs, pattern, choices)}')
        chosen |= matching
    languages = {language_name(name) for name in chosen}
    return tuple(
        codec for codec in codecs if codec.name in chosen or (codec.floor and codec.language in languages)
    )


def _usual_of(language: str, codecs: Sequence[CodecManifest], usual: str) -> set[str]:
    own = [codec for codec in codecs if codec.language == language]
    in_sets = ({codec.name for codec in own if codec.belongs_to(name)} for name in (usual, DEFAULT, ALL))
    return next(filter(None, in_sets))


def _matches(codec: CodecManifest, pattern: str) -> bool:
    if pattern in SETS:
        return codec.belongs_to(pattern)
    return fnmatchcase(codec.name, pattern) or fnmatchcase(codec.short_name, pattern)


def codecs_named(names: Collection[str]) -> tuple[CodecManifest, ...]:
    """The codecs with these full names, and no others; none is fetched. Raises BadInput where one is
    missing."""
    found = select_codecs(sorted(names), lock=False) if names else ()
    return tuple(codec for codec in found if codec.name in names)


def codecs_called(name: str, codecs: Sequence[CodecManifest]) -> list[CodecManifest]:
    """The codecs of a name, with or without its language. Raises BadInput where there is none."""
    found = [codec for codec in codecs if name in (codec.name, codec.short_name)]
    if not found:
        raise BadInput(f"There is no codec {name}; {_hint(codecs, name)}")
    return found


def _hint(codecs: Sequence[CodecManifest], name: str, sets: Iterable[str] = ()) -> str:
    names = [*sets, *(codec.name for codec in codecs), *(codec.short_name for codec in codecs)]
    if VERSION_MARK in name:
        named = name.partition(VERSION_MARK)[0]
        return (
            f"`./serbench list versions {named}` lists the releases that `./serbench setup --codecs` fetches."
        )
    others = " and `./serbench list sets` list" if sets else " lists"
    return did_you_mean(name, names, f"`./serbench list codecs`{others} them all.")
