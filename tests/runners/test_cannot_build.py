"""A shape of schemas that a codec declares to hinder it does: its code does not compile, or fails, or
writes far more than the object holds."""

from dataclasses import replace
from pathlib import Path

import pytest
from corpus.tours import schema_of
from runners.conftest import CODECS

from serbench.builds.runners import build_runners
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure
from serbench.corpus.own_data import own_workload
from serbench.corpus.own_schema import OwnSchema
from serbench.runner.process import ask
from serbench.schema.shapes import SHAPES
from serbench.verification.verify import verify_codec

EXAMPLES = {
    "recursion": "message T { int32 number = 1; T next = 2; }",
    "wide-enum": "message T { E e = 1; } enum E { "
    + " ".join(f"V{number} = {number};" for number in range(257))
    + " }",
    "far-number": "message T { int32 number = 65536; }",
    "proto-member": "message T { int32 __proto__ = 1; }",
}
# Of one number.
FAR_MORE_BYTES = 60_000
DECLARED = [(name, shape) for name, codec in CODECS.items() for shape in codec.cannot_build]


def test_every_shape_has_an_example() -> None:
    assert EXAMPLES.keys() == SHAPES.keys()
    for shape, text in EXAMPLES.items():
        assert [name for name, holds in SHAPES.items() if holds(schema_of(text))] == [shape]


@pytest.mark.slow
@pytest.mark.parametrize(("codec", "shape"), DECLARED)
def test_what_a_codec_cannot_be_built_for_it_cannot_serve(
    codec: str,
    shape: str,
    ready_codecs: dict[str, CodecManifest],
    tmp_path: Path,
) -> None:
    if codec not in ready_codecs:
        pytest.skip(f"{codec} is not available on this machine")
    (tmp_path / "schema.proto").write_text(f'syntax = "proto3"; package p; {EXAMPLES[shape]}')
    (tmp_path / "data.jsonl").write_text('{"number": 1}\n' if shape == "far-number" else "{}\n")
    workload, corpus = own_workload(OwnSchema(tmp_path / "schema.proto"), str(tmp_path / "data.jsonl"))
    undeclared = replace(CODECS[codec], cannot_build={})
    (item,) = build_runners([undeclared], [workload], jobs=2)
    if isinstance(item, BuildFailure):
        assert "does not compile" in item.detail
        return
    verdict = verify_codec(item, undeclared, workload, corpus)
    if not verdict.failure and not verdict.errors:
        conversation = ask(item, "emit", {"corpus": corpus.path, "out": tmp_path / "written"}, 600)
        (emitted,) = (reply for reply in conversation.replies if reply.tag == "emitted")
        assert emitted.count("bytes") > FAR_MORE_BYTES
