"""The command line of the store over fakes: what it prints, keeps, refuses and leaves behind."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fakes.tiny import codec, make_corpus, make_workload, runner

from serbench.cli import material, store_session, store_shelf, store_work
from serbench.cli.main import main
from serbench.cli.store_progress import StepTeller
from serbench.codecs.selection import choose
from serbench.store import cache_state
from serbench.store.ids import drawn, hash_of, list_lines
from serbench.store.plan import Fork, Step
from serbench.store.pool import Pool

BRIEF = ("--objects", "6", "--repeat", "2", "--random-reads", "3", "--quiet")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lets the command find one honest codec, ``cpp/storer``, and one whose disk is full, ``cpp/full``."""
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    workload = replace(make_workload(tmp_path / "workload"), conformance=False)
    known = [
        codec("storer", default=True),
        codec("full"),
        codec("other", format="other"),
        codec("second", format="other"),
        codec("whole"),
    ]
    runners = {
        "cpp/storer": runner("storer"),
        "cpp/full": runner("storer", "write", "full", codec="cpp/full"),
        "cpp/second": runner("storer", codec="cpp/second"),
        "cpp/whole": runner("storer", "describe", "whole", codec="cpp/whole"),
    }
    replaced: dict[str, Any] = {
        "select_codecs": lambda patterns: choose(known, patterns),
        "make_ready": lambda codecs, tell: {},
        "build_runners": lambda codecs, workloads, jobs, progress, store: [
            replace(runners[c.name], workload=workloads[0].name, built_for="tiny") for c in codecs
        ],
        "machine_record": lambda folders: {"lay": {name: str(path) for name, path in folders.items()}},
    }
    for name, function in replaced.items():
        for module in (store_session, store_shelf, store_work):
            monkeypatch.setattr(module, name, function, raising=False)
    monkeypatch.setattr("serbench.measure.preparation.machine_record", dict)
    monkeypatch.setattr(material, "find_workloads", lambda names: (workload,))
    pool = Pool(make_corpus(tmp_path / "corpus"), None)
    monkeypatch.setattr(material, "pool_of", lambda workload, seed: pool)
    return tmp_path


def store(place: Path, *words: str) -> int:
    return main(["store", *words])


def measured(place: Path, *words: str) -> int:
    return store(place, "--out", str(place / "results"), "--dir", str(place / "stores"), *BRIEF, *words)


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
    assert list(json.loads((folder / "pages.json").read_text())) == ["cpp/storer"]


def test_tables_name_every_phase(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--cache", "warm") == 0
    shown = capsys.readouterr().out
    assert "Written: 6 of 6 tiny objects, buffered, on all cores" in shown
    assert "Read by number: 3 of 6 tiny objects, warm, on all cores" in shown
    (folder,) = (place / "results").iterdir()
    assert "cpp/storer, decode" in (folder / "report.html").read_text()


def test_the_studys_lines_and_files(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--format", "study", "--pin", "core") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 * 3
    assert "[WriteTimeCPP]#true#C++ storer#true#Tiny#0.000006000#0.000006110" in lines
    (folder,) = (place / "results").iterdir()
    assert len(list(folder.glob("result_cpp_*objects_6_*.txt"))) == 4


def test_a_codec_that_fails_costs_no_other(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--codecs", "cpp/storer,cpp/full", "--json") == 1
    document = json.loads(capsys.readouterr().out)
    assert {row["codec"] for row in document["rows"]} == {"cpp/storer"}
    assert {failure["codec"] for failure in document["failures"]} == {"cpp/full"}


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
    assert "takes neither a workload nor options" in capsys.readouterr().err


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
            f"serbench: Run {folder.name} cannot be resumed: the list {listed} has other numbers than when"
            " the run began; restore it, or start a new run.\n"
        )
    listed.write_text("5\n3\n")
    assert store(place, "--resume", str(folder), "--quiet") == 0


def test_two_steps_read_prefixes_and_lists(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shelf, out = str(place / "shelf"), ("--out", str(place / "results"), "--quiet", "--json")
    assert store(place, "write", "--dir", shelf, "--objects", "6", *out) == 0
    assert sorted(path.name for path in (place / "shelf").iterdir()) == [
        "cpp-storer.data",
        "cpp-storer.index",
        "stores.json",
    ]
    capsys.readouterr()
    listed = place / "list"
    listed.write_text("5\n5\n")
    assert store(place, "read", "--dir", shelf, "--ids", str(listed), "--repeat", "1", *out) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert {row["count"] for row in rows if row["operation"] == "random"} == {2}
    assert {row["count"] for row in rows if row["operation"] == "sequential"} == {6}
    assert store(place, "read", "--dir", shelf, "--objects", "4", "--read", "sequential", *out) == 0
    assert {row["count"] for row in json.loads(capsys.readouterr().out)["rows"]} == {4}
    assert store(place, "read", "--dir", shelf, "--objects", "7", *out) == 2
    assert "have 6 objects, fewer than 7." in capsys.readouterr().err
    listed.write_text("6\n")
    assert store(place, "read", "--dir", shelf, "--ids", str(listed), *out) == 2
    assert "asks for object 6, but the store has 6 objects, 0 to 5." in capsys.readouterr().err
    assert (place / "shelf" / "cpp-storer.data").exists()


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


def test_stores_are_read_where_nothing_can_be_written(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf, out = place / "shelf", ("--out", str(place / "results"), "--repeat", "1", "--quiet", "--json")
    assert store(place, "write", "--dir", str(shelf), "--objects", "6", *out) == 0
    before = {path: path.stat().st_mtime_ns for path in (shelf, *shelf.iterdir())}
    assert store(place, "read", "--dir", str(shelf), "--read", "random", *out) == 0
    assert {path: path.stat().st_mtime_ns for path in (shelf, *shelf.iterdir())} == before
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    capsys.readouterr()
    assert store(place, "write", "--dir", str(shelf), "--objects", "6", *out) == 2
    assert capsys.readouterr().err == f"serbench: The folder {shelf} cannot be written.\n"


def test_a_codec_of_another_format_reads_no_store(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shelf, out = place / "shelf", ("--out", str(place / "results"), "--repeat", "1", "--quiet", "--json")
    assert store(place, "write", "--dir", str(shelf), "--objects", "6", *out) == 0
    assert store(place, "read", "--dir", str(shelf), "--codecs", "other", *out) == 2
    captured = capsys.readouterr()
    assert captured.err == f"serbench: None of these codecs reads what lies in {shelf}.\n"
    assert store(place, "read", "--dir", str(shelf), "--codecs", "storer,other", *out) == 1
    document = json.loads(capsys.readouterr().out)
    assert {row["codec"] for row in document["rows"]} == {"cpp/storer"}
    (failure,) = document["failures"]
    assert (failure["codec"], failure["outcome"]) == ("cpp/other", "unsupported")
    assert failure["detail"] == f"No store in {shelf} is of the format other."
    (shelf / "stores.json").write_text('{"x": 1}')
    assert store(place, "read", "--dir", str(shelf), *out) == 2
    assert "was not written by this version of serbench." in capsys.readouterr().err


def test_an_interrupt_says_what_is_left(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    shelf, out = str(place / "shelf"), ("--out", str(place / "results"), "--quiet")
    assert store(place, "write", "--dir", shelf, "--objects", "6", *out) == 0
    monkeypatch.setattr(store_work, "execute", interrupted)
    capsys.readouterr()
    assert store(place, "read", "--dir", shelf, "--repeat", "1", *out) == 130
    sentence = "Interrupted; 0 of 1 repetitions are measured and kept, whole stores stay.\n"
    assert capsys.readouterr().err == sentence
    assert measured(place) == 130
    assert "the large files are removed. Continue with: ./serbench store --resume" in capsys.readouterr().err


def test_a_write_that_fails_leaves_nothing_on_the_shelf(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf, out = place / "shelf", ("--out", str(place / "results"), "--quiet", "--json")
    assert store(place, "write", "--dir", str(shelf), "--objects", "6", "--codecs", "full", *out) == 1
    assert [path.name for path in shelf.iterdir()] == ["stores.json"]
    assert store(place, "read", "--dir", str(shelf), *out) == 2
    assert f"There are no stores in {shelf}: " in capsys.readouterr().err


def own_words(place: Path, *values: int) -> tuple[str, ...]:
    """Options of own data: an object of the tiny schema for each of the values."""
    data = place / "ids.jsonl"
    data.write_text("".join(f'{{"id": {value}}}\n' for value in values))
    return ("--schema", str(place / "workload" / "schema.proto"), "--data", str(data))


def test_own_data_is_stored_and_a_run_of_it_resumed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--read", "sequential", *own_words(place, 7, 8, 9)) == 0
    assert "Written: 6 of 6 own-tiny-" in capsys.readouterr().out
    (folder,) = (place / "results").iterdir()
    record = json.loads((folder / "run.json").read_text())
    assert record["own"]["message"] == "Tiny"
    (corpus,) = record["corpora"].values()
    assert (corpus["objects"], corpus["bytes"]) == (3, 12)
    rows = folder / "measurements.jsonl"
    whole = rows.read_text().splitlines(keepends=True)
    rows.write_text("".join(whole[: len(whole) // 2]))
    (place / "ids.jsonl").unlink()
    assert store(place, "--resume", str(folder), "--quiet") == 0
    assert len(rows.read_text().splitlines()) == len(whole)


def test_own_data_is_written_and_read_in_two_steps(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shelf, out = str(place / "shelf"), ("--out", str(place / "results"), "--quiet")
    words = own_words(place, 7, 8, 9)
    assert store(place, "write", "--dir", shelf, "--objects", "6", *out, *words) == 0
    capsys.readouterr()
    assert store(place, "read", "--dir", shelf, "--repeat", "1", "--format", "study", *out) == 0
    assert "#C++ storer#true#Tiny#" in capsys.readouterr().out
    shutil.rmtree(place / "cache" / "corpora")
    assert store(place, "read", "--dir", shelf, *out) == 2
    assert "are no longer in the cache" in capsys.readouterr().err


def test_own_data_that_is_not_right_is_one_sentence(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, *own_words(place, 7, -1)) == 2
    assert "ids.jsonl:2: id: " in capsys.readouterr().err
    assert measured(place, "--schema", "s.proto") == 2
    assert "--schema needs objects to measure" in capsys.readouterr().err
    assert not (place / "results").exists()


def test_a_dry_run_says_what_would_be_measured(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--dry-run", "--batch", "2", *own_words(place, 7, 8), "--json") == 0
    expected = json.loads(capsys.readouterr().out)
    assert expected["workload"].startswith("own-tiny-")
    assert expected["workload"].endswith(":batch=2")
    assert (expected["objects"], expected["random_reads"]) == ([6], 3)
    assert measured(place, "--dry-run") == 0
    shown = capsys.readouterr().out
    assert "\nobjects:      6\n" in shown
    assert "\nlevel:        by order\n" in shown


def test_the_studys_settings_are_those_that_it_published(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert store(place, "--study", "--dry-run", "--json") == 0
    expected = json.loads(capsys.readouterr().out)
    assert (expected["objects"], expected["random_reads"], expected["repetitions"]) == (
        [5_000_000],
        5_000_000,
        3,
    )
    assert (expected["cache"], expected["level"], expected["pin"]) == (["cold"], ["decode"], ["free", "core"])
    assert store(place, "--study", "--cache", "warm", "--pin", "core", "--dry-run", "--json") == 0
    expected = json.loads(capsys.readouterr().out)
    assert (expected["cache"], expected["pin"]) == (["warm"], ["core"])
    assert store(place, "--study", "--preset", "quick") == 2
    assert "--study is a preset of its own; leave out --preset quick." in capsys.readouterr().err


def test_a_cache_mode_that_cannot_be_had_is_left_out(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_state, "can_drop_all", lambda: False)
    monkeypatch.setattr(cache_state, "has_direct_access", lambda directory: False)
    assert store(place, "--cache", "dropped") == 2
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
    assert capsys.readouterr().out == "".join(list_lines(drawn(10, 4, 3)))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--cache", "hot"), "--cache knows no hot: it is one of cold, warm, direct, dropped."),
        (("--objects", "0"), "--objects is 0 where a number from 1 to 4294967295 belongs."),
        (("--objects", "many"), "--objects is many where a number from 1 to 4294967295 belongs."),
        (("--objects", "4000000000"), "objects fit, or choose another --dir."),
        (
            ("read", "--dir", "/nowhere"),
            "There are no stores in /nowhere: `./serbench store write` makes them.",
        ),
    ],
)
def test_bad_input_is_one_sentence(
    words: tuple[str, ...], sentence: str, place: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(store_session, "free_disk", lambda directory: 2**30)
    assert store(place, *words) == 2
    assert sentence in capsys.readouterr().err


def shelved(place: Path, *words: str) -> int:
    """Writes stores of six objects, unless the words say otherwise."""
    given = ("--dir", str(place / "shelf"), "--out", str(place / "results"), "--quiet", "--json")
    return store(place, "write", *given, "--objects", "6", *words)


def listed(place: Path) -> dict[str, Any]:
    """What the list of the stores says."""
    fields: dict[str, Any] = json.loads((place / "shelf" / "stores.json").read_text())
    return fields


def names(place: Path) -> list[str]:
    return sorted(path.name for path in (place / "shelf").iterdir())


def test_stores_are_written_beside_those_that_are_there(place: Path) -> None:
    assert shelved(place, "--codecs", "storer") == 0
    kept = (place / "shelf" / "cpp-storer.data").stat().st_mtime_ns
    assert shelved(place, "--codecs", "second") == 0
    assert listed(place)["formats"] == {"cpp/storer": "fake", "cpp/second": "other"}
    assert (place / "shelf" / "cpp-storer.data").stat().st_mtime_ns == kept
    # One that is written again and fails is gone, and the other stays.
    assert shelved(place, "--codecs", "full") == 1
    assert names(place) == [
        "cpp-second.data",
        "cpp-second.index",
        "cpp-storer.data",
        "cpp-storer.index",
        "stores.json",
    ]
    assert listed(place)["formats"] == {"cpp/storer": "fake", "cpp/second": "other"}


def test_a_folder_of_stores_of_other_objects_is_refused_and_keeps_them(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shelved(place, "--codecs", "storer,second") == 0
    capsys.readouterr()
    for words in (("--objects", "12"), ("--seed", "2")):
        assert shelved(place, *words) == 2
        assert capsys.readouterr().err == (
            f"serbench: {place / 'shelf'} holds stores of 6 tiny objects of seed 1 (cpp/second, cpp/storer):"
            " choose another --dir, or remove that folder.\n"
        )
    fields = {**listed(place), "pool": "elsewhere"}
    (place / "shelf" / "stores.json").write_text(json.dumps(fields))
    assert shelved(place) == 2
    assert "holds stores of other tiny objects, of other data or another serbench," in capsys.readouterr().err
    assert len(names(place)) == 5
    # A list without stores binds nobody.
    (place / "shelf" / "stores.json").write_text(json.dumps({**fields, "formats": {}}))
    assert shelved(place, "--objects", "12") == 0
    assert (listed(place)["objects"], listed(place)["formats"]) == (12, {"cpp/storer": "fake"})


class Killed(BaseException):
    """What nothing catches."""


@pytest.mark.parametrize("stop", [KeyboardInterrupt, Killed])
def test_whole_stores_alone_are_listed_whenever_a_write_ends(
    stop: type[BaseException], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shelved(place, "--codecs", "storer,second") == 0
    lists: list[set[str]] = []

    class Stopping(StepTeller):
        def __call__(self, fork: Fork, step: Step) -> None:
            lists.append(set(listed(place)["formats"]))
            if len(lists) == 4:
                raise stop

    monkeypatch.setattr(store_work, "StepTeller", Stopping)
    with contextlib.suppress(Killed):
        assert shelved(place, "--codecs", "storer,second", "--repeat", "2") == 130
    # At each write the one that is being written stands in no list.
    record = json.loads(max((place / "results").glob("*/run.json")).read_text())
    order = [fork["codec"] for fork in record["plan"]["forks"]]
    assert lists == [set(order[:at]) - {codec} for at, codec in enumerate(order)]
    assert set(listed(place)["formats"]) == lists[-1]
    assert {name for name in names(place) if name.endswith(".index")} == {
        f"{codec.replace('/', '-')}.index" for codec in lists[-1]
    }


def test_the_space_of_stores_that_are_written_again_is_free(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shelved(place) == 0
    monkeypatch.setattr(store_shelf, "free_disk", lambda directory: 0)
    assert shelved(place) == 0
    capsys.readouterr()
    assert shelved(place, "--codecs", "second") == 2
    assert "which has 0.0 MiB; about 0 objects fit" in capsys.readouterr().err
    assert listed(place)["formats"] == {"cpp/storer": "fake"}


def test_memory_is_asked_for_before_objects_are_kept(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shelved(place) == 0
    monkeypatch.setattr(store_work, "free_memory", lambda: 300 * 2**20 + 100)
    words = (
        "read",
        "--dir",
        str(place / "shelf"),
        "--out",
        str(place / "results"),
        "--repeat",
        "1",
        "--json",
    )
    capsys.readouterr()
    assert store(place, *words, "--keep-objects") == 2
    assert "Leave out --keep-objects, or read fewer objects." in capsys.readouterr().err
    assert store(place, *words) == 0


def test_as_many_objects_are_drawn_as_are_asked_for(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shelved(place) == 0
    words = (
        "read",
        "--dir",
        str(place / "shelf"),
        "--out",
        str(place / "results"),
        "--repeat",
        "1",
        "--json",
    )
    for more, count in ((("--random-reads", "9"), 9), ((), 6)):
        capsys.readouterr()
        assert store(place, *words, "--read", "random", "--quiet", *more) == 0
        assert {row["count"] for row in json.loads(capsys.readouterr().out)["rows"]} == {count}


def test_a_level_that_a_codec_lacks_is_a_failure_of_one_that_was_named(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shelved(place, "--codecs", "storer") == 0
    reading = (
        "read",
        "--dir",
        str(place / "shelf"),
        "--out",
        str(place / "results"),
        "--repeat",
        "1",
        "--json",
    )
    sentence = "cpp/whole has no level access-one and is not read there."
    for levels, rows in (("access-one", set()), ("access-one,decode", {"decode"})):
        capsys.readouterr()
        assert store(place, *reading, "--level", levels, "--codecs", "whole") == 1
        document = json.loads(capsys.readouterr().out)
        assert {row["parameters"]["level"] for row in document["rows"]} == rows
        assert document["failures"] == [
            {"codec": "cpp/whole", "workload": "tiny", "operation": None, "outcome": "unsupported"}
            | {"detail": sentence}
        ]
    # Its tables and its page have nothing to show but the failure.
    assert store(place, *reading[:-1], "--level", "access-one", "--codecs", "whole") == 1
    assert f"cpp/whole: unsupported: {sentence}" in capsys.readouterr().out
    assert store(place, *reading, "--level", "access-one", "--codecs", "wh*,stor*") == 0
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert json.loads(captured.out)["failures"] == []
    assert store(place, *reading, "--level", "access-one", "--codecs", "wh*") == 2
    assert "None of these codecs can be read at the levels that were asked for." in capsys.readouterr().err
    # A run that writes has its writes all the same.
    assert measured(place, "--level", "access-one", "--codecs", "whole", "--json") == 1
    assert {row["operation"] for row in json.loads(capsys.readouterr().out)["rows"]} == {"write"}


def test_a_run_records_where_its_files_lay(place: Path) -> None:
    reading = ("read", "--dir", str(place / "shelf"), "--out", str(place / "results"), "--repeat", "1")
    assert (measured(place), shelved(place), store(place, *reading, "--quiet")) == (0, 0, 0)
    records = [json.loads(path.read_text()) for path in sorted((place / "results").glob("*/run.json"))]
    folders = [record["machine"]["lay"] for record in records]
    assert [folder["store"] for folder in folders] == [
        str(place / "stores"),
        str(place / "shelf"),
        str(place / "shelf"),
    ]
    assert {folder["results"] for folder in folders} == {str(place / "results")}
