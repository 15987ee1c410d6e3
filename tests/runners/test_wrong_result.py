"""The wrong result that docs/how-it-works.md lets its reader make is found as the document says."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from serbench.locations import CHECKOUT

pytestmark = pytest.mark.slow

DOCUMENT = (CHECKOUT / "docs" / "how-it-works.md").read_text(encoding="utf-8")
# Of these the copy needs its own.
COPIED = ("src", "python", "formats", "workloads")
LINKED = ("cpp", "go", "java", "javascript", "rust")


def test_an_adapter_that_is_made_wrong_is_found(tmp_path: Path) -> None:
    for name in COPIED:
        shutil.copytree(CHECKOUT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in LINKED:
        (tmp_path / name).symlink_to(CHECKOUT / name)
    adapter = tmp_path / "python" / "codecs" / "json" / "codec.py"
    (right,), (wrong,) = (re.findall(rf"^\{sign} +(decoder = .*)$", DOCUMENT, re.MULTILINE) for sign in "-+")
    before = adapter.read_text(encoding="utf-8")
    assert before.count(right) == 1
    adapter.write_text(before.replace(right, wrong), encoding="utf-8")
    words = ("verify", "record", "--codecs", "python/json")
    assert f"./serbench {' '.join(words)}" in DOCUMENT
    done = subprocess.run(
        ("env", f"PYTHONPATH={tmp_path / 'src'}", sys.executable, "-m", "serbench", *words),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    said = "python/json on record: object 0, encode, first differs at ids[2] ("
    assert said in DOCUMENT
    assert said in done.stdout
