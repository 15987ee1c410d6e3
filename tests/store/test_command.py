"""The command line of the store over fakes: what it prints, keeps, refuses and leaves behind."""

import csv
import io
import json
import shutil
from pathlib import Path

import pytest
from fakes.tiny import own_words
from refusals import require_refused
from store.calling import measured, store, stored

from serbench.cli.main import main
from serbench.experiments.reporting import report_of
from serbench.experiments.store.ids import drawn
from serbench.experiments.store.reporting import store_side
from serbench.pools import cache_state, resources
from serbench.pools.numbers import hash_of
from serbench.record.run_folder import RunFolder
from serbench.report.markdown import markdown


def test_a_run_leaves_its_rows_and_no_large_file(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["experiment"] == "store"
    assert document["failures"] == []
    # A write, and whole objects and one access of each order, cold and warm.
    assert len(document["rows"]) == 1 + 2 * (1 + 1 + 1 + 1)
    write = next(row for row in document["rows"] if row["operation"] == "write")
    assert (write["repetitions"], write["count"], write["io_ns"]) == (2, 6, 6000)
    assert list((place / "stores").iterdir()) == []
    (folder,) = (place / "results").iterdir()
    assert len((folder / "measurements.jsonl").read_text().splitlines()) == 18
    assert list(json.loads((folder / "adapters.json").read_text())) == ["fake/storer"]


def test_tables_name_every_phase(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--cache", "warm") == 0
    shown = capsys.readouterr().out
    (folder,) = (place / "results").iterdir()
    assert "Written: 6 of 6 own-tiny objects, buffered, on all cores" in shown
    assert "Read by id: 3 of 6 own-tiny objects, warm, on all cores" in shown
    assert "fake/storer, decode" in (folder / "report.html").read_text()


def test_kept_objects_show_what_they_take(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--keep-objects", "--cache", "warm", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    whole = [row for row in found["rows"] if row["parameters"]["level"] == "decode"]
    assert {(row["count"], row["held_bytes"], row["held_bytes_per_object"]) for row in whole} == {
        (6, 600, 100.0),
        (3, 300, 100.0),
    }
    assert {row["held_bytes"] for row in found["rows"] if row not in whole} == {None}
    for words in ((), ("--markdown",)):
        assert main(["report", found["directory"], *words]) == 0
        shown = capsys.readouterr().out
        assert "Memory of objects that are kept" in shown
        shown_lines = [line.replace("|", " ").split() for line in shown.splitlines()]
        assert ["fake/storer", "4", "100", "25.00"] in [line[:4] for line in shown_lines]
    assert "Memory of objects that are kept" in Path(found["directory"], "report.html").read_text()
    assert main(["report", found["directory"], "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == len(found["rows"])
    assert {(row["level"], row["held_bytes_per_object"]) for row in rows} == {
        ("", ""), ("decode", "100.0"), ("access-one", ""), ("access-all", ""),
    }  # fmt: skip


def test_the_studys_lines_and_files(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--format", "study", "--pin", "core") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 * 3
    assert "[WriteTimeFAKE]#true#Fake storer#true#Tiny#0.000006000#0.000006110" in lines
    (folder,) = (place / "results").iterdir()
    assert len(list(folder.glob("result_fake_*objects_6_*.txt"))) == 4


def test_a_codec_that_fails_costs_no_other(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--codecs", "fake/storer,fake/full", "--json") == 1
    document = json.loads(capsys.readouterr().out)
    assert {row["codec"] for row in document["rows"]} == {"fake/storer"}
    assert {failure["codec"] for failure in document["failures"]} == {"fake/full"}


def test_a_resumed_run_measures_what_it_lacks(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place) == 0
    (folder,) = (place / "results").iterdir()
    rows = folder / "measurements.jsonl"
    whole = rows.read_text().splitlines(keepends=True)
    rows.write_text("".join(whole[:11]))
    capsys.readouterr()
    assert store(place, "--resume", str(folder), "--quiet", "--json") == 0
    assert len(rows.read_text().splitlines()) == len(whole)
    assert store(place, "--resume", str(folder), "--repeat", "3") == 2
    assert "continues a run as it was started" in capsys.readouterr().err


def test_a_run_of_another_list_is_not_resumed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = place / "list"
    listed.write_text("5\n3\n")
    assert measured(place, "--ids", str(listed)) == 0
    (folder,) = (place / "results").iterdir()
    settings = json.loads((folder / "run.json").read_text())["plan"]["settings"]
    assert (settings["random_reads"], settings["ids_sha256"]) == hash_of([5, 3])
    capsys.readouterr()
    for other in ("5\n4\n", "5\n3\n3\n"):
        listed.write_text(other)
        assert store(place, "--resume", str(folder), "--quiet") == 2
        assert capsys.readouterr().err == (
            f"serbench: Run {folder.name} cannot be resumed: the list {listed} has changed since"
            " the run began; restore it, or start a new run.\n"
        )
    listed.write_text("5\n3\n")
    assert store(place, "--resume", str(folder), "--quiet") == 0


def test_a_list_that_is_not_right_is_refused_before_anything_is_written(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = place / "list"
    listed.write_text("5\n3\n4\n")
    assert measured(place, "--ids", str(listed), "--dry-run", "--json") == 0
    assert json.loads(capsys.readouterr().out)["random_reads"] == 3
    # The second size has object 5, the first has not.
    assert measured(place, "--ids", str(listed), "--objects", "5,6") == 2
    assert "Line 1 of" in capsys.readouterr().err
    assert not (place / "results").exists()


def test_an_interrupt_says_what_is_left(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shelf, out = str(place / "shelf"), ("--out", str(place / "results"), "--quiet")
    assert stored(place, "write", "--dir", shelf, "--objects", "6", *out) == 0
    capsys.readouterr()
    words = ("--codecs", "interrupter", "--read", "sequential")
    assert store(place, "read", "--dir", shelf, "--repeat", "1", *words, *out) == 130
    sentence = "Interrupted; 0 of 1 repetitions are measured and kept, whole stores stay.\n"
    assert capsys.readouterr().err == sentence
    assert measured(place, *words) == 130
    assert "the large files are removed. Continue with: ./serbench store --resume" in capsys.readouterr().err
    assert list((place / "stores").iterdir()) == []


def test_own_data_is_stored_and_a_run_of_it_resumed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--read", "sequential", *own_words(place, (7, 8, 9))) == 0
    assert "Written: 6 of 6 own-tiny objects" in capsys.readouterr().out
    (folder,) = (place / "results").iterdir()
    record = json.loads((folder / "run.json").read_text())
    assert record["own"]["message"] == "Tiny"
    (corpus,) = record["corpora"].values()
    assert (corpus["objects"], corpus["bytes"]) == (3, 12)
    rows = folder / "measurements.jsonl"
    whole = rows.read_text().splitlines(keepends=True)
    rows.write_text("".join(whole[: len(whole) // 2]))
    (place / "own" / "ids.jsonl").unlink()
    assert store(place, "--resume", str(folder), "--quiet") == 0
    assert len(rows.read_text().splitlines()) == len(whole)


def test_own_data_is_written_and_read_in_two_steps(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shelf, out = str(place / "shelf"), ("--out", str(place / "results"), "--quiet")
    words = own_words(place, (7, 8, 9))
    assert stored(place, "write", "--dir", shelf, "--objects", "6", *out, *words) == 0
    capsys.readouterr()
    assert store(place, "read", "--dir", shelf, "--repeat", "1", "--format", "study", *out) == 0
    assert "#Fake storer#true#Tiny#" in capsys.readouterr().out
    shutil.rmtree(place / "cache" / "corpora")
    assert store(place, "read", "--dir", shelf, *out) == 2
    assert "are no longer in the cache" in capsys.readouterr().err


def test_own_data_that_is_not_right_is_one_sentence(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, *own_words(place, (7, -1))) == 2
    assert "ids.jsonl:2: id: " in capsys.readouterr().err
    assert store(place, "--schema", "s.proto") == 2
    assert "--schema needs objects to measure" in capsys.readouterr().err
    assert not (place / "results").exists()


def test_a_dry_run_says_what_would_be_measured(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--dry-run", "--batch", "2", *own_words(place, (7, 8)), "--json") == 0
    expected = json.loads(capsys.readouterr().out)
    assert expected["workload"] == "own-tiny:batch=2"
    assert (expected["objects"], expected["random_reads"]) == ([6], 3)
    assert measured(place, "--dry-run") == 0
    shown = capsys.readouterr().out
    assert "\nobjects:      6\n" in shown
    assert "\nlevel:        by order\n" in shown


def test_the_studys_settings_are_those_that_it_published(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert stored(place, "--study", "--dry-run", "--json") == 0
    expected = json.loads(capsys.readouterr().out)
    assert (expected["objects"], expected["random_reads"], expected["repetitions"]) == (
        [5_000_000],
        5_000_000,
        3,
    )
    assert (expected["cache"], expected["level"], expected["pin"]) == (["cold"], ["decode"], ["free", "core"])
    assert stored(place, "--study", "--cache", "warm", "--pin", "core", "--dry-run", "--json") == 0
    expected = json.loads(capsys.readouterr().out)
    assert (expected["cache"], expected["pin"]) == (["warm"], ["core"])
    assert store(place, "--study", "--preset", "quick") == 2
    assert "--study is a preset of its own; omit --preset quick." in capsys.readouterr().err


def test_a_cache_mode_that_cannot_be_had_is_left_out(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_state, "can_drop_all", lambda: False)
    monkeypatch.setattr(cache_state, "has_direct_access", lambda directory: False)
    assert stored(place, "--cache", "dropped") == 2
    assert "Only root on Linux can empty the system's caches; choose another --cache." in (
        capsys.readouterr().err
    )
    assert measured(place, "--cache", "dropped,warm,direct", "--json") == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert {row["parameters"]["cache"] for row in rows} == {"buffered", "warm"}


def test_help_calls_the_command_as_it_is_called(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert store(place, "--help") == 0
    assert capsys.readouterr().out.startswith("Usage: ./serbench store [OPTIONS] [WORKLOAD]\n")


def test_a_list_of_numbers(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert store(place, "ids", "10", "4", "--seed", "3") == 0
    assert capsys.readouterr().out == "".join(f"{number}\n" for number in drawn(10, 4, 3))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--cache", "hot"), "--cache knows no hot: it is one of cold, warm, direct, dropped."),
        (("--objects", "0"), "--objects is 0 where a number from 1 to 4294967295 belongs."),
        (("--objects", "many"), "--objects is many where a number from 1 to 4294967295 belongs."),
        (
            ("read", "--dir", "/nowhere"),
            "There are no stores in /nowhere: `./serbench store write` creates them.",
        ),
    ],
)
def test_bad_input_is_one_sentence(
    words: tuple[str, ...], sentence: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    require_refused(store(place, *words), sentence, place, capsys)


def test_stores_that_do_not_fit_are_refused(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "free_disk", lambda directory: 2**30)
    assert measured(place, "--objects", "4000000000") == 2
    assert "objects fit, or choose another --dir." in capsys.readouterr().err


def test_a_seed_of_zero_is_an_option_of_the_run_too(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert store(place, "--resume", "x", "--seed", "0") == 2
    assert "continues a run as it was started" in capsys.readouterr().err


def test_a_run_of_the_store_is_resumed_by_its_own_command(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert measured(place, "--json") == 0
    (folder,) = (place / "results").iterdir()
    capsys.readouterr()
    assert main(["run", "--resume", str(folder)]) == 2
    assert capsys.readouterr().err == (
        f"serbench: Run {folder.name} is not one of `run`; continue it with:"
        f" ./serbench store --resume {folder}\n"
    )


def test_the_page_is_written_whatever_is_printed(place: Path) -> None:
    for form in (("--json",), ("--format", "study")):
        assert measured(place, *form) == 0
        newest = max((place / "results").iterdir())
        assert "<html" in (newest / "report.html").read_text()


def test_a_run_of_the_store_is_fitted_into_the_time(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--dry-run", "--json", "--max-time", "1h") == 0
    whole = json.loads(capsys.readouterr().out)
    assert (whole["repetitions"], whole["max_time_s"]) == (2, 3600)
    within = f"{whole['estimated_s'] * 0.6:.1f}s"
    assert measured(place, "--dry-run", "--json", "--max-time", within) == 0
    assert json.loads(capsys.readouterr().out)["repetitions"] == 1
    assert measured(place, "--max-time", "1s", "--dry-run") == 2
    assert "Even one repetition takes about" in capsys.readouterr().err


def test_twins_tell_the_noise_of_a_run(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--preset", "standard", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert {row["codec"] for row in found["rows"]} == {"fake/storer"}
    assert {row["codec"] for row in found["twins"]} == {"fake/storer (twin)"}
    # The fake claims the same times whenever it is asked.
    assert found["noise_floors"] == {"fake": {"share": 0.0, "twins": 1, "runs": 1}}
    assert main(["report", found["directory"], "--legend"]) == 0
    assert "Noise floor: Fake 0.0% (1 twin)." in " ".join(capsys.readouterr().out.split())
    folder = RunFolder.load(Path(found["directory"]))
    assert store_side(folder).noise["fake"].share == 0.0
    report = markdown(report_of(folder))
    assert " · preset standard · " in report and "- preset: standard: 2 repetitions\n" in report
    assert main(["store", "--resume", found["directory"], "--json", "--quiet"]) == 0
    assert len(json.loads(capsys.readouterr().out)["twins"]) == len(found["twins"])


@pytest.mark.slow
def test_the_twins_of_earlier_runs_tell_a_new_one(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    floors = []
    for _ in range(2):
        assert measured(place, "--preset", "standard", "--json") == 0
        floors.append(json.loads(capsys.readouterr().out)["noise_floors"]["fake"])
    assert [(of["twins"], of["runs"]) for of in floors] == [(1, 1), (2, 2)]
