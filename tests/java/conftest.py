"""Probes of the Java harness: programs in its packages, which see what no runner shows."""

import shutil
import subprocess
from pathlib import Path

import pytest

from serbench.locations import CHECKOUT

PROBES = ("AliveWhileDecoding", "RelayAllocations", "RoundtripBuilds", "SortPieces", "WarmUpSeries")


@pytest.fixture(scope="session")
def probes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the probes' classes, which are compiled once."""
    if shutil.which("javac") is None:
        pytest.skip("there is no JDK")
    classes = tmp_path_factory.mktemp("classes")
    sources = CHECKOUT / "java/harness/src/main/java"
    mains = [Path(__file__).with_name(f"{name}.java") for name in PROBES]
    words: list[str | Path] = ["javac", "-proc:none", "-d", classes, "-sourcepath", sources, *mains]
    subprocess.run(words, check=True)
    return classes
