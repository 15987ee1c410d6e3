"""CSV and TSV: how it is recognised, what its cells are, its errors; cells by a schema."""

import bz2
from pathlib import Path
from typing import Any

import pytest

from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.own_data import own_workload
from serbench.corpus.own_schema import OwnSchema
from serbench.errors import BadInput
from serbench.infer.from_lines import inferred_schema
from serbench.inputs.csv import reader
from serbench.inputs.opening import opened_input
from serbench.inputs.source import SpecialNumber


def read(tmp_path: Path, content: bytes, called: str = "data", kind: str | None = None) -> list[Any]:
    path = tmp_path / called
    path.write_bytes(content)
    with opened_input(str(path), kind) as objects:
        assert objects.kind.name == "csv"
        return list(objects.read())


@pytest.mark.parametrize(
    ("content", "called"),
    [
        (b"id,name\n1,ash\n2,elm\n", "trees.csv"),
        (b"id,name\n1,ash\n2,elm\n", "data"),
        (b"\xef\xbb\xbfid\tname\r\n1\tash\r\n\r\n2\telm", "trees.tsv"),
        (b'"id";"name"\n"1";"ash"\n2;elm\n', "data"),
        (bz2.compress(b"id|name\n1|ash\n2|elm\n"), "trees.csv.bz2"),
    ],
)
def test_rows_are_objects(tmp_path: Path, content: bytes, called: str) -> None:
    assert [value for _, value in read(tmp_path, content, called)] == [
        {"id": 1, "name": "ash"},
        {"id": 2, "name": "elm"},
    ]


def test_one_column_is_recognised_by_name_or_told(tmp_path: Path) -> None:
    assert read(tmp_path, b"id\n1\n", "ids.csv") == read(tmp_path, b"id\n1\n", kind="csv") == [(2, {"id": 1})]


def test_the_cells_of_a_column_have_one_type(tmp_path: Path) -> None:
    content = b"""whole,number,bool,zip,mixed,wide,wider,zero,special,exponent
1,1,true,007,1,18446744073709551615,18446744073709551617,-0,NaN,1e5
-2,1.5,False,123,true,0,0,0,1,2
"""
    (_, first), (_, second) = read(tmp_path, content)
    assert second == {
        "whole": -2,
        "number": 1.5,
        "bool": False,
        "zip": "123",
        "mixed": "true",
        "wide": 0,
        "wider": "0",
        "zero": 0.0,
        "special": 1.0,
        "exponent": 2.0,
    }
    assert (first["zip"], first["wide"], first["wider"]) == ("007", 2**64 - 1, "18446744073709551617")
    assert str(first["zero"]) == "-0.0"
    assert type(first["special"]) is SpecialNumber


def test_a_whole_number_that_a_double_would_round_keeps_its_column_text(tmp_path: Path) -> None:
    assert read(tmp_path, b"a,b\n9007199254740993,\n1.5,x\n")[0] == (2, {"a": "9007199254740993"})


def test_lines_are_those_of_the_file(tmp_path: Path) -> None:
    content = b'a,b\n1,"x\ny, ""z"""\n\n2,\n'
    assert read(tmp_path, content) == [(2, {"a": 1, "b": 'x\ny, "z"'}), (5, {"a": 2})]


def test_an_empty_cell_is_absent_and_a_column_without_a_name_has_its_number(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_bytes(b",name\n0,ash\n1,\n")
    inferred, _ = inferred_schema(str(path))
    assert [(field.name, field.type) for field in inferred.messages[0].fields] == [
        ("column_1", "int32"),
        ("name", "optional string"),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", " holds no rows below the names of its columns."),
        (b"a,b\n", " holds no rows below the names of its columns."),
        (b"a,b\n1,2\n3\n", ":3: expected 2 cells, as the first line names columns, found 1"),
        (b"a\n1,2\n", ":2: expected 1 cell, as the first line names columns, found 2"),
        (
            b"a,b\r1,2\r",
            ":1: expected CSV: a carriage return stands alone, which neither ends a line nor is in quotes",
        ),
        (
            "a,b\n1,2\n".encode("utf-16"),
            " begins as text in UTF-16 or UTF-32; JSON and CSV are read in UTF-8.",
        ),
        (b"a,a\n1,2\n", ":1: expected each column once, found several called a"),
        (b'a,b\n1,"2\n', ":2: expected CSV: unexpected end of data"),
        (b"a,b\n1,2\n\xff,2\n", ":3: expected UTF-8, found the byte 0xff"),
    ],
)
def test_what_is_no_csv(tmp_path: Path, content: bytes, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(tmp_path, content, "data.csv")
    assert str(caught.value) == f"{tmp_path / 'data.csv'}{message}"


def test_a_schema_says_what_cells_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    schema, data = tmp_path / "s.proto", tmp_path / "data.csv"
    schema.write_text(
        'syntax = "proto3"; message T { string zip = 1; double x = 2; bool ok = 3; optional int64 n = 4; }'
    )
    data.write_text("zip,x,ok,n\n123,7,TRUE,5\n45,nan,false,\n")
    workload, corpus = own_workload(OwnSchema(schema), str(data))
    first, second = (Decoder(workload.schema).decode(each) for each in read_objects(corpus.path))
    assert first == {"zip": "123", "x": 7.0, "ok": True, "n": 5}
    assert (second["zip"], str(second["x"]), second["ok"]) == ("45", "nan", False)
    assert second.get("n") is None
    data.write_text("zip,x,ok,n\n123,7,TRUE,5\n45,1,yes,\n")
    with pytest.raises(BadInput, match=r'data\.csv:3: ok: expected true or false, found "yes"'):
        own_workload(OwnSchema(schema), str(data))


def test_a_line_that_is_too_long_is_not_cut_in_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_LONGEST", 1 << 20)
    content = b"a,b\n1,2\n" + b"x" * (1 << 20) + b",2\n"
    with pytest.raises(BadInput, match=r"data\.csv:3: the line is longer than 1 MiB\."):
        read(tmp_path, content, "data.csv")
