"""The interop grid as matrices and sentences."""

from serbench.report.grid import grids_of, notes_of, summary
from serbench.verification.interop import DECLARED, FAILS, IDENTICAL, SAME_VALUE, Crossing

CROSSINGS = (
    Crossing("bson", "record", "cpp/bson", "java/bson", IDENTICAL, 4),
    Crossing("bson", "record", "java/bson", "cpp/bson", IDENTICAL, 4),
    Crossing("bson", "tweet", "cpp/bson", "java/bson", SAME_VALUE, 9),
    Crossing("bson", "tweet", "java/bson", "cpp/bson", FAILS, 9, "Object 0, decode: no"),
    Crossing("avro", "tweet", "rust/avro", "cpp/avro", DECLARED, 9, "too old"),
    Crossing("avro", "record", "rust/avro", "cpp/avro", DECLARED, 4, "too old"),
)


def test_of_several_workloads_the_worst_result_counts() -> None:
    avro, bson = grids_of(CROSSINGS)
    assert (bson.format, bson.workloads, bson.codecs) == (
        "bson",
        ("record", "tweet"),
        ("cpp/bson", "java/bson"),
    )
    assert bson.results == (("", SAME_VALUE), (FAILS, ""))
    assert avro.results == (("", ""), (DECLARED, ""))


def test_what_does_not_work_is_said_once_with_its_reason() -> None:
    assert notes_of(CROSSINGS) == (
        "cpp/bson cannot read what java/bson wrote of tweet: Object 0, decode: no",
        "cpp/avro cannot read all that rust/avro wrote: too old",
    )


def test_the_summary_counts_the_pairs() -> None:
    assert summary(CROSSINGS) == (
        "Codecs of one format read each other in 6 pairs: 2 with identical bytes, 1 with the same value,"
        " 2 with declared exceptions, 1 failed."
    )
    assert summary(CROSSINGS[:2]) == (
        "Codecs of one format read each other in 2 pairs: 2 with identical bytes, 0 with the same value."
    )
    assert summary(()) == ""
