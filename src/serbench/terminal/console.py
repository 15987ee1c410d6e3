"""What commands print while they work: on standard error, so that standard output holds only results."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import click
from rich.console import Console


def teller(quiet: bool) -> Callable[[str], None]:
    """A function that writes a line to standard error, or nothing when quiet."""

    def tell(message: str) -> None:
        if not quiet:
            click.echo(message, err=True)

    return tell


def step_teller(quiet: bool) -> Callable[[str], None]:
    """Like teller, for many small steps: on a terminal each overwrites the last. ``done_with_steps``
    clears the line."""
    if quiet or not sys.stderr.isatty():
        return teller(quiet)

    def tell(message: str) -> None:
        click.echo(f"\r\x1b[K{message[:78]}", err=True, nl=False)

    return tell


def done_with_steps(quiet: bool) -> None:
    """Clears the line that step_teller was writing on."""
    if not quiet and sys.stderr.isatty():
        click.echo("\r\x1b[K", err=True, nl=False)


class Voice:
    """What one command says on standard error while it works."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.tell = teller(quiet)
        self.step = step_teller(quiet)

    def end_steps(self) -> None:
        done_with_steps(self.quiet)


class ResultConsole(Console):
    """Standard output for tables. A reader that closes the pipe, as ``head`` does, is not a failure."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def print_json(document: object) -> None:
    """Writes one JSON document to standard output."""
    click.echo(json.dumps(document, indent=1, ensure_ascii=False))
