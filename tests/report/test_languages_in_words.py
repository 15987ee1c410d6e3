"""The words about languages in sentences of reports."""

from serbench.languages import languages
from serbench.report.ranked import collecting_languages
from serbench.report.standing import what_else_differs
from serbench.report.words import listed


def test_objects_stay_only_in_heaps_that_a_collector_clears() -> None:
    # A language that counts references has a collector and no heap of its own.
    owners = [one.title for one in languages() if one.heap_bytes]
    assert collecting_languages() == listed(owners)
    assert {"Go", "Java"} <= {*owners}


def test_every_language_with_a_collector_or_a_compiler_is_named() -> None:
    said = what_else_differs()
    for language in languages():
        if language.collects_garbage or language.jit_compiled:
            assert language.title in said
    assert " and " in said
    # Whether times include the collector's is computed from the rows.
    assert "include" not in said
