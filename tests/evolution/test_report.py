"""Counts, sentences, tables and claims of made-up outcomes."""

from collections.abc import Sequence

import pytest
from fakes.tiny import codec

from serbench.experiments.evolution.changes import DIRECTIONS
from serbench.experiments.evolution.claims import CLAIMED, TRAIT, unfounded, with_evolvable
from serbench.experiments.evolution.report import tables
from serbench.experiments.evolution.report.sentences import answers, known_changes, sentence
from serbench.experiments.evolution.results import EvolutionResults, Outcome


def outcome(codec: str, change: str, direction: str, what: str, detail: str = "") -> Outcome:
    return Outcome(
        codec=codec,
        change=change,
        direction=direction,
        outcome=what,
        detail=detail,
        written='{"id": 7}',
        message="0700",
        message_bytes=3,
        outcomes=(what,),
        way="",
        command=("./serbench", "evolve", change, "--codecs", codec),
    )


def of_codec(codec: str, by_change: dict[str, tuple[str, str, str]]) -> list[Outcome]:
    return [
        outcome(codec, change, direction, what)
        for change, found in by_change.items()
        for direction, what in zip(DIRECTIONS, found, strict=True)
    ]


RIGHT = ("same", "same", "preserved")
FOUND = [
    *of_codec("cpp/good", {"a": RIGHT, "b": ("same", "default", "dropped")}),
    *of_codec("cpp/bad", {"a": ("misread", "misread", "preserved"), "b": RIGHT}),
]


@pytest.fixture
def results() -> EvolutionResults:
    return EvolutionResults(("a", "b"), tuple(FOUND), (), {"cpp/good": (), "cpp/bad": ()})


def test_codecs_that_misread_least_come_first(results: EvolutionResults) -> None:
    good, bad = results.summaries
    assert (good.codec, good.misread, good.backward, good.forward, good.full, good.preserved) == (
        "cpp/good", 0, 2, 1, 1, 1,
    )  # fmt: skip
    # A change that is misread in both directions is one change.
    assert (bad.codec, bad.misread, bad.full, bad.preserved) == ("cpp/bad", 1, 1, 2)


def test_what_a_run_says(results: EvolutionResults) -> None:
    assert answers(results)[0] == "No change is misread silently by cpp/good."
    assert answers(results)[1] == "Silently misread: cpp/bad 1 of 2."
    assert sentence(results.summaries[1]) == (
        "cpp/bad reads 1 of 2 changes both ways and misreads 1 silently; 2 survive a rewrite."
    )


def test_all_that_misread_are_named() -> None:
    found = tuple(of_codec("cpp/bad", {"a": ("misread", "same", "preserved")}))
    bad = EvolutionResults(("a",), found, (), {"cpp/bad": ()})
    assert answers(bad)[0] == "All 1 codecs misread some changes silently: cpp/bad 1 of 1."


def test_what_is_known_of_the_fast_is_said_of_how_many(results: EvolutionResults) -> None:
    assert known_changes(results, ("cpp/bad", "cpp/good"), 3) == (
        "2 of the 3 fast libraries were tried with schema changes: cpp/good misreads 0 of 2 silently and"
        " cpp/bad misreads 1 of 2 silently"
    )
    assert known_changes(results, ("cpp/other",), 3) == ""


def test_marks_lead_to_the_first_that_is_not_fine(results: EvolutionResults) -> None:
    (table,) = tables.grid_tables(results)
    assert table.header == ("change", "good", "bad")
    assert [line.texts for line in table.lines] == [("a", "= = p", "X X p"), ("b", "= 0 d", "= = p")]
    links = [[cell.link for cell in line.cells[1:]] for line in table.lines]
    assert links == [
        ["#change-a-cpp-good-backward", "#change-a-cpp-bad-backward"],
        ["#change-b-cpp-good-forward", "#change-b-cpp-bad-backward"],
    ]


def test_one_matrix_has_all_codecs_and_the_worse_is_darker(results: EvolutionResults) -> None:
    matrix = tables.matrix_table(results)
    assert matrix.header == ("change", "cpp/good", "cpp/bad")
    assert [[cell.verdict for cell in line.cells[1:]] for line in matrix.lines] == [
        ["", "dark"],
        ["light", ""],
    ]


def test_each_outcome_has_its_schemas_bytes_and_command(results: EvolutionResults) -> None:
    bad, good = tables.reason_tables(results)
    assert [line.anchor for line in good.lines] == [
        "change-b-cpp-good-forward",
        "change-b-cpp-good-rewrite",
    ]
    assert bad.lines[0].texts == (
        "a", "backward", "misread", "", '{"id": 7}', "0700…", "./serbench evolve a --codecs cpp/bad",
    )  # fmt: skip
    assert bad.lines[0].cells[0].link == "#change-a"
    right_of_bad, right_of_good = tables.right_tables(results)
    assert right_of_bad.header == ("change", "direction", "outcome", "written", "message", "command")
    places = {line.anchor for table in (bad, good, right_of_bad, right_of_good) for line in table.lines}
    assert len(places) == len(FOUND)


def test_only_marks_that_occur_are_explained(results: EvolutionResults) -> None:
    marks = tables.legend(results)[0]
    assert "X another value without an error" in marks and "C a crash" not in marks


def claimed(codec: str, found: tuple[str, str, str], changes: Sequence[str] = CLAIMED) -> list[Outcome]:
    return of_codec(codec, dict.fromkeys(changes, found))


def test_a_claim_that_is_not_so_is_a_failure() -> None:
    found = claimed("cpp/a", RIGHT) + claimed("cpp/b", ("same", "refused", "refused"), CLAIMED[:1])
    (failure,) = unfounded({"cpp/a": (TRAIT,), "cpp/b": (TRAIT,)}, found)
    assert (failure.codec, failure.outcome) == ("cpp/b", "claim")
    assert failure.detail == "cpp/b claims schema-evolution, but add-at-end, forward, is refused."


def test_all_of_it_without_the_trait_is_a_failure() -> None:
    (failure,) = unfounded({"cpp/a": ()}, claimed("cpp/a", RIGHT))
    assert failure.detail.startswith("cpp/a does not claim schema-evolution, but has all of it")
    # Some of it proves nothing.
    assert unfounded({"cpp/a": ()}, claimed("cpp/a", RIGHT, CLAIMED[:3])) == []


def test_what_a_codec_cannot_hold_proves_nothing() -> None:
    held = claimed("cpp/a", RIGHT, CLAIMED[1:])
    none = claimed("cpp/a", ("unsupported",) * 3, CLAIMED[:1])
    assert unfounded({"cpp/a": (TRAIT,)}, held + none) == []
    assert unfounded({"cpp/a": ()}, held + none) == []


def test_a_rewrite_is_no_part_of_the_claim() -> None:
    assert unfounded({"cpp/a": (TRAIT,)}, claimed("cpp/a", ("same", "same", "dropped"))) == []


def test_an_evolvable_mode_stands_behind_the_plain_one() -> None:
    plain, other = codec("plain"), codec("other", traits=(TRAIT,))
    tagged = codec("tagged", base="plain", traits=(TRAIT,))
    known = [plain, other, tagged, codec("fast", base="plain"), codec("new", base="other", traits=(TRAIT,))]
    assert with_evolvable([plain, other], known) == (plain, tagged, other)
    assert with_evolvable([plain, tagged], known) == (plain, tagged)
