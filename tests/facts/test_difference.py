"""The facts that differ between two records, and records as files of strangers."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from serbench.errors import BadInput
from serbench.facts.cases import StrictCase
from serbench.facts.difference import difference
from serbench.facts.fact import DECLARED, MEASURED, Fact
from serbench.facts.record import FactsRecord, record_in
from serbench.facts.strictness import Strictness

SERDE = Fact(("serde",), DECLARED, "https://docs.example/", "2026-11-27")
ENTRY = {"case": "a", "title": "A", "clause": "1", "says": "open", "outcome": "accepted", "detail": ""}


def record(name: str, **facts: Fact) -> FactsRecord:
    return FactsRecord(name, {name: facts})


def test_two_releases_are_compared_and_their_common_pages_counted() -> None:
    before = record("rust/a@1.0", types=SERDE, version=Fact("1.0", DECLARED, source="x"))
    after = record("rust/a", types=SERDE, version=Fact("2.0", DECLARED, source="x"))
    found = difference(before, after)
    assert found.codecs == ("rust/a@1.0 → rust/a",)
    assert [(one.id, one.before and one.before.value) for one in found.changes] == [("version", "1.0")]
    assert found.of_both_releases == 1
    assert difference(record("rust/a", types=SERDE), record("rust/b", types=SERDE)).of_both_releases == 0


def test_a_grade_that_all_languages_decide_is_no_change_of_a_release() -> None:
    whole, alone = (Fact(value, MEASURED, command="c") for value in ("languages", "processes"))
    assert difference(record("go/a@1", same_bytes=whole), record("go/a", same_bytes=alone)).changes == ()
    assert len(difference(record("go/a", same_bytes=whole), record("go/a", same_bytes=alone)).changes) == 1


def test_a_value_that_is_found_in_another_way_is_the_same() -> None:
    declared, measured = (Fact(False, how, command="./serbench facts a") for how in (DECLARED, MEASURED))
    before, after = record("go/a", code_at_run_time=declared), record("go/a", code_at_run_time=measured)
    assert difference(before, after).changes == ()
    # Unknown is another value than no.
    (change,) = difference(record("go/a"), after).changes
    assert (change.before, change.after) == (None, measured)


@pytest.mark.parametrize(
    ("seconds", "changes"), [((1.0, 1.9), 0), ((1.0, 2.1), 1), ((20.0, 21.9), 0), ((20.0, 22.4), 1)]
)
def test_two_times_of_a_build_differ_beyond_noise(seconds: tuple[float, float], changes: int) -> None:
    before, after = (record("go/a", compile_s=Fact(one, MEASURED, command="c")) for one in seconds)
    assert len(difference(before, after).changes) == changes


def test_sides_without_outcomes_of_strictness_are_named() -> None:
    case = StrictCase("a", "A", "1", "open", b"a", {})
    with_cases = replace(record("go/a"), name="r", strictness={"go/a": [Strictness(case, "accepted")]})
    without = replace(record("go/a"), name="s")
    assert difference(with_cases, with_cases).without_cases == ()
    assert difference(with_cases, without).without_cases == ("s",)
    assert difference(without, without).without_cases == ("s", "s")


HUGE = "x" * 1_000_000


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ({"value": HUGE, "how": "declared"}, 'text cannot be "xxx'),
        ({"value": 10**400, "how": "declared"}, "holds a number of more than 64 bits: this."),
        ({"value": [[[[["a"]]]]], "how": "declared"}, 'text cannot be [[[[["a"]]]]]'),
        ({"value": True, "how": HUGE}, "is not one of measured, declared"),
        ({"value": True, "how": "declared", "date": "28.11.2026"}, "28.11.2026"),
        ({"value": True, "how": "declared", "date": "2026-02-30"}, "day is out of range for month."),
        ({"value": True, "how": "declared", "date": 20261128}, "date: this: expected str"),
        ({"value": True, "how": "measured", "cases": -1}, "cases"),
    ],
)
def test_a_hostile_value_is_refused_in_one_short_sentence(
    tmp_path: Path, fact: dict[str, Any], said: str
) -> None:
    path = tmp_path / "facts.json"
    path.write_text(json.dumps({"format": "serbench.facts/1", "codecs": {"go/a": {"text": fact}}}))
    with pytest.raises(BadInput) as refused:
        record_in(path)
    assert said in str(refused.value)
    assert len(str(refused.value)) < len(str(path)) + 300


@pytest.mark.parametrize("depth", [400, 100_000])
def test_a_deeply_nested_value_is_refused(tmp_path: Path, depth: int) -> None:
    path = tmp_path / "facts.json"
    nested = "[" * depth + "]" * depth
    fact = '{"how": "declared", "value": ' + nested + "}"
    path.write_text('{"format": "serbench.facts/1", "codecs": {"go/a": {"text": ' + fact + "}}}")
    with pytest.raises(BadInput, match=r"facts\.json") as refused:
        record_in(path)
    assert len(str(refused.value)) < len(str(path)) + 300


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"message": "0g"}, "the message of a is not in hexadecimal digits"),
        ({"message": "00", "outcome": "lost"}, "not one of accepted"),
        ({"message": "00", "says": "maybe"}, "not one of must-accept"),
    ],
)
def test_a_record_of_another_form_is_refused(tmp_path: Path, entry: dict[str, Any], said: str) -> None:
    path = tmp_path / "facts.json"
    document = {"format": "serbench.facts/1", "codecs": {}, "strictness": {"go/a": [{**ENTRY, **entry}]}}
    path.write_text(json.dumps(document))
    with pytest.raises(BadInput, match=r"facts\.json") as refused:
        record_in(path)
    assert said in str(refused.value)
