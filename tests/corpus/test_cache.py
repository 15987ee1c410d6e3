import hashlib
import os
import re
from pathlib import Path

import pytest
import xxhash

from serbench.cache.entries import SUMS
from serbench.corpus.cache import corpus_in, corpus_of, object_count
from serbench.corpus.container import read_object, read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.workload import Workload, find_workloads, load_workload
from serbench.errors import BadInput, CacheDamaged, SerbenchError

SCHEMA = 'syntax = "proto3"; package p; message T { int32 a = 1; string s = 2; }'


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _workload(parent: Path, generate: str) -> Workload:
    folder = parent / "made"
    folder.mkdir(exist_ok=True)
    (folder / "schema.proto").write_text(SCHEMA)
    (folder / "generate.py").write_text(generate)
    (folder / "README.md").write_text("# made\n\nMade here.\n")
    return load_workload(folder)


def _sized(parent: Path, letters: int) -> Workload:
    return _workload(
        parent,
        f"def objects(count, seed):\n    return ({{'a': i, 's': 'x' * {letters}}} for i in range(count))\n",
    )


@pytest.mark.parametrize(
    ("mean_bytes", "count"),
    [(0, 1024), (1024, 1024), (1025, 1024), (2047, 1024), (2048, 512), (2049, 512), (17008, 64), (65536, 16)],
)
def test_how_many_objects(mean_bytes: float, count: int) -> None:
    assert object_count(mean_bytes) == count


def test_how_many_large_objects() -> None:
    assert [object_count(size) for size in (65537, 2**20, 2**20 + 1, 2**21, 2**22, 10**9)] == [
        16,
        16,
        4,
        4,
        2,
        1,
    ]
    assert [object_count(size, least=4) for size in (2**20 + 1, 10**9)] == [4, 4]


def test_the_record_corpus() -> None:
    (record,) = find_workloads(["record"])
    corpus = corpus_of(record)
    manifest = corpus.manifest
    # 4 + 1000·8 for the ids, 4 + 100·(4 + 86) for the strings.
    assert (manifest.objects, manifest.bytes) == (64, 64 * 17008)
    assert manifest.features is None and manifest.seed == 1 and manifest.format == 1
    assert manifest.sha256 == hashlib.sha256(corpus.path.read_bytes()).hexdigest()
    objects = list(read_objects(corpus.path))
    assert len(set(objects)) == 64
    assert read_object(corpus.path, 0) == objects[0] and read_object(corpus.path, 63) == objects[63]
    digests = b"".join(xxhash.xxh64_intdigest(data).to_bytes(8, "little") for data in objects)
    assert (corpus.folder / "corpus.digests").read_bytes() == digests
    assert manifest.digest == xxhash.xxh64_hexdigest(digests)


def test_a_record_is_what_its_page_says() -> None:
    (record,) = find_workloads(["record"])
    obj = Decoder(record.schema).decode(read_object(corpus_of(record).path, 0))
    assert len(obj["ids"]) == 1000 and len(obj["strings"]) == 100
    assert all(re.fullmatch("[a-z]{86}", text) for text in obj["strings"])
    fitting = [
        sum(-(2 ** (bits - 1)) <= number < 2 ** (bits - 1) for number in obj["ids"])
        for bits in (8, 16, 32, 64)
    ]
    # A few of the wider ones may be small by chance; a 32-bit one in 64 bits is not to be expected.
    assert fitting[0] >= 250 and fitting[1] >= 500 and fitting[2:] == [750, 1000]
    assert min(obj["ids"]) < -(2**62) and max(obj["ids"]) > 2**62
    assert len(set(obj["ids"][:20])) > 15 and obj["ids"] != sorted(obj["ids"])


def test_the_record_of_seed_one_never_changes() -> None:
    (record,) = find_workloads(["record"])
    assert corpus_of(record).manifest.digest == "2d0267d5919c0e89"


def test_a_seed_makes_another_corpus() -> None:
    (record,) = find_workloads(["record"])
    one, two = corpus_of(record, 1), corpus_of(record, 2)
    assert one.folder != two.folder and one.manifest.digest != two.manifest.digest
    assert two.manifest.seed == 2


def test_a_corpus_is_made_once(cache: Path, tmp_path: Path) -> None:
    workload = _sized(tmp_path, 3000)
    first = corpus_of(workload)
    assert first.manifest.objects == 512
    before = first.path.stat().st_mtime_ns
    assert corpus_of(workload) == first and first.path.stat().st_mtime_ns == before
    assert [path.name for path in (cache / "corpora").iterdir()] == [first.folder.name]


def test_a_changed_generator_makes_another_corpus(tmp_path: Path) -> None:
    one = corpus_of(_sized(tmp_path, 100))
    two = corpus_of(_sized(tmp_path, 101))
    assert one.folder != two.folder and one.manifest.schema == two.manifest.schema


def test_a_damaged_corpus_is_made_anew(tmp_path: Path) -> None:
    workload = _sized(tmp_path, 5000)
    corpus = corpus_of(workload)
    whole = corpus.path.read_bytes()
    corpus.path.write_bytes(whole[:-1])
    (corpus.folder / "corpus.digests").unlink()
    assert corpus_of(workload) == corpus and corpus.path.read_bytes() == whole


@pytest.mark.parametrize("name", ["corpus.bin", "corpus.digests", "corpus.json"])
@pytest.mark.parametrize("sealed", [True, False])
def test_one_bit_of_a_corpus_is_noticed_before_a_codec_reads_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, sealed: bool
) -> None:
    made = _sized(tmp_path, 3)
    corpus = corpus_of(made)
    if not sealed:
        # As an older version has left it; its manifest has no sum of itself.
        (corpus.folder / SUMS).unlink()
    path = corpus.folder / name
    right = path.read_bytes()
    at = right.index(b'"sha256": "') + 11 if name == "corpus.json" else len(right) // 2
    path.write_bytes(right[:at] + bytes([right[at] ^ 1]) + right[at + 1 :])
    assert corpus_of(made).manifest == corpus.manifest
    assert path.read_bytes() == right
    (told,) = caplog.messages
    assert told.startswith(f"The cache entry {corpus.folder} was damaged (")
    assert told.endswith(") and was built again.")


def test_a_damaged_corpus_of_data_that_are_gone_is_no_fault_of_codecs(tmp_path: Path) -> None:
    corpus = corpus_of(_sized(tmp_path, 3))
    assert corpus_in(corpus.folder) == corpus
    os.truncate(corpus.path, 40)
    with pytest.raises(CacheDamaged) as raised:
        corpus_in(corpus.folder)
    assert str(raised.value) == (
        f"The corpus in {corpus.folder} is damaged (corpus.bin has changed), and only its data could make it"
        " again: start a new run with them."
    )


def test_large_objects_are_few_and_not_made_in_vain(tmp_path: Path) -> None:
    workload = _sized(tmp_path, 2 * 2**20)
    assert corpus_of(workload).manifest.objects == 3


def test_a_value_outside_the_schema_is_named_and_nothing_is_left(cache: Path, tmp_path: Path) -> None:
    workload = _workload(
        tmp_path, "def objects(count, seed):\n    return ({'a': 2**30 * i} for i in range(count))\n"
    )
    with pytest.raises(
        BadInput, match=r"Object 2 of .*generate\.py: The field a cannot be written: 2147483648"
    ):
        corpus_of(workload)
    assert list((cache / "corpora").iterdir()) == []


def test_no_objects_are_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="made no objects"):
        corpus_of(_workload(tmp_path, "def labelled_objects():\n    return []\n"))


def test_a_cache_that_cannot_be_written_is_one_sentence(cache: Path, tmp_path: Path) -> None:
    cache.write_text("a file where the folder should be")
    with pytest.raises(SerbenchError, match=f"cannot be written to {cache}{os.sep}corpora: Not a directory"):
        corpus_of(_sized(tmp_path, 100))


def test_a_conformance_corpus_holds_the_features(tmp_path: Path) -> None:
    generate = "def labelled_objects():\n    yield ('plain',), {'a': 1}\n    yield ('x', 'y'), {'s': 'é'}\n"
    manifest = corpus_of(_workload(tmp_path, generate)).manifest
    assert manifest.features == (("plain",), ("x", "y"))
    # One plain leaf of two is the second: 0 for the empty string, then é by its unit.
    assert manifest.touch["utf8"]["one"] == 2 + 0xC3 + 0xA9
    assert manifest.touch["utf16"]["one"] == 1 + 0xE9
