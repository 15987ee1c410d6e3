import gzip
import io
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import zstandard
from corpus.tours import schema_of

from serbench.corpus import json_lines
from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.json_lines import read_json_lines
from serbench.corpus.manifest import Corpus
from serbench.corpus.own_data import OwnSchema, own_workload, workload_name
from serbench.corpus.sample import Sample
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


def test_lines_have_their_numbers(data: Callable[[bytes], str]) -> None:
    path = data(b'\xef\xbb\xbf{"a": 1}\r\n\n  \n[2]\n"no newline at the end"')
    assert list(read_json_lines(path)) == [(1, {"a": 1}), (4, [2]), (5, "no newline at the end")]


def test_integers_are_exact(data: Callable[[bytes], str]) -> None:
    assert list(read_json_lines(data(b"18446744073709551615\n"))) == [(1, 2**64 - 1)]


def test_of_members_of_one_name_the_last_counts(data: Callable[[bytes], str]) -> None:
    assert list(read_json_lines(data(b'{"a": 1, "a": 2}\n'))) == [(1, {"a": 2})]


def test_a_line_that_is_too_long(data: Callable[[bytes], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "LONGEST_LINE_BYTES", 2 * 2**20)
    longest = b'"' + b"x" * (2 * 2**20 - 3) + b'"\n'
    assert [number for number, _ in read_json_lines(data(longest + longest))] == [1, 2]
    path = data(longest + b" " + longest)
    with pytest.raises(BadInput) as caught:
        list(read_json_lines(path))
    assert str(caught.value) == f"{path}:2: the line is longer than 2 MiB."


def test_gzip_is_recognised_whatever_its_name(data: Callable[[bytes], str]) -> None:
    assert list(read_json_lines(data(gzip.compress(b"1\n2\n")))) == [(1, 1), (2, 2)]


def test_standard_input_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    buffer = io.BytesIO(b"1\n")
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=buffer))
    assert list(read_json_lines("-")) == [(1, 1)]
    assert not buffer.closed


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", " holds no objects."),
        (b"\n \r\n", " holds no objects."),
        (b'1\n{"a": }\n', ":2:7: expected one JSON document per line: expecting value"),
        (b'{"a":\n', ":1:6: expected one JSON document per line: expecting value"),
        (
            b'[\n{"a": 1}\n]\n',
            ":1:2: expected one JSON document per line: expecting value; `jq -c '.[]' FILE` makes lines of"
            " one JSON list",
        ),
        (
            b'{\n"a": 1\n}\n',
            ":1:2: expected one JSON document per line: expecting property name enclosed in double quotes;"
            " `jq -c . FILE` makes lines of documents that take several",
        ),
        (b'{"id": 1} {"id": 2}\n', ":1:11: expected one JSON document per line: extra data"),
        (b'1\n"\xc3\xa9\xff"\n', ":2:3: expected UTF-8, found the byte 0xff"),
        (b"[NaN]\n", ':1: NaN is not JSON; as text, "NaN", it is a number'),
        (b"9" * 5000, ":1: a number has too many digits to be read"),
        (b"[" * 200_000, ":1: the document is nested too deeply"),
        (b"\x28\xb5\x2f\xfd0000", " is a damaged or incomplete zstd file."),
        (zstandard.compress(b"1\n2\n")[:-3], " is a damaged or incomplete zstd file."),
        (gzip.compress(b"1\n2\n", mtime=0)[:-4], " is a damaged or incomplete gzip file."),
        (gzip.compress(b"1\n2\n", mtime=0)[:-8] + bytes(8), " is a damaged or incomplete gzip file."),
        (b"\x1f\x8bno gzip", " is a damaged or incomplete gzip file."),
    ],
)
def test_what_is_no_json_lines(data: Callable[[bytes], str], content: bytes, message: str) -> None:
    path = data(content)
    with pytest.raises(BadInput) as caught:
        list(read_json_lines(path))
    assert str(caught.value) == path + message


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.jsonl cannot be read: No such file or directory\."):
        list(read_json_lines(str(tmp_path / "none.jsonl")))
    with pytest.raises(BadInput, match=r"cannot be read: Is a directory\."):
        list(read_json_lines(str(tmp_path)))


def test_the_workload_of_own_data(schema_path: Path, data: Callable[[bytes], str]) -> None:
    told: list[str] = []
    path = data(b'{"id": "5", "user": {"id": 1}, "tags": ["x", ""]}\n{}\n')
    workload, corpus = own_workload(OwnSchema(schema_path, "demo.Order"), path, tell=told.append)
    assert workload.schema.root == "demo.Order" and not workload.conformance
    assert corpus.manifest.workload == workload.name and corpus.manifest.objects == 2
    assert corpus.manifest.schema == workload.schema.sha256() and corpus.manifest.features is None
    assert ids(corpus) == [5, 0]
    assert told[0] == f"All 2 objects of {path} are measured."
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
    monkeypatch.setattr("serbench.corpus.own_data.read_json_lines", None)
    _, second = own_workload(OwnSchema(schema_path), path, tell=told.append)
    assert first == second
    assert told == [f"1024 of the 5000 objects of {path} are measured, spread evenly."] * 2


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
        f"All {messages} messages of {size} objects of {path} are measured."
        if messages > 1
        else f"{path} holds one message of {size} objects."
    )


def test_too_few_objects_for_one_message(schema_path: Path, data: Callable[[bytes], str]) -> None:
    path = data(lines(3))
    with pytest.raises(BadInput) as caught:
        own_workload(OwnSchema(schema_path), path, batch=4)
    assert str(caught.value) == f"{path} holds 3 objects, too few for one message of 4."


def test_a_list_in_place_of_lines_comes_with_advice(schema_path: Path, data: Callable[[bytes], str]) -> None:
    path = data(b'[{"id": 1}, {"id": 2}]')
    with pytest.raises(BadInput) as caught:
        own_workload(OwnSchema(schema_path), path)
    advice = "`jq -c '.[]' FILE` makes lines of one JSON list"
    assert str(caught.value) == f"{path}:1: expected an object, found a list; {advice}"


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


@pytest.mark.parametrize("count", [1, 15, 1000, 1024, 1025, 2047, 2048, 5000, 100_000])
def test_a_sample_is_spread_evenly(count: int) -> None:
    sample = Sample(1)
    for number in range(count):
        sample.add(number.to_bytes(4, "big"))
    taken = [int.from_bytes(data, "big") for data in sample.take()]
    assert len(taken) == min(count, 1024) and sample.objects == count
    assert taken == sorted(set(taken))
    # One from each of equal stretches: neighbours are at most two stretches apart, and so are the ends.
    widest = 2 * -(-count // len(taken)) * 2
    gaps = [high - low for low, high in zip([0, *taken], [*taken, count], strict=True)]
    assert max(gaps) <= widest


def test_a_sample_of_large_objects_is_bounded() -> None:
    sample = Sample(1)
    for _ in range(100):
        sample.add(bytes(8 * 2**20))
    assert len(sample.take()) == 4
    assert sample._kept_bytes <= 64 * 2**20
