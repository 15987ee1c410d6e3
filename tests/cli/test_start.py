"""The start of the orchestrator where what Python has compiled of it is damaged."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src"


def start(compiled: Path) -> tuple[int, str, str]:
    environment = {**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONPYCACHEPREFIX": str(compiled)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-P", "-m", "serbench", "list", "sets"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
def test_damaged_compiled_files_are_made_again(tmp_path: Path) -> None:
    status, out, err = start(tmp_path)
    assert (status, err) == (0, "")
    for module in ("errors", "cli/list"):
        (path,) = tmp_path.joinpath(*SOURCES.parts[1:], "serbench").glob(f"{module}.*.pyc")
        os.truncate(path, 40)
        status, shown, err = start(tmp_path)
        assert (status, shown) == (0, out)
        assert err.strip() == "serbench: What Python has compiled was damaged and is compiled again."
    assert start(tmp_path) == (0, out, "")
