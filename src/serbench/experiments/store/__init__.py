"""The experiment ``store``: objects written to files and read, in order and by number."""

from __future__ import annotations

import click

from serbench.experiments.experiment import Experiment


def _command() -> click.Command:
    from serbench.experiments.store.command import command

    return command


EXPERIMENT = Experiment(
    name="store",
    verb="store",
    summary="Write objects to files and read them, in order and by number.",
    order=2,
    command=_command,
)
