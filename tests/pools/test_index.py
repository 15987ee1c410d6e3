"""Indexes of stores: read, and refused with one sentence where they are not whole."""

import struct
from pathlib import Path

import pytest
from fakes.store_files import Stored, checksum_of, write_store

from serbench.pools.index import UnsoundStore, content_hashes, read_index
from serbench.pools.shelf import StorePlace

RECORDS = {0: b"zero", 1: b"", 2: b"two and more than sixteen bytes"}


@pytest.fixture
def place(tmp_path: Path) -> StorePlace:
    place = StorePlace.of(tmp_path)
    write_store(place.data, place.index, Stored("codec", "work", 0xABC, dict(RECORDS), [2, 0, 1]))
    return place


def test_it_says_where_objects_lie(place: StorePlace) -> None:
    index = read_index(place)
    assert (index.codec, index.workload, index.digest) == ("codec", "work", "0000000000000abc")
    assert (index.objects, index.data_bytes) == (3, 48)
    assert (list(index.offsets), list(index.sizes)) == ([32, 48, 0], [4, 0, 31])


def test_an_index_of_several_blocks_is_checked(tmp_path: Path) -> None:
    place = StorePlace.of(tmp_path)
    records = {number: bytes(4) for number in range(10_000)}
    write_store(place.data, place.index, Stored("codec", "work", 1, records, list(records)))
    assert place.index.stat().st_size > 2 * 65536
    assert read_index(place).offsets[9_999] == 16 * 9_999


def changed(path: Path, at: int, to: bytes) -> None:
    content = path.read_bytes()
    at %= len(content)
    path.write_bytes(content[:at] + to + content[at + len(to) :])


@pytest.mark.parametrize(
    ("at", "to", "sentence"),
    [
        (0, b"X", "The file objects.index is no index of a store."),
        (8, b"\x02", "The file objects.index has version 2 of the format and not 1."),
        (16, b"\x04", "The file objects.index does not have the size that its header tells."),
        (-1, b"\x00\x00", "The file objects.index does not have the size that its header tells."),
        (70, b"\x07", "The file objects.index has a wrong checksum."),
    ],
)
def test_an_index_that_is_not_whole_is_refused(at: int, to: bytes, sentence: str, place: StorePlace) -> None:
    changed(place.index, at, to)
    with pytest.raises(UnsoundStore) as refused:
        read_index(place)
    assert str(refused.value) == sentence


def test_data_that_are_not_whole_are_refused(place: StorePlace) -> None:
    content = place.data.read_bytes()
    place.data.write_bytes(content[:-1])
    with pytest.raises(UnsoundStore, match=r"objects\.data has 63 bytes where its index tells 64\.$"):
        read_index(place)
    place.data.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(UnsoundStore, match=r"objects\.data belongs to another index\.$"):
        read_index(place)
    place.data.write_bytes(b"")
    with pytest.raises(UnsoundStore, match=r"objects\.data is empty\.$"):
        read_index(place)
    place.data.unlink()
    with pytest.raises(UnsoundStore, match=r"objects\.data cannot be read: No such file or directory\.$"):
        read_index(place)


def test_texts_that_end_after_the_header_are_damage(place: StorePlace) -> None:
    changed(place.index, 40, struct.pack("<I", 10**6))
    content = place.index.read_bytes()[:-8]
    place.index.write_bytes(content + struct.pack("<Q", checksum_of(content)))
    with pytest.raises(UnsoundStore, match=r"objects\.index is damaged in its header\.$"):
        read_index(place)


def test_a_changed_byte_changes_a_hash(place: StorePlace) -> None:
    before = content_hashes(place)
    changed(place.data, 3, b"X")
    after = content_hashes(place)
    assert (before[0] == after[0], before[1] == after[1]) == (False, True)
