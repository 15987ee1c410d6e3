"""``serbench publish``: runs enter the archive of published figures."""

from pathlib import Path

import click

from serbench.archive.publishing import publish
from serbench.archive.publishing_facts import publish_facts
from serbench.errors import BadInput
from serbench.facts.record import find_record
from serbench.locations import ARCHIVE
from serbench.record.run_folder import find_run
from serbench.terminal.console import echo
from serbench.terminal.options import PathOf


@click.command(epilog="Example: ./serbench publish 20261121-210700 && ./serbench archive pages")
@click.argument("runs", metavar="RUN…", nargs=-1, required=True)
@click.option(
    "--into",
    "archive",
    metavar="DIR",
    type=PathOf(file_okay=False),
    default=ARCHIVE,
    help="The archive. Default: archive/ of this checkout.",
)
def command(runs: tuple[str, ...], archive: Path) -> int:
    """Put runs into the archive: archive/<machine>/<date>-<experiment>-<workload>; a record of facts into
    archive/<machine>/<date>-facts.

    An entry has the record of the run without personal data, and a row per fork and operation. The samples
    stay with you; their hash is recorded. `publish` refuses a run, with each reason, if its checkout had
    changes, its commit is unknown here, forks are missing, other programs disturbed it, its twins differ, or
    its data are not those of the workload.
    """
    refused = 0
    for run in runs:
        try:
            record = find_record(run)
            echo(publish(find_run(run), archive) if record is None else publish_facts(record, archive))
        except BadInput as error:
            refused += 1
            echo(f"serbench: {error}", err=True)
    return 0 if not refused else 2 if refused == len(runs) else 1
