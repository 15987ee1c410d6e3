"""The tweets against the complex-object study's numbers (a million tweets each)."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from serbench.corpus.encoding import Encoder
from serbench.corpus.workload import Workload, free_objects, load_workload
from serbench.locations import WORKLOADS

JSON = dict[str, Any]

KINDS = {"simple": 332_901, "retweet": 489_562, "quote": 68_582, "retweet of a quote": 108_955}
ENTITIES = {
    "hashtags": 678_611,
    "media": 163_993,
    "urls": 514_691,
    "user_mentions": 1_374_920,
    "symbols": 12_977,
}
SIZES = dict.fromkeys(("thumb", "large", "medium", "small"), 163_993)
OWN = {
    "coordinates": 1_586,
    "place": 11_974,
    "extended_tweet": 204_495,
    "extended_entities": 47_689,
    "entities": 1_204_495,
    **ENTITIES,
    **SIZES,
}
OUTER = {"quoted_status": 177_537, "retweeted_status": 598_517, **KINDS, **OWN}
MARKS = {"user_mentions": ("@", "screen_name"), "hashtags": ("#", "text"), "symbols": ("$", "text")}
LINKS = {"urls": ("", "url"), "media": ("", "url")}


@cache
def tweet() -> Workload:
    return load_workload(WORKLOADS / "tweet")


# Takes seconds to draw.
MANY = pytest.param(20_000, marks=pytest.mark.slow)


@cache
def tweets(count: int) -> tuple[JSON, ...]:
    return tuple(free_objects(tweet(), count, 1))


def kind(status: JSON) -> str:
    names = {(False, False): "simple", (True, False): "retweet", (False, True): "quote"}
    return names.get(("retweeted_status" in status, "quoted_status" in status), "retweet of a quote")


def entity_lists(status: JSON) -> Iterator[tuple[str, JSON]]:
    """Each text of a status with its entities."""
    yield status["text"], status["entities"]
    if "extended_tweet" in status:
        yield status["extended_tweet"]["full_text"], status["extended_tweet"]["entities"]


def inner(status: JSON) -> Iterator[JSON]:
    for name in ("quoted_status", "retweeted_status"):
        if name in status:
            yield status[name]
            yield from inner(status[name])


def statuses(objects: tuple[JSON, ...]) -> Iterator[JSON]:
    for status in objects:
        yield status
        yield from inner(status)


def census(found: Iterator[JSON]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for status in found:
        counts[kind(status)] += 1
        counts.update(name for name in ("quoted_status", "retweeted_status") if name in status)
        counts.update(name for name in ("coordinates", "place", "extended_tweet") if name in status)
        counts["extended_entities"] += "extended_entities" in status.get("extended_tweet", ())
        for _, entities in entity_lists(status):
            counts["entities"] += 1
            for name in ENTITIES:
                counts[name] += len(entities[name])
            for media in entities["media"]:
                counts.update(name for name in SIZES if name in media["sizes"])
    return counts


def assert_shares(counts: Counter[str], wanted: dict[str, int], objects: int) -> None:
    """Each count is the study's share, to the nearest whole one and one more for sums of rounded parts."""
    for name, per_million in wanted.items():
        assert abs(counts[name] - per_million * objects / 1_000_000) <= 1.5, name


@pytest.mark.parametrize("count", [64, 512, MANY])
def test_the_frequencies_of_outer_tweets_are_those_of_the_study(count: int) -> None:
    counts = census(iter(tweets(count)))
    assert_shares(counts, OUTER, count)
    for name, per_million in OUTER.items():
        share = per_million * count / 1_000_000
        if share >= 100:
            assert counts[name] == pytest.approx(share, rel=0.02), name
    assert sum(counts[name] for name in KINDS) == count


@pytest.mark.parametrize("count", [512, MANY])
def test_inner_statuses_have_the_same_frequencies(count: int) -> None:
    found = [status for outer in tweets(count) for status in inner(outer)]
    assert_shares(census(iter(found)), OWN, len(found))


@pytest.mark.slow
def test_the_frequencies_of_a_hundred_thousand_tweets() -> None:
    counts = census(free_objects(tweet(), 100_000, 2))
    for name, per_million in OUTER.items():
        assert counts[name] == pytest.approx(per_million / 10, rel=0.02), name
    assert_shares(counts, OUTER, 100_000)


@pytest.mark.parametrize("seed", range(5))
def test_every_small_number_of_tweets_can_be_made(seed: int) -> None:
    for count in range(1, 60):
        assert len(list(free_objects(tweet(), count, seed))) == count


@pytest.mark.parametrize("count", [2000, MANY])
def test_ids_are_unique_and_have_their_decimal_text(count: int) -> None:
    ids = [status["id"] for status in statuses(tweets(count))]
    assert len(set(ids)) == len(ids)
    assert min(ids) > 2**53 and max(ids) < 2**63
    for holder in [*statuses(tweets(512)), *(status["user"] for status in statuses(tweets(512)))]:
        assert holder["id_str"] == str(holder["id"])


def test_indices_point_at_the_entities() -> None:
    found = [*statuses(tweets(2000))]
    assert any("description_url_entities" in status["user"] for status in found)
    for status in found:
        for text, entities in entity_lists(status):
            for name, (mark, key) in (MARKS | LINKS).items():
                for entity in entities[name]:
                    start, end = entity["indices"]
                    assert text[start:end] == mark + entity[key]
        for entity in status["user"].get("description_url_entities", ()):
            start, end = entity["indices"]
            assert status["user"]["description"][start:end] == entity["url"]


def test_a_long_tweet_is_cut_and_kept_whole_beside() -> None:
    found = [*statuses(tweets(2000))]
    assert any(status["truncated"] for status in found)
    for status in found:
        assert status["truncated"] == ("extended_tweet" in status)
        if not status["truncated"]:
            continue
        full, (start, end) = status["extended_tweet"]["full_text"], status["display_text_range"]
        assert len(full) > 140
        head = status["text"].rpartition("… https://t.co/")[0]
        assert full.startswith(head) and (start, end) == (0, len(status["text"]))


def test_statuses_refer_to_what_they_hold() -> None:
    deepest = 0
    for status in statuses(tweets(2000)):
        assert status["is_quote_status"] == ("quoted_status" in status)
        if "quoted_status" in status:
            assert status["quoted_status_id"] == status["quoted_status"]["id"] < status["id"]
        if "retweeted_status" in status:
            retweeted = status["retweeted_status"]
            assert status["text"].startswith(f"RT @{retweeted['user']['screen_name']}:")
            assert retweeted["id"] < status["id"]
            deepest = max(deepest, 1 + ("quoted_status" in retweeted))
    assert deepest == 2


def test_texts_come_in_many_languages_with_joined_emoji() -> None:
    found = tuple(statuses(tweets(2000)))
    languages = Counter(status["user"]["lang"] for status in found)
    assert set(languages) >= {"en", "ja", "es", "ar", "pt", "ko", "th", "tr", "fr", "hi", "ru"}
    text = "".join(status["text"] for status in found)
    assert "\u200d" in text and "🏽" in text


def test_every_field_of_the_schema_occurs() -> None:
    wanted = {(message.name, field.name) for message in tweet().schema.messages for field in message.fields}
    seen: set[tuple[str, str]] = set()

    def visit(name: str, obj: JSON) -> None:
        for field in tweet().schema.message(name).fields:
            if field.name not in obj:
                continue
            seen.add((name, field.name))
            if not field.type.is_leaf:
                value = obj[field.name]
                for element in value if isinstance(value, list) else [value]:
                    visit(field.type.name, element)

    for status in tweets(2000):
        visit(tweet().schema.root, status)
    assert seen == wanted


def test_the_same_count_and_seed_give_the_same_tweets() -> None:
    assert list(free_objects(tweet(), 50, 3)) == list(free_objects(tweet(), 50, 3))
    assert list(free_objects(tweet(), 50, 3)) != list(free_objects(tweet(), 50, 4))


def test_tweets_come_one_by_one() -> None:
    assert len(list(islice(free_objects(tweet(), 10**9, 1), 3))) == 3


def test_sizes_are_near_those_of_the_study() -> None:
    encoder, count = Encoder(tweet().schema), 512
    mean_bytes = sum(len(encoder.encode(obj)) for obj in tweets(count)) / count
    assert mean_bytes == pytest.approx(2100, rel=0.15)
    text = "".join(json.dumps(obj, ensure_ascii=False, separators=(",", ":")) for obj in tweets(count))
    assert 4000 <= len(text.encode()) / count <= 5000


def test_the_tweets_of_a_seed_are_fixed() -> None:
    """Other bytes here are another workload: numbers of before and after cannot be compared."""
    encoder = Encoder(tweet().schema)
    data = b"".join(encoder.encode(obj) for obj in free_objects(tweet(), 64, 1))
    assert (
        hashlib.sha256(data).hexdigest() == "716609d5f6f21201ae84ea93fc63d6e10108933ef09d2e617abacd89102d93c2"
    )
