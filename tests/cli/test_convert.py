"""``serbench convert``: what each kind of input becomes, and what is refused with its place."""

import json
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
        ('[{"x":{"y":[0,1e999]}}]', ", object 1: x.y[1] is a number beyond a double."),
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
