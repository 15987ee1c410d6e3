"""The commands that tell about data: describe and infer."""

import json
from pathlib import Path

import pytest

from serbench.cli.main import main
from serbench.corpus.own_schema import OwnSchema
from serbench.engine.material import schema_for_type


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "orders.jsonl"
    path.write_text('{"id": 1, "tags": ["a", "b"]}\n{"id": 5000000000, "tags": []}\n')
    return path


def test_describe_as_json(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "describe", str(data), "--json")
    found = json.loads(out)
    assert (status, err) == (0, "")
    assert (found["name"], found["objects"]) == (str(data), 2)
    assert found["fields"] == [
        {"path": "id", "present": 2, "of": 2},
        {"path": "tags", "present": 2, "of": 2},
    ]
    assert found["lists"][0]["length"]["mean"] == 1.0
    assert found["value_bytes"] == {"numbers": 16, "text": 2}
    assert found["largest_field"] == {"path": "id", "share": 16 / 18}


def test_infer_as_json_holds_the_schema(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "infer", str(data), "--json", "--message", "order")
    found = json.loads(out)
    assert status == 0
    assert found["messages"] == [
        {
            "name": "Order",
            "fields": [
                {"name": "id", "type": "int64", "json_name": None},
                {"name": "tags", "type": "repeated string", "json_name": None},
            ],
            "one_of": False,
        }
    ]
    assert (found["notes"], found["needs_relaxed"]) == ([], False)
    assert run(capsys, "infer", str(data), "--message", "order")[1] == found["proto"]


@pytest.mark.parametrize("command", ["describe", "infer"])
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "d.jsonl holds no objects."),
        (b"1\n", "d.jsonl:1: expected an object."),
        (b'{}\n[{"a": 1}, 2]\n', "d.jsonl:2: expected an object."),
        (b"[{}, 2]", "d.jsonl, object 2: expected an object."),
        (b'{}\n{"a": 1,}\n', "d.jsonl:2:9: expected JSON"),
        (b"\xff\n", "d.jsonl:1:1: expected UTF-8, found the byte 0xff"),
        (b'{"a":' * 900 + b"1" + b"}" * 900, "nested too deeply"),
        (b'{"a":' * 100_000, "d.jsonl:1: the document is nested too deeply"),
    ],
)
def test_data_that_is_not_right_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, content: bytes, sentence: str
) -> None:
    path = tmp_path / "d.jsonl"
    path.write_bytes(content)
    status, out, err = run(capsys, command, str(path))
    assert (status, out) == (2, "")
    assert sentence in err and err.count("\n") == 1


def test_a_file_that_is_not_there_is_no_unknown_workload(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "describe", "none.jsonl")
    assert (status, err) == (2, "serbench: none.jsonl cannot be read: No such file or directory.\n")
    status, _, err = run(capsys, "describe", "tweat")
    assert (status, err) == (2, "serbench: There is no workload tweat; did you mean tweet?\n")


@pytest.mark.parametrize("command", ["describe", "infer"])
def test_the_format_of_data_may_be_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    path = tmp_path / "ids"
    path.write_text("id\n7\n")
    status, _, err = run(capsys, command, str(path))
    assert status != 0
    assert "ids nor its name tells what it is; --data-format names its kind: parquet, avro, json" in err
    status, out, err = run(capsys, command, str(path), "--data-format", "csv", "--json")
    assert (status, err) == (0, "")
    assert '"id"' in out
    assert "--data-format" in run(capsys, command, str(path), "--data-format", "orc")[2]


def test_the_rest_of_very_many_paths_is_summed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wide.jsonl"
    path.write_text(json.dumps({f"m{number}": 1 for number in range(600)}) + "\n{}\n")
    _, out, _ = run(capsys, "describe", str(path))
    lines = out.splitlines()
    assert [line.split()[0] for line in lines if line.startswith("m")][-1] == "m499"
    assert lines[-1].split() == ["100", "others,", "which", "--json", "has", "50.0%"]
    _, out, _ = run(capsys, "describe", str(path), "--json")
    assert len(json.loads(out)["fields"]) == 600


def test_messages_of_protobuf_are_described_by_their_schema_and_their_own_bytes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, schema = tmp_path / "t.pb", tmp_path / "t.proto"
    schema.write_text('syntax = "proto3"; message T { int64 id = 1; repeated string tags = 2; }')
    data.write_bytes(b"\x02\x08\x05" + b"\x08\x08\x06\x12\x01a\x12\x01b")
    status, out, err = run(capsys, "describe", str(data), "--schema", str(schema), "--json")
    found = json.loads(out)
    assert (status, err, found["objects"]) == (0, "", 2)
    assert (found["size_bytes"]["least"], found["size_bytes"]["greatest"]) == (2, 8)
    assert found["fields"] == [
        {"path": "id", "present": 2, "of": 2},
        {"path": "tags", "present": 1, "of": 2},
    ]
    assert found["value_bytes"] == {"numbers": 16, "text": 2}


def test_infer_has_a_message_for_each_type(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "captured"
    folder.mkdir()
    (folder / "order.jsonl").write_text('{"item": {"id": 1}, "tick": {"a": "x"}}\n')
    (folder / "tick.csv").write_text("price\n1.5\n")
    status, out, err = run(capsys, "infer", str(folder), "--json")
    found = json.loads(out)
    assert (status, err) == (0, "")
    messages = {each["name"]: [field["type"] for field in each["fields"]] for each in found["messages"]}
    # A message within one type never has the name of another type.
    assert messages == {
        "Order": ["Item", "Tick2"],
        "Item": ["int32"],
        "Tick2": ["string"],
        "Tick": ["double"],
    }
    assert "// Inferred from 2 objects of 2 types of " in found["proto"]
    # Runs take the schema for the same folder.
    schema = tmp_path / "market.proto"
    schema.write_text(found["proto"])
    assert [schema_for_type(OwnSchema(schema), name).read().root for name in ("order", "tick")] == [
        "inferred.Order",
        "inferred.Tick",
    ]


def test_infer_takes_the_types_that_a_field_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "all.jsonl"
    path.write_text('{"kind": "tick", "v": 1}\n{"kind": "order", "v": "x"}\n{"kind": "tick", "v": "y"}\n')
    status, out, err = run(capsys, "infer", str(path), "--message-field", "kind")
    assert status == 0
    assert "message Tick {" in out and "message Order {" in out
    assert f"{path}: tick: line 3, v: text in line 3 and a whole number in line 1" in err.replace(
        "a whole number in line 1 and text in line 3", "text in line 3 and a whole number in line 1"
    )
    status, _, err = run(capsys, "infer", str(path), "--message-field", "kind", "--message", "X")
    assert (status, err) == (
        2,
        "serbench: Data of several types have no --message: each type has its own.\n",
    )


def test_a_folder_of_messages_is_described_by_the_message_of_each_type(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, schema = tmp_path / "captured", tmp_path / "market.proto"
    folder.mkdir()
    schema.write_text('syntax = "proto3"; message Order { int64 id = 1; } message tick { string name = 1; }')
    (folder / "order.pb").write_bytes(b"\x02\x08\x05")
    (folder / "tick.pb").write_bytes(b"\x03\x0a\x01x")
    status, out, _ = run(capsys, "describe", str(folder), "--schema", str(schema), "--json")
    assert status == 0
    assert [[field["path"] for field in each["fields"]] for each in json.loads(out)] == [["id"], ["name"]]


def test_what_is_not_quite_as_the_file_has_it_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "twice.jsonl"
    path.write_text('{"a": 1, "a": 2}\n')
    status, out, err = run(capsys, "describe", str(path), "--json")
    assert (status, json.loads(out)["value_bytes"]) == (0, {"numbers": 8})
    assert err == f"{path}: a: values that a later member of the same name replaces (1×)\n"


def test_a_workload_has_a_schema_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "describe", "media", "--schema", str(tmp_path / "t.proto"))
    assert (status, err) == (
        2,
        "serbench: media is a workload, which has a schema and objects of its own.\n",
    )
