"""The examples of docs/own-data.md: each kind of input that it shows is read, and gives what it says."""

import gzip
import re
from pathlib import Path

import bson
import cbor2
import duckdb
import fastavro
import msgpack
import pytest

from serbench import locations
from serbench.cli.main import main
from serbench.corpus.drawing import Distribution
from serbench.corpus.own_data import own_workload
from serbench.corpus.own_schema import OwnSchema
from serbench.engine.material import gather_own
from serbench.engine.own_options import OwnData
from serbench.infer.from_lines import inferred_schema
from serbench.inputs.opening import opened_input
from serbench.inputs.several import types_in
from serbench.terminal.options import OwnDataOptions

GUIDE = (locations.CHECKOUT / "docs" / "own-data.md").read_text(encoding="utf-8")


def example(kind: str) -> str:
    """The indented block below the sentence that names a kind of input."""
    match = re.search(rf"^[^\n]*\(`{kind}`\)[^#]*?\n\n((?:    [^\n]*\n)+)", GUIDE, re.MULTILINE)
    assert match is not None
    return re.sub("^    ", "", match[1], flags=re.MULTILINE)


def example_below(words: str) -> str:
    """The indented block below the paragraph that begins so."""
    match = re.search(rf"^{re.escape(words)}[^#]*?\n\n((?:    [^\n]*\n)+)", GUIDE, re.MULTILINE)
    assert match is not None
    return re.sub("^    ", "", match[1], flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("kind", "types"),
    [
        ("json", {"id": "int32", "name": "string"}),
        ("csv", {"id": "int32", "name": "string", "height": "optional double"}),
    ],
)
def test_the_example_of_a_kind_is_read(tmp_path: Path, kind: str, types: dict[str, str]) -> None:
    path = tmp_path / "data"
    path.write_text(example(kind))
    with opened_input(str(path)) as objects:
        assert objects.kind.name == kind
        assert [document["name"] for _, document in objects.read()] == ["ash", "elm"]
    found, _ = inferred_schema(str(path))
    assert {field.name: field.type for field in found.messages[0].fields} == types


def test_the_example_of_parquet_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    copy, infer = example("parquet").splitlines()
    with duckdb.connect(":memory:") as connection:
        connection.execute("CREATE TABLE trees AS SELECT 1 AS id, 'ash' AS name")
        connection.execute(copy.split('"')[1])
    found, _ = inferred_schema(infer.split()[-1])
    assert {field.name: field.type for field in found.messages[0].fields} == {"id": "int32", "name": "string"}


def test_the_example_of_avro_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (name,) = re.findall(r"\S+\.avro", example("avro"))
    schema = {"type": "record", "name": "T", "fields": [{"name": "id", "type": "long"}]}
    with Path(name).open("wb") as file:
        fastavro.writer(file, schema, [{"id": 1}])
    found, _ = inferred_schema(name)
    assert {field.name: field.type for field in found.messages[0].fields} == {"id": "int64"}


@pytest.mark.parametrize(
    ("name", "packed"),
    [
        ("trees.msgpack", msgpack.packb({"id": 1})),
        ("trees.cbor", cbor2.dumps({"id": 1})),
        ("trees.bson", bson.encode({"id": 1})),
    ],
)
def test_the_examples_of_self_describing_kinds_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, packed: bytes
) -> None:
    monkeypatch.chdir(tmp_path)
    write, infer = example("msgpack").splitlines()
    assert infer.endswith(" trees.msgpack") and "packb({'id': 1})" in write
    Path(name).write_bytes(packed)
    found, _ = inferred_schema(name)
    assert {field.name: field.type for field in found.messages[0].fields} == {"id": "int32"}


def test_the_examples_of_protobuf_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    Path("tree.proto").write_text('syntax = "proto3"; message Tree { int32 id = 1; }')
    Path("trees.pb").write_bytes(b"\x02\x08\x01\x02\x08\x02")
    Path("captured").mkdir()
    Path("captured/1").write_bytes(b"\x08\x01")
    counts: list[int] = []
    for line in example("protobuf").splitlines():
        words = line.split()[2:]
        given = dict(zip(words[::2], words[1::2], strict=True))
        assert given["--schema"] == "tree.proto"
        own = OwnSchema(Path("tree.proto"))
        _, corpus = own_workload(own, given["--data"], kind=given.get("--data-format"))
        counts.append(corpus.manifest.objects)
    assert counts == [2, 1]


def test_the_example_of_several_types_names_them(tmp_path: Path) -> None:
    path = tmp_path / "data.jsonl"
    path.write_text(example_below("In a single file `--message-field NAME`"))
    assert [part.name for part in types_in(str(path), None, "", "kind")] == ["order", "tick"]


def test_the_examples_of_several_types_are_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    Path("captured").mkdir()
    Path("captured/order.jsonl").write_text('{"id": 1}')
    Path("captured/tick.jsonl.gz").write_bytes(gzip.compress(b'{"price": 1.5}'))
    infer, convert = example_below("`describe` and `infer` take both").splitlines()
    command, schema = infer.split(" > ")
    assert main(command.split()[1:]) == main(convert.split()[1:]) == 0
    Path(schema).write_text(capsys.readouterr().out)
    assert Path("lines/tick.jsonl").read_text() == '{"price":1.5}\n'
    sizes, run = example_below("A folder of data has one file per type").splitlines()
    for words in sizes.split()[2:4], run.split()[2:6]:
        given = dict(zip(words[::2], words[1::2], strict=True))
        options = OwnDataOptions(schema=Path(given["--schema"]) if "--schema" in given else None)
        material = gather_own(OwnData(given["--data"], options, "", ()), lambda _: None)
        assert [each.schema.root for each in material.workloads] == ["inferred.Order", "inferred.Tick"]


def test_the_example_of_convert_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with duckdb.connect(":memory:") as connection:
        connection.execute("COPY (SELECT 1 AS id) TO 'trees.parquet'")
    (words,) = re.findall(r"^    \./serbench (convert trees.*)$", GUIDE, re.MULTILINE)
    assert main(words.split()) == 0
    assert Path("trees.jsonl").read_text() == '{"id":1}\n'


def test_the_example_of_a_distribution_is_one() -> None:
    (text,) = re.findall(r"--distribution (\S+)$", GUIDE, re.MULTILINE)
    assert Distribution.parse(text) == Distribution(text=(5, 40), items=(0, 3), presence=0.9)
