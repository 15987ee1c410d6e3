"""Each benchmark says how it is asked, in an environment that has nothing but the requirements."""

import subprocess
import sys
from pathlib import Path

import pytest

from serbench.locations import CHECKOUT

COMMANDS = [
    path
    for path in sorted((CHECKOUT / "benchmarks").glob("*.py"))
    if "if __name__" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.stem)
def test_help_names_the_command(path: Path, tmp_path: Path) -> None:
    help_asked = [sys.executable, str(path), "--help"]
    done = subprocess.run(
        help_asked, cwd=tmp_path, env={"PATH": ""}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert f"benchmarks/{path.name}" in done.stdout
