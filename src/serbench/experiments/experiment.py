"""What an experiment is to the rest of serbench: one value, found by its folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.proof.verify import VerifyError

if TYPE_CHECKING:
    from serbench.experiments.reporting import Reporting


@dataclass(frozen=True, slots=True)
class Experiment:
    """A way of using codecs. ``name`` is that of its folder and of its runs, ``verb`` its command, and
    ``summary`` one line of help; ``order`` tells where it stands among the others.

    ``command``, ``reporting`` and ``lint`` import what they need when they are called, so that help stays
    quick. ``reporting`` tells how runs are shown and compared. ``lint`` proves of a runner what this
    experiment alone can see, None where there is nothing.
    """

    name: str
    verb: str
    summary: str
    order: int
    command: Callable[[], click.Command]
    reporting: Callable[[], Reporting]
    lint: Callable[[Runner, Corpus], Sequence[VerifyError]] | None = None
