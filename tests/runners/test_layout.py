"""A codec in another layout: other machine code, the same messages."""

from dataclasses import replace
from pathlib import Path

import pytest
from runners.conftest import CODECS, RunnerOf

from serbench.builds.runners import build_runners
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.container import read_messages
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.engine.describe import Description, describe
from serbench.runner.process import ask

WORKLOAD = "record"
HAND_WRITTEN = "handcoded"
TIMEOUT_S = 60.0


@pytest.mark.parametrize("language", ["cpp", "go", "rust"])
def test_a_compiled_codec_in_another_layout_writes_the_same(
    language: str,
    runner_of: RunnerOf,
    ready_codecs: dict[str, CodecManifest],
    workloads: dict[str, Workload],
    corpora: dict[str, Corpus],
    tmp_path: Path,
) -> None:
    codec = f"{language}/{HAND_WRITTEN}"
    usual = runner_of(codec, WORKLOAD)
    other = _laid_out(ready_codecs[codec], workloads[WORKLOAD])
    assert other.product_key != usual.product_key
    assert Path(other.command[0]).read_bytes() != Path(usual.command[0]).read_bytes()
    described, as_usual = describe(other), describe(usual)
    assert isinstance(described, Description) and isinstance(as_usual, Description)
    assert (described.sides, described.libraries) == (as_usual.sides, as_usual.libraries)
    assert described.build["flags"] != as_usual.build["flags"]
    messages = [_written(one, corpora[WORKLOAD], tmp_path / one.product_key) for one in (usual, other)]
    assert messages[0] == messages[1]
    assert len(messages[0]) == corpora[WORKLOAD].manifest.objects


@pytest.mark.parametrize("codec", ["java/bytebuffer", "javascript/handcoded", "python/handcoded"])
def test_where_code_has_no_layout_of_its_own_the_product_is_the_usual(
    codec: str,
    runner_of: RunnerOf,
    ready_codecs: dict[str, CodecManifest],
    workloads: dict[str, Workload],
) -> None:
    assert codec in CODECS
    other = _laid_out(ready_codecs[codec], workloads[WORKLOAD])
    assert other.product_key == runner_of(codec, WORKLOAD).product_key


def _laid_out(codec: CodecManifest, workload: Workload) -> Runner:
    flags = replace(codec.flags, another_layout=True)
    (built,) = build_runners([replace(codec, flags=flags)], [workload], jobs=2)
    assert isinstance(built, Runner), built
    return built


def _written(runner: Runner, corpus: Corpus, out: Path) -> list[bytes | None]:
    assert ask(runner, "emit", {"corpus": corpus.path, "out": out}, TIMEOUT_S).outcome == "ok"
    return list(read_messages(out))
