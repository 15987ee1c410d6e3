"""The command line of evolve over fakes."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from fakes import packages

from serbench.cli.main import main

CODECS = ("--codecs", "evolver,misreader")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a cache, where the command finds fakes and no other codec."""
    packages.fakes_only(tmp_path, monkeypatch)
    return tmp_path


def evolved(place: Path, *words: str) -> int:
    return main(["evolve", *words, *CODECS, "--out", str(place / "results"), "--quiet"])


def document(place: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    evolved(place, *words, "--json")
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_each_change_and_direction_is_a_row(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(place, capsys, "rename-field", "add-at-end")
    rows = {(row["codec"], row["change"], row["direction"]): row for row in found["rows"]}
    assert len(rows) == 2 * 2 * 3
    assert rows["fake/evolver", "add-at-end", "backward"]["outcome"] == "same"
    assert rows["fake/evolver", "rename-field", "rewrite"]["outcome"] == "preserved"
    misread = rows["fake/misreader", "rename-field", "backward"]
    assert (misread["outcome"], misread["detail"]) == (
        "misread",
        "total: expected 9007199254740993, got 81064793292668929",
    )
    assert misread["command"] == ["./serbench", "evolve", "rename-field", "--codecs", "fake/misreader"]
    assert bytes.fromhex(misread["message"]).startswith(b"evolution-old:")
    summaries = {one["codec"]: (one["misread"], one["full"]) for one in found["codecs"]}
    assert summaries == {"fake/evolver": (0, 2), "fake/misreader": (2, 0)}
    assert found["failures"] == []


def test_a_codec_that_has_all_of_a_trait_must_claim_it(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evolved(place, "--json") == 1
    failures = json.loads(capsys.readouterr().out)["failures"]
    assert [(one["codec"], one["outcome"]) for one in failures] == [("fake/evolver", "claim")]
    assert "does not claim schema-evolution, but has all of it" in failures[0]["detail"]


def test_tables_and_sentences_are_printed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evolved(place, "rename-field") == 0
    shown = capsys.readouterr().out
    assert "rename-field  = = p    X X p" in shown
    assert "No change is misread silently by fake/evolver." in shown
    assert "fake/misreader reads 0 of 1 change both ways and misreads 1 silently" in shown


def test_schemas_messages_and_values_are_kept(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evolved(place, "rename-field", "--keep", str(place / "preserved")) == 0
    folder = place / "preserved" / "rename-field"
    assert "string title = 2;" in (folder / "new.proto").read_text()
    own = folder / "fake-misreader"
    told = json.loads((own / "backward-0.json").read_text())
    assert (told["written"]["name"], told["expected"]["title"]) == ("Zürich", "Zürich")
    assert told["outcome"] == "misread"
    assert (own / "backward-0.message").read_bytes().startswith(b"evolution-old:")
    assert (own / "backward-0.value").exists()


def test_a_resumed_run_keeps_them_too(place: Path) -> None:
    folder = place / "preserved"
    assert evolved(place, "rename-field", "--keep", str(folder)) == 0
    (run,) = (place / "results").iterdir()
    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
    shutil.rmtree(folder)
    (run / "measurements.jsonl").write_text("")
    assert main(["evolve", "--resume", str(run), "--quiet"]) == 0
    assert sorted(str(path.relative_to(folder)) for path in folder.rglob("*")) == files != []


def test_a_run_is_previewed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evolved(place, "reorder", "--dry-run", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["changes"], found["codecs"]) == (["reorder"], ["fake/evolver", "fake/misreader"])
    assert not (place / "results").exists()


@pytest.mark.slow
def test_unknown_fields_cost_what_the_fake_says(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(place, capsys, "add-at-end", "--costs")
    costs = {one["unknown_fields"]: one for one in found["unknown_fields"]}
    # The other fake misreads what it does not know, so it has no figure.
    assert {one["codec"] for one in found["unknown_fields"]} == {"fake/evolver"}
    assert list(costs) == [0, 1, 10, 50]
    for one in costs.values():
        assert one["cpu_ns"] == one["cpu_ns_low"] == one["cpu_ns_high"] == 100 + one["size_bytes"]
    assert costs[0]["time_ratio"] == costs[0]["size_ratio"] == 1
    assert costs[50]["size_ratio"] == costs[50]["size_bytes"] / costs[0]["size_bytes"] > 5
    assert found["failures"] == []


@pytest.mark.slow
def test_costs_are_shown_and_compared(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evolved(place, "add-at-end", "--costs") == 0
    shown = capsys.readouterr().out
    assert "decoding with unknown fields" in shown
    assert "50 unknown fields make decoding" in shown
    (run,) = (place / "results").iterdir()
    page = (run / "report.html").read_text()
    assert "how many times as long as without, for 1, 10 and 50 of them" in page
    assert main(["report", str(run), "--csv"]) == 0
    costs = [line for line in capsys.readouterr().out.splitlines() if not line.split(",")[1]]
    assert [line.split(",")[5] for line in costs[1:] if line] == ["1", "10", "50"]
    assert main(["compare", str(run), str(run)]) == 0
    assert "50 unknown fields" in capsys.readouterr().out
    assert main(["evolve", "--resume", str(run), "--quiet"]) == 0
    assert "50 unknown fields make decoding" in capsys.readouterr().out


def test_costs_need_the_change_that_tells_who_skips(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evolved(place, "reorder", "--costs") == 2
    assert "name the change add-at-end too" in capsys.readouterr().err


def test_an_unknown_change_is_bad_input(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evolved(place, "rename-fild") == 2
    assert "There is no change rename-fild; did you mean rename-field?" in capsys.readouterr().err


def test_a_finished_run_is_resumed_and_reported(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evolved(place, "rename-field") == 0
    (run,) = (place / "results").iterdir()
    capsys.readouterr()
    assert main(["evolve", "--resume", str(run), "--quiet"]) == 0
    assert "rename-field  = = p    X X p" in capsys.readouterr().out
    assert main(["report", str(run), "--csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "codec,change,direction,outcome,detail,unknown_fields,cpu_ns,size_bytes"
    assert "fake/evolver,rename-field,backward,same,,,," in lines
    page = (run / "report.html").read_text()
    assert 'href="#change-rename-field-fake-misreader-backward"' in page
    assert 'id="change-rename-field-fake-misreader-backward"' in page
    assert 'id="change-rename-field"' in page
    assert "string title = 2;" in page


@pytest.mark.slow
def test_outcomes_are_compared(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evolved(place, "rename-field") == 0
    (before,) = (place / "results").iterdir()
    assert evolved(place, "rename-field") == 0
    after = next(run for run in (place / "results").iterdir() if run != before)
    capsys.readouterr()
    assert main(["compare", str(before), str(after)]) == 0
    assert "All outcomes that both have are the same." in capsys.readouterr().out
    rows = after / "measurements.jsonl"
    rows.write_text(rows.read_text().replace('"outcome":"same"', '"outcome":"refused"'))
    assert main(["compare", str(before), str(after)]) == 1
    shown = capsys.readouterr().out
    assert "fake/evolver on rename-field, backward: same → refused" in shown
