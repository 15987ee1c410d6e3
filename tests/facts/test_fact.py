"""Facts as JSON, and what no fact can be."""

import json
from typing import Any

import pytest

from serbench.errors import BadInput
from serbench.facts.document import document_of, facts_of_document
from serbench.facts.fact import DECLARED, KINDS, MEASURED, Fact, checked
from serbench.locations import CHECKOUT

SAME = Fact("processes", MEASURED, command="./serbench facts rust/postcard")
TYPES = Fact(("serde",), DECLARED, "https://docs.example/", "2026-11-27")
LICENCE = Fact("MIT", DECLARED, source="rust/codecs/postcard/codec.toml")
FACTS = {"rust/postcard": {"types": TYPES, "licence": LICENCE, "same_bytes": SAME}}
DOCUMENT = {
    "format": "serbench.facts/1",
    "codecs": {
        "rust/postcard": {
            "same_bytes": {
                "value": "processes",
                "how": "measured",
                "command": "./serbench facts rust/postcard",
            },
            "types": {
                "value": ["serde"],
                "how": "declared",
                "source": "https://docs.example/",
                "date": "2026-11-27",
            },
            "licence": {
                "value": "MIT",
                "how": "declared",
                "source": "rust/codecs/postcard/codec.toml",
            },
        }
    },
}


def test_facts_are_a_document_in_the_order_of_their_kinds() -> None:
    document = document_of(FACTS)
    assert document == DOCUMENT
    assert list(document["codecs"]["rust/postcard"]) == ["same_bytes", "types", "licence"]


def test_a_document_is_read_as_it_was_written() -> None:
    assert facts_of_document(json.loads(json.dumps(DOCUMENT)), "facts.json") == FACTS


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"same_bytes": {"value": "mostly", "how": "measured"}}, 'same_bytes cannot be "mostly"'),
        ({"types": {"value": ["magic"], "how": "declared"}}, "types cannot be"),
        ({"types": {"value": [], "how": "declared"}}, "types cannot be"),
        ({"text": {"value": "yes", "how": "declared"}}, 'text cannot be "yes"'),
        ({"added_bytes": {"value": -1, "how": "measured"}}, "added_bytes cannot be -1"),
        ({"added_bytes": {"value": True, "how": "measured"}}, "added_bytes cannot be true"),
        ({"colour": {"value": "red", "how": "declared"}}, '"colour" is not a fact'),
        ({"text": {"value": True, "how": "guessed"}}, "not one of measured, declared"),
        ({"text": {"value": True, "how": "declared", "date": "2026-02-30"}}, "day is out of range"),
    ],
)
def test_a_document_of_another_form_is_refused_with_its_place(entry: dict[str, Any], said: str) -> None:
    document = {"format": "serbench.facts/1", "codecs": {"rust/postcard": entry}}
    with pytest.raises(BadInput, match=r"facts\.json") as refused:
        facts_of_document(document, "facts.json")
    assert said in str(refused.value)


def test_a_list_of_a_manifest_becomes_a_value() -> None:
    assert checked("types", ["derive", "serde"]) == ("derive", "serde")
    assert checked("compile_s", 1.5) == 1.5
    assert len(KINDS) == 38


def test_the_document_names_every_fact() -> None:
    text = (CHECKOUT / "docs" / "facts.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert rows[: len(KINDS)] == [f"| `{name}` | {kind.words} |" for name, kind in KINDS.items()]
