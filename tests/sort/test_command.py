"""The command line of the sort over fakes: what it prints, keeps, refuses and leaves behind."""

import csv
import io
import json
from pathlib import Path

import pytest
from fakes.store_files import read_store
from fakes.tiny import own_words
from sort.calling import document_of, measured, sort, sorted_own

from serbench.cli.main import main


def test_a_run_has_a_row_for_each_mode_and_leaves_no_large_file(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = document_of(place, capsys)
    assert (found["experiment"], found["failures"]) == ("sort", [])
    assert sorted((row["codec"], row["mode"]) for row in found["rows"]) == [
        ("fake/sorter", "bytes"),
        ("fake/sorter", "objects"),
        ("floored/plain", "bytes"),
        ("floored/plain", "objects"),
    ]
    row = next(row for row in found["rows"] if row["mode"] == "objects")
    assert row["total_ns"] == {"mean": 262, "sd": 0, "median": 262, "low": 262, "high": 262, "level": 0.5}
    assert (row["io_ns"], row["processor_ns"], row["repetitions"]) == (240, 22, 2)
    assert (row["chunks"], row["passes"], row["objects"], row["decodes"]) == (3, 1, 6, 12)
    assert (row["budget_bytes"], row["held_bytes"], row["exceeds_budget"]) == (4096, 4096, False)
    assert row["parameters"]["arrangement"] == "shuffled"
    assert row["phases"]["merge-fsync"] == 40
    assert [(floor["codec"], floor["mode"]) for floor in found["floors"]] == [("floored/floor", "raw")]
    assert list((place / "files").iterdir()) == []
    (folder,) = (place / "results").iterdir()
    assert len((folder / "measurements.jsonl").read_text().splitlines()) == 2 * (2 + 2 + 1)


@pytest.mark.slow
def test_tables_page_and_files_name_every_way(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--memory", "4K,8K", "--mode", "objects,bytes,lazy", "--legend") == 0
    shown = " ".join(capsys.readouterr().out.split())
    (folder,) = (place / "results").iterdir()
    assert "bytes: the bytes are moved, with their keys; 6 own-tiny objects in 0.0039 MiB, cold," in shown
    assert "lazy: the bytes are moved, and each comparison reads its keys out of them; 6" in shown
    assert "Speed with bytes relative to objects: " in shown
    assert "GNU sort is not shown: no codec of the format json is measured." in shown
    page = (folder / "report.html").read_text()
    assert "fake/sorter" in page and '--key:var(--part6)">copy, free' in page
    capsys.readouterr()
    assert main(["report", str(folder), "--markdown"]) == 0
    assert "merge-fsync µs" in capsys.readouterr().out
    assert main(["report", str(folder), "--latex"]) == 0
    assert "objects: decoded and encoded" in capsys.readouterr().out
    assert main(["report", str(folder), "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 2 * (2 * 3 + 1)
    assert {(row["budget_bytes"], row["chunks"], row["pin"]) for row in rows} == {
        ("4096", "3", "free"),
        ("8192", "3", "free"),
    }
    assert main(["report", str(folder), "--plots", str(place / "plots")]) == 0
    names = {path.name for path in (place / "plots").iterdir()}
    assert {"sort-1-phases.svg", "sort-memory-bytes-cold-free-6.svg"} <= names
    capsys.readouterr()
    query = "SELECT count(*) AS rows, max(wall_ns[1]) AS most FROM measurements WHERE operation = 'bytes'"
    assert main(["sql", "--run", str(folder), query, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"rows": 8, "most": 252}]


@pytest.mark.slow
def test_two_runs_are_compared(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place) == measured(place) == 0
    first, second = sorted(map(str, (place / "results").iterdir()))
    capsys.readouterr()
    assert main(["compare", first, second]) == 0
    assert "bytes 4K cold free of 6" in " ".join(capsys.readouterr().out.split())


def test_a_codec_that_fails_costs_no_other(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document_of(place, capsys, "--codecs", "sorter,spoiler", status=1)
    assert {row["codec"] for row in found["rows"]} == {"fake/sorter"}
    assert {(failure["codec"], failure["outcome"]) for failure in found["failures"]} == {
        ("fake/spoiler", "wrong")
    }


def test_a_codec_without_access_has_no_lazy_mode(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--codecs", "seeker", "--mode", "bytes,lazy")
    found = document_of(place, capsys, *words, status=1)
    assert {row["mode"] for row in found["rows"]} == {"bytes"}
    (failure,) = found["failures"]
    assert failure["detail"] == "fake/seeker has no mode lazy and is not measured by it."
    assert measured(place, "--codecs", "seeker", "--mode", "lazy") == 2
    assert "None of these codecs has a mode that was requested." in capsys.readouterr().err


def test_a_runner_that_cannot_sort_is_unsupported(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document_of(place, capsys, "--codecs", "sorter,storer", status=1)
    (failure,) = found["failures"]
    assert (failure["codec"], failure["outcome"]) == ("fake/storer", "unsupported")
    assert failure["detail"] == "The runner of fake/storer cannot sort objects."


def test_a_resumed_run_measures_what_it_lacks(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place) == 0
    (folder,) = (place / "results").iterdir()
    rows = folder / "measurements.jsonl"
    whole = rows.read_text().splitlines(keepends=True)
    rows.write_text("".join(whole[:5]))
    capsys.readouterr()
    assert sort(place, "--resume", str(folder), "--quiet", "--json") == 0
    assert len(rows.read_text().splitlines()) == len(whole)
    assert sort(place, "--resume", str(folder), "--memory", "8K") == 2
    assert "continues a run as it was started" in capsys.readouterr().err


def test_an_interrupt_says_what_is_left(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--codecs", "halter") == 130
    said = capsys.readouterr().err
    assert "the large files are removed. Continue with: ./serbench sort --resume" in said
    assert list((place / "files").iterdir()) == []


def test_the_studys_lines_and_files(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--format", "study", "--pin", "core,parallel", "--codecs", "fake/sorter")
    assert measured(place, *words) == 0
    lines_shown = capsys.readouterr().out.splitlines()
    assert len(lines_shown) == 2 * 2
    assert "[SortTimeFAKE]#true#Fake sorter#objects#Tiny#0.000000240#0.000000262" in lines_shown
    (folder,) = (place / "results").iterdir()
    assert sorted(path.name for path in folder.glob("result_*")) == [
        "result_fake_sortobjects_6_1.txt",
        "result_fake_sortobjects_6_2.txt",
    ]
    first = (folder / "result_fake_sortobjects_6_1.txt").read_text().splitlines()
    assert first[0] == "language#taskset#method#mode#datatype#iotime#totaltime"
    assert len(first) == 3


@pytest.mark.slow
def test_stores_that_are_there_are_sorted_and_stay(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shelf, out = place / "shelf", ("--out", str(place / "results"), "--quiet")
    words = (*out, *own_words(place), "--codecs", "sorter,spoiler", "--objects", "6", "--dir", str(shelf))
    assert main(["store", "write", *words]) == 0
    before = {path.name: path.read_bytes() for path in shelf.iterdir()}
    more = ("--memory", "4K", "--repeat", "1", "--dir", str(shelf), *out)
    capsys.readouterr()
    # The third codec is of the same format and has no store of its own.
    assert sort(place, *more, "--codecs", "sorter,seeker", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert {row["codec"] for row in found["rows"]} == {"fake/sorter", "fake/seeker"}
    assert {row["parameters"]["arrangement"] for row in found["rows"]} == {"as stored"}
    assert {path.name: path.read_bytes() for path in shelf.iterdir()} == before
    folder = Path(found["directory"])
    rows = (folder / "measurements.jsonl").read_text().splitlines(keepends=True)
    (folder / "measurements.jsonl").write_text("".join(rows[:2]))
    assert sort(place, "--resume", str(folder), "--quiet", "--json") == 0
    capsys.readouterr()
    for words, sentence in (
        (("--arrange", "sorted"), f"The stores in {shelf} already have their objects; omit --arrange."),
        (("--bytes", "hex"), f"The stores in {shelf} already have their objects; omit --bytes."),
        (("--synthesize", "9"), f"The stores in {shelf} already have their objects; omit --synthesize."),
        (("--without", "a"), f"The stores in {shelf} already have their objects; omit --without."),
        (("tweet",), f"The stores in {shelf} already have their objects; omit the workload."),
        (("--objects", "5"), f"The stores in {shelf} have 6 objects and are sorted whole."),
        (("--keep", str(shelf)), "The stores that are sorted stay as they are; choose another folder"),
        (("--codecs", "texter"), f"None of these codecs reads the stores in {shelf}."),
    ):
        assert sort(place, *words, *more) == 2
        assert sentence in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in shelf.iterdir()} == before
    (shelf / "fake-sorter.data").write_bytes(before["fake-sorter.data"][:30])
    assert sort(place, *more, "--codecs", "sorter", "--json") == 1
    details = {failure["detail"] for failure in json.loads(capsys.readouterr().out)["failures"]}
    assert details == {
        "There is no input to sort: The file fake-sorter.data has 30 bytes where its index tells 112."
    }


@pytest.mark.slow
def test_sorted_stores_are_kept_and_read_by_the_store(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, out = place / "bytes", ("--out", str(place / "results"))
    assert measured(place, "--keep", str(kept)) == 0
    assert sorted(path.name for path in kept.iterdir()) == [
        *(f"{codec}.{kind}" for codec in ("fake-sorter", "floored-floor", "floored-plain")
          for kind in ("data", "index")),
        "stores.json",
    ]  # fmt: skip
    assert read_store(kept / "fake-sorter.data", kept / "fake-sorter.index").order == [0, 4, 1, 5, 2, 3]
    capsys.readouterr()
    words = ("--read", "sequential", "--level", "decode", "--repeat", "1", "--quiet", "--json")
    assert main(["store", "read", "--dir", str(kept), "--codecs", "sorter", *words, *out]) == 0
    assert {row["count"] for row in json.loads(capsys.readouterr().out)["rows"]} == {6}
    # A folder with stores of other objects is refused before anything is measured.
    runs = len(list((place / "results").iterdir()))
    assert measured(place, "--keep", str(kept), "--objects", "7") == 2
    assert "holds stores of 6" in capsys.readouterr().err
    assert len(list((place / "results").iterdir())) == runs
    assert measured(place, "--keep", str(kept), "--objects", "6,7") == 2
    assert "All stores of a folder have the same number of objects" in capsys.readouterr().err


def test_a_dry_run_says_what_would_be_measured(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document_of(place, capsys, "--dry-run", "--distinct", "2")
    assert (found["objects"], found["memory_sizes"], found["modes"]) == ([6], ["4K"], ["objects", "bytes"])
    assert (found["distinct"], found["arrangement"], found["repetitions"]) == (2, "shuffled", 2)
    assert measured(place, "--dry-run") == 0
    assert "\nmemory sizes: 4K\n" in capsys.readouterr().out
    assert not (place / "results").exists()


def test_a_run_is_fitted_into_the_time(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = document_of(place, capsys, "--dry-run", "--max-time", "1h")
    within = f"{whole['estimated_s'] * 0.7:.1f}s"
    fitting = document_of(place, capsys, "--dry-run", "--max-time", within)
    assert fitting["repetitions"] == 1
    assert measured(place, "--max-time", "0.1s", "--dry-run") == 2
    assert "Even one repetition takes about" in capsys.readouterr().err


def test_twins_tell_the_noise_of_a_run(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document_of(place, capsys, "--preset", "standard", "--codecs", "fake/sorter")
    assert {row["codec"] for row in found["twins"]} == {"fake/sorter (twin)"}
    assert found["noise_floors"]["fake"]["share"] == 0.0


def test_help_names_the_options(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sort(place, "--help") == 0
    assert capsys.readouterr().out.startswith("Usage: ./serbench sort [OPTIONS] [WORKLOAD]\n")


def test_own_data_in_batches(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sorted_own(place, "--dry-run", "--batch", "2", "--memory", "4K", "--json") == 0
    assert json.loads(capsys.readouterr().out)["workload"].endswith(":batch=2")
