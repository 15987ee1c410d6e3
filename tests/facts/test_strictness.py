"""Cases of strictness: each is as two independent parsers have it, and every outcome is told."""

from collections import Counter

import pytest
from facts.strict_parsers import PARSERS, SCHEMA
from fakes.tiny import runner

from serbench.corpus.encoding import Encoder
from serbench.errors import SerbenchError
from serbench.facts.cases import MUST_ACCEPT, MUST_REFUSE, OPEN, StrictCase, cases_of, formats_with_cases
from serbench.facts.strictness import PLAIN, strictness_of

CASES = {case.name: case for case in cases_of("json")}


FEWEST = {"json": 120, "cbor": 60, "msgpack-named": 40, "protobuf": 60}


@pytest.mark.parametrize("name", formats_with_cases())
def test_there_are_cases_of_each_kind(name: str) -> None:
    cases = list(cases_of(name))
    counted = Counter(case.says for case in cases)
    assert sum(counted.values()) >= FEWEST[name]
    assert min(counted[MUST_ACCEPT], counted[MUST_REFUSE], counted[OPEN]) >= 15
    assert len({case.message for case in cases}) == len(cases)
    assert all(case.clause for case in cases[1:])


@pytest.mark.parametrize(("name", "parser"), PARSERS)
def test_what_is_settled_is_as_independent_parsers_have_it(name: str, parser: str) -> None:
    settled = [case for case in cases_of(name) if parser in case.checked_by]
    assert len(settled) >= 40
    encoder = Encoder(SCHEMA)
    expected = {
        case.name: None if case.says == MUST_REFUSE else encoder.encode(PLAIN | case.expected)
        for case in settled
    }
    found = PARSERS[name, parser]([case.message for case in settled])
    assert dict(zip(expected, found, strict=True)) == expected


@pytest.mark.parametrize("name", formats_with_cases())
def test_two_parsers_are_named_where_a_case_is_settled_and_one_is_asked_here(name: str) -> None:
    here = {parser for format_name, parser in PARSERS if format_name == name}
    for case in cases_of(name):
        assert len(set(case.checked_by)) == (0 if case.says == OPEN else 2), case.name
        assert case.says == OPEN or here & set(case.checked_by), case.name


@pytest.mark.parametrize("name", formats_with_cases())
def test_expected_values_are_of_the_schema(name: str) -> None:
    encoder = Encoder(SCHEMA)
    settled = [case for case in cases_of(name) if case.says == MUST_ACCEPT]
    assert settled and all(encoder.encode(PLAIN | case.expected) for case in settled)


def outcomes(*names: str, codec: str = "cpp/parser", timeout_s: float = 60) -> dict[str, tuple[str, bool]]:
    cases = [CASES[name] for name in ("plain", *names)]
    found = strictness_of(runner("parser", codec=codec), SCHEMA, cases, timeout_s)
    return {one.case.name: (one.outcome, one.differs) for one in found}


def test_outcomes_are_compared_with_the_specification() -> None:
    assert outcomes("number-leading-zero", "number-nan", "string-escaped-letter", "surrogate-low") == {
        "plain": ("accepted", False),
        "number-leading-zero": ("refused", False),
        "number-nan": ("accepted", True),
        "string-escaped-letter": ("other value", True),
        "surrogate-low": ("accepted", False),
    }


def test_a_process_that_dies_leaves_the_other_cases_their_outcomes() -> None:
    assert outcomes("depth-64", "number-leading-zero", codec="cpp/mortal") == {
        "plain": ("accepted", False),
        "depth-64": ("died", True),
        "number-leading-zero": ("refused", False),
    }


@pytest.mark.slow
def test_a_process_that_hangs_is_stopped_and_leaves_the_other_cases_their_outcomes() -> None:
    # Long enough for an interpreter to start on a busy machine.
    assert outcomes("depth-64", "number-leading-zero", codec="cpp/endless", timeout_s=5) == {
        "plain": ("accepted", False),
        "depth-64": ("hung", True),
        "number-leading-zero": ("refused", False),
    }


def test_a_codec_that_does_not_read_the_plain_message_has_no_outcomes() -> None:
    broken = StrictCase("plain", "", "", MUST_ACCEPT, b"{", {})
    with pytest.raises(SerbenchError, match="cpp/parser does not read the plain message"):
        strictness_of(runner("parser", codec="cpp/parser"), SCHEMA, [broken])
