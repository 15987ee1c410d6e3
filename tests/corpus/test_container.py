import tracemalloc
from collections.abc import Iterable
from pathlib import Path

import pytest

from serbench.corpus.container import (
    CORPUS_MAGIC,
    MESSAGES_MAGIC,
    ContainerWriter,
    read_messages,
    read_object,
    read_objects,
)
from serbench.errors import BadInput


def _written(path: Path, items: Iterable[bytes | None], magic: bytes = CORPUS_MAGIC) -> Path:
    with ContainerWriter(path, magic) as file:
        for item in items:
            file.add(item)
    return path


def test_the_bytes_of_a_corpus(tmp_path: Path) -> None:
    path = _written(tmp_path / "c", [b"abc", b"", b"\xff"])
    header = b"SERBCRP1" + bytes.fromhex("0300000000000000")
    assert path.read_bytes() == header + b"\3\0\0\0abc" + b"\0\0\0\0" + b"\1\0\0\0\xff"
    assert list(read_objects(path)) == [b"abc", b"", b"\xff"]
    assert [read_object(path, index) for index in range(3)] == [b"abc", b"", b"\xff"]


def test_the_bytes_of_messages_with_one_missing(tmp_path: Path) -> None:
    path = _written(tmp_path / "m", [b"a", None, b""], MESSAGES_MAGIC)
    header = b"SERBMSG1" + bytes.fromhex("0300000000000000")
    assert path.read_bytes() == header + b"\1\0\0\0a" + b"\xff\xff\xff\xff" + b"\0\0\0\0"
    assert list(read_messages(path)) == [b"a", None, b""]


def test_a_corpus_lacks_no_object(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="only a file of messages"), ContainerWriter(tmp_path / "c") as file:
        file.add(None)


def test_an_empty_corpus(tmp_path: Path) -> None:
    path = _written(tmp_path / "c", [])
    assert list(read_objects(path)) == []
    with pytest.raises(BadInput, match=f"The corpus {path} has no object 0."):
        read_object(path, 0)


def test_every_cut_is_noticed(tmp_path: Path) -> None:
    whole = _written(tmp_path / "c", [b"abc", b"de"]).read_bytes()
    cut = tmp_path / "cut"
    for size in range(len(whole)):
        cut.write_bytes(whole[:size])
        expected = "does not begin with SERBCRP1" if size < 8 else "is cut off in"
        with pytest.raises(BadInput, match=expected):
            list(read_objects(cut))


def test_a_cut_names_the_item(tmp_path: Path) -> None:
    path = _written(tmp_path / "c", [b"abc", b"de"])
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(BadInput, match=f"The corpus {path} is cut off in item 1 of 2."):
        list(read_objects(path))
    assert read_object(path, 0) == b"abc"


def test_a_file_that_goes_on(tmp_path: Path) -> None:
    path = _written(tmp_path / "m", [b"abc"], MESSAGES_MAGIC)
    path.write_bytes(path.read_bytes() + b"xy")
    with pytest.raises(BadInput, match=r"has 2 more bytes after its last item\."):
        list(read_messages(path))


def test_a_foreign_file(tmp_path: Path) -> None:
    path = _written(tmp_path / "m", [b"abc"], MESSAGES_MAGIC)
    with pytest.raises(BadInput, match=f"The file {path} is not a corpus: it does not begin with SERBCRP1."):
        list(read_objects(path))


def test_a_length_beyond_the_file_is_refused_before_memory_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "c"
    path.write_bytes(CORPUS_MAGIC + (1).to_bytes(8, "little") + (2**32 - 1).to_bytes(4, "little"))
    with pytest.raises(BadInput, match=r"is cut off in item 0 of 1\."):
        list(read_objects(path))


def test_one_item_at_a_time_is_in_memory(tmp_path: Path) -> None:
    path = _written(tmp_path / "c", (bytes(100_000) for _ in range(100)))
    tracemalloc.start()
    try:
        total = sum(len(item) for item in read_objects(path))
        assert total == 10_000_000
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_what_was_begun_and_failed_is_not_taken_for_whole(tmp_path: Path) -> None:
    path = tmp_path / "c"
    with pytest.raises(RuntimeError), ContainerWriter(path) as file:
        file.add(b"abc")
        raise RuntimeError
    with pytest.raises(BadInput, match="has 7 more bytes"):
        list(read_objects(path))
