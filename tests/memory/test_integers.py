"""Data that the numbers of a language do not hold are refused before anything is built."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.tiny import codec

from serbench.codecs.flags import Flags
from serbench.codecs.manifest import CodecManifest
from serbench.corpus.cache import corpus_of
from serbench.corpus.workload import Workload, load_workload
from serbench.errors import BadInput
from serbench.experiments.memory.integers import require_numbers

SCHEMA = 'syntax = "proto3";\nmessage Tiny { repeated int64 many = 1; }\n'
GENERATE = "def objects(count, seed):\n    return [{{'many': [1, {number}]}} for _ in range(count)]\n"


def workload(folder: Path, number: int) -> Workload:
    folder.mkdir()
    (folder / "schema.proto").write_text(SCHEMA)
    (folder / "generate.py").write_text(GENERATE.format(number=number))
    (folder / "README.md").write_text("# tiny\n\nTwo integers.\n")
    return load_workload(folder)


def codecs(int64: str) -> Sequence[CodecManifest]:
    return [replace(codec("a"), name="javascript/a", flags=Flags(int64=int64)), codec("b")]


def test_what_numbers_hold_is_measured(tmp_path: Path) -> None:
    tiny = workload(tmp_path / "tiny", 2**53 - 1)
    require_numbers([tiny], {tiny.name: corpus_of(tiny)}, codecs("number"))


def test_what_they_do_not_hold_is_refused(tmp_path: Path) -> None:
    tiny = workload(tmp_path / "tiny", -(2**53))
    corpora = {tiny.name: corpus_of(tiny)}
    with pytest.raises(BadInput) as refused:
        require_numbers([tiny], corpora, codecs("number"))
    objects = corpora[tiny.name].manifest.objects
    assert str(refused.value) == (
        f"tiny cannot be measured with --int64 number: {objects} of its {2 * objects} 64-bit integers are"
        " beyond 2^53 − 1, the largest that JavaScript's numbers hold exactly."
    )
    require_numbers([tiny], corpora, codecs("bigint"))
    require_numbers([tiny], corpora, codecs(""))
