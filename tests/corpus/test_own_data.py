import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from corpus.tours import schema_of

from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.manifest import Corpus
from serbench.corpus.own_data import own_workload
from serbench.corpus.own_schema import OwnSchema, workload_name
from serbench.corpus.sample import CORPUS_EXTENT, Later, Sample
from serbench.errors import BadInput

SCHEMA = """syntax = "proto3"; package demo;
message Order { int64 id = 1; Customer user = 2; repeated string tags = 3; }
message Customer { int32 id = 1; }
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def schema_path(tmp_path: Path) -> Path:
    path = tmp_path / "order.proto"
    path.write_text(SCHEMA)
    return path


@pytest.fixture
def data(tmp_path: Path) -> Callable[[bytes], str]:
    def write(content: bytes) -> str:
        path = tmp_path / "data.jsonl"
        path.write_bytes(content)
        return str(path)

    return write


def ids(corpus: Corpus) -> list[int]:
    schema = schema_of(SCHEMA.split("demo;")[1])
    return [Decoder(schema).decode(data)["id"] for data in read_objects(corpus.path)]


def lines(count: int) -> bytes:
    return b"".join(b'{"id": %d}\n' % number for number in range(count))


def test_the_workload_of_own_data(schema_path: Path, data: Callable[[bytes], str]) -> None:
    told: list[str] = []
    path = data(b'{"id": "5", "user": {"id": 1}, "tags": ["x", ""]}\n{}\n')
    workload, corpus = own_workload(OwnSchema(schema_path, "demo.Order"), path, tell=told.append)
    assert workload.schema.root == "demo.Order" and not workload.conformance
    assert corpus.manifest.workload == workload.name and corpus.manifest.objects == 2
    assert corpus.manifest.schema == workload.schema.sha256() and corpus.manifest.features is None
    assert ids(corpus) == [5, 0]
    assert told[0] == f"All 2 objects of {path} are taken."
    assert told[1].startswith("Fewer than 16 different objects are soon learnt")


def test_the_message_is_the_one_that_no_other_holds_unless_named(
    schema_path: Path, data: Callable[[bytes], str]
) -> None:
    assert own_workload(OwnSchema(schema_path), data(b"{}"))[0].schema.root == "demo.Order"
    assert own_workload(OwnSchema(schema_path, "Customer"), data(b"{}"))[0].schema.root == "demo.Customer"


def test_other_data_is_another_corpus_of_the_same_workload(
    schema_path: Path, data: Callable[[bytes], str]
) -> None:
    first, first_corpus = own_workload(OwnSchema(schema_path), data(lines(3)))
    second, second_corpus = own_workload(OwnSchema(schema_path), data(lines(4)))
    assert first == second
    assert first_corpus.folder != second_corpus.folder


def test_the_same_data_is_read_once(
    schema_path: Path, data: Callable[[bytes], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, told = data(lines(5000)), list[str]()
    _, first = own_workload(OwnSchema(schema_path), path, tell=told.append)
    monkeypatch.setattr("serbench.inputs.opening.Input.read", None)
    _, second = own_workload(OwnSchema(schema_path), path, tell=told.append)
    assert first == second
    assert told == [f"1024 of the 5000 objects of {path} are taken, spread evenly."] * 2


def test_a_line_that_does_not_fit(schema_path: Path, data: Callable[[bytes], str], cache: Path) -> None:
    path = data(lines(16) + b'{"user": {"id": "x"}}\n')
    with pytest.raises(BadInput) as caught:
        own_workload(OwnSchema(schema_path), path)
    assert str(caught.value) == f'{path}:17: user.id: expected a whole number, found "x"'
    assert not list((cache / "corpora").glob("*")) if cache.exists() else True


def test_relaxed_tells_what_it_left_out(schema_path: Path, data: Callable[[bytes], str]) -> None:
    path, told = data(b'{"id": 1, "x": 1, "user": {"y": 2}}\n{"x": {}}\n'), list[str]()
    with pytest.raises(BadInput, match=r":1: x: expected a field of demo\.Order"):
        own_workload(OwnSchema(schema_path), path)
    own_workload(OwnSchema(schema_path), path, relaxed=True, tell=told.append)
    own_workload(OwnSchema(schema_path), path, relaxed=True, tell=told.append)
    assert told[2] == told[5] == "Fields that the schema does not know were ignored: x (2×), user.y (1×)."


@pytest.mark.parametrize(("size", "messages"), [(2, 500), (1000, 1)])
def test_objects_that_follow_each_other_make_a_message(
    schema_path: Path, data: Callable[[bytes], str], size: int, messages: int
) -> None:
    told: list[str] = []
    path = data(lines(1001))
    workload, corpus = own_workload(OwnSchema(schema_path), path, tell=told.append, batch=size)
    assert workload.name == f"{own_workload(OwnSchema(schema_path), path)[0].name}:batch={size}"
    assert workload.built_as.name == workload.name.replace(f":batch={size}", "-batch")
    decoder = Decoder(workload.schema)
    found = [[obj["id"] for obj in decoder.decode(d)["objects"]] for d in read_objects(corpus.path)]
    assert len(found) == messages
    assert found == [list(range(at, at + size)) for at in range(0, size * messages, size)]
    assert told[0] == (
        f"All {messages} messages of {size} objects of {path} are taken."
        if messages > 1
        else f"{path} holds one message of {size} objects."
    )


def test_too_few_objects_for_one_message(schema_path: Path, data: Callable[[bytes], str]) -> None:
    path = data(lines(3))
    with pytest.raises(BadInput) as caught:
        own_workload(OwnSchema(schema_path), path, batch=4)
    assert str(caught.value) == f"{path} holds 3 objects, too few for one message of 4."


@pytest.mark.parametrize(
    ("root", "beginning"),
    [
        ("TweetStatus", "own-tweet-status-"),
        ("XMLNode2", "own-xmlnode2-"),
        ("_private__name_", "own-private-name-"),
        ("M" + "x" * 190, "own-m" + "x" * 39 + "-"),
    ],
)
def test_the_name_of_a_workload_is_safe(root: str, beginning: str) -> None:
    name = workload_name(schema_of(f"message {root} {{ int32 a = 1; }}", root))
    assert re.fullmatch(r"[a-z0-9-]+", name) and name.startswith(beginning)
    assert name != workload_name(schema_of(f"message {root} {{ int32 b = 1; }}", root))


def of_bytes(number: int, size_bytes: int) -> Callable[[int], bytes]:
    return lambda _: number.to_bytes(size_bytes)


@pytest.mark.parametrize("count", [1, 15, 1000, 1024, 1025, 2047, 2048, 5000, 100_000])
def test_a_sample_is_spread_evenly(count: int) -> None:
    sample = Sample(1)
    for number in range(count):
        sample.add(1, of_bytes(number, 4))
    taken = [int.from_bytes(data, "big") for data in sample.take()]
    assert len(taken) == min(count, 1024) and sample.objects == count
    assert taken == sorted(set(taken))
    # One from each of equal stretches: neighbours are at most two stretches apart, and so are the ends.
    widest = 2 * -(-count // len(taken)) * 2
    gaps = [high - low for low, high in zip([0, *taken], [*taken, count], strict=True)]
    assert max(gaps) <= widest


@pytest.mark.parametrize(("together", "kept_bytes"), [(1, 2**25), (7, 2**25), (5000, 2**25), (7, 100_000)])
def test_a_sample_of_messages_that_are_encoded_later_is_the_same(together: int, kept_bytes: int) -> None:
    extent = replace(CORPUS_EXTENT, kept_bytes=kept_bytes)
    now, later, encoded = Sample(1, extent), Sample(1, extent), list[int]()

    def encode(number: int) -> bytes:
        encoded.append(number)
        return number.to_bytes(300)

    for number in range(5000):
        now.add(1, of_bytes(number, 300))
    for first in range(0, 5000, together):
        numbers = range(first, min(first + together, 5000))
        later.add(len(numbers), lambda at: Later(partial(encode, numbers[at]), 600))  # noqa: B023 (called at once)
    # Without need, those that are taken are encoded alone, and a few that tell how large the others are.
    is_enough = kept_bytes == CORPUS_EXTENT.kept_bytes
    assert bool(encoded) != is_enough
    assert later.take() == now.take()
    assert len(encoded) <= (1024 + 2 * 128 if is_enough else 5000)


def test_only_objects_that_may_be_taken_are_encoded() -> None:
    sample, encoded = Sample(1), 0

    def encode() -> bytes:
        nonlocal encoded
        encoded += 1
        return b"1234"

    for _ in range(100_000):
        sample.add(1, lambda _: encode())
    assert len(sample.take()) == 1024
    # 2048 of the beginning, and 1024 each time that sections are twice as long.
    assert 2048 < encoded < 10_000


def test_a_sample_of_large_objects_is_bounded() -> None:
    sample = Sample(1)
    for _ in range(100):
        sample.add(1, lambda _: bytes(8 * 2**20))
    assert len(sample.take()) == 4
    assert sample._kept_bytes <= 64 * 2**20
