"""Test languages in the place of the project's: found by their folders as those are."""

import importlib
from pathlib import Path

import pytest
from fakes.tiny import FAKES

import serbench.languages
from serbench.engine import disturbance

# What is read of the languages at import is read of all of them.
for module in (
    "cli.setup",
    "cli.report",
    "experiments.memory.command",
    "experiments.store.command",
    "experiments.relay.command",
    "experiments.sort.command",
):
    importlib.import_module(f"serbench.{module}")


def only(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the languages in this folder be the only ones; no other's toolchain is asked for anything."""
    monkeypatch.setattr(serbench.languages, "__path__", [str(places)])


def fakes_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the fakes be the only codecs, with a cache in this folder."""
    monkeypatch.setenv("SERBENCH_CACHE", str(folder / "cache"))
    only(FAKES / "languages", monkeypatch)
    # What else this machine does must not change a test, so the kernel does not say it.
    monkeypatch.setattr(disturbance, "parse_processor_ticks", lambda text: None)
