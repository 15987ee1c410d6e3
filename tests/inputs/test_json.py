"""JSON of every layout as a stream of objects: lines, lists, documents one after the other; its errors."""

import gzip
import io
import json
import math
import tracemalloc
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, BinaryIO, cast

import msgspec
import pytest
import zstandard

from serbench.errors import BadInput
from serbench.inputs.json import window
from serbench.inputs.json.reader import read_json
from serbench.inputs.opening import opened_input
from serbench.inputs.source import Source, SpecialNumber, Unread

TREES = [{"id": 1, "name": "ash"}, {"id": 2, "name": "elm"}]


def read(tmp_path: Path, content: bytes, called: str = "data.json") -> list[tuple[int, Any]]:
    path = tmp_path / called
    path.write_bytes(content)
    with opened_input(str(path)) as objects:
        return list(objects.read())


def refused(tmp_path: Path, content: bytes) -> str:
    """The error without the path of the file."""
    with pytest.raises(BadInput) as caught:
        read(tmp_path, content)
    return str(caught.value).replace(str(tmp_path / "data.json"), "data")


@pytest.mark.parametrize(
    "content",
    [
        json.dumps(TREES).encode(),
        json.dumps(TREES, indent=2).encode(),
        "".join(json.dumps(tree) for tree in TREES).encode(),
        "\n".join(json.dumps(tree, indent=4) for tree in TREES).encode(),
        "".join(f"\x1e{json.dumps(tree)}\n" for tree in TREES).encode(),
        "".join(f"{json.dumps(tree)},\n" for tree in TREES).encode(),
        "".join(f"[{json.dumps(tree)}]\n" for tree in TREES).encode(),
        b"\xef\xbb\xbf\r\n" + "\r\n\r\n".join(json.dumps(tree) for tree in TREES).encode() + b"\r\n",
        b"[]" + json.dumps(TREES).encode("utf-8-sig")[3:],
    ],
    ids="list pretty-list joined pretty separated commas lists-in-lines windows two-lists".split(),
)
@pytest.mark.parametrize("piece_bytes", [1, 7, 1 << 18])
def test_layouts_hold_the_same_objects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, piece_bytes: int
) -> None:
    monkeypatch.setattr(window, "_PIECE_BYTES", piece_bytes)
    assert [value for _, value in read(tmp_path, content)] == TREES


def test_lines_have_their_numbers_and_elements_of_a_list_theirs(tmp_path: Path) -> None:
    content = b'\xef\xbb\xbf{"a": 1}\r\n\n  \n{"b":\n2} {"c": 3}\n"no newline at the end"'
    expected: list[tuple[int, Any]] = [(1, {"a": 1}), (4, {"b": 2}), (5, {"c": 3})]
    assert read(tmp_path, content) == [*expected, (6, "no newline at the end")]
    assert read(tmp_path, b'[{"a": 1}, {"b": 2},\n{"c": 3}]') == [(1, {"a": 1}), (2, {"b": 2}), (3, {"c": 3})]


def test_numbers_are_exact_wherever_a_piece_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "_PIECE_BYTES", 1)
    content = b"18446744073709551615 -1.5e-3 -0 0 [-0, -0.0, 10, -01]"
    with pytest.raises(BadInput, match=r":1:52: expected JSON: expecting ',' or '\]' of the list"):
        read(tmp_path, content)
    values = [value for _, value in read(tmp_path, content[:-6] + b"]")]
    assert values == [2**64 - 1, -0.0015, 0, 0, 0, 0, 10]
    assert [type(value) for value in values] == [int, float, float, int, float, float, int]
    assert [math.copysign(1, value) for value in values[2:6]] == [-1, 1, -1, -1]


def test_special_numbers_are_not_those_beyond_a_double(tmp_path: Path) -> None:
    values = [value for _, value in read(tmp_path, b"[NaN, -Infinity, 1e400]")]
    assert [type(value) for value in values] == [SpecialNumber, SpecialNumber, float]
    assert math.isnan(values[0]) and values[1:] == [-math.inf, math.inf]


def test_a_document_that_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "LONGEST_DOCUMENT", 2 * 2**20)
    text = b'"' + b"x" * (2 * 2**20 - 3) + b'"\n'
    assert [number for number, _ in read(tmp_path, text + text)] == [1, 2]
    too_long = text + text.replace(b'"', b'"' + b"x" * 2**22, 1)
    assert refused(tmp_path, too_long) == "data:2: the document is longer than 2 MiB."


class _EndlessList(io.RawIOBase):
    """``[{}, {}, …`` of so many bytes."""

    def __init__(self, size_bytes: int) -> None:
        self._left = size_bytes

    def read(self, size: int = -1) -> bytes:
        self._left -= size
        return b"{}, " * (size // 4) if self._left > 0 else b"{}]"


def test_a_list_takes_no_more_memory_than_its_elements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "_PIECE_BYTES", 2**12)
    stream = _EndlessList(2**17)
    view = window.Window(cast(BinaryIO, stream), "data")
    tracemalloc.start()
    try:
        count = 0
        while view.next_character() == "{":
            view.value()
            count += 1
            if view.next_character() == ",":
                view.step()
        most_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count > 2**14
    assert most_bytes < 2**16


def test_standard_input_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    buffer = io.BytesIO(b"1\n")
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=buffer))
    assert list(read_json(Source("-", "standard input"))) == [(1, 1)]
    assert not buffer.closed


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "data holds no objects."),
        (b"\n \r\n", "data holds no objects."),
        (b"[\n]\n", "data holds no objects."),
        (b'1\n{"a": }\n', "data:2:7: expected JSON: expecting value"),
        (b'{"a":\n', "data:2:1: expected JSON: expecting value (the document begins in line 1)"),
        (
            b'[\n{"a": 1}\n{"b": 2}]',
            "data:3:1: expected JSON: expecting ',' or ']' of the list that begins in line 1",
        ),
        (
            b'[{"a": 1}\n',
            "data:2:1: expected JSON: expecting ',' or ']' of the list that begins in line 1",
        ),
        (b'[{"a": 1},]\n', "data:1:11: expected JSON: expecting value"),
        (b",1\n", "data:1:1: expected JSON: expecting value"),
        (b"id: 1\n", "data:1:1: expected JSON: expecting value"),
        (b'1\n"\xc3\xa9\xff"\n', "data:2:3: expected UTF-8, found the byte 0xff"),
        (b'\xef\xbb\xbf"\xff"\n', "data:1:2: expected UTF-8, found the byte 0xff"),
        (b"9" * 5000, "data:1: a number has too many digits to be read"),
        (b'{"a":' * 200_000, "data:1: the document is nested too deeply"),
        (b"\x28\xb5\x2f\xfd0000", "data is a damaged or incomplete zstd file."),
        (zstandard.compress(b"1\n2\n")[:-3], "data is a damaged or incomplete zstd file."),
        (gzip.compress(b"1\n2\n", mtime=0)[:-8] + bytes(8), "data is a damaged or incomplete gzip file."),
        (b"\x1f\x8bno gzip", "data is a damaged or incomplete gzip file."),
        (b"BZh91AY&SYno", "data is a damaged or incomplete bzip2 file."),
        (
            b"PK\x03\x04zip",
            "data is a zip file, which is not read; parquet, avro, json, csv, bson, msgpack, cbor, protobuf"
            " are.",
        ),
    ],
)
def test_what_is_no_json(tmp_path: Path, content: bytes, message: str) -> None:
    assert refused(tmp_path, content) == message


def test_files_with_byte_order_marks_may_have_been_joined(tmp_path: Path) -> None:
    mark = b"\xef\xbb\xbf"
    assert read(tmp_path, mark + b'{"a": 1}\n' + mark + b'{"a": 2}\n') == [(1, {"a": 1}), (2, {"a": 2})]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with (
        pytest.raises(BadInput, match=r"none\.jsonl cannot be read: No such file or directory\."),
        opened_input(str(tmp_path / "none.jsonl")),
    ):
        pass
    with (
        pytest.raises(BadInput, match="is a folder; name one of its files, or --data-format protobuf"),
        opened_input(str(tmp_path)),
    ):
        pass


def parsed(values: Iterable[Any]) -> list[Any]:
    """The values with those that were left unread."""
    return [
        each
        for value in values
        for each in (map(value.parse, value.lines) if isinstance(value, Unread) else (value,))
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_many_lines_may_be_left_unread_together(tmp_path: Path, end: str) -> None:
    path = tmp_path / "data.json"
    # Of the first three lines, each begins and ends as an object does, and they are as many as objects.
    lines = [
        '{"a": [{}',
        '{}]} {"a": 1}',
        '{"a": 2}',
        *(f'{{"a": {n}}}' for n in range(3, 9000)),
        '{"a":',
        "9}",
    ]
    lines[1] = "," + lines[1]
    path.write_text(end.join(lines))
    together: list[int] = []

    def accepts(text: str, count: int) -> bool:
        together.append(count)
        # A reader of lines counts documents alone.
        found = msgspec.json.Decoder(dict[str, int | list[Any]]).decode_lines
        try:
            return len(found(text)) == count
        except msgspec.DecodeError:
            return False

    found = [*read_json(Source(str(path), "data"), accepts)]
    exact = [*read_json(Source(str(path), "data"))]
    assert parsed(value for _, value in found) == [value for _, value in exact]
    assert max(together) > 1000
    places = dict(exact)
    for number, value in found:
        first = value.parse(value.lines[0]) if isinstance(value, Unread) else value
        assert first in (places[number], {"a": 1})


@pytest.mark.parametrize("piece", [16, 1 << 18])
def test_whole_lines_may_be_left_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piece: int) -> None:
    monkeypatch.setattr(window, "_PIECE_BYTES", piece)
    path = tmp_path / "data.json"
    path.write_text('[{"a": -0}, \r\n{"b":\n1},\n{"a": "é"},{"a": 2},\n\n {"a": 3}\n] {"a": 4}\n{"a": 5}')
    asked: list[str] = []

    def accepts(text: str, count: int) -> bool:
        asked.append(text)
        return text.startswith('{"a"') and text.count("{") == 1 and text.endswith("}")

    found = [*read_json(Source(str(path), "data"), accepts)]
    # A line is asked about once, from where its first document begins.
    assert asked == ['{"a": -0}', '{"b":', '{"a": "é"},{"a": 2}', '{"a": 3}', '{"a": 4}', '{"a": 5}']
    unread = [number for number, value in found if isinstance(value, Unread)]
    assert unread == [1, 5, 6, 7]
    values = parsed(value for _, value in found)
    assert values == [{"a": -0.0}, {"b": 1}, {"a": "é"}, {"a": 2}, {"a": 3}, {"a": 4}, {"a": 5}]
    assert math.copysign(1, values[0]["a"]) == -1
    assert values == [value for _, value in read_json(Source(str(path), "data"))]


def test_bytes_behind_an_unread_line_that_are_not_utf8_have_their_place(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_bytes(b'{"a": 1}\n{"a": \xff}\n')
    with pytest.raises(BadInput, match=r"data:2:7: expected UTF-8, found the byte 0xff"):
        list(read_json(Source(str(path), "data"), lambda text, count: text == '{"a": 1}'))
