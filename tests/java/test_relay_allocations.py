"""The relay itself allocates nothing for a message; what a run allocates is its codec's."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from serbench.locations import CHECKOUT

pytestmark = pytest.mark.skipif(shutil.which("javac") is None, reason="there is no JDK")
# Of 200 000 messages; a single object for each would be 3 MB.
MOST_BYTES = 100_000


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("classes")
    sources = CHECKOUT / "java/harness/src/main/java"
    main = Path(__file__).with_name("RelayAllocations.java")
    subprocess.run(["javac", "-d", folder, "-sourcepath", sources, main], check=True)
    return folder


@pytest.mark.parametrize("mode", ["peek", "fresh", "reuse"])
@pytest.mark.parametrize("block", [1, 16])
def test_only_codecs_allocate_while_messages_pass(
    mode: str, block: int, classes: Path, tmp_path: Path
) -> None:
    words = ["java", "-cp", str(classes), "serbench.experiments.relay.RelayAllocations"]
    words += [str(tmp_path / "s"), mode, str(block)]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    counted = re.fullmatch(r"allocated n=400000 bytes=([0-9]+)", said.splitlines()[-1])
    assert counted is not None
    assert int(counted[1]) < MOST_BYTES
