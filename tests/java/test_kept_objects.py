"""The decoded objects that are alive while the next one is decoded."""

import subprocess
from pathlib import Path


def test_an_object_is_released_before_the_next_takes_its_place(probes: Path) -> None:
    main = "serbench.experiments.memory.AliveWhileDecoding"
    words = ["java", "-XX:+UseSerialGC", "-cp", str(probes), main, "0", "1", "3"]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    assert said.splitlines() == ["0 0 0 0", "0 0 0 0", "0 1 2 2"]
