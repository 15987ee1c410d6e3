"""Facts that single cases tell of a codec: each fact has a case in a format, and each outcome a word."""

import pytest
from facts.strict_parsers import PARSERS, SCHEMA

from serbench.corpus.encoding import Encoder
from serbench.facts.cases import cases_of, formats_with_cases
from serbench.facts.fact import checked
from serbench.facts.habits import HABITS, habits_of
from serbench.facts.strictness import PLAIN, Strictness

TELLING = {(name, case.fact): case for name in formats_with_cases() for case in cases_of(name) if case.fact}


def test_each_fact_has_one_case_in_a_format() -> None:
    assert {fact for _, fact in TELLING} == set(HABITS)
    told = [case.fact for name in formats_with_cases() for case in cases_of(name) if case.fact]
    assert len(told) == len(TELLING) == 14
    assert all(checked(fact, word) == word for fact, words in HABITS.items() for word in words.values())


def test_outcomes_have_words() -> None:
    case = TELLING["json", "duplicate_names"]
    found = {
        outcome: habits_of([Strictness(case, outcome)])
        for outcome in ("accepted", "other value", "refused", "died", "hung")
    }
    assert found == {
        "accepted": {"duplicate_names": "last"},
        "other value": {"duplicate_names": "first"},
        "refused": {"duplicate_names": "refused"},
        "died": {"duplicate_names": "died"},
        "hung": {"duplicate_names": "hung"},
    }
    plain = next(cases_of("json"))
    assert habits_of([Strictness(plain, "accepted")]) == {}
    utf8 = TELLING["json", "invalid_utf8"]
    assert habits_of([Strictness(utf8, "other value")]) == {}


@pytest.mark.parametrize(
    ("name", "parser"), [("json", "json of CPython"), ("msgpack-named", "msgpack for Python")]
)
def test_these_parsers_take_the_last_value_and_tell_letters_apart(name: str, parser: str) -> None:
    cases = [TELLING[name, fact] for fact in ("duplicate_names", "name_case")]
    encoder = Encoder(SCHEMA)
    values = [encoder.encode(PLAIN | case.expected) for case in cases]
    assert PARSERS[name, parser]([case.message for case in cases]) == values
    assert [case.expected["text"] for case in cases] == ["u", "t"]
