"""What commands say while they work: on standard error, so that standard output holds only results."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import click


def teller(quiet: bool) -> Callable[[str], None]:
    """A function that writes a line to standard error, or nothing when quiet."""

    def tell(message: str) -> None:
        if not quiet:
            click.echo(message, err=True)

    return tell


def step_teller(quiet: bool) -> Callable[[str], None]:
    """Like teller, for many small steps: on a terminal each overwrites the last, elsewhere only every
    step that begins something new is written."""
    if quiet or not sys.stderr.isatty():
        return teller(quiet)

    def tell(message: str) -> None:
        width = click.get_text_stream("stderr").isatty() and 78
        click.echo(f"\r\x1b[K{message[: width or 78]}", err=True, nl=False)

    return tell


def print_json(document: object) -> None:
    """Writes one JSON document to standard output."""
    click.echo(json.dumps(document, indent=1, ensure_ascii=False))
