"""The changes of objects on their way: numbers that are updated, and batches that are split."""

from pathlib import Path

import pytest

from serbench.corpus.cache import corpus_of
from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.workload import find_workloads
from serbench.experiments.relay.derived import (
    acknowledged,
    objects_a_message,
    part_corpus,
    split,
    updated,
    updated_corpus,
)
from serbench.schema.build import read_schema
from serbench.schema.model import Schema
from serbench.schema.routing import batch_list, number_path

PROTO = """
syntax = "proto3";
message Batch {
  string name = 1;
  map<int32, int32> left = 2;
  repeated Item items = 3;
  int64 last = 4;
}
message Item {
  oneof which { int32 not_this = 1; string nor_this = 2; }
  Inner inner = 3;
  uint32 nor_that = 4;
}
message Inner { repeated int64 numbers = 1; uint32 id = 2; optional int32 maybe = 3; }
"""


@pytest.fixture
def schema(tmp_path: Path) -> Schema:
    (tmp_path / "schema.proto").write_text(PROTO)
    return read_schema(tmp_path / "schema.proto")


def test_the_number_is_the_first_integer_without_presence(schema: Schema) -> None:
    path = number_path(schema)
    assert path is not None
    assert [field.name for field in path] == ["items", "inner", "id"]
    batch = batch_list(schema)
    assert batch is not None
    assert batch.name == "items"


def test_a_number_is_updated_wherever_it_occurs_and_wraps(schema: Schema) -> None:
    path = number_path(schema) or ()
    batch = {"name": "a", "items": [{"inner": {"id": 2**32 - 1}}, {"nor_that": 5}, {"inner": {}}]}
    assert updated(batch, path) == {
        "name": "a",
        "items": [{"inner": {"id": 0}}, {"nor_that": 5}, {"inner": {"id": 1}}],
    }
    assert batch["items"][0] == {"inner": {"id": 2**32 - 1}}


def test_a_batch_is_split_by_turns_or_by_number(schema: Schema) -> None:
    items = [{"inner": {"id": number}} for number in (7, 4, 5)] + [{"nor_that": 1}]
    batch = {"name": "a", "items": items, "last": 3}
    by_turns = split(batch, schema, 2, by_fields=False)
    assert by_turns == [
        {"name": "a", "items": [items[0], items[2]], "last": 3},
        {"name": "a", "items": [items[1], items[3]], "last": 3},
    ]
    # What has no number goes to the first sink.
    by_number = split(batch, schema, 3, by_fields=True)
    assert [part["items"] for part in by_number] == [[items[3]], [items[0], items[1]], [items[2]]]


def test_acknowledgements_cancel_each_other_out(tmp_path: Path) -> None:
    (workload,) = find_workloads(["tuples:tuples=4"])
    corpus = corpus_of(workload, 1)
    decoder = Decoder(workload.schema)
    keys = [one.get("key", 0) for data in read_objects(corpus.path) for one in decoder.decode(data)["tuples"]]
    expected = 0
    for key in keys:
        expected ^= key
    assert acknowledged(corpus.path, workload) == expected != 0
    parts = [
        part_corpus(corpus, workload, tmp_path / f"part-{part}", part, 3, by_fields=True) for part in range(3)
    ]
    together = 0
    for part in parts:
        together ^= acknowledged(part.path, workload)
    assert together == expected


def test_corpora_of_what_must_arrive(tmp_path: Path) -> None:
    (workload,) = find_workloads(["tuples:tuples=4"])
    corpus = corpus_of(workload, 1)
    decoder = Decoder(workload.schema)
    before = [decoder.decode(data)["tuples"] for data in read_objects(corpus.path)]
    after = updated_corpus(corpus, workload, tmp_path / "updated")
    assert after.manifest.objects == corpus.manifest.objects
    keys = [[one["key"] for one in decoder.decode(data)["tuples"]] for data in read_objects(after.path)]
    assert keys == [[(one.get("key", 0) + 1) % 2**64 for one in batch] for batch in before]
    parts = [
        part_corpus(corpus, workload, tmp_path / f"part-{part}", part, 3, by_fields=False)
        for part in range(3)
    ]
    first = [decoder.decode(next(read_objects(part.path)))["tuples"] for part in parts]
    assert [len(part) for part in first] == [2, 1, 1]
    assert [first[0][0], first[1][0], first[2][0], first[0][1]] == before[0]


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("record", 1, 1),
        ("record:batch=3", 3, 3),
        ("tuples:tuples=5", 5, 5),
        ("tuples:tuples=4,batch=2", 8, 8),
        ("tuples:tuples=6,tail=100", 3, 12),
    ],
)
def test_objects_of_a_message(name: str, least: float, most: float) -> None:
    (workload,) = find_workloads([name])
    found = objects_a_message(corpus_of(workload, 1), workload)
    assert least <= found <= most
    # Of a heavy tail the mean is no whole number.
    assert isinstance(found, int) == (least == most)
