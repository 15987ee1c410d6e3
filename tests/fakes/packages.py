"""Test languages in the place of the project's: found by their folders as those are."""

import importlib
import math
from pathlib import Path

import pytest
from fakes.tiny import FAKES

import serbench.languages
from serbench.machine import disturbance

# What is read of the languages at import is read of all of them.
for module in (
    "cli.setup",
    "cli.report",
    "experiments.memory.command",
    "experiments.store.command",
    "experiments.relay.command",
    "experiments.sort.command",
    "experiments.cluster.command",
    "experiments.evolution.command",
    "experiments.torture.command",
    "experiments.sizing.command",
):
    importlib.import_module(f"serbench.{module}")


def only(places: Path, monkeypatch: pytest.MonkeyPatch, *others: Path) -> None:
    """Lets the languages in these folders be the only ones; no other's toolchain is asked for anything."""
    monkeypatch.setattr(serbench.languages, "__path__", [str(place) for place in (places, *others)])


def fakes_only(
    folder: Path, monkeypatch: pytest.MonkeyPatch, with_floor: bool = False, with_engine: bool = False
) -> None:
    """Lets the fakes be the only codecs, with a cache in this folder; ``with_floor`` those of a language with
    a floor too, ``with_engine`` of one with an engine."""
    monkeypatch.setenv("SERBENCH_CACHE", str(folder / "cache"))
    # Runs of other tests, which stand in the checkout, are no evidence here.
    monkeypatch.setenv("SERBENCH_RESULTS", str(folder / "usual-results"))
    more = [*([FAKES / "floored"] if with_floor else []), *([FAKES / "engined"] if with_engine else [])]
    only(FAKES / "languages", monkeypatch, *more)
    # What else this machine does must not change a test, so the kernel does not say it.
    monkeypatch.setattr(disturbance, "parse_processor_ticks", lambda text: None)
    monkeypatch.setattr("serbench.record.row.SLOW", math.inf)
