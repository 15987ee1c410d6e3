"""Variants of workloads: their names, what they hold, what they share."""

from pathlib import Path

import pytest
from fakes.tiny import codec

from serbench import locations
from serbench.builds import runners
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.cache import make_corpus
from serbench.corpus.variant import parse_name
from serbench.corpus.workload import Workload, find_workloads, free_objects
from serbench.errors import BadInput

GENERATE = """
PARAMETERS = {"levels": (1, 3)}

def objects(count, seed, levels):
    for number in range(count):
        yield {"a": 10 * number + levels}
"""


@pytest.fixture(autouse=True)
def _workload(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locations, "WORKLOADS", tmp_path)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "schema.proto").write_text(
        'syntax = "proto3"; package p; message T { int32 a = 1; }'
    )
    (tmp_path / "deep" / "generate.py").write_text(GENERATE)
    (tmp_path / "deep" / "README.md").write_text("# deep\n\nNumbers.\n")


def values(name: str, count: int) -> list[object]:
    (workload,) = find_workloads([name])
    return list(free_objects(workload, count, 1))


def test_a_name_without_parameters_means_every_usual_variant() -> None:
    assert [workload.name for workload in find_workloads(["deep"])] == ["deep:levels=1", "deep:levels=3"]
    assert [w.name for w in find_workloads(["deep:batch=2"])] == [
        "deep:levels=1,batch=2",
        "deep:levels=3,batch=2",
    ]


def test_a_parameter_may_have_any_number() -> None:
    assert values("deep:levels=7", 2) == [{"a": 7}, {"a": 17}]


def test_a_batch_holds_objects_in_one_message(tmp_path: Path) -> None:
    assert values("deep:levels=1,batch=2", 2) == [
        {"objects": [{"a": 1}, {"a": 11}]},
        {"objects": [{"a": 21}, {"a": 31}]},
    ]
    (workload,) = find_workloads(["deep:levels=1,batch=64"])
    assert (workload.schema.root, workload.batch) == ("serbench.Batch", 64)
    corpus = make_corpus(workload, 1, tmp_path)
    assert corpus.manifest.bytes == corpus.manifest.objects * (4 + 64 * 4)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("deep:depth=2", "The workload deep has no parameter depth; it has levels, batch."),
        (
            "deep:levels",
            '"levels" in deep:levels is not a parameter of a workload; write name=N, with N from 1',
        ),
        ("deep:levels=0", '"levels=0" in deep:levels=0 is not a parameter'),
        ("deep:levels=1,levels=2", "deep:levels=1,levels=2 gives the parameter levels twice."),
        ("dep:levels=1", "There is no workload dep; did you mean deep?"),
    ],
)
def test_a_wrong_parameter_is_named(name: str, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        find_workloads([name])
    assert str(refused.value).startswith(sentence)


def test_variants_share_what_is_built() -> None:
    asked: list[str] = []

    def build(
        codecs: object, workload: Workload, variant: str, jobs: int, progress: object
    ) -> list[Runner | BuildFailure]:
        asked.append(workload.name)
        return [Runner(("x",), "cpp/x", workload.name, workload.schema.sha256(), "key")]

    workloads = find_workloads(["deep", "deep:batch=2"])
    built = runners.build_runners([codec("x")], workloads, jobs=1, builder_of=lambda language: build)
    assert asked == ["deep", "deep-batch"]
    assert [item.built_for for item in built if isinstance(item, Runner)] == ["deep"] * 2 + ["deep-batch"] * 2
    assert [item.workload for item in built] == [
        "deep:levels=1",
        "deep:levels=3",
        "deep:levels=1,batch=2",
        "deep:levels=3,batch=2",
    ]


def test_a_name_reads_back() -> None:
    assert str(parse_name("deep:levels=1,batch=2")) == "deep:levels=1,batch=2"
    assert parse_name("deep").parameters == ()
