"""The outcome of a case of what a runner said, and findings as files."""

import base64
import json
import lzma
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from serbench.errors import BadInput
from serbench.experiments.torture.cases.case import Case, Message, whole
from serbench.experiments.torture.findings import TortureFinding, found, read_finding, write_finding
from serbench.experiments.torture.judging import Death, Judged, Told, Tried, judge

MESSAGES = (Message(b"valid", "0" * 16, 1), Message(b"abc", "a" * 16, 77))
CASE = Case("bit flip", 1, 0, 1, b"x", "bit 0 of byte 0 flipped", "structure")
OPERATIONS = ("decode", "access-all")
ACCEPTED = Tried("decode", "accepted", digest="a" * 16)
OTHER = Tried("decode", "accepted", digest="b" * 16)
REJECTED = Tried("decode", "rejected", "too short")


def judged(*tried: Tried, case: Case = CASE, **told: object) -> Judged:
    return judge(case, 3, MESSAGES, Told(tried, **told), OPERATIONS)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tried", "expected"),
    [
        ((REJECTED,), Judged("rejected", "decode", "too short")),
        ((ACCEPTED,), Judged("same", "decode")),
        ((OTHER,), Judged("different", "decode")),
        ((ACCEPTED, Tried("access-all", "accepted", touch=77)), Judged("same", "decode")),
        ((ACCEPTED, Tried("access-all", "accepted", touch=78)), Judged("different", "access-all")),
        ((ACCEPTED, Tried("access-all", "fault", "none")), Judged("access_fault", "access-all", "none")),
        ((Tried("decode", "foreign", "bad_alloc"), REJECTED), Judged("foreign", "decode", "bad_alloc")),
        ((), Judged("rejected")),
    ],
)  # fmt: skip
def test_the_worst_of_all_operations_counts(tried: tuple[Tried, ...], expected: Judged) -> None:
    assert judged(*tried) == expected


def test_a_case_of_no_message_has_no_same_value() -> None:
    assert judged(ACCEPTED, case=whole("garbage", b"x", "one byte")).outcome == "different"


def test_memory_beyond_both_limits_is_over_allocation() -> None:
    much = replace(REJECTED, largest_bytes=2**26 + 1, allocated_bytes=2**27)
    assert judged(much) == Judged(
        "overallocated",
        "decode",
        "67,108,865 bytes of memory in one request for 3 bytes; rejected: too short",
    )
    in_all = replace(REJECTED, largest_bytes=10, allocated_bytes=2**27)
    assert "bytes of memory in all for 3 bytes" in judged(in_all).detail
    assert judged(replace(REJECTED, largest_bytes=2**26)).outcome == "rejected"
    # A large message may take a thousand times its size.
    assert judge(CASE, 2**20, MESSAGES, Told((much,)), OPERATIONS).outcome == "rejected"


def test_a_valid_message_that_fails_afterwards_is_poisoned() -> None:
    assert judged(REJECTED, poisoned="another value") == Judged(
        "poisoned", "the valid message", "another value"
    )
    assert judged(Tried("decode", "foreign", "x"), poisoned="").outcome == "poisoned"


def test_a_death_belongs_to_the_operation_that_was_next() -> None:
    death = Death("crashed", "signal 11")
    assert judged(death=death) == Judged("crashed", "decode", "signal 11")
    assert judged(ACCEPTED, death=death) == Judged("crashed", "access-all", "signal 11")
    both = (ACCEPTED, Tried("access-all", "accepted", touch=77))
    assert judged(*both, death=death) == Judged("crashed", "the valid message", "signal 11")
    assert judged(ACCEPTED, death=Death("hung", "")).outcome == "hung"


ABOUT = {
    "codec": "a/b",
    "workload": "w",
    "schema": "5" * 64,
    "libraries": {"l": "1.0"},
    "promises": "",
    "sanitizers": (),
    "seed": 3,
}


def finding(case: Case = CASE) -> TortureFinding:
    return found(case, 12, MESSAGES, Judged("crashed", "decode", "signal 11"), ABOUT)


def test_a_finding_comes_back_from_its_file(tmp_path: Path) -> None:
    path = write_finding(finding(), tmp_path / "findings")
    assert path.name == "a-b_w_crashed_bit-flip_12.json"
    back = read_finding(path)
    assert back == finding()
    assert back.case.data(back.messages) == b"xbc"
    told = Told((ACCEPTED,))
    assert judge(back.case, 3, back.messages, told, OPERATIONS).outcome == "same"
    of_none = finding(whole("named", b"\x91" * 1_000_000, "deep", "deep-arrays", "https://…"))
    path = write_finding(of_none, tmp_path)
    assert path.name == "a-b_w_crashed_deep-arrays_12.json"
    assert path.stat().st_size < 4096
    back = read_finding(path)
    assert judge(back.case, 3, back.messages, told, OPERATIONS).outcome == "different"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"data": "eNpLBAAAYgBi", "valid": "?"}'])
def test_another_file_is_bad_input(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(BadInput, match="is not a finding of"):
        read_finding(path)


@pytest.mark.parametrize("missing", [0, 12])
def test_bytes_that_are_too_many_or_cut_off_are_no_finding(tmp_path: Path, missing: int) -> None:
    packed = lzma.compress(bytes(2**26 if not missing else 2**10), preset=0)
    path = write_finding(finding(), tmp_path)
    told = json.loads(path.read_text()) | {"data": base64.b64encode(packed[: len(packed) - missing]).decode()}
    path.write_text(json.dumps(told))
    tracemalloc.start()
    try:
        with pytest.raises(BadInput, match="is not a finding of"):
            read_finding(path)
        most_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most_bytes < 2**26


def test_an_endless_file_is_no_finding() -> None:
    with pytest.raises(BadInput, match=r"^/dev/zero is not a file\.$"):
        read_finding(Path("/dev/zero"))
