"""Experiments, each a folder with one value ``EXPERIMENT``; there is no central list."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from serbench.codecs.runner import Runner
    from serbench.corpus.manifest import Corpus
    from serbench.experiments.reporting import Reporting
    from serbench.verification.verify import VerifyError

Lint = Callable[["Runner", "Corpus"], Sequence["VerifyError"]]


@dataclass(frozen=True, slots=True)
class FurtherCommand:
    """A command that only one experiment gives sense to."""

    summary: str
    command: Callable[[], click.Command]


@dataclass(frozen=True, slots=True)
class Experiment:
    """A way of using codecs. ``name`` is that of its folder and of its runs, ``verb`` its command, and
    ``summary`` one line of help; ``order`` is its place among the others.

    What takes imports is loaded when it is asked for, so that help stays quick: ``command`` of its module
    ``command``; ``REPORTING`` of its module ``reporting``, which tells how runs are shown and compared;
    ``lint``, which proves of a runner what this experiment alone can see, None where there is nothing; and
    ``further`` commands by their names.
    """

    name: str
    verb: str
    summary: str
    order: int
    lint: Callable[[], Lint] | None = None
    further: Mapping[str, FurtherCommand] = field(default_factory=dict)

    def command(self) -> click.Command:
        found: click.Command = loaded(f"{__name__}.{self.name}.command", "command")()
        return found

    def reporting(self) -> Reporting:
        found: Reporting = loaded(f"{__name__}.{self.name}.reporting", "REPORTING")()
        return found


def experiments() -> tuple[Experiment, ...]:
    """All experiments in their order."""
    names = [found.name for found in pkgutil.iter_modules(__path__) if found.ispkg]
    found = [importlib.import_module(f"{__name__}.{name}").EXPERIMENT for name in names]
    return tuple(sorted(found, key=lambda experiment: (experiment.order, experiment.name)))


def loaded(module: str, name: str) -> Callable[[], Any]:
    """A function that imports a module and gives what it calls so."""
    return lambda: getattr(importlib.import_module(module), name)
