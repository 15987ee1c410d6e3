"""The command line of the store over fakes."""

from pathlib import Path

import pytest
from fakes import packages


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a cache, where the command finds fakes and no other codec."""
    packages.fakes_only(tmp_path, monkeypatch)
    return tmp_path
