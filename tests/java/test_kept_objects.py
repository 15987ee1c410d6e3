"""Which decoded objects are alive while the next one is decoded."""

import shutil
import subprocess
from pathlib import Path

import pytest

from serbench.locations import CHECKOUT

pytestmark = pytest.mark.skipif(shutil.which("javac") is None, reason="there is no JDK")


def test_an_object_is_released_before_the_next_takes_its_place(tmp_path: Path) -> None:
    sources = CHECKOUT / "java/harness/src/main/java"
    main = Path(__file__).with_name("AliveWhileDecoding.java")
    subprocess.run(["javac", "-d", tmp_path, "-sourcepath", sources, main], check=True)
    words = [
        "java",
        "-XX:+UseSerialGC",
        "-cp",
        str(tmp_path),
        "serbench.experiments.memory.AliveWhileDecoding",
    ]
    said = subprocess.run([*words, "0", "1", "3"], check=True, capture_output=True, text=True).stdout
    assert said.splitlines() == ["0 0 0 0", "0 0 0 0", "0 1 2 2"]
