"""An object has the same bytes each time, or the same ones in another order where a manifest says so."""

from pathlib import Path

import pytest
from runners.conftest import CODECS, RunnerOf, proved
from runners.merged import FLAT

from serbench.codecs.manifest import UNORDERED_MAPS
from serbench.corpus.container import read_messages
from serbench.corpus.manifest import Corpus
from serbench.runner.process import ask

pytestmark = pytest.mark.slow
MAPS = "tour-map"
# The merged workloads among whose parts is that of the maps.
WITH_MAPS = (MAPS, "whole", "flat", "near")
OF_COLUMNS = ("arrow-ipc", "parquet")
TIMEOUT_S = 60.0


@pytest.mark.parametrize(("codec", "workload"), [pair for pair in proved() if pair[1] in WITH_MAPS])
def test_bytes_repeat(
    codec: str, workload: str, runner_of: RunnerOf, corpora: dict[str, Corpus], tmp_path: Path
) -> None:
    assert MAPS in FLAT
    first, second = (
        written(runner_of, codec, workload, corpora, tmp_path / name) for name in ("first", "second")
    )
    assert len(first) == corpora[workload].manifest.objects
    # How a column is encoded follows from the order of its values, so its bytes differ, not only their order.
    if first != second and CODECS[codec].format not in OF_COLUMNS:
        assert [ordered(message) for message in first] == [ordered(message) for message in second]
    assert (first != second) == (UNORDERED_MAPS in CODECS[codec].traits)


def written(
    runner_of: RunnerOf, codec: str, workload: str, corpora: dict[str, Corpus], out: Path
) -> list[bytes | None]:
    arguments = {"corpus": corpora[workload].path, "out": out}
    assert ask(runner_of(codec, workload), "emit", arguments, TIMEOUT_S).outcome == "ok"
    return list(read_messages(out))


def ordered(message: bytes | None) -> bytes | None:
    return message and bytes(sorted(message))
