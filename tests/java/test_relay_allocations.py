"""The relay itself allocates nothing for a message; what a run allocates is its codec's."""

import re
import subprocess
from pathlib import Path

import pytest

# Of 50 000 messages; a single object for each would be 800 kB.
MOST_BYTES = 100_000

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("mode", ["peek", "fresh", "reuse"])
@pytest.mark.parametrize("block", [1, 16])
def test_only_codecs_allocate_while_messages_pass(
    mode: str, block: int, probes: Path, tmp_path: Path
) -> None:
    words = ["java", "-cp", str(probes), "serbench.experiments.relay.RelayAllocations"]
    words += [str(tmp_path / "s"), mode, str(block)]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    counted = re.fullmatch(r"allocated n=100000 bytes=([0-9]+)", said.splitlines()[-1])
    assert counted is not None
    assert int(counted[1]) < MOST_BYTES
