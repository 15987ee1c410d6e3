"""Keys, order, arrangement and sequence digest, against what FORMAT.md says in words."""

import json
import struct
from array import array
from pathlib import Path

import pytest
import xxhash

from serbench.corpus.workload import find_workloads
from serbench.engine.material import gather_own
from serbench.engine.own_options import OwnData
from serbench.experiments.sort.expected import (
    Expectations,
    arranged,
    keys_of,
    order_of,
    reads_number,
    sequence_digest,
    study_keys_of,
)
from serbench.pools.pool import Pool, digests_of, pool_from
from serbench.schema.access import access_plans
from serbench.schema.model import Schema
from serbench.terminal.options import OwnDataOptions

NUMBERED = 'syntax = "proto3"; message M { string name = 1; int64 id = 2; bool last = 3; }'
NAMED = 'syntax = "proto3"; message M { int64 id = 1; string name = 2; bool last = 3; }'


TWEET = """syntax = "proto3"; message M { int64 id = 1; string text = 2; M quoted_status = 3;
M retweeted_status = 4; int32 retweet_count = 5; }"""

Lines = list[dict[str, object]]


def pool(folder: Path, proto: str, lines: Lines, monkeypatch: pytest.MonkeyPatch) -> tuple[Pool, Schema]:
    monkeypatch.setenv("SERBENCH_CACHE", str(folder / "cache"))
    (folder / "m.proto").write_text(proto)
    (folder / "m.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    own = OwnData(str(folder / "m.jsonl"), OwnDataOptions(schema=folder / "m.proto"), "", ())
    material = gather_own(own, lambda said: None)
    (workload,) = material.workloads
    return pool_from(material.corpora[workload.name], workload.schema), workload.schema


def test_the_key_that_is_the_number_is_another_in_each_object(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: Lines = [{"id": str((7 << 32) + 5)}, {"id": str(-1)}]
    found, schema = pool(tmp_path, NUMBERED, lines, monkeypatch)
    assert reads_number(schema, access_plans(schema)[0])
    keys = keys_of(found, schema, "utf8", 5)
    # A negative number is a large unsigned one.
    high = 0xFFFFFFFF << 32
    assert list(keys) == [7 << 32, high | 1, (7 << 32) | 2, high | 3, (7 << 32) | 4]
    assert list(order_of(keys, 0)) == [0, 2, 4, 1, 3]


def test_another_key_repeats_with_the_pool_and_depends_on_the_unit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, schema = pool(tmp_path, NAMED, [{"name": "é"}, {"name": "ab"}, {}], monkeypatch)
    assert not reads_number(schema, access_plans(schema)[0])
    utf8, ab = 2 + 0xC3 + 0xA9, 2 + 97 + 98
    assert list(keys_of(found, schema, "utf8", 5)) == [utf8, ab, 0, utf8, ab]
    assert list(keys_of(found, schema, "utf16", 3)) == [1 + 0xE9, ab, 0]


def test_keys_of_tweets_are_those_of_their_source() -> None:
    (tweet,) = find_workloads(("tweet",))
    reads = access_plans(tweet.schema)[0].reads[tweet.schema.root]
    (member,) = [read.member for read in reads if read.reading != "skip"]
    assert member.name == "source"


def test_the_studys_key_counts_code_points_and_what_is_absent_counts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One code point of 4 bytes in UTF-8 and 2 units in UTF-16, then one of 2 bytes and one of one.
    text = "\U0001f426éa"
    lines: Lines = [
        {"text": text, "retweet_count": 100},
        {"quoted_status": {"text": text * 2, "retweet_count": 100}},
        {
            "text": "ab",
            "quoted_status": {"text": "c"},
            "retweeted_status": {"text": text, "retweet_count": 7},
        },
        {"retweeted_status": {}},
        {"retweeted_status": {"retweet_count": -1}},
    ]
    found, schema = pool(tmp_path, TWEET, lines, monkeypatch)
    # A negative number is a large unsigned one; objects repeat with the pool.
    assert list(study_keys_of(found, schema, 7)) == [3, 6, 10, 0, 2**64 - 1, 3, 6]
    both = [Expectations(found, schema, key, 0, "sorted", 1).of(5, "utf8") for key in ("study", "access")]
    assert list(both[0].order) == [3, 0, 1, 2, 4] == list(both[0].arrangement)
    assert both[1].order != both[0].order


def test_equal_keys_are_in_the_order_of_their_numbers() -> None:
    keys = array("Q", [5, 2**64 - 1, 5, 0, 4])
    assert list(order_of(keys, 0)) == [3, 4, 0, 2, 1]
    # 2⁶⁴ − 1 is 1 modulo 2 and 0 modulo 5.
    assert list(order_of(keys, 5)) == [0, 1, 2, 3, 4]
    assert list(order_of(keys, 2)) == [3, 4, 0, 1, 2]
    assert list(order_of(keys, 1)) == [0, 1, 2, 3, 4]


def test_the_input_is_arranged() -> None:
    order = array("Q", [3, 1, 0, 2])
    assert list(arranged("sorted", order, 1)) == [3, 1, 0, 2]
    assert list(arranged("reversed", order, 1)) == [2, 0, 1, 3]
    many = array("Q", range(1000))
    shuffled = arranged("shuffled", many, 1)
    assert sorted(shuffled) == list(many) != list(shuffled)
    assert shuffled == arranged("shuffled", many, 1) != arranged("shuffled", many, 2)


def test_the_sequence_digest_is_that_of_the_digests_in_order() -> None:
    digests = array("Q", [1, 2, 2**64 - 1])
    right = xxhash.xxh64_hexdigest(struct.pack("<QQQ", 2**64 - 1, 1, 2))
    assert sequence_digest(digests, [2, 0, 1]) == right


def test_expectations_are_those_of_the_pool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, schema = pool(tmp_path, NUMBERED, [{"id": "9"}, {"id": "-9"}], monkeypatch)
    expectations = Expectations(found, schema, "access", 3, "sorted", 1)
    expected = expectations.of(4, "utf8")
    digests = list(digests_of(found, range(4)))
    assert len(set(digests)) == 4
    assert (expected.objects, expected.order) == (4, expected.arrangement)
    assert [expected.key_of(number) for number in expected.order] == sorted(key % 3 for key in expected.keys)
    assert expected.digest == sequence_digest(array("Q", digests), expected.order)
    assert expected.digest_sum == f"{sum(digests) % 2**64:016x}"
    assert expectations.of(4, "utf8") is expected
