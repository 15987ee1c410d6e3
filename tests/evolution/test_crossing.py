"""Crossings with fakes: right, misreading, refusing, dying, and without a rewrite."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from evolution.small import both_changes, crossings, runner
from fakes import packages

from serbench.engine.isolation import limited
from serbench.experiments.evolution.changes import Change
from serbench.experiments.evolution.codec_crossing import Crossing


@pytest.fixture
def changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Change]:
    packages.fakes_only(tmp_path, monkeypatch)
    return both_changes(tmp_path)


def outcomes(found: dict[tuple[str, str], Crossing]) -> dict[tuple[str, str], str]:
    return {key: one.folded.outcome for key, one in found.items()}


def test_a_right_reader_is_right_in_every_direction(tmp_path: Path, changes: Sequence[Change]) -> None:
    found = crossings(tmp_path, changes)
    assert outcomes(found) == {
        ("added", "backward"): "same",
        ("added", "forward"): "same",
        ("added", "rewrite"): "preserved",
        ("widened", "backward"): "same",
        # What has no right value is the default, as the corpus says.
        ("widened", "forward"): "partial",
        ("widened", "rewrite"): "preserved",
    }
    assert found["added", "rewrite"].way == "object"
    one = found["widened", "forward"].objects[1]
    assert (one.judged.outcome, one.judged.detail) == ("default", "count: 3000000000 is lost")
    assert one.message is not None and one.message.startswith(b"evolution-new:")


def test_messages_are_rewritten_where_the_library_can(tmp_path: Path, changes: Sequence[Change]) -> None:
    found = crossings(tmp_path, changes, "rewrites")
    crossing = found["added", "rewrite"]
    assert (crossing.folded.outcome, crossing.way) == ("preserved", "message")
    # The old version has passed on what the new one wrote.
    assert [one.message for one in crossing.objects] == [
        one.message for one in found["added", "forward"].objects
    ]


def test_a_misread_value_is_found(tmp_path: Path, changes: Sequence[Change]) -> None:
    found = crossings(tmp_path, changes, "misread")
    assert found["widened", "backward"].folded.outcome == "misread"
    assert found["widened", "backward"].folded.detail == "count: expected -3, got -72057594037927939"


def test_errors_are_told_with_their_words(tmp_path: Path, changes: Sequence[Change]) -> None:
    found = crossings(tmp_path, changes, "refuse")
    assert set(outcomes(found).values()) == {"refused"}
    assert found["added", "backward"].folded.detail == "decode: a stranger's bytes"
    assert found["added", "rewrite"].folded.detail == "decode: a stranger's bytes"


def test_a_crash_hides_no_other_object(tmp_path: Path, changes: Sequence[Change]) -> None:
    found = crossings(tmp_path, changes, "crash")
    by_object = [one.judged.outcome for key in found if key[1] == "backward" for one in found[key].objects]
    assert by_object == ["same", "crash", "same"]
    assert "signal 11" in found["added", "backward"].folded.detail
    assert found["added", "backward"].folded.outcome == "crash"
    assert found["widened", "backward"].folded.outcome == "same"


def test_a_runner_that_dies_at_its_own_messages_is_not_said_to_lack_something(
    tmp_path: Path, changes: Sequence[Change]
) -> None:
    found = crossings(tmp_path, changes, "fragile")
    assert set(outcomes(found).values()) == {"crash"}
    assert "signal 11" in found["added", "rewrite"].folded.detail


@pytest.mark.slow
def test_a_runner_that_hangs_is_stopped_and_not_asked_for_ever(
    tmp_path: Path, changes: Sequence[Change]
) -> None:
    found = crossings(tmp_path, changes, "hang", timeout_s=1.0)
    assert found["added", "backward"].folded.outcome == "hung"
    assert found["added", "rewrite"].folded.outcome == "hung"
    assert "did not end within 1 seconds" in found["added", "backward"].folded.detail


def test_what_cannot_be_written_is_unsupported(tmp_path: Path, changes: Sequence[Change]) -> None:
    found = crossings(tmp_path, changes, "mute")
    assert set(outcomes(found).values()) == {"unsupported"}
    assert found["added", "backward"].folded.detail == "it writes nothing"


def test_a_runner_dies_in_a_folder_of_its_own(tmp_path: Path, changes: Sequence[Change]) -> None:
    plain = runner(changes, "old")
    shell = 'cd "$0" && ulimit -c 0; ulimit -d 4194304; exec "$@"'
    assert limited(plain, tmp_path).command == ("/bin/sh", "-c", shell, str(tmp_path), *plain.command)
