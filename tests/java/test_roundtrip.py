"""What the round trip of a Java codec does inside its timing."""

import shutil
import subprocess
from pathlib import Path

import pytest

from serbench.locations import CHECKOUT

pytestmark = pytest.mark.skipif(shutil.which("javac") is None, reason="there is no JDK")


def test_a_message_that_is_its_bytes_is_built_inside_the_timing(tmp_path: Path) -> None:
    sources = CHECKOUT / "java/harness/src/main/java"
    main = Path(__file__).with_name("RoundtripBuilds.java")
    subprocess.run(["javac", "-d", tmp_path, "-sourcepath", sources, main], check=True)
    words = ["java", "-cp", str(tmp_path), "serbench.experiments.memory.RoundtripBuilds"]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    in_place, ordinary = said.splitlines()
    assert in_place == "0 3 false"
    assert ordinary == "3 0 true"
