"""Each rule as a table: the value of a fact, what is asked, and the verdict."""

import json
from typing import Any

import pytest
from choose.knowing import asking, outcomes
from choose.rule_table import TABLE

from serbench.choose.checks import checks_of
from serbench.choose.facts import together
from serbench.choose.rules import RULES_FILE, WRITER, best, the_rules, verdict
from serbench.errors import BadInput
from serbench.facts.document import facts_document
from serbench.facts.fact import Fact


@pytest.mark.parametrize(("name", "value", "asked", "expected"), TABLE)
def test_a_rule_says(name: str, value: Any, asked: Any, expected: str) -> None:
    assert verdict(the_rules().named(name), Fact(value), asked) == expected


def test_the_table_has_all_rules() -> None:
    assert {name for name, _, _, _ in TABLE} == {rule.id for rule in the_rules().rules}


def test_what_is_not_known_is_unknown() -> None:
    asked = {name: value for name, _, value, _ in TABLE}
    said = [verdict(rule, fact, asked[rule.id]) for rule in the_rules().rules for fact in (None, Fact(None))]
    assert set(said) == {"unknown"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("trusted", "sometimes"),
        ("text", "yes"),
        ("max-binary", "4096"),
        ("types", [1]),
        ("evolves", {"a": 1}),
    ],
)
def test_a_value_that_a_rule_does_not_understand_is_unknown(name: str, value: Any) -> None:
    asked = {of: wanted for of, _, wanted, _ in TABLE}
    assert verdict(the_rules().named(name), Fact(value), asked[name]) == "unknown"


def test_a_refused_message_excludes_where_that_is_asked() -> None:
    rule = the_rules().named("evolves")
    assert verdict(rule, Fact(outcomes("refused")), "rolling", True) == "no"


def test_canonical_bytes_bind_both_sides() -> None:
    rule = the_rules().named("same-bytes")
    assert rule.sides("processes") == ("writer",)
    assert rule.sides("canonical") == ("writer", "reader")


def test_rules_are_data_without_a_word_of_code() -> None:
    document = json.loads(RULES_FILE.read_text(encoding="utf-8"))
    assert document["format"] == "serbench.rules/1"
    assert {rule["side"] for rule in document["rules"]} == {"both", "reader", "writer"}


def test_facts_of_another_form_are_refused() -> None:
    with pytest.raises(BadInput, match=r"facts\.json"):
        facts_document({"format": "serbench.facts/2", "codecs": {}}, "facts.json")


def test_nothing_declared_replaces_what_is_measured() -> None:
    measured, declared = Fact(1, "measured"), Fact(2, "declared")
    assert together({"a": {"x": measured}}, {"a": {"x": declared}})["a"]["x"] is measured
    assert together({"a": {"x": declared}}, {"a": {"x": measured}})["a"]["x"] is measured
    assert together({"a": {"x": declared}}, {"a": {"x": Fact(3)}})["a"]["x"].value == 3


@pytest.mark.parametrize(
    ("usual", "of_mode", "asked", "expected", "by_mode"),
    [
        (100, 1000, 50, "yes", False),
        (100, 1000, 500, "yes", True),
        (100, 1000, 5000, "no", False),
        (100, None, 500, "unknown", True),
        (None, 1000, 5000, "unknown", False),
    ],
)
def test_the_better_of_two_modes_counts(
    usual: int | None, of_mode: int | None, asked: int, expected: str, by_mode: bool
) -> None:
    facts = {"max_depth": Fact(usual), "max_depth_mode": Fact(of_mode, mode="setLimit")}
    said, fact = best(the_rules().named("max-depth"), facts, asked)
    assert (said, bool(fact and fact.mode)) == (expected, by_mode)


def test_a_rule_of_a_language_holds_for_its_codecs_alone() -> None:
    request = asking("rust go", "rust", serde_attributes=["flatten"])
    both = [checks_of(name, (WRITER,), {}, request, the_rules()) for name in ("rust/a", "go/b")]
    assert [[check.constraint for check in checks] for checks in both] == [["serde-attributes"], []]
