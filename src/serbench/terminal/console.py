"""What commands print while they work: on standard error, so that standard output holds only results."""

from __future__ import annotations

import json
import sys

import click
from rich.console import Console


class Voice:
    """What one command says on standard error while it works; nothing when ``quiet``."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self._overwrites = not quiet and sys.stderr.isatty()

    def tell(self, message: str) -> None:
        """Writes a line."""
        if not self.quiet:
            click.echo(message, err=True)

    def step(self, message: str) -> None:
        """Like ``tell``, for many small steps: on a terminal each overwrites the last."""
        if self._overwrites:
            click.echo(f"\r\x1b[K{message[:78]}", err=True, nl=False)
        else:
            self.tell(message)

    def end_steps(self) -> None:
        """Clears the line of the steps."""
        if self._overwrites:
            click.echo("\r\x1b[K", err=True, nl=False)


class ResultConsole(Console):
    """Standard output for tables. A reader that closes the pipe, as ``head`` does, is not a failure."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def print_json(document: object) -> None:
    """Writes one JSON document to standard output."""
    click.echo(json.dumps(document, indent=1, ensure_ascii=False))
