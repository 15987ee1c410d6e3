"""Each rule as a table: the value of a fact, what is asked, and the verdict."""

import json
from typing import Any

import pytest
from choose.knowing import outcomes

from serbench.choose.facts import Fact, facts_document, together
from serbench.choose.rules import RULES_FILE, the_rules, verdict
from serbench.errors import BadInput

TABLE: list[tuple[str, Any, Any, str]] = [
    ("format", "json", ["json", "cbor"], "yes"),
    ("format", "bson", ["json", "cbor"], "no"),
    ("text", True, True, "yes"),
    ("text", False, True, "no"),
    ("dynamic", True, True, "yes"),
    ("dynamic", False, True, "no"),
    ("evolves", outcomes(), "rolling", "yes"),
    ("evolves", outcomes(reorder_forward="misread"), "rolling", "no"),
    ("evolves", outcomes(reorder_forward="misread"), "stored", "yes"),
    ("evolves", outcomes(reorder_backward="crash"), "stored", "no"),
    ("evolves", outcomes("refused"), "years", "yes"),
    ("evolves", outcomes("unclaimed"), "years", "no"),
    ("evolves", {"reorder forward": "same"}, "rolling", "unknown"),
    ("evolves", outcomes(rename_field_forward="misread", rename_field_backward="same"), "rolling", "yes"),
    ("evolves", outcomes(rename_field_forward="misread"), "rolling rename-field", "no"),
    ("evolves", outcomes(), "rolling rename-field", "unknown"),
    ("trusted", "refuses", "anyone", "yes"),
    ("trusted", "over-allocates", "anyone", "yes"),
    ("trusted", "dies", "anyone", "no"),
    ("trusted", "dies", "house", "yes"),
    ("trusted", "runs", "house", "no"),
    ("same-bytes", "canonical", "languages", "yes"),
    ("same-bytes", "process", "processes", "no"),
    ("types", ["idl"], "mine", "no"),
    ("types", ["derive"], "mine", "yes"),
    ("types", ["derive"], "foreign", "no"),
    ("types", ["derive", "serde"], "foreign-serde", "yes"),
    ("buffer", False, True, "no"),
    ("no-std", True, True, "yes"),
    ("runtime", True, "browser-csp", "no"),
    ("runtime", False, "browser-csp", "yes"),
    ("keep-years", "", 5, "no"),
    ("keep-years", "https://www.rfc-editor.org/rfc/rfc8949", 5, "yes"),
    ("across", True, True, "yes"),
    ("stream", False, True, "no"),
    ("references", True, True, "yes"),
    ("keeps", ["nan", "infinity"], ["nan", "uint64-high"], "no"),
    ("keeps", ["nan"], ["uint64-high"], "yes"),
    ("keeps", [], ["uint64-high"], "yes"),
    ("licence", "MIT OR Apache-2.0", ["apache-2.0"], "yes"),
    ("licence", "MIT AND Zlib", ["MIT"], "no"),
    ("licence", "(MIT AND Zlib) OR BSL-1.0", ["BSL-1.0"], "yes"),
    ("max-binary", 4096, 4096, "yes"),
    ("max-binary", 4097, 4096, "no"),
    ("max-dependencies", 0, 0, "yes"),
    ("no-build-tool", [], True, "yes"),
    ("no-build-tool", ["protoc"], True, "no"),
    ("ended", "", True, "yes"),
    ("ended", "2025-12: its authors have stopped", True, "no"),
    ("maintained", "2025-01-01", "2025-01-01", "yes"),
    ("maintained", "2024-12-31", "2025-01-01", "no"),
    ("no-advisories", ["RUSTSEC-2025-0141"], True, "no"),
]


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
    of_mode = Fact(4, mode="strict")
    assert together({"a": {"x": of_mode}}, {"a": {"x": measured}})["a"]["x"] is of_mode
