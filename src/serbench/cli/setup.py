"""``serbench setup``: what this machine needs, installed or named, and the user's own libraries."""

from __future__ import annotations

from collections.abc import Sequence

import click

from serbench.cli.libraries import forget_libraries, register_libraries
from serbench.codecs.manifest import CodecManifest
from serbench.selection.choice import select_codecs
from serbench.setup.libraries import languages_with_libraries
from serbench.setup.readiness import availability, make_ready
from serbench.terminal.console import print_json, teller

_TAKING = languages_with_libraries()
_PLACE = "|".join(language.name for language in _TAKING)
_TITLES = " or ".join(language.title for language in _TAKING)


@click.command(epilog="Example: ./serbench setup --codecs all")
@click.option("--codecs", metavar="GLOB,...", help="Codecs by name or glob. Default: all.")
@click.option(
    "--with",
    "registered",
    multiple=True,
    metavar=f"{_PLACE}/NAME=PATH",
    help=f"Only register the library at PATH (an installation, a checkout of headers) for a {_TITLES} codec"
    " and its variants. If the machine already has the library, the other version is added as"
    f" {_PLACE}/NAME@VERSION. Kept per user in ~/.config/serbench/libraries.json. Repeatable.",
)
@click.option(
    "--without",
    "forgotten",
    multiple=True,
    metavar=f"{_PLACE}/NAME[=PATH]",
    help="Only remove such a registration. Repeatable.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--quiet", is_flag=True, help="No progress.")
def command(
    codecs: str | None, registered: Sequence[str], forgotten: Sequence[str], as_json: bool, quiet: bool
) -> int:
    """Install the toolchains and libraries that codecs need, or name the one command that does."""
    tell = teller(quiet)
    if registered or forgotten:
        touched = [*forget_libraries(forgotten, tell), *register_libraries(registered, tell)]
        selected = tuple({codec.name: codec for codec in touched}.values())
        found = availability(selected)
        unavailable = {name: known.reason for name, known in found.items() if not known.available}
        _print(selected, unavailable, as_json)
        return 0
    selected = select_codecs(codecs.split(",") if codecs else ["all"])
    unavailable = make_ready(selected, tell=tell)
    _print(selected, unavailable, as_json)
    return 1 if unavailable else 0


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
        click.echo(f"{codec.name}: " + (f"not available: {reason}" if reason else ready))
