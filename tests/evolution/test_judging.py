"""The outcome of one object, and of a change over all its objects."""

from pathlib import Path

import pytest
from evolution.small import both_changes, judged, write_change

from serbench.experiments.evolution.changes import Change, all_changes, load_changes
from serbench.experiments.evolution.judging import (
    CRASH,
    DEFAULT,
    DROPPED,
    HUNG,
    MISREAD,
    PARTIAL,
    PRESERVED,
    REFUSED,
    SAME,
    UNSUPPORTED,
    Answer,
    Judge,
    Judged,
    folded,
)
from serbench.experiments.evolution.merged import merged

REAL = {change.name: change for change in all_changes()}


@pytest.fixture
def added(tmp_path: Path) -> Change:
    return both_changes(tmp_path)[0]


@pytest.fixture
def widened(tmp_path: Path) -> Change:
    return both_changes(tmp_path)[1]


def test_all_that_both_versions_have_is_right(added: Change) -> None:
    assert judged(added, "backward", 0, {"id": 7, "name": "ä"}) == Judged(SAME, at_stake=False)
    assert judged(added, "forward", 0, {"id": 7, "name": "ä"}).outcome == SAME


def test_a_new_field_may_be_absent_or_default(added: Change) -> None:
    assert judged(added, "backward", 0, {"id": 7, "name": "ä", "more": 0}).outcome == SAME
    found = judged(added, "backward", 0, {"id": 7, "name": "ä", "more": 1})
    assert (found.outcome, found.detail) == (MISREAD, "more: expected nothing, got 1")


def test_a_neighbour_with_another_value_is_misread_even_if_that_is_the_default(added: Change) -> None:
    found = judged(added, "backward", 0, {"id": 7, "name": ""})
    assert (found.outcome, found.detail) == (MISREAD, "name: expected 'ä', got ''")


def test_a_changed_field_without_its_value_is_default(widened: Change) -> None:
    found = judged(widened, "backward", 0, {"id": 7, "count": 0})
    assert (found.outcome, found.detail) == (DEFAULT, "count: expected -3, got 0")
    assert judged(widened, "backward", 0, {"id": 7, "count": 4294967293}).outcome == MISREAD


def test_a_value_that_cannot_be_carried_is_default_or_misread(widened: Change) -> None:
    lost = judged(widened, "forward", 1, {"id": 7, "count": 0})
    assert (lost.outcome, lost.detail) == (DEFAULT, "count: 3000000000 is lost")
    found = judged(widened, "forward", 1, {"id": 7, "count": -1294967296})
    assert (found.outcome, found.detail) == (
        MISREAD,
        "count: 3000000000 has no right value, got -1294967296",
    )


def test_a_number_that_an_enum_does_not_have_may_be_kept() -> None:
    change = REAL["add-enum-value"]
    index = next(i for i, case in enumerate(change.forward) if case.lost)
    written = change.forward[index].written
    judge = judged(change, "forward", index, {**written, "level": 0})
    assert judge.outcome == DEFAULT


def test_what_the_reader_loses_by_itself_is_no_fault_of_the_change(added: Change) -> None:
    normal = {"id": 7, "name": "a"}
    assert judged(added, "backward", 0, normal).outcome == MISREAD
    assert judged(added, "backward", 0, normal, own=normal).outcome == SAME


def test_a_field_that_elements_lack_is_dropped_and_a_neighbour_is_not() -> None:
    change = REAL["add-in-elements"]
    written = change.forward[0].written
    bare = {**written, "items": [{**item, "note": None} for item in written["items"]]}
    assert judged(change, "rewrite", 0, bare).outcome == DEFAULT
    wrong = {**written, "items": [{**item, "name": ""} for item in written["items"]]}
    assert judged(change, "rewrite", 0, wrong).outcome == MISREAD


def test_errors_and_crashes(added: Change) -> None:
    refused = judged(added, "backward", 0, None, said="refused", detail="no such field")
    assert (refused.outcome, refused.detail) == (REFUSED, "no such field")
    assert judged(added, "backward", 0, None, said="crashed", detail="signal 11").outcome == CRASH
    assert judged(added, "backward", 0, None, said="hung", detail="60 seconds").outcome == HUNG
    assert judged(added, "backward", 0, None, said="unsupported").outcome == UNSUPPORTED


def test_an_access_that_reads_another_value_is_misread(added: Change) -> None:
    value = {"id": 7, "name": "ä"}
    found = judged(added, "backward", 0, value, said="value", operation="access-one", detail="touch 5")
    assert (found.outcome, found.detail) == (MISREAD, "access-one reads another value: touch 5")


def test_bytes_that_are_no_value_are_misread(added: Change) -> None:
    judge = Judge(added, "backward", merged((added,), "new"))
    found = judge.judge(added.backward[0], Answer("value", b"\1\0"))
    assert found.outcome == MISREAD
    assert found.detail.startswith("The value is not valid: The bytes of change are not valid")


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ([SAME, SAME], SAME),
        ([SAME, MISREAD, CRASH], MISREAD),
        ([SAME, CRASH, REFUSED], CRASH),
        ([SAME, HUNG, CRASH], CRASH),
        ([REFUSED, HUNG], HUNG),
        ([SAME, REFUSED], PARTIAL),
        ([REFUSED, REFUSED], REFUSED),
        ([DEFAULT, REFUSED], PARTIAL),
        ([UNSUPPORTED, DEFAULT], DEFAULT),
        ([UNSUPPORTED, UNSUPPORTED], UNSUPPORTED),
    ],
)
def test_the_outcome_over_all_objects(outcomes: list[str], expected: str) -> None:
    assert folded([Judged(outcome) for outcome in outcomes], "backward").outcome == expected


def test_objects_in_which_nothing_can_be_lost_do_not_make_it_partial() -> None:
    objects = [Judged(SAME, at_stake=False), Judged(DEFAULT, "count: 5 is lost")]
    found = folded(objects, "forward")
    assert (found.outcome, found.index, found.detail) == (DEFAULT, 1, "count: 5 is lost")
    assert folded(objects[:1], "forward").outcome == SAME
    assert folded([Judged(REFUSED, at_stake=False), Judged(SAME)], "forward").outcome == PARTIAL


def test_a_rewrite_keeps_or_drops() -> None:
    assert folded([Judged(SAME)], "rewrite").outcome == PRESERVED
    assert folded([Judged(SAME, at_stake=False), Judged(DEFAULT)], "rewrite").outcome == DROPPED
    assert folded([Judged(MISREAD)], "rewrite").outcome == MISREAD


def test_a_field_of_another_type_is_a_changed_one(tmp_path: Path) -> None:
    schemas = {
        "old": "message Reading { Point at = 1; }\nmessage Point { int32 x = 1; }",
        "new": "message Reading { Point at = 1; }\nmessage Point { int64 x = 1; }",
    }
    objects = {
        name: [{"written": {"at": {"x": 5}}, "expected": {"at": {"x": 5}}}]
        for name in ("backward", "forward")
    }
    change = load_changes([write_change(tmp_path / "01-inner", schemas, objects)])[0]
    assert judged(change, "backward", 0, {"at": {"x": 0}}).outcome == DEFAULT
    assert judged(change, "backward", 0, {"at": {"x": 6}}).outcome == MISREAD
