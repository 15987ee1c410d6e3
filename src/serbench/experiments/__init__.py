"""Experiments, each a folder with one value ``EXPERIMENT``; there is no central list."""

from __future__ import annotations

import importlib
import pkgutil

from serbench.experiments.experiment import Experiment


def experiments() -> tuple[Experiment, ...]:
    """All experiments in their order."""
    names = [found.name for found in pkgutil.iter_modules(__path__) if found.ispkg]
    rooms = [importlib.import_module(f"{__name__}.{name}").EXPERIMENT for name in names]
    return tuple(sorted(rooms, key=lambda room: (room.order, room.name)))
