"""The output of commands while they work: on standard error, so that standard output holds only results."""

import contextlib
import json
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

import click
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from serbench.errors import BadInput, SerbenchError, reason_of
from serbench.locations import PROGRAM, cache_directory
from serbench.terminal.visible import visible, visible_json

STANDARD_OUTPUT = "Standard output"
# Commands in texts are those of a checkout.
_CALLED = re.compile(r"(?<![\w/.])\./serbench(?![\w/-])")


def as_called(text: str, program: str = PROGRAM) -> str:
    """The text with the commands in it as this user calls the program."""
    return _CALLED.sub(program, text)


@contextlib.contextmanager
def writing_standard_output() -> Iterator[None]:
    """Names standard output in an OSError of what is written to it."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OSError(error.errno, reason_of(error), STANDARD_OUTPUT) from error


def echo(text: object = "", err: bool = False, nl: bool = True) -> None:
    """Writes text to standard output or error, with escapes for what a terminal would obey."""
    with contextlib.nullcontext() if err else writing_standard_output():
        click.echo(visible(as_called(str(text))), err=err, nl=nl)


class VisibleConsole(Console):
    """A console that shows foreign text with escapes for what a terminal would obey."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else visible(as_called(text)), style, control)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Voice:
    """The voice of one command: what it says on standard error while it works.

    ``tell`` writes lines that stay. Where ``redraws``, steps and what is drawn replace each other at the end
    of the terminal. Steps are details: they are kept in the file ``details``, which is replaced by the next
    invocation with the same ``name``.
    """

    def __init__(self, quiet: bool, name: str = "set-up") -> None:
        self.quiet = quiet
        self.console: Console = VisibleConsole(stderr=True)
        self.redraws = not quiet and sys.stderr.isatty() and self.console.is_interactive
        self.details = cache_directory() / "logs" / f"{name}.log"
        self._mode = "w"
        # How what it says is written, such as with titles in place of names.
        self.worded: Callable[[str], str] = str
        self._phase = ""
        self._steps = 0
        self._began_s = time.monotonic()
        self._above: Sequence[str] = ()
        # Languages are built side by side.
        self._stepping = threading.Lock()

    def tell(self, message: str) -> None:
        """Writes a line that stays."""
        if not self.quiet:
            self.clear()
            echo(self.worded(message), err=True)

    @contextlib.contextmanager
    def phase(self, title: str) -> Iterator[None]:
        """A part of the work. If it has steps, it is one line with its time when it ends. A failure names the
        details."""
        self._phase, self._began_s, self._steps = f"{title}: ", time.monotonic(), 0
        try:
            yield
        except SerbenchError as error:
            if not isinstance(error, BadInput):
                self.tell_details()
            raise
        finally:
            self.clear()
            self._phase = ""
        if self._steps:
            self.tell(f"{title}: {duration_words(time.monotonic() - self._began_s)}")

    def step(self, message: str) -> None:
        """Says what the current phase does; only a terminal that redraws shows it."""
        with self._stepping:
            self._note(message)
            if self.redraws:
                took = duration_words(time.monotonic() - self._began_s)
                self.draw(f"{self._phase}{took}, {message}" if self._phase else message)

    def _note(self, message: str) -> None:
        self._steps += 1
        with contextlib.suppress(OSError):
            self.details.parent.mkdir(parents=True, exist_ok=True)
            with self.details.open(self._mode, encoding="utf-8", errors="backslashreplace") as file:
                file.write(f"{datetime.now():%H:%M:%S} {self._phase}{message}\n")
            self._mode = "a"

    def tell_details(self) -> None:
        """Names the file of details, if any were kept."""
        if self._mode == "a":
            self.tell(f"Details: {self.details}")

    def draw(self, last: str, above: Sequence[str] = ()) -> None:
        """Replaces what was drawn by a line and those above it, as far as there is room. The lines above are
        drawn only when they have changed."""
        if not self.redraws:
            return
        above = above[: max(0, self.console.height - 2)]
        if above != self._above:
            self.clear()
            click.echo("".join(f"{line}\n" for line in above), err=True, nl=False)
            self._above = above
        click.echo(f"\r\x1b[K{visible(self.worded(last))[: self.console.width - 1]}", err=True, nl=False)

    def clear(self) -> None:
        """Removes what was drawn."""
        if self.redraws:
            start = f"\x1b[{len(self._above)}F" if self._above else "\r"
            click.echo(f"{start}\x1b[J", err=True, nl=False)
            self._above = ()


class ResultConsole(VisibleConsole):
    """Standard output for tables. A reader that closes the pipe, as ``head`` does, ends the command."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False)

    def print(self, *objects: Any, **attributes: Any) -> None:
        with writing_standard_output():
            super().print(*objects, **attributes)


def print_json(document: object) -> None:
    """Writes one JSON document to standard output."""
    any_letter = (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(document, indent=1, ensure_ascii=not any_letter)
    with writing_standard_output():
        click.echo(visible_json(as_called(text)))


def duration_words(seconds: float) -> str:
    """A duration for people: ``40 s``, ``12 min``, ``3 h 20 min``. Few minutes are told in seconds, because
    whole minutes would be wrong by a fifth."""
    whole_s = round(seconds)
    if whole_s < 180:
        return f"{whole_s} s"
    minutes = round(seconds / 60)
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"
