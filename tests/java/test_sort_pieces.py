"""The pure parts of the sort in Java: its order, its chunks and its passes, against Python's."""

import math
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from java.asking import Ask, answering


@pytest.fixture(scope="module")
def ask(probes: Path) -> Iterator[Ask]:
    with answering(["java", "-cp", str(probes), "serbench.experiments.sort.SortPieces"]) as ask:
        yield ask


def in_order(keys: list[int], distinct: int) -> list[int]:
    return sorted(range(len(keys)), key=lambda i: (keys[i] % distinct if distinct else keys[i], i))


def several_keys() -> Iterator[list[int]]:
    yield []
    yield [0, 2**64 - 1, 2**63, 2**63 - 1, 1]
    pick = random.Random(7)
    for count in (1, 2, 7, 8, 9, 100, 1000):
        yield [pick.randrange(2**64) for _ in range(count)]
        yield [pick.randrange(3) for _ in range(count)]


def test_a_key_that_objects_lack_is_refused(ask: Ask) -> None:
    assert ask("key", "access") == "ACCESS"
    assert ask("key", "study") == 'The objects of w have no key "study".'
    assert ask("key", "none") == 'There is no key "none".'


@pytest.mark.parametrize("distinct", [0, 1, 3])
def test_keys_are_unsigned_and_equal_ones_keep_the_order_of_numbers(ask: Ask, distinct: int) -> None:
    for keys in several_keys():
        comparisons, *found = map(int, ask("sort", distinct, *keys).split())
        assert found == in_order(keys, distinct)
        assert comparisons <= len(keys) * (math.log2(len(keys)) + 1 if keys else 0)


def test_what_is_sorted_is_compared_about_once_each(ask: Ask) -> None:
    comparisons = int(ask("sort", 0, *range(1000)).split()[0])
    assert comparisons == 999


@pytest.mark.parametrize("distinct", [0, 3])
def test_a_loser_tree_gives_the_chunks_in_their_order(ask: Ask, distinct: int) -> None:
    for keys in several_keys():
        if keys:
            comparisons, *found = map(int, ask("merge", distinct, *keys).split())
            assert found == in_order(keys, distinct)
            assert comparisons <= len(keys) - 1 + len(keys) * math.ceil(math.log2(len(keys)))


@pytest.mark.parametrize(
    ("chunks", "fan_in", "groups"),
    [
        (1, 2, []),
        (16, 16, []),
        (17, 16, [2]),
        (31, 16, [16]),
        (32, 16, [16, 2]),
        (256, 16, [16] * 16),
        (257, 16, [16] * 16),
        (3, 2, [2]),
        (4, 2, [2, 2]),
        (5, 2, [2, 2]),
        (9, 2, [2, 2, 2, 2]),
        (7, 3, [3, 3]),
        (28, 3, [3] * 9),
    ],
)
def test_a_pass_merges_as_few_chunks_as_possible(
    ask: Ask, chunks: int, fan_in: int, groups: list[int]
) -> None:
    assert ask("groups", chunks, fan_in) == str(groups)


def test_a_chunk_ends_before_the_record_that_exceeds_the_share(ask: Ask) -> None:
    # A record of 80 bytes takes 108 of the 1080 that one of two threads has.
    assert ask("chunks", 2160, 2, 2, 1, 16, *[80] * 25) == "208 0-10 10-20 20-25"
    assert ask("chunks", 2160, 2, 2, 1, 16, 80, *[65] * 9, 81, *[1] * 3) == "208 0-10 10-14"
    # Objects of 2.5 bytes for each byte of their messages.
    assert ask("chunks", 1000, 1, 2, 2.5, 16, *[48] * 10) == "96 0-6 6-10"
    assert ask("chunks", 2**30, 1, 2, 1, 4096, 76) == f"{2**23} 0-1"


def test_memory_that_does_not_hold_a_block_of_each_chunk_is_refused(ask: Ask) -> None:
    too_small = "The memory of 1000 bytes does not hold one block."
    assert ask("chunks", 1000, 1, 2, 1, 16, 176) == "192 0-1"
    assert ask("chunks", 1000, 1, 2, 1, 16, 177) == too_small
    assert ask("chunks", 1000, 1, 2, 1, 4096, 1) == too_small
    assert ask("chunks", 1000, 1, 1, 1, 16, 1) == "A merge takes at least two chunks at once."


def test_messages_are_held_in_arrays_that_are_used_again(ask: Ask) -> None:
    messages = ["a" * 7, "b" * 8, "c" * 24, "d", "e" * 9, "f" * 23]
    for array_bytes in (24, 31, 1000):
        for expected_bytes in (0, 1, 72, 4000):
            assert ask("hold", array_bytes, expected_bytes, *messages) == " ".join(messages)


def test_the_thread_that_has_merged_longest_does_the_last_merge(ask: Ask) -> None:
    assert ask("last", 0, 0, 0) == "0"
    assert ask("last", 5, 7, 7) == "1"
    assert ask("last", 5, 4, 6) == "2"


def test_the_first_objects_show_what_objects_take(ask: Ask) -> None:
    assert [ask("sample", end, 600) for end in (0, 1, 999, 5000)] == ["0", "1", "999", "1000"]
    assert ask("sample", 5000, 2**20) == "8"
    assert ask("sample", 5000, 2**24) == "1"
