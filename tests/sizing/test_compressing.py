"""Messages that are compressed, and their bytes."""

import gzip
import random
import zlib

import pytest
import zstandard

from serbench.experiments.sizing.compressing import (
    BATCHES,
    DICTIONARIES,
    GZIP,
    RAW,
    ZSTD,
    batches_of,
    evenly,
    sizes_of,
)

_MUCH = 1 << 30


def messages(count: int) -> list[bytes]:
    draw = random.Random(1).random
    words = ["ash", "elm", "oak", "a rather long name of a tree"]
    return [f'{{"id":{int(draw() * 1e9)},"tree":"{words[int(draw() * 4)]}"}}'.encode() for _ in range(count)]


def test_messages_are_compressed_as_the_libraries_do() -> None:
    given = messages(41)
    found = sizes_of(given, _MUCH)
    assert (found.raw.objects, found.raw.bytes) == (41, sum(map(len, given)))
    measured = given[::2]
    assert found.single[RAW].bytes == sum(map(len, measured))
    assert found.single[GZIP].bytes == sum(len(gzip.compress(one, 6)) for one in measured)
    zstd = zstandard.ZstdCompressor(level=3)
    assert found.single[ZSTD].bytes == sum(len(zstd.compress(one)) for one in measured)
    ten = b"".join(given[:10]), b"".join(given[10:20]), b"".join(given[20:30]), b"".join(given[30:40])
    assert found.batches["10"].objects == 40
    assert found.batches["10"].bytes == {
        RAW: sum(map(len, ten)),
        GZIP: sum(len(zlib.compress(one, 6, 31)) for one in ten),
        ZSTD: sum(len(zstd.compress(one)) for one in ten),
    }
    assert [*found.batches] == ["1", "10"]


def test_a_dictionary_is_measured_on_messages_that_did_not_train_it() -> None:
    given = messages(4000)
    found = sizes_of(given, _MUCH)
    assert found.trained == 2000
    assert [*found.dictionaries] == [*DICTIONARIES]
    trained = zstandard.train_dictionary(4096, [*given[1::2]])
    compressor = zstandard.ZstdCompressor(level=3, dict_data=trained)
    assert found.dictionaries["zstd-4K"] == len(trained.as_bytes()) == 4096
    assert found.single["zstd-4K"].bytes == sum(len(compressor.compress(one)) for one in given[::2])
    assert found.single["zstd-4K"].mean < 0.7 * found.single[ZSTD].mean


def test_too_little_trains_no_dictionary() -> None:
    found = sizes_of([b"only one"], _MUCH)
    assert (found.dictionaries, found.trained, [*found.single]) == ({}, 0, [RAW, GZIP, ZSTD])
    assert [*found.batches] == ["1"]


def test_empty_messages_have_no_bytes_and_compressed_ones_their_frames() -> None:
    found = sizes_of([b""] * 20, _MUCH)
    assert found.raw.mean == 0
    assert found.single[ZSTD].mean == len(zstandard.ZstdCompressor(level=3).compress(b""))


@pytest.mark.parametrize(("most", "count"), [(0, 1), (40, 4), (_MUCH, 100)])
def test_what_is_compressed_is_spread_evenly(most: int, count: int) -> None:
    given = [bytes([number]) * 10 for number in range(100)]
    found = evenly(given, most)
    assert [one[0] for one in found] == [at * 100 // count for at in range(count)]


def test_a_batch_has_consecutive_messages_and_none_is_cut() -> None:
    given = [bytes([number]) for number in range(25)]
    assert batches_of(given, 10, _MUCH) == [bytes(range(10)), bytes(range(10, 20))]
    assert batches_of(given, 5, 10) == [bytes(range(5)), bytes(range(10, 15))]
    assert all(len(batches_of(given, number, _MUCH)[0]) == number for number in BATCHES if number <= 25)
