"""Compressed data as a stream: of which little is in memory, whatever it holds and however it is damaged."""

import bz2
import gzip
import lzma
import shutil
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import zstandard

from serbench.errors import BadInput
from serbench.inputs.json import window
from serbench.inputs.json.reader import read_json
from serbench.inputs.opening import opened_input
from serbench.inputs.source import Source

SKIPPED = b"\x5f\x2a\x4d\x18\x04\x00\x00\x00skip"


def zstd_frames(content: bytes) -> bytes:
    """A frame of each line."""
    return b"".join(zstandard.compress(line) for line in content.splitlines(keepends=True))


@pytest.fixture
def data(tmp_path: Path) -> Callable[[bytes], str]:
    def write(content: bytes) -> str:
        path = tmp_path / "data"
        path.write_bytes(content)
        return str(path)

    return write


@pytest.mark.parametrize(
    "compressed",
    [
        zstandard.compress(b"1\n2\n", 19),
        zstd_frames(b"1\n2\n"),
        SKIPPED + zstandard.compress(b"1\n2\n"),
        SKIPPED.replace(b"\x5f", b"\x50") + SKIPPED + zstd_frames(b"1\n2\n") + SKIPPED,
        zstandard.ZstdCompressor(write_content_size=False, write_checksum=True).compress(b"1\n2\n"),
        gzip.compress(b"1\n2\n", mtime=0),
        bz2.compress(b"1\n") + bz2.compress(b"2\n"),
        lzma.compress(b"1\n") + lzma.compress(b"2\n"),
        gzip.compress(b"1\n", mtime=0) + gzip.compress(b"2", mtime=0) + gzip.compress(b"\n", mtime=0),
    ],
)
def test_what_is_compressed_is_read(data: Callable[[bytes], str], compressed: bytes) -> None:
    assert list(read_json(Source(data(compressed), "data"))) == [(1, 1), (2, 2)]


@pytest.mark.parametrize(
    ("whole", "name"),
    [
        (zstandard.ZstdCompressor(write_checksum=True).compress(b'{"id": 1}\n' * 9), "zstd"),
        (SKIPPED + zstandard.ZstdCompressor(write_checksum=True).compress(b'{"id": 1}\n' * 9), "zstd"),
        (gzip.compress(b'{"id": 1}\n' * 9, mtime=0), "gzip"),
        (bz2.compress(b'{"id": 1}\n' * 9), "bzip2"),
        (lzma.compress(b'{"id": 1}\n' * 9), "xz"),
    ],
)
def test_each_byte_that_is_missing_is_found(data: Callable[[bytes], str], whole: bytes, name: str) -> None:
    for size in range(6, len(whole)):
        if size == len(SKIPPED) and whole.startswith(SKIPPED):
            continue
        path = data(whole[:size])
        with pytest.raises(BadInput) as caught:
            list(read_json(Source(path, path)))
        assert str(caught.value) == f"{path} is a damaged or incomplete {name} file."


def test_nothing_but_what_is_skipped_holds_no_objects(data: Callable[[bytes], str]) -> None:
    path = data(SKIPPED)
    with pytest.raises(BadInput) as caught:
        list(read_json(Source(path, path)))
    assert str(caught.value) == f"{path} holds no objects."


@pytest.mark.parametrize(
    "compress",
    [
        zstandard.compress,
        partial(gzip.compress, compresslevel=1),
        bz2.compress,
        partial(lzma.compress, preset=0),
    ],
)
def test_a_small_file_of_much_takes_no_more_memory_than_a_document(
    data: Callable[[bytes], str], monkeypatch: pytest.MonkeyPatch, compress: Callable[[bytes], bytes]
) -> None:
    monkeypatch.setattr(window, "LONGEST_DOCUMENT", 2**20)
    compressed = compress(b'"' + b"x" * 2**27)
    path = data(compressed)
    tracemalloc.start()
    try:
        with pytest.raises(BadInput, match=r"data:1: the document is longer than 1 MiB\.$"):
            list(read_json(Source(path, path)))
        most_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # A piece of zstd gives 32 MiB, of which there are two copies for a moment.
    assert most_bytes < 80 * 2**20


def test_content_that_is_kept_whole_leaves_half_of_the_room(
    data: Callable[[bytes], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, 4 << 20))
    source = Source(data(gzip.compress(bytes(3 << 20))), "data.parquet.gz")
    sentence = r"^data\.parquet\.gz holds more than half of what is free in"
    with pytest.raises(BadInput, match=sentence), source.file():
        pass


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress, zstandard.compress])
def test_what_is_compressed_twice_is_named(
    data: Callable[[bytes], str], compress: Callable[[bytes], bytes]
) -> None:
    path = data(gzip.compress(compress(b"{}\n")))
    with (
        pytest.raises(BadInput, match=r"data is compressed twice, which is not read: within is a \w+ file\."),
        opened_input(path),
    ):
        pass


def test_text_may_begin_as_bzip2(data: Callable[[bytes], str]) -> None:
    with opened_input(data(b"BZh9,b\n1,2\n")) as objects:
        assert [*objects.read()] == [(2, {"BZh9": 1, "b": 2})]
