"""``serbench setup``: what this machine needs, installed or named."""

from __future__ import annotations

import click

from serbench.cli.console import print_json, teller
from serbench.codecs.selection import select_codecs
from serbench.setup.readiness import availability, make_ready


@click.command(epilog="Example: ./serbench setup --codecs all")
@click.option("--codecs", metavar="GLOB,...", help="Codecs by name or glob. Default: all.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--quiet", is_flag=True, help="No progress.")
def command(codecs: str | None, as_json: bool, quiet: bool) -> int:
    """Install the toolchains and libraries that codecs need, or name the one command that does."""
    selected = select_codecs(codecs.split(",") if codecs else ["all"])
    unavailable = make_ready(selected, tell=teller(quiet))
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
    else:
        for codec in selected:
            reason = unavailable.get(codec.name)
            version = found[codec.name].version
            click.echo(f"{codec.name}: " + (f"not available: {reason}" if reason else f"ready ({version})"))
    return 1 if unavailable else 0
