"""``serbench convert``: what each kind of input becomes, and what is refused with its place."""

import json
import subprocess
import sys
from pathlib import Path

import duckdb
import fastavro
import pytest

from serbench.cli.main import main


def converted(capfd: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    status = main(["convert", *map(str, words)])
    return status, *capfd.readouterr()


@pytest.fixture
def csv(tmp_path: Path) -> Path:
    path = tmp_path / "trees.csv"
    path.write_text("id,name\n1,ash\n2,\n")
    return path


def test_cells_have_the_types_of_their_columns(csv: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert converted(capfd, csv) == (0, '{"id":1,"name":"ash"}\n{"id":2}\n', "")


def test_several_files_follow_one_another_in_a_file_that_is_replaced(
    csv: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "list.json").write_text('[{"a" : 1.0},\n {"b":"é\\ud83d\\ude00"}]')
    out = tmp_path / "out.jsonl"
    out.write_text("before")
    assert converted(capfd, csv, tmp_path / "list.json", "-o", out) == (0, "", "")
    assert out.read_text("utf-8") == '{"id":1,"name":"ash"}\n{"id":2}\n{"a":1.0}\n{"b":"é😀"}\n'


def test_what_json_lacks_is_told_by_its_path(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.parquet"
    with duckdb.connect(":memory:") as connection:
        rows = "SELECT '\\xAB\\x00'::BLOB AS b, {'at': TIMESTAMP '1970-01-02'} AS s"
        connection.execute(f"COPY ({rows}) TO '{path}'")
    line = '{"b":"qwA=","s":{"at":86400000000}}\n'
    note = f"{path}: s.at: timestamps, as microseconds since 1970 (1×)\n"
    assert converted(capfd, path) == (0, line, note)
    assert converted(capfd, path, "--quiet") == (0, line, "")


def test_a_record_within_itself_is_told_once(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "list.avro"
    day = {"type": "int", "logicalType": "date"}
    fields = [{"name": "day", "type": day}, {"name": "next", "type": ["null", "Node"]}]
    schema = {"type": "record", "name": "Node", "fields": fields}
    with path.open("wb") as file:
        fastavro.writer(file, schema, [{"day": 1, "next": {"day": 2, "next": None}}])
    status, out, err = converted(capfd, path)
    assert (status, json.loads(out)) == (0, {"day": 1, "next": {"day": 2, "next": None}})
    assert err == f"{path}: day: of the logical type date, kept as int (2×)\n"


def test_members_that_later_ones_replace_are_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "data.json"
    path.write_text('{"a":1,"a":2}\n{"b":{"c":1}}\n{"a":1,"a":2,"a":3}')
    note = f"{path}: a: values that a later member of the same name replaces (3×)\n"
    assert converted(capfd, path) == (0, '{"a":2}\n{"b":{"c":1}}\n{"a":3}\n', note)


@pytest.mark.parametrize(
    "text", ['{"a":NaN,"b":[-Infinity]}', '{"a":"\\ud800"}', '{"a":18446744073709551616}']
)
def test_what_is_written_is_read_again(tmp_path: Path, capfd: pytest.CaptureFixture[str], text: str) -> None:
    path = tmp_path / "data.json"
    path.write_text(text)
    assert converted(capfd, path) == (0, f"{text}\n", "")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"a":1}\n7', ":2: expected an object."),
        (
            '[{"x":{"y":[0,1e999]}}]',
            ", object 1: x.y[1] is a number beyond a double; write it as text or as Infinity",
        ),
        ('{"a":1}\n{"a":', ":2:6: expected JSON: expecting value"),
    ],
)
def test_an_input_that_is_refused_leaves_the_output_as_it_was(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], text: str, sentence: str
) -> None:
    path, out = tmp_path / "data.json", tmp_path / "out.jsonl"
    path.write_text(text)
    out.write_text("before")
    status, printed, err = converted(capfd, path, "-o", out)
    assert (status, printed) == (2, "")
    assert f"{path}{sentence}" in err
    assert out.read_text() == "before"


SCHEMA = 'syntax = "proto3"; message T { int64 id = 1; bytes raw = 2; string the_name = 3; }'
# {"id": 5, "raw": ff, "the_name": "ü"}, and one with an unknown field 9.
MESSAGES = b"\x09\x08\x05\x12\x01\xff\x1a\x02\xc3\xbc" + b"\x04\x08\x06\x48\x01"


@pytest.fixture
def messages(tmp_path: Path) -> tuple[Path, Path]:
    data, schema = tmp_path / "t.pb", tmp_path / "t.proto"
    data.write_bytes(MESSAGES)
    schema.write_text(SCHEMA)
    return data, schema


def test_messages_of_protobuf_have_its_json(
    messages: tuple[Path, Path], capfd: pytest.CaptureFixture[str]
) -> None:
    data, schema = messages
    lines = '{"id":"5","raw":"/w==","theName":"ü"}\n{"id":"6"}\n'
    note = f"{data}: Fields that the schema does not know were ignored: 9 (1×).\n"
    assert converted(capfd, data, "--schema", schema) == (0, lines, note)
    data.write_bytes(MESSAGES + b"\x01\xff")
    status, _, err = converted(capfd, data, "--schema", schema)
    assert (status, f"{data}, message 3: expected a message of T in protobuf's encoding" in err) == (2, True)


def test_a_message_that_json_cannot_express_is_refused_with_its_place(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data, schema = tmp_path / "t.pb", tmp_path / "t.proto"
    schema.write_text(
        'syntax = "proto3"; import "google/protobuf/any.proto"; message T { google.protobuf.Any a = 1; }'
    )
    data.write_bytes(b"\x07\x0a\x05\x0a\x03a/b")
    status, out, err = converted(capfd, data, "--schema", schema)
    assert (status, out) == (2, "")
    assert err.startswith(f"serbench: {data}, message 1: JSON cannot express the message: ")


def test_a_folder_of_types_becomes_a_folder(
    csv: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, out = tmp_path / "captured", tmp_path / "lines"
    folder.mkdir()
    csv.rename(folder / "tree.csv")
    (folder / "day.json").write_text('[{"id": 1}]')
    assert converted(capfd, folder, "-o", out) == (0, "", "")
    assert {path.name: path.read_text() for path in out.iterdir()} == {
        "day.jsonl": '{"id":1}\n',
        "tree.jsonl": '{"id":1,"name":"ash"}\n{"id":2}\n',
    }
    monkeypatch.chdir(tmp_path)
    for words, sentence in (
        (
            ["captured"],
            "captured is a folder with a file for each type: -o FOLDER gets a file for each, too.",
        ),
        (["captured", "x.csv", "-o", "lines"], "captured is a folder with a file for each type: convert it"),
    ):
        status, printed, err = converted(capfd, *words)
        assert (status, printed, sentence in err) == (2, "", True)


def test_messages_of_several_types_have_a_message_each(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder, schema, out = tmp_path / "captured", tmp_path / "m.proto", tmp_path / "lines"
    folder.mkdir()
    schema.write_text('syntax = "proto3"; message Order { int32 id = 1; } message Tick { int32 price = 1; }')
    for name in ("order", "tick"):
        (folder / f"{name}.pb").write_bytes(b"\x02\x08\x05")
    assert converted(capfd, folder, "--schema", schema, "-o", out)[0] == 0
    assert (out / "order.jsonl").read_text() + (out / "tick.jsonl").read_text() == '{"id":5}\n{"price":5}\n'


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["t.pb"], "t.pb holds messages of protobuf, whose names and types only their schema has"),
        (["t.pb", "--message", "T"], "--message and --proto-path belong to --schema FILE.proto."),
        (["l.json", "--schema", "t.proto"], "--schema is for messages of protobuf; l.json is json"),
        (["t.proto"], "t.proto is a schema by its name, which --schema takes"),
    ],
)
def test_what_does_not_go_with_a_schema_is_refused(
    messages: tuple[Path, Path],
    words: list[str],
    sentence: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(messages[0].parent)
    Path("l.json").write_text("{}")
    status, out, err = converted(capfd, *words)
    assert (status, out, sentence in err) == (2, "", True)


def test_a_file_with_two_names_is_not_emptied_before_it_is_read(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.jsonl").write_text('{"id": 1}\n')
    Path("b.jsonl").hardlink_to("a.jsonl")
    assert converted(capfd, "a.jsonl", "-o", "b.jsonl") == (
        2,
        "",
        "serbench: b.jsonl is read as a.jsonl and could only be written in place: -o names another file.\n",
    )
    assert Path("a.jsonl").read_text() == '{"id": 1}\n'
    # With one name a file is replaced after it is read.
    Path("b.jsonl").unlink()
    assert converted(capfd, "a.jsonl", "-o", "a.jsonl") == (0, "", "")
    assert Path("a.jsonl").read_text() == '{"id":1}\n'


def test_standard_output_is_no_file_that_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": 1}\n')
    # Without the refusal what is written would be read, and would never end.
    limited = ["bash", "-c", 'ulimit -f 64; exec "$@"', "bash"]
    words = [*limited, sys.executable, "-m", "serbench", "convert"]
    with path.open("r") as stdin, path.open("a") as stdout:
        for data in (str(path), "-"):
            made = subprocess.run(
                [*words, data], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False
            )
            assert (made.returncode, "could only be written in place" in made.stderr) == (2, True)
    assert path.read_text() == '{"id": 1}\n'
