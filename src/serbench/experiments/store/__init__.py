"""The experiment ``store``: objects written to files and read, in order and by number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from serbench.experiments.experiment import Experiment

if TYPE_CHECKING:
    from serbench.experiments.reporting import Reporting


def _command() -> click.Command:
    from serbench.experiments.store.command import command

    return command


def _reporting() -> Reporting:
    from serbench.experiments.store.reporting import REPORTING

    return REPORTING


EXPERIMENT = Experiment(
    name="store",
    verb="store",
    summary="Write objects to files and read them, in order and by number.",
    order=2,
    command=_command,
    reporting=_reporting,
)
