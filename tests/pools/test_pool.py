"""The pool of objects: their numbers, and the digests that reading them must give."""

import struct
from pathlib import Path

import pytest
import xxhash

from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.workload import Workload, find_workloads, load_workload
from serbench.pools import pool as pools
from serbench.pools.pool import digest_sum, digests_of, kept_pool, number_field, pool_of, size_of_pool

SCHEMA = """syntax = "proto3";
message Item { string name = 1; optional int64 maybe = 2; int64 id = 3; uint64 other = 4; }
"""
GENERATOR = """def objects(count, seed):
    for index in range(count):
        yield {"name": "n" * index, "id": -1 - (index << 40)}
"""


@pytest.fixture
def workload(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workload:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(pools, "MOST_OBJECTS", 20)
    folder = tmp_path / "items"
    folder.mkdir()
    (folder / "schema.proto").write_text(SCHEMA)
    (folder / "generate.py").write_text(GENERATOR)
    (folder / "README.md").write_text("# items\n\nItems.\n")
    return load_workload(folder)


def test_the_number_is_the_first_integer_of_64_bits_without_presence(workload: Workload) -> None:
    field = number_field(workload.schema)
    assert field is not None
    assert field.name == "id"
    (record,) = find_workloads(["record"])
    assert number_field(record.schema) is None


def test_objects_differ_in_the_low_half_of_their_number(workload: Workload) -> None:
    pool = pool_of(workload)
    assert pool.corpus.manifest.objects == 20
    plain = list(read_objects(pool.corpus.path))
    assert pool.numbers is not None
    places = [place for _, place in struct.iter_unpack("<II", pool.numbers.read_bytes()[16:])]
    # A u32 length, the name, and the byte of the absent field lie before it.
    assert places == [4 + index + 1 for index in range(20)]
    decode = Decoder(workload.schema).decode
    for number in (3, 23, 43 + 20 * 2**20):
        data = bytearray(plain[3])
        data[places[3] : places[3] + 4] = struct.pack("<I", number)
        assert next(iter(digests_of(pool, [number]))) == xxhash.xxh64_intdigest(bytes(data))
        high = decode(plain[3])["id"] >> 32
        assert decode(bytes(data))["id"] == (high << 32) + number


def test_the_sum_of_digests_does_not_depend_on_the_order(workload: Workload) -> None:
    pool = pool_of(workload)
    assert digest_sum(pool, [1, 30, 30]) == digest_sum(pool, [30, 1, 30])
    expected = sum(digests_of(pool, [1, 30, 30])) % 2**64
    assert digest_sum(pool, [1, 30, 30]) == f"{expected:016x}"


def test_a_pool_is_kept(workload: Workload) -> None:
    assert kept_pool(workload) is None
    first = pool_of(workload)
    assert kept_pool(workload) == first.corpus
    assert size_of_pool(workload) == first.corpus.manifest.objects
    (workload.folder / "README.md").write_text("# items\n\nOther words.\n")
    assert pool_of(workload) == first
    assert pool_of(workload, seed=2).corpus.folder != first.corpus.folder


@pytest.mark.parametrize("name", ["corpus.bin", "corpus.numbers"])
def test_a_damaged_pool_is_made_again(workload: Workload, name: str) -> None:
    path = pool_of(workload).corpus.folder / name
    right = path.read_bytes()
    path.write_bytes(right[:-1] + bytes([right[-1] ^ 1]))
    pool_of(workload)
    assert path.read_bytes() == right
