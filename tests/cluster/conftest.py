"""The command line of the cluster over fakes."""

from pathlib import Path

import pytest
from fakes import packages


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a cache, where the command finds a language with an engine, one without, and no other."""
    packages.fakes_only(tmp_path, monkeypatch, with_engine=True)
    return tmp_path
