"""The command line of torture over fakes."""

import json
from pathlib import Path
from typing import Any

import pytest
from fakes import packages

from serbench.cli.main import main
from serbench.engine.material import gather
from serbench.experiments.torture.flow import of_another_schema

CODECS = ("--codecs", "torturer,overreader")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a cache, where the command finds fakes and no other codec."""
    packages.fakes_only(tmp_path, monkeypatch)
    return tmp_path


def tortured(place: Path, *words: str) -> int:
    amount = () if "--cases" in words else ("--cases", "200")
    of_run = () if "replay" in words else (*amount, *CODECS, "--out", str(place / "results"))
    return main(["torture", *words, *of_run, "--quiet"])


def document(place: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    tortured(place, *words, "--json")
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.slow
def test_each_codec_is_a_row(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(place, capsys)
    sound, bad = found["rows"]
    assert (sound["codec"], sound["workload"], sound["cases"]) == ("fake/torturer", "media", 200)
    assert sum(sound["outcomes"].values()) == 200
    assert [*sound["outcomes"]] == [
        "rejected", "same", "different", "access_fault", "foreign", "poisoned", "overallocated", "hung",
        "crashed",
    ]  # fmt: skip
    assert (sound["rank"], sound["harm_per_mille"], sound["worst"]) == (1, 0.0, [])
    assert (bad["codec"], bad["rank"], bad["promises"]) == ("fake/overreader", 2, "Nothing is checked.")
    # Whatever claims more than is there: every truncation behind the length, and more.
    assert bad["outcomes"]["crashed"] > 20
    assert bad["outcomes"]["crashed"] + bad["outcomes"]["rejected"] + bad["outcomes"]["different"] == 200
    worst = bad["worst"][0]
    assert (worst["outcome"], worst["operation"]) == ("crashed", "decode")
    assert (Path(found["directory"]) / worst["file"]).stat().st_size < 8192
    assert found["failures"] == []


@pytest.mark.slow
def test_the_same_seed_makes_the_same_outcomes(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = document(place, capsys, "--seed", "5"), document(place, capsys, "--seed", "5")
    assert first["rows"] == second["rows"]
    other = document(place, capsys, "--seed", "6")
    assert [one["worst"] for one in other["rows"]] != [one["worst"] for one in first["rows"]]


def test_tables_and_sentences_are_printed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tortured(place) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "1 of 2 codecs survived 200 malformed messages of media, in time and within memory:" in shown
    assert "Of 200 malformed messages fake/overreader rejects" in shown
    assert "dies at" in shown


def test_a_finding_is_replayed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(place, capsys, "--keep", str(place / "kept"))
    bad = found["rows"][1]
    file = str(Path(found["directory"]) / bad["worst"][0]["file"])
    assert main(["torture", "replay", file, "--quiet"]) == 0
    shown = capsys.readouterr().out
    assert "decode: crashed: The runner was killed by signal 11" in shown
    assert "The outcome is the same as in the finding, crashed" in shown
    assert "Its authors: Nothing is checked." in shown
    kept = list((place / "kept").iterdir())
    assert len(kept) == bad["outcomes"]["crashed"]
    # For a codec that has no such fault, the same bytes are another outcome.
    text = Path(file).read_text().replace("fake/overreader", "fake/torturer")
    (place / "other.json").write_text(text)
    assert main(["torture", "replay", str(place / "other.json"), "--quiet", "--json"]) == 1
    replayed = json.loads(capsys.readouterr().out)
    assert (replayed["found"], replayed["outcome"]) == ("crashed", "rejected")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("replay",), "replay takes the file of one finding"),
        (("replay", "nowhere.json"), "There is no finding nowhere.json."),
        (("replay", __file__), "is not a finding of ./serbench torture"),
        (("medai",), "There is no workload medai; did you mean media?"),
        (("--sanitize", "thread"), "--sanitize knows no thread"),
    ],
)
def test_bad_input_is_told(
    place: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    assert tortured(place, *words) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("--codecs", "torturer"), "--codecs"),
        (("--sanitize", "address"), "--sanitize"),
        (("--cases", "5"), "--cases"),
        (("--data", "own.jsonl"), "--data"),
        (("--keep", "kept"), "--keep"),
        (("--out", "results"), "--out"),
        (("--dry-run",), "--dry-run"),
        (("--resume", "20261128-101500"), "--resume"),
    ],
)
def test_a_replay_refuses_options_of_a_run(
    place: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], name: str
) -> None:
    assert main(["torture", "replay", "f.json", *words, "--quiet"]) == 2
    sentence = f"replay gives a codec the finding as it was found; omit {name}."
    assert capsys.readouterr().err.endswith(f"{sentence}\n")
    assert not (place / "results").exists()


def test_a_run_is_previewed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tortured(place, "--dry-run", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["workloads"], found["cases"], found["seed"]) == (["media"], 200, 1)
    assert found["codecs"] == ["fake/overreader", "fake/torturer"]
    assert tortured(place, "--dry-run") == 0
    assert "sanitizers:   none\n" in capsys.readouterr().out
    assert not (place / "results").exists()


def test_a_finished_run_is_resumed_and_reported(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tortured(place) == 0
    (run,) = (place / "results").iterdir()
    capsys.readouterr()
    assert main(["torture", "--resume", str(run), "--quiet"]) == 0
    assert "fake/overreader" in capsys.readouterr().out
    assert main(["report", str(run), "--csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("codec,workload,cases,rejected,same,different,access_fault")
    assert lines[1].startswith("fake/torturer,media,200,")
    for form in ("--markdown", "--latex"):
        assert main(["report", str(run), form]) == 0
        assert "overreader" in capsys.readouterr().out
    page = (run / "report.html").read_text()
    assert 'id="finding-fake-overreader-media-1"' in page
    assert 'href="#finding-fake-overreader-media-1"' in page
    assert f"./serbench torture replay DIR/{run.name}/findings/" in page
    assert "./serbench torture media --codecs CODEC --cases 200 --seed 1" in page
    assert (
        main(
            [
                "sql",
                "SELECT codec, figures->'outcomes'->>'crashed' AS died FROM measurements",
                "--run",
                str(run),
            ]
        )
        == 0
    )
    assert "fake/torturer" in capsys.readouterr().out


@pytest.mark.slow
def test_a_resumed_run_keeps_what_harms_too(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = place / "kept"
    assert tortured(place, "--keep", str(kept)) == 0
    (run,) = (place / "results").iterdir()
    files = sorted(path.name for path in kept.iterdir())
    for path in kept.iterdir():
        path.unlink()
    (run / "measurements.jsonl").write_text("")
    assert main(["torture", "--resume", str(run), "--quiet"]) == 0
    assert sorted(path.name for path in kept.iterdir()) == files != []
    # A record may come from somebody else: only folders that a command has named are written.
    record = run / "run.json"
    record.write_text(record.read_text().replace(json.dumps(str(kept)), json.dumps(str(place / "elsewhere"))))
    (run / "measurements.jsonl").write_text("")
    assert main(["torture", "--resume", str(run), "--quiet"]) == 2
    assert "which no command on this machine has named" in capsys.readouterr().err


@pytest.mark.slow
def test_outcomes_are_compared(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tortured(place) == 0
    (before,) = (place / "results").iterdir()
    assert tortured(place) == 0
    after = next(run for run in (place / "results").iterdir() if run != before)
    capsys.readouterr()
    assert main(["compare", str(before), str(after)]) == 0
    assert "All outcomes that both have are the same." in capsys.readouterr().out
    rows = after / "measurements.jsonl"
    rows.write_text(rows.read_text().replace('"truncation":{"rejected"', '"truncation":{"hung":1,"rejected"'))
    assert main(["compare", str(before), str(after)]) == 1
    shown = capsys.readouterr().out
    assert "fake/torturer on media, truncation, hung: never → up to 100 per mille" in shown
    assert "fake/torturer on media, truncation: " not in shown


def test_another_schema_is_one_that_is_not_asked_for() -> None:
    def other(*names: str) -> list[str]:
        material = gather(names, None, 1, lambda _: None)
        return [workload.name for workload in of_another_schema(material, 1).workloads]

    assert other("record") == ["tuples:tuples=1"]
    assert other("tuples:tuples=64") == ["record"]
    assert other("record", "tuples:tuples=64") == []


@pytest.mark.slow
def test_own_data_are_tortured(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = place / "ids.jsonl"
    data.write_text("".join(f'{{"id": {number}}}\n' for number in range(20)))
    found = document(place, capsys, "--data", str(data))
    assert [row["workload"] for row in found["rows"]] == ["own-item", "own-item"]
    assert [sum(row["outcomes"].values()) for row in found["rows"]] == [200, 200]
    record = json.loads((Path(found["directory"]) / "run.json").read_text())
    assert record["own"]["message"] == "inferred.Item"
    words = ["./serbench", "torture", "--data", "FILE", "--codecs", "fake/torturer", "--cases", "200"]
    assert found["rows"][0]["command"] == [*words, "--seed", "1"]
    page = (Path(found["directory"]) / "report.html").read_text()
    assert "./serbench torture --data FILE --codecs CODEC --cases 200 --seed 1" in page
    # A finding cannot be replayed without the user's schema.
    assert "torture replay" not in page
    file = str(Path(found["directory"]) / found["rows"][1]["worst"][0]["file"])
    assert main(["torture", "replay", file, "--quiet"]) == 2
    assert capsys.readouterr().err.endswith(
        "whose schema is not here; if it was your own data, run torture --data again.\n"
    )
