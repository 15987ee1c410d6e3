"""The text that is made from protocol.toml is the text in PROTOCOL.md and in the harnesses."""

import pytest
from protocol.make import CHECKOUT, DOCUMENT, document, files, laid_out_as_one

from serbench.runner.protocol import Key, protocol


def test_keys_have_their_values_and_may_be_optional() -> None:
    assert protocol().verbs["check"] == (
        Key("corpus", "FILE", optional=False),
        Key("encoded", "FILE", optional=True),
        Key("values", "FILE", optional=True),
    )
    assert (protocol().verbs["describe"], protocol().tags["end"]) == ((), ())
    assert {key.value for fields in protocol().tags.values() for key in fields} == {
        "text", "integer", "count", "digest"
    }  # fmt: skip


def test_the_document_has_the_headings_and_the_table() -> None:
    text = DOCUMENT.read_text()
    assert document(text) == text
    assert text.count("\n### sort data=FILE index=FILE sorted_data=FILE") == 1
    assert "\n| `corpus objects=count bytes=count digest=digest` |\n" in text


@pytest.mark.parametrize("path", list(files()))
def test_each_harness_has_the_keys(path: str) -> None:
    assert laid_out_as_one((CHECKOUT / path).read_text()) == laid_out_as_one(files()[path])
