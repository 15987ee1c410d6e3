"""The command line of the relay over fakes, and its driver."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from fakes import packages
from relay.driven import RELAY, Drive, Reply, answered, words

from serbench.experiments.relay.driver import driver_program


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a cache, where the command finds fakes, no other codec, and a fake driver."""
    packages.fakes_only(tmp_path, monkeypatch)
    return tmp_path


@pytest.fixture(scope="session")
def driver() -> Path:
    return driver_program()


@pytest.fixture
def drive(driver: Path, tmp_path: Path) -> Drive:
    def driven(relay: Sequence[str] = (), **more: object) -> Reply:
        keys = words(tmp_path, **more)
        ends = [word for word in keys if word.startswith(("sources=", "sinks="))]
        return answered([driver, "drive", *keys, "--", sys.executable, RELAY, "relay", *ends, *relay])

    return driven
