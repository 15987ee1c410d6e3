"""The cost of unknown fields for fakes that skip, refuse or die at them."""

from pathlib import Path

import pytest
from evolution.small import runner
from fakes import packages

from serbench.engine.describe import Description, Subject, describe
from serbench.experiments.evolution.changes import NEW, OLD, VERSIONS, Version
from serbench.experiments.evolution.merged import written_corpus
from serbench.experiments.evolution.skipping import Skipped, Skipping, amount_of
from serbench.experiments.evolution.unknown_fields import FAMILY, OBJECTS, unknown_changes


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    packages.fakes_only(tmp_path, monkeypatch)
    return tmp_path


def skipped(place: Path, *faults: str) -> list[Skipped]:
    subjects = {}
    for version in VERSIONS:
        fake = runner(unknown_changes(), version, *faults)
        description = describe(fake)
        assert isinstance(description, Description)
        corpus = written_corpus(unknown_changes(), unknown_changes(), version, FAMILY)
        subjects[version] = Subject(fake, description, corpus)
    return Skipping(subjects, place, lambda step: None).measured()


def test_every_number_of_fields_has_its_turn_in_each_process(place: Path) -> None:
    found = skipped(place)
    processes = amount_of("fake/evolver").processes
    assert [(one.process, one.unknown_fields) for one in found] == [
        (process, number) for process in range(processes) for number in (0, 1, 10, 50)
    ]
    assert {one.finding.outcome for one in found} == {"ok"}
    sizes = {one.unknown_fields: one.finding.size_bytes for one in found}
    # The fake's messages are the objects of the writer behind the name of its workload.
    assert sizes[0] == OBJECTS * len("evolution-old:") + bytes_of(OLD, 0)
    assert sizes[50] == OBJECTS * len("evolution-new:") + bytes_of(NEW, 2)


def bytes_of(version: Version, index: int) -> int:
    """The objects of one of the changes."""
    changes = unknown_changes()
    return written_corpus(changes, (changes[index],), version, FAMILY).manifest.bytes


@pytest.mark.parametrize(
    ("fault", "outcome", "detail"),
    [("refuse", "wrong", "Object 0: a stranger's bytes"), ("crash", "crashed", "signal")],
)
def test_what_fails_once_is_not_tried_again(place: Path, fault: str, outcome: str, detail: str) -> None:
    found = skipped(place, fault)
    failed = [one for one in found if one.finding.outcome != "ok"]
    assert [(one.unknown_fields, one.process) for one in failed] == [(1, 0), (10, 0), (50, 0)]
    assert {one.finding.outcome for one in failed} == {outcome}
    assert all(detail in one.finding.detail for one in failed)
    assert len(found) - len(failed) == amount_of("fake/evolver").processes
