"""``serbench setup``: what this machine needs, installed or named, and the user's own libraries."""

import os
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from serbench.codecs.manifest import VERSION_MARK, CodecManifest
from serbench.codecs.registrations import (
    Registration,
    forget,
    load_registrations,
    register,
    registrations_file,
)
from serbench.codecs.sets import ALL, LATEST
from serbench.errors import BadInput
from serbench.selection.choice import choose, codecs_called, select_codecs
from serbench.selection.discovery import find_adapters, find_codecs
from serbench.setup.latest import build_latest, has_latest, require_latest
from serbench.setup.libraries import examine, languages_with_libraries, registrations_for
from serbench.setup.readiness import availability, make_ready
from serbench.setup.toolchains import NamedToolchain, fetch_toolchains
from serbench.terminal.console import Voice, echo, print_json
from serbench.terminal.options import no_install_flag
from serbench.terminal.values import split_list

Tell = Callable[[str], None]
_TAKING = languages_with_libraries()
_NAMES = [language.name for language in _TAKING]


@click.command(epilog="Example: ./serbench setup --codecs all")
@click.option("--codecs", metavar="SET|GLOB,...", help="Codecs by set, name or glob. Default: all.")
@click.option(
    "--with",
    "registered",
    multiple=True,
    metavar="LANG/NAME=PATH",
    help="Only register your own library at PATH for a codec and its variants:"
    f" {'; '.join(f'{one.name}: {one.takes_libraries}' for one in _TAKING)}."
    " If the usual library is there too, yours is added as LANG/NAME@VERSION. Kept per user in"
    " ~/.config/serbench/libraries.json. Repeatable.",
)
@click.option(
    "--without",
    "forgotten",
    multiple=True,
    metavar="LANG/NAME[=PATH]",
    help="Only remove such a registration. Repeatable.",
)
@click.option(
    "--latest",
    metavar="SET|GLOB,...",
    help="Only build current releases of libraries from their registries, once, into the cache; `all` builds"
    " every one. Codecs with them are called LANG/NAME@VERSION; the set `latest` has them all.",
)
@click.option(
    "--toolchain",
    "toolchains",
    multiple=True,
    metavar="LANG=NAME,...",
    help="Only fetch compilers or runtimes for `run --toolchain`, if a registry serves them. Repeatable.",
)
@no_install_flag
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--quiet", is_flag=True, help="No progress.")
def command(
    codecs: str | None,
    registered: Sequence[str],
    forgotten: Sequence[str],
    latest: str | None,
    toolchains: Sequence[str],
    as_json: bool,
    quiet: bool,
) -> int:
    """Install the toolchains and libraries that codecs need, or name the one command that does."""
    voice = Voice(quiet)
    tell = voice.tell
    if registered or forgotten:
        touched = [*forget_libraries(forgotten, tell), *register_libraries(registered, tell)]
        selected = tuple({codec.name: codec for codec in touched}.values())
        found = availability(selected)
        unavailable = {name: known.reason for name, known in found.items() if not known.available}
        _print(selected, unavailable, as_json)
        return 0
    if toolchains:
        _print_toolchains(fetch_toolchains(toolchains, tell), as_json)
        return 0
    if latest is not None:
        return _build_latest(split_list(latest) or [ALL], voice, as_json)
    selected = select_codecs(split_list(codecs) or [ALL])
    with voice.phase("Toolchains and libraries"):
        unavailable = make_ready(selected, tell=tell, step=voice.step)
    _print(selected, unavailable, as_json)
    return 1 if unavailable else 0


def _build_latest(patterns: Sequence[str], voice: Voice, as_json: bool) -> int:
    """Builds current releases and lists the codecs that they make. 2 where none of them could be built."""
    adapters = find_adapters()
    named = choose(adapters, patterns)
    require_latest(named, adapters)
    wanted = [codec for codec in named if has_latest(codec)]
    with voice.phase("Current releases"):
        faults = build_latest(wanted, tell=voice.tell, step=voice.step)
    served = {codec.adapter for codec in wanted if codec.name not in faults}
    served |= {
        codec.adapter for codec in adapters if codec.base and f"{codec.language}/{codec.base}" in served
    }
    made = [codec for codec in find_codecs(_NAMES) if codec.belongs_to(LATEST) and codec.adapter in served]
    _print([*made, *(codec for codec in wanted if codec.name in faults)], faults, as_json)
    return 0 if not faults else 1 if made else 2


def _print_toolchains(toolchains: Sequence[NamedToolchain], as_json: bool) -> None:
    if as_json:
        print_json([asdict(one) for one in toolchains])
        return
    for one in toolchains:
        echo(f"{one.language}={one.given}: {one.version} ({one.program})")


def _print(selected: Sequence[CodecManifest], unavailable: dict[str, str], as_json: bool) -> None:
    found = availability(selected)
    if as_json:
        print_json(
            [
                {
                    "codec": codec.name,
                    "available": codec.name not in unavailable,
                    "version": found[codec.name].version or None,
                    "reason": unavailable.get(codec.name),
                }
                for codec in selected
            ]
        )
        return
    for codec in selected:
        reason = unavailable.get(codec.name)
        known = [found[codec.name].version, f"from {codec.library_path}" if codec.library_path else ""]
        facts = ", ".join(fact for fact in known if fact)
        ready = f"ready ({facts})" if facts else "ready"
        echo(f"{codec.name}: " + (f"not available: {reason}" if reason else ready))


def register_libraries(words: Sequence[str], tell: Tell) -> list[CodecManifest]:
    """Registers each ``NAME=PATH`` and returns the codecs that are measured with these libraries now. Raises
    BadInput, and registers nothing, where one of them cannot be."""
    adapters = find_adapters()
    registrations = [_registration(word, adapters) for word in words]
    for one in registrations:
        register(one)
        way = f"./serbench setup --without {one.codec}={one.path} removes it"
        tell(f"{one.path} is registered for {one.codec} in {registrations_file()}; {way}.")
    return [
        codec
        for codec in find_codecs(_NAMES)
        for one in registrations
        if codec.library_path == one.path and one in _serving(codec, adapters)
    ]


def forget_libraries(words: Sequence[str], tell: Tell) -> list[CodecManifest]:
    """Removes the registrations that each ``NAME[=PATH]`` means. Returns affected codecs; raises BadInput,
    and removes nothing, where an argument matches nothing."""
    adapters = find_adapters()
    meant = [one for word in words for one in _meant(word, adapters)]
    before = {codec.adapter: codec for codec in adapters for one in _serving(codec, adapters) if one in meant}
    forget(meant)
    for one in meant:
        tell(f"{one.path} is no longer registered for {one.codec}.")
    return [codec for codec in find_codecs(_NAMES) if codec.name in before]


def _registration(word: str, adapters: Sequence[CodecManifest]) -> Registration:
    name, _, path = word.partition("=")
    if not path:
        raise BadInput(f'"--with {word}" names no library; use LANG/NAME=PATH.')
    return examine(_named(name, adapters), _absolute(path))


def _meant(word: str, adapters: Sequence[CodecManifest]) -> list[Registration]:
    """The registrations that an argument of ``--without`` means; a listed ``NAME@VERSION`` means its own."""
    name, _, path = word.partition("=")
    place = _absolute(path) if path else None
    codec = _named(name, find_codecs() if VERSION_MARK in name else adapters)
    if codec.name != codec.adapter:
        place = codec.library_path
    found = [one for one in _serving(codec, adapters) if place in (None, one.path)]
    if not found and codec.belongs_to(LATEST) and codec.library_path:
        raise BadInput(f"{codec.name} is a release that --latest built: remove {codec.library_path}.")
    if not found:
        known = ", ".join(f"{one.codec}={one.path}" for one in load_registrations())
        hint = f"registered are {known}." if known else "no library is registered."
        raise BadInput(f"Nothing is registered for {word}; {hint}")
    return found


def _serving(codec: CodecManifest, adapters: Sequence[CodecManifest]) -> list[Registration]:
    return registrations_for(codec, adapters, load_registrations())


def _named(name: str, codecs: Sequence[CodecManifest]) -> CodecManifest:
    """The codec of a name, with or without its language; a bare name means one that takes libraries first."""
    return min(codecs_called(name, codecs), key=lambda codec: codec.language not in _NAMES)


def _absolute(path: str) -> Path:
    """The absolute path; a ~ that no shell has expanded is the user's home. Links stay links, because one
    that names the current version of something should follow it."""
    place = Path(os.path.expanduser(path)).absolute()
    return place.resolve() if ".." in place.parts else place
