"""The results that jobs must have."""

import struct
from pathlib import Path

import pytest
import xxhash
from fakes.tiny import NUMBERS, make_corpus

from serbench.experiments.cluster.checking import Expectations, numbered_digest, range_of
from serbench.pools.pool import Pool


def part(number: int) -> int:
    digest = xxhash.xxh64_intdigest(struct.pack("<I", NUMBERS[number % 4]))
    return xxhash.xxh64_intdigest(struct.pack("<QQ", digest, number))


def test_every_object_counts_with_its_number(tmp_path: Path) -> None:
    expectations = Expectations(Pool(make_corpus(tmp_path), None))
    total = sum(part(number) for number in range(6)) & (2**64 - 1)
    found = expectations.of("shuffle", 6)
    assert (found.first, found.objects, found.digest) == (0, 6, f"{total:016x}")
    assert expectations.of("sort", 6) == found


def test_an_exchange_of_two_objects_is_seen() -> None:
    assert numbered_digest(1, 0) + numbered_digest(2, 1) != numbered_digest(2, 0) + numbered_digest(1, 1)


@pytest.mark.parametrize(
    ("job", "objects", "pool_objects", "expected"),
    [
        ("cache", 9000, 100, (0, 9000)),
        ("broadcast", 9000, 100, (0, 100)),
        ("broadcast", 9000, 8192, (0, 4096)),
        ("broadcast", 7, 8192, (0, 7)),
        ("aggregate", 9000, 100, (7976, 1024)),
        ("aggregate", 7, 100, (0, 7)),
    ],
)
def test_what_comes_out_of_a_job(
    job: str, objects: int, pool_objects: int, expected: tuple[int, int]
) -> None:
    assert range_of(job, objects, pool_objects) == expected
