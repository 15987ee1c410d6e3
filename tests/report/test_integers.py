"""The sentence about integers beyond a language's numbers."""

from typing import Any

from serbench.experiments.memory.report.integers import integer_words
from serbench.experiments.memory.report.results import memory_results

RUNNER: dict[str, Any] = {"codec": "javascript/a", "workload": "record"}


def test_a_language_whose_numbers_hold_fewer_says_how_many_are_beyond() -> None:
    codecs = ["cpp/a", "javascript/a", "javascript/b"]
    assert integer_words("record", (250, 1000), codecs) == [
        "250 of the first 1000 integers of 64 bits in record are beyond 2^53 − 1, up to which numbers of"
        " JavaScript are exact: all are BigInt in its objects, and codecs of JSON look for long ones in a"
        " text before they parse it."
    ]
    assert integer_words("media", (0, 12), codecs) == [
        "None of the first 12 integers of 64 bits in media is beyond 2^53 − 1, up to which numbers of"
        " JavaScript are exact: all are BigInt in its objects all the same."
    ]


def test_nothing_is_said_without_such_a_language_or_such_integers() -> None:
    assert integer_words("record", (250, 1000), ["cpp/a", "python/a"]) == []
    assert integer_words("record", (0, 0), ["javascript/a"]) == []
    assert integer_words("record", None, ["javascript/a"]) == []


def test_a_record_has_them_by_workload() -> None:
    record = {"runners": [RUNNER], "long_integers": {"record": [250, 1000]}}
    assert memory_results(record, []).long_integers == {"record": (250, 1000)}
