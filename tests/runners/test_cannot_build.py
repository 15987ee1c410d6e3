"""A shape of schemas that a codec declares to hinder it does hinder it: its code does not compile."""

from dataclasses import replace
from pathlib import Path

import pytest
from corpus.tours import schema_of
from runners.conftest import CODECS

from serbench.build.runners import build_runners
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure
from serbench.corpus.workload import Workload
from serbench.schema.shapes import SHAPES

EXAMPLES = {
    "recursion": "message T { int32 number = 1; T next = 2; }",
    "wide-enum": "message T { E e = 1; } enum E { "
    + " ".join(f"V{number} = {number};" for number in range(257))
    + " }",
    "far-number": "message T { int32 number = 65536; }",
}
DECLARED = [(name, shape) for name, codec in CODECS.items() for shape in codec.cannot_build]


def test_every_shape_has_an_example() -> None:
    assert EXAMPLES.keys() == SHAPES.keys()
    for shape, text in EXAMPLES.items():
        assert [name for name, holds in SHAPES.items() if holds(schema_of(text))] == [shape]


@pytest.mark.slow
@pytest.mark.parametrize(("codec", "shape"), DECLARED)
def test_what_a_codec_cannot_be_built_for_does_not_compile(
    codec: str, shape: str, ready_codecs: dict[str, CodecManifest], tmp_path: Path
) -> None:
    if codec not in ready_codecs:
        pytest.skip(f"{codec} is not available on this machine")
    workload = Workload(f"shape-{shape}", tmp_path, schema_of(EXAMPLES[shape]), True, "")
    undeclared = replace(CODECS[codec], cannot_build={})
    (item,) = build_runners([undeclared], [workload], jobs=2)
    assert isinstance(item, BuildFailure) and "does not compile" in item.detail, item
