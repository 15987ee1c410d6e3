"""The sentence about integers beyond a language's numbers."""

from typing import Any

from serbench.experiments.memory.report.legend import integer_words
from serbench.experiments.memory.report.results import memory_results

RUNNER: dict[str, Any] = {"codec": "javascript/a", "workload": "record"}


def test_a_language_whose_numbers_hold_fewer_says_how_many_are_beyond() -> None:
    codecs = ["cpp/a", "javascript/a", "javascript/b"]
    assert integer_words("record", (250, 1000), codecs) == [
        "250 of the first 1000 64-bit integers of record are beyond 2^53 − 1, the largest that JavaScript's"
        " numbers hold exactly; its objects hold all as BigInt, and codecs of JSON look for long ones in a"
        " text before they parse it."
    ]
    assert integer_words("media", (0, 2048), codecs) == [
        "None of the first 2048 64-bit integers of media is beyond 2^53 − 1, the largest that JavaScript's"
        " numbers hold exactly; its objects hold them as BigInt all the same."
    ]


def test_objects_that_hold_numbers_are_told() -> None:
    as_number, as_bigint = "javascript/a:int64=number", "javascript/a:int64=bigint"
    (alone,) = integer_words("media", (0, 12), [as_number, "cpp/a"])
    assert alone.endswith("hold exactly; its objects hold them as numbers (--int64 number).")
    (both,) = integer_words("media", (0, 12), [as_bigint, as_number])
    assert both.endswith("; its objects hold them as BigInt, or as numbers where a name has int64=number.")
    (usual,) = integer_words("media", (0, 12), [as_bigint])
    assert usual.endswith("; its objects hold them as BigInt all the same.")


def test_nothing_is_said_without_such_a_language_or_such_integers() -> None:
    assert integer_words("record", (250, 1000), ["cpp/a", "python/a"]) == []
    assert integer_words("record", (0, 0), ["javascript/a"]) == []
    assert integer_words("record", None, ["javascript/a"]) == []


def test_a_record_has_them_by_workload() -> None:
    record = {"runners": [RUNNER], "long_integers": {"record": [250, 1000]}}
    assert memory_results(record, []).long_integers == {"record": (250, 1000)}
