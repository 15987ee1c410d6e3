"""Facts that messages tell: their first bytes, their ends, and other bytes of the same value."""

from pathlib import Path

import pytest
from facts.strict_parsers import SCHEMA
from fakes.tiny import runner

from serbench.errors import SerbenchError
from serbench.facts import messages
from serbench.facts.cases import StrictCase
from serbench.facts.messages import message_facts
from serbench.facts.strictness import DIED, HUNG, REFUSED, Strictness


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize(
    ("codec", "cut_off", "second_message", "refuses_others"),
    [
        ("sorted", "refused", "refused", True),
        ("lenient", "accepted", "first", False),
        ("last", "refused", "last", True),
        ("merging", "accepted", "other value", False),
        ("mortal", "died", "refused", True),
    ],
)
def test_a_reader_shows_what_it_makes_of_parts_and_of_other_bytes(
    codec: str, cut_off: str, second_message: str, refuses_others: bool
) -> None:
    told = message_facts(runner("reader", codec=f"cpp/{codec}"), "fake", SCHEMA)
    assert told.facts == {
        "first_bytes": ("7b",),
        "cut_off": cut_off,
        "second_message": second_message,
        "repeated_texts": codec == "last",
    }
    assert told.refuses_others is refuses_others


def test_a_codec_with_cases_is_canonical_only_if_it_refuses_theirs_too() -> None:
    # The cases of JSON have blanks, which this reader takes.
    assert message_facts(runner("reader", codec="cpp/sorted"), "json", SCHEMA).refuses_others is False


def test_a_codec_that_does_not_read_its_own_message_tells_nothing() -> None:
    told = message_facts(runner("reader", codec="cpp/blind"), "fake", SCHEMA)
    assert (told.facts, told.refuses_others) == ({}, None)


@pytest.mark.parametrize(("outcome", "row"), [(DIED, "crashed"), (HUNG, "timeout"), (REFUSED, None)])
def test_a_reader_that_ends_at_its_own_message_is_a_failed_row(
    outcome: str, row: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def all_alike(_runner: object, _schema: object, cases: list[StrictCase], _timeout: float) -> object:
        return [Strictness(case, outcome, "Signal 11.") for case in cases]

    monkeypatch.setattr(messages, "outcomes_of", all_alike)
    told = message_facts(runner("reader", codec="cpp/sorted"), "fake", SCHEMA)
    assert (told.facts, told.ended) == ({}, (row, "Signal 11.") if row else None)


def test_a_codec_that_does_not_write_says_why() -> None:
    with pytest.raises(SerbenchError, match="cpp/absent did not write"):
        message_facts(runner("absent"), "fake", SCHEMA)
