"""Records of facts in the archive: what enters, what is refused, and who reads it."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from serbench.archive.documents import documents
from serbench.archive.entry import entry_paths
from serbench.archive.publishing_facts import damaged_facts, publish_facts
from serbench.errors import BadInput
from serbench.facts.fact import MEASURED, Fact
from serbench.facts.published import PACKED, facts_paths, published_facts, published_record, sealed_record
from serbench.facts.record import RECORD, Asked, begin_record, keep_record
from serbench.locations import in_repository
from serbench.record.sealing import SEAL, unpacked

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
VERSION = Fact("1.2", source="cpp/codecs/a")
SAME = Fact("processes", MEASURED, command="./serbench facts cpp/a")
SAID = Fact(True, source="https://example.org", date="2026-11-20")
Change = Callable[[dict[str, Any]], object]


def recorded(change: Change = lambda document: None, complete: bool = True) -> Path:
    """A record of a clean commit in the folder of results, with one thing changed."""
    path, record = begin_record(Asked({"cpp/a": "0a"}), NOW)
    facts = {"cpp/a": {"version": VERSION, "same_bytes": SAME, "portable": SAID}}
    machine = {**record.machine, "git_revision": "ab" * 20, "git_dirty": False, "cpu_model": "Model 7"}
    keep_record(path, replace(record, facts=facts, complete=complete, machine=machine))
    document = json.loads((path / RECORD).read_text())
    change(document)
    (path / RECORD).write_text(json.dumps(document))
    return path


@pytest.fixture(autouse=True)
def _results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_RESULTS", str(tmp_path / "results"))


def published(path: Path, archive: Path) -> Path:
    return publish_facts(path, archive, lambda commit: True)


def refused(archive: Path) -> list[tuple[Path, str]]:
    return list(damaged_facts(archive, lambda commit: True))


def test_a_record_enters_once_and_is_no_run(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    record = recorded()
    entry = published(record, archive)
    assert entry.name == "2026-11-27-facts"
    assert published(record, archive) == entry
    assert published(recorded(), archive).name == "2026-11-27-facts-2"
    assert entry_paths(archive) == []
    assert [path.name for path in facts_paths(archive)] == ["2026-11-27-facts-2", "2026-11-27-facts"]
    assert refused(archive) == []
    (_, reason), _ = damaged_facts(archive, lambda commit: False)
    assert reason == "Its commit abababababab is not in this repository, so nobody can measure it again."
    assert published_record(entry).facts["cpp/a"]["same_bytes"].value == "processes"


def test_measured_facts_are_known_of_the_version_that_was_measured(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    entry = published(recorded(), archive)
    told = {"same_bytes": replace(SAME, source=f"published in {in_repository(entry)}")}
    assert published_facts("cpp/a", {"version": VERSION}, archive) == told
    assert published_facts("cpp/a", {"version": replace(VERSION, value="1.3")}, archive) == {}
    assert published_facts("cpp/b", {"version": VERSION}, archive) == {}
    # Nobody knows the version of a library of the distribution before it is built.
    assert published_facts("cpp/a", {}, archive) == told


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda document: document.update(complete=False), "It was interrupted"),
        (lambda document: document.pop("asked"), "It does not tell what was asked"),
        (lambda document: document["machine"].update(git_dirty=True), "The checkout had changes"),
        (lambda document: document["machine"].update(git_revision=None), "No commit is recorded"),
        (lambda document: document.pop("machine"), "No commit is recorded"),
    ],
)
def test_a_record_that_must_not_be_published(change: Change, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=sentence):
        published(recorded(change), tmp_path / "archive")
    assert not (tmp_path / "archive").exists()


def test_a_commit_that_nobody_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="Its commit abababababab is not in this repository"):
        publish_facts(recorded(), tmp_path / "archive")


@pytest.mark.parametrize("file", [PACKED, SEAL])
def test_a_damaged_entry_is_named_and_tells_nothing(file: str, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    entry = published(recorded(), archive)
    (entry / file).write_bytes((entry / file).read_bytes()[:-9])
    ((path, reason),) = refused(archive)
    assert path == entry
    assert file in reason
    assert published_facts("cpp/a", {"version": VERSION}, archive) == {}


def test_an_entry_in_another_place_is_named(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    entry = published(recorded(), archive)
    moved = entry.rename(entry.with_name("2026-11-28-facts"))
    ((path, reason),) = refused(archive)
    assert path == moved
    assert "another place in the archive" in reason


def test_a_file_that_belongs_to_no_entry_is_named(tmp_path: Path) -> None:
    entry = published(recorded(), tmp_path)
    (entry / "facts.json").write_text("{}")
    assert refused(tmp_path) == [(entry, "Its facts.json is none of the files of an entry: remove it.")]


@pytest.mark.parametrize(
    ("field", "told", "of_page"),
    [
        ("asked", "It does not tell what was asked", "it does not tell what was asked"),
        ("machine", "No commit is recorded", "git_revision"),
    ],
)
def test_an_entry_without_what_a_page_tells_is_refused_in_a_sentence(
    field: str, told: str, of_page: str, tmp_path: Path
) -> None:
    archive = tmp_path / "archive"
    entry = published(recorded(), archive)
    document = json.loads(unpacked((entry / PACKED).read_bytes(), entry))
    document.pop(field)
    for name, content in sealed_record(json.dumps(document).encode(), "run", "ab" * 32).items():
        (entry / name).write_bytes(content)
    ((_, reason),) = refused(archive)
    assert told in reason
    with pytest.raises(BadInput, match=f"{entry.name} holds does not fit together.*{of_page}"):
        documents(archive, tmp_path)
