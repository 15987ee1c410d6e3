"""Runners with one fault each, asked about cases: each fault is found, and nothing is left behind."""

import struct
from pathlib import Path

import pytest
import xxhash
from fakes import tiny
from fakes.torturer import framed

from serbench.experiments.torture.asking import Limits, Torturing, Unaskable, death_of
from serbench.experiments.torture.cases.case import Case, Message, whole
from serbench.experiments.torture.judging import Death, Judged, judge
from serbench.runner.process import Conversation

VALUE = b"\x07\x00\x00\x00"
MESSAGES = (Message(framed(VALUE), xxhash.xxh64_hexdigest(VALUE), 7),)
LENGTHS = {"nothing": 0, "one less": 3, "one more": 5, "64 MiB": 2**26 + 1, "4 GiB": 2**32 - 1}
# Patient enough for an interpreter that starts, and for a loop of 200 ms.
LIMITS = Limits(hang_ns=200_000_000, silence_s=20.0)


def with_length(length: int) -> Case:
    return Case("structure", 0, 1, 5, struct.pack("<I", length), f"length {length}", "structure")


CASES = [
    Case("bit flip", 0, 0, 1, b"N", "another letter"),
    *map(with_length, LENGTHS.values()),
    Case("bit flip", 0, 5, 6, b"\x08", "another number", "payload"),
    whole("garbage", MESSAGES[0].data, "the message itself"),
]
NAMES = ["letter", *LENGTHS, "number", "itself"]


def tortured(folder: Path, *faults: str, limits: Limits = LIMITS) -> dict[str, Judged]:
    """The outcomes of the cases that were tried, by their names."""
    torturing = Torturing(tiny.runner("torturer", *faults), folder, limits)
    return {
        NAMES[index]: judge(
            CASES[index], CASES[index].size_bytes(MESSAGES), MESSAGES, told, torturing.operations
        )
        for index, told in torturing.torture(CASES, MESSAGES, lambda _: None)
    }


def outcomes(found: dict[str, Judged]) -> dict[str, str]:
    return {name: judged.outcome for name, judged in found.items()}


SOUND = {
    "letter": "rejected",
    **dict.fromkeys(LENGTHS, "rejected"),
    "number": "different",
    # It is made of no message, so no value is the expected one.
    "itself": "different",
}
LONGER = ("one more", "64 MiB", "4 GiB")


def test_a_sound_codec_refuses_or_accepts(tmp_path: Path) -> None:
    found = tortured(tmp_path)
    assert outcomes(found) == SOUND
    assert found["one less"] == Judged("rejected", "decode", "its length is another")


@pytest.mark.parametrize(
    ("fault", "outcome", "where", "detail"),
    [
        ("overread", "crashed", LONGER, "signal 11"),
        ("claim", "overallocated", ("64 MiB", "4 GiB"), "bytes of memory in one request for 9 bytes"),
        ("loop", "hung", ("nothing",), "The limit of CPU time was reached."),
        ("recurse", "crashed", ("64 MiB", "4 GiB"), "signal 11"),
        ("abort", "crashed", ("64 MiB", "4 GiB"), "bytes of memory. The runner was killed by signal 6"),
        ("fork", "crashed", ("nothing",), "signal 9"),
        ("fill", "crashed", ("nothing",), ""),
        ("hoard", "foreign", ("nothing",), "MemoryError"),
    ],
)
def test_a_fault_is_found_where_it_is(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: str,
    outcome: str,
    where: tuple[str, ...],
    detail: str,
) -> None:
    monkeypatch.setenv("FORKED", str(tmp_path / "forked"))
    found = tortured(tmp_path, fault)
    assert outcomes(found) == SOUND | dict.fromkeys(where, outcome)
    assert all(detail in found[name].detail for name in where)
    assert {found[name].operation for name in where} == {"decode"}
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 4 * 2**20


def test_state_that_is_kept_is_found(tmp_path: Path) -> None:
    found = tortured(tmp_path, "keep")
    poisoned = Judged("poisoned", "the valid message", "another value came back")
    assert {name for name, judged in found.items() if judged == poisoned} == LENGTHS.keys()


def test_a_child_is_not_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forked = tmp_path / "forked"
    monkeypatch.setenv("FORKED", str(forked))
    tortured(tmp_path, "fork")
    stat = Path(f"/proc/{forked.read_text()}/stat")
    # It is gone, or dead and not yet fetched by its new parent.
    assert not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z"


def test_a_flood_of_words_is_not_kept(tmp_path: Path) -> None:
    # A gigabyte takes as long as it takes.
    patient = Limits(hang_ns=60_000_000_000, silence_s=60.0)
    assert outcomes(tortured(tmp_path, "flood", limits=patient)) == SOUND
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 4 * 2**20


def test_a_runner_that_sleeps_hangs(tmp_path: Path) -> None:
    found = tortured(tmp_path, "sleep", limits=Limits(hang_ns=200_000_000, silence_s=3.0))
    assert found["nothing"].outcome == "hung"
    assert "said nothing for 3 seconds" in found["nothing"].detail
    assert outcomes(found) == SOUND | {"nothing": "hung"}


def test_who_dies_too_often_is_tried_no_further(tmp_path: Path) -> None:
    found = tortured(tmp_path, "die", limits=Limits(most_deaths=2))
    assert outcomes(found) == {"letter": "rejected", "nothing": "crashed", "one less": "crashed"}


def test_who_dies_at_once_does_not_take_part(tmp_path: Path) -> None:
    with pytest.raises(Unaskable, match="signal 11") as told:
        tortured(tmp_path, "mute")
    assert told.value.outcome == "crashed"


@pytest.mark.parametrize(
    ("stderr", "death"),
    [
        (
            "AddressSanitizer:DEADLYSIGNAL\n==7==ERROR: AddressSanitizer: SEGV on unknown address\nat f()\n",
            Death("crashed", "AddressSanitizer: SEGV on unknown address"),
        ),
        (
            "==8==ERROR: AddressSanitizer: requested allocation size 0x80000000000032 exceeds\n",
            Death("overallocated", "AddressSanitizer: requested allocation size 0x80000000000032 exceeds"),
        ),
        ("a.hpp:3:5: runtime error: shift\n", Death("crashed", "a.hpp:3:5: runtime error: shift")),
        ("", Death("crashed", "The runner ended with exit status 66.")),
    ],
)
def test_what_a_sanitizer_found_is_told(stderr: str, death: Death) -> None:
    sentence = "The runner ended with exit status 66."
    assert death_of(Conversation((), "crashed", sentence, (), stderr, 66, 0)) == death
