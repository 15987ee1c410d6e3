"""The experiment ``memory``: operations timed on objects and messages in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.experiments.experiment import Experiment
from serbench.proof.verify import VerifyError

if TYPE_CHECKING:
    from serbench.experiments.reporting import Reporting


def _command() -> click.Command:
    from serbench.experiments.memory.command import command

    return command


def _lint(runner: Runner, corpus: Corpus) -> Sequence[VerifyError]:
    from serbench.experiments.memory.lint import lint_codec

    return lint_codec(runner, corpus)


def _reporting() -> Reporting:
    from serbench.experiments.memory.reporting import REPORTING

    return REPORTING


EXPERIMENT = Experiment(
    name="memory",
    verb="run",
    summary="Measure codecs in memory and rank them.",
    order=1,
    command=_command,
    reporting=_reporting,
    lint=_lint,
)
