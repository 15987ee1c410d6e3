"""The codecs of a plan that a dry run names."""

from serbench.engine.fitting import codecs_text, preview

MANY = [f"cpp/{number}" for number in range(37)] + [f"go/{number}" for number in range(14)]


def test_few_codecs_are_named_and_many_are_counted_by_language() -> None:
    assert codecs_text([]) == "none"
    assert codecs_text(["cpp/a", "go/b"]) == "cpp/a, go/b"
    assert codecs_text(MANY[1:]) == ", ".join(MANY[1:])
    assert codecs_text(MANY) == "51: 37 in C++, 14 in Go"


def test_the_document_names_all_of_them() -> None:
    document, lines = preview({"codecs": MANY}, 0, None, {})
    assert document["codecs"] == MANY
    assert lines[0] == "codecs:       51: 37 in C++, 14 in Go"


def test_a_document_may_have_no_codecs() -> None:
    assert preview({"rows": ["go/a"]}, 0, None, {})[1][0] == "rows:         go/a"
