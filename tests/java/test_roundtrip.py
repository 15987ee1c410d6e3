"""The work that the round trip of a Java codec does inside its timing."""

import subprocess
from pathlib import Path


def test_a_message_that_is_its_bytes_is_built_inside_the_timing(probes: Path) -> None:
    words = ["java", "-cp", str(probes), "serbench.experiments.memory.RoundtripBuilds"]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    in_place, ordinary = said.splitlines()
    assert in_place == "0 3 false"
    assert ordinary == "3 0 true"
