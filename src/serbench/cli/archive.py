"""``serbench archive``: the checks of the archive, and the documents that are made from it."""

from itertools import chain
from pathlib import Path

import click

from serbench.archive.documents import write_documents
from serbench.archive.entry import entry_paths
from serbench.archive.publishing import damages
from serbench.archive.publishing_facts import damaged_facts
from serbench.facts.published import facts_paths
from serbench.locations import ARCHIVE, CHECKOUT
from serbench.terminal.console import echo
from serbench.terminal.options import PathOf

_OF = click.option(
    "--of",
    "archive",
    metavar="DIR",
    type=PathOf(file_okay=False),
    default=ARCHIVE,
    help="The archive. Default: archive/ of this checkout.",
)


@click.group()
def command() -> None:
    """Check the archive of published runs, and write the documents that show it."""


@command.command(epilog="Example: ./serbench archive check")
@_OF
def check(archive: Path) -> int:
    """Check all entries as `publish` does, and that none was damaged or altered since. Exit status 1 if
    one is refused."""
    found = 0
    for path, reason in chain(damages(archive), damaged_facts(archive)):
        found += 1
        echo(f"{path.parent.name}/{path.name}: {reason}", err=True)
    number = len([*entry_paths(archive), *facts_paths(archive)])
    echo(f"{number - found} of {number} entries are as they were published.")
    return 1 if found else 0


@command.command(epilog="Example: ./serbench archive pages && git diff README.md docs/results")
@_OF
def pages(archive: Path) -> int:
    """Write docs/results/published and README's table again from the archive."""
    for path in write_documents(archive, CHECKOUT):
        echo(path)
    return 0
