"""The command line of the relay over fakes."""

from pathlib import Path

import pytest
from fakes import room


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a cache, where the command finds fakes, no other codec, and a fake driver."""
    room.fakes_only(tmp_path, monkeypatch)
    return tmp_path
