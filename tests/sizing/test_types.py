"""Data of several types: a workload each, and the mix as often as the data have them."""

import json
from pathlib import Path
from typing import Any

import pytest
from fakes import packages

from serbench.cli.main import main
from serbench.record.titles import MIX


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a cache, where the command finds fakes and no other codec."""
    packages.fakes_only(tmp_path, monkeypatch)
    return tmp_path


def sized(place: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    out = ("--out", str(place / "results"), "--codecs", "honest", "--quiet", "--json")
    assert main(["sizes", *words, *out]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def folder_of_two(place: Path) -> Path:
    """A type of 4 bytes in the corpus format and one of 12; of the second there are 3 in 12 objects."""
    folder = place / "data"
    folder.mkdir()
    (folder / "tick.jsonl").write_text('{"id": 1}\n' * 9)
    (folder / "order.jsonl").write_text('{"id": 1, "price": 2.5}\n' * 3)
    return folder


def means(found: dict[str, Any]) -> dict[str, float]:
    return {row["workload"]: row["mean_bytes"] for row in found["rows"]}


def test_a_folder_has_a_workload_for_each_file_and_the_mix(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = sized(place, capsys, "--data", str(folder_of_two(place)))
    assert means(found) == {MIX: 6.0, "order": 12.0, "tick": 4.0}
    (mix,) = (row for row in found["rows"] if row["workload"] == MIX)
    assert (mix["p50"], mix["p95"], mix["quantiles"][75], mix["quantiles"][76]) == (4, 12, 4, 12)
    record = json.loads((Path(found["directory"]) / "run.json").read_text())
    assert [each["objects"] for each in record["own"]["types"]] == [3, 9]


def test_a_run_of_several_types_is_resumed_without_them(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = folder_of_two(place)
    found = sized(place, capsys, "--data", str(folder))
    rows = Path(found["directory"]) / "measurements.jsonl"
    rows.write_text(rows.read_text().splitlines(keepends=True)[0])
    for path in folder.iterdir():
        path.unlink()
    assert main(["sizes", "--resume", found["directory"], "--quiet", "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert means(again) == means(found)


def test_a_field_names_the_types(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = place / "log.jsonl"
    data.write_text('{"kind": "a"}\n{"kind": "bb", "x": 1.5}\n{"kind": "a"}\n')
    # A text has its length in 4 bytes.
    found = sized(place, capsys, "--data", str(data), "--message-field", "kind")
    assert means(found) == {MIX: round((5 * 2 + 14) / 3, 3), "a": 5.0, "bb": 14.0}


def test_a_schema_has_the_message_of_each_type(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema = place / "s.proto"
    schema.write_text(
        'syntax = "proto3"; message Tick { int64 id = 1; } message order { int32 id = 1; double price = 2; }'
    )
    words = ("--data", str(folder_of_two(place)), "--schema", str(schema))
    assert means(sized(place, capsys, *words)) == {MIX: 9.0, "order": 12.0, "tick": 8.0}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("sizes", "--message-field", "x", "--data", "{folder}"), "leave out --message-field"),
        (("sizes", "--message", "x", "--data", "{folder}", "--schema", "s"), "have no --batch, --message"),
        (("sizes", "--message-field", "x"), "belong to --data FILE"),
        (("store", "--data", "{folder}"), "A store has objects of one type"),
    ],
)
def test_what_does_not_go_with_types_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    folder = folder_of_two(place)
    assert main([word.format(folder=folder) for word in words]) == 2
    assert sentence in capsys.readouterr().err


def test_describe_has_each_type(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["describe", str(folder_of_two(place)), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(one["name"], one["objects"]) for one in found] == [("order", 3), ("tick", 9)]
    data = place / "mixed.jsonl"
    data.write_text('{"kind": "tick"}\n{"kind": "order"}\n{"kind": "tick"}\n')
    assert main(["describe", str(data), "--message-field", "kind", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(one["name"], one["objects"]) for one in found] == [("tick", 2), ("order", 1)]
