"""The wheel and the source distribution, made once for all tests."""

import subprocess
import sys
from pathlib import Path

import pytest

from serbench.locations import CHECKOUT


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the source distribution of this checkout."""
    folder = tmp_path_factory.mktemp("packages")
    command = (sys.executable, "-m", "hatchling", "build", "-d", str(folder))
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,), (source,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, source
