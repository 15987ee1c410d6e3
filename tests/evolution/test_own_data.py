"""``evolve`` with a user's own data, over fakes."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from fakes import packages

from serbench import locations
from serbench.cli.main import main

CODECS = ("--codecs", "evolver,misreader")
SCHEMA = """syntax = "proto3";
message Reading { int32 id = 1; string name = 2; repeated Item items = 3; }
message Item { int32 number = 1; }
message Other { string text = 1; }
"""
OBJECTS = [{"id": -7, "name": "Zürich", "items": [{"number": 3}]}, {"id": 8, "name": "b"}]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a cache and own data, where the command finds fakes and no other codec."""
    packages.fakes_only(tmp_path, monkeypatch)
    (tmp_path / "own.proto").write_text(SCHEMA)
    (tmp_path / "own.jsonl").write_text("".join(json.dumps(obj) + "\n" for obj in OBJECTS))
    return tmp_path


def evolved(place: Path, *words: str) -> int:
    data = ["--data", str(place / "own.jsonl"), "--schema", str(place / "own.proto"), "--message", "Reading"]
    return main(["evolve", *words, *data, *CODECS, "--out", str(place / "results"), "--quiet"])


def the_run(place: Path) -> Path:
    (run,) = (place / "results").iterdir()
    return run


def document(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_changes_that_apply_are_asked_with_the_users_objects(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evolved(place, "--json") == 0
    found = document(capsys)
    rows = {(row["codec"], row["change"], row["direction"]): row for row in found["rows"]}
    changes = [change["name"] for change in found["derived"]["changes"]]
    assert {change for _, change, _ in rows} == set(changes)
    assert len(rows) == 2 * 3 * len(changes)
    # What is lost has no right value, and the fake reads a value that is: nothing is misread by it.
    assert {row["outcome"] for row in found["rows"] if row["codec"] == "fake/evolver"} <= {
        "same",
        "default",
        "preserved",
        "dropped",
        "partial",
    }
    row = rows["fake/misreader", "rename-field", "backward"]
    assert row["outcome"] == "misread"
    assert row["command"] == [
        "./serbench",
        "evolve",
        "rename-field",
        *("--data", "FILE", "--schema", "FILE.proto", "--message", "Reading"),
        *("--codecs", "fake/misreader"),
    ]
    written = json.loads(rows["fake/evolver", "string-to-bytes", "backward"]["written"])
    assert written in ({**obj, "items": obj.get("items", [])} for obj in OBJECTS)
    assert found["derived"]["left_out"]["add-oneof-case"] == "the schema has no oneof"
    assert found["derived"]["left_out"].keys().isdisjoint(changes)
    assert len(found["derived"]["left_out"]) + len(changes) == 24
    assert found["failures"] == []


def test_where_the_schema_changes_and_what_does_not_apply_is_printed(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evolved(place) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Reading.name, string, becomes bytes" in shown
    assert "string-to-bytes = = p X X p" in shown
    assert "Changes that do not apply to this schema: optional-to-required (the schema has no" in shown


def test_a_change_that_does_not_apply_is_refused(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evolved(place, "list-to-map") == 2
    shown = " ".join(capsys.readouterr().err.split())
    assert "list-to-map does not apply to this schema: the schema has no list of pairs" in shown


def test_a_schema_may_be_inferred(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data", str(place / "own.jsonl")]
    assert main(["evolve", "rename-field", *data, *CODECS, "--out", str(place / "results"), "--quiet"]) == 0
    shown = capsys.readouterr().out
    assert "rename-field  = = p" in shown
    assert "do not apply" not in shown


def test_a_run_is_resumed_and_reported_without_the_data(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evolved(place, "string-to-bytes", "add-at-end") == 0
    run = the_run(place)
    for name in ("own.proto", "own.jsonl"):
        (place / name).unlink()
    rows = run / "measurements.jsonl"
    all_rows = rows.read_text()
    rows.write_text("".join(line for line in all_rows.splitlines(True) if "fake/evolver" in line))
    capsys.readouterr()
    assert main(["evolve", "--resume", str(run), "--quiet", "--json"]) == 0
    resumed = document(capsys)
    assert {row["codec"] for row in resumed["rows"]} == {"fake/evolver", "fake/misreader"}
    assert {row["change"] for row in resumed["rows"]} == {"string-to-bytes", "add-at-end"}
    assert rows.read_text().count("\n") == all_rows.count("\n")
    assert main(["report", str(run)]) == 0
    page = (run / "report.html").read_text()
    assert 'id="change-string-to-bytes"' in page
    assert "bytes name = 2;" in page
    assert "./serbench evolve CHANGE --data FILE --codecs CODEC --keep DIR # CHANGE: add-at-end" in page


def test_schemas_and_values_are_kept(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evolved(place, "string-to-bytes", "--keep", str(place / "preserved")) == 0
    folder = place / "preserved" / "string-to-bytes"
    assert "bytes name = 2;" in (folder / "new.proto").read_text()
    assert "string name = 2;" in (folder / "old.proto").read_text()
    told = json.loads((folder / "fake-evolver" / "backward-0.json").read_text())
    assert told["written"]["name"] == "Zürich"
    assert told["expected"]["name"] == "Zürich".encode().hex()


def test_objects_may_be_drawn(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "evolve",
        "reorder",
        "--schema",
        str(place / "own.proto"),
        "--message",
        "Reading",
        "--synthesize",
        "20",
    ]
    assert main([*words, *CODECS, "--out", str(place / "results"), "--quiet"]) == 0
    assert "reorder  = = p" in capsys.readouterr().out
    page = (the_run(place) / "report.html").read_text()
    data = "--schema FILE.proto --message Reading --synthesize 20"
    assert f"./serbench evolve reorder {data} --keep DIR" in page


def test_objects_of_several_types_are_refused(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = place / "types"
    data.mkdir()
    (data / "Reading.jsonl").write_text('{"id": 1}\n')
    (data / "Other.jsonl").write_text('{"text": "a"}\n')
    assert main(["evolve", "--data", str(data), *CODECS, "--quiet"]) == 2
    assert "Changes are derived from one schema: give the objects of one type." in capsys.readouterr().err


def test_a_record_that_tells_something_else_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evolved(place, "reorder") == 0
    record = the_run(place) / "run.json"
    told = json.loads(record.read_text())
    told["derived"]["corpus"]["folder"] = str(place)
    record.write_text(json.dumps(told))
    capsys.readouterr()
    assert main(["evolve", "--resume", str(the_run(place)), "--quiet"]) == 2
    assert "are recorded outside of the cache" in capsys.readouterr().err
    told["derived"]["changes"] = "reorder"
    record.write_text(json.dumps(told))
    assert main(["report", str(the_run(place))]) == 2
    assert "run.json: derived.changes" in capsys.readouterr().err


def test_the_example_of_the_guide_is_what_it_says(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    guide = (locations.CHECKOUT / "docs" / "own-data.md").read_text(encoding="utf-8")
    part = guide.partition("## Changes of your schema")[2]
    declared = "".join(re.findall("^    (message .*)$", part, re.MULTILINE))
    (place / "own.proto").write_text(f'syntax = "proto3"; {declared}')
    (place / "own.jsonl").write_text('{"items": [{"number": 5, "name": "a"}]}')
    words = ["--schema", str(place / "own.proto"), "--message", "Order", "--data", str(place / "own.jsonl")]
    assert main(["evolve", *words, *CODECS, "--out", str(place / "results"), "--quiet"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    (site,) = re.findall(r"`(Item\.number, [^`]*)`", part)
    (left_out,) = re.findall(r"`(add-oneof-case [^`]*)`", part)
    assert site in shown
    name, reason = left_out.removesuffix(")").split(" (")
    assert re.search(rf"{name}[^;]* \({reason}\)", shown)
