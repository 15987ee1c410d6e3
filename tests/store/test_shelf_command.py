"""Stores that stay: what `store write` leaves in a folder, and `store read` finds there."""

import contextlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from store.calling import measured, store, stored

from serbench.engine import session
from serbench.experiments.store import execute
from serbench.experiments.store.plan import Fork, StoreStep
from serbench.pools import resources

pytestmark = pytest.mark.slow


def test_two_steps_read_prefixes_and_lists(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shelf, out = str(place / "shelf"), ("--out", str(place / "results"), "--quiet", "--json")
    assert stored(place, "write", "--dir", shelf, "--objects", "6", *out) == 0
    assert sorted(path.name for path in (place / "shelf").iterdir()) == [
        "fake-storer.data",
        "fake-storer.index",
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
    assert (place / "shelf" / "fake-storer.data").exists()


def test_stores_are_read_where_nothing_can_be_written(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf, out = place / "shelf", ("--out", str(place / "results"), "--repeat", "1", "--quiet", "--json")
    assert stored(place, "write", "--dir", str(shelf), "--objects", "6", *out) == 0
    before = {path: path.stat().st_mtime_ns for path in (shelf, *shelf.iterdir())}
    assert store(place, "read", "--dir", str(shelf), "--read", "random", *out) == 0
    assert {path: path.stat().st_mtime_ns for path in (shelf, *shelf.iterdir())} == before
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    capsys.readouterr()
    assert stored(place, "write", "--dir", str(shelf), "--objects", "6", *out) == 2
    assert capsys.readouterr().err == f"serbench: The folder {shelf} cannot be written.\n"


def test_a_codec_of_another_format_reads_no_store(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shelf, out = place / "shelf", ("--out", str(place / "results"), "--repeat", "1", "--quiet", "--json")
    assert stored(place, "write", "--dir", str(shelf), "--objects", "6", *out) == 0
    assert store(place, "read", "--dir", str(shelf), "--codecs", "other", *out) == 2
    captured = capsys.readouterr()
    assert captured.err == f"serbench: None of these codecs reads the stores in {shelf}.\n"
    assert store(place, "read", "--dir", str(shelf), "--codecs", "storer,other", *out) == 1
    document = json.loads(capsys.readouterr().out)
    assert {row["codec"] for row in document["rows"]} == {"fake/storer"}
    (failure,) = document["failures"]
    assert (failure["codec"], failure["outcome"]) == ("fake/other", "unsupported")
    assert failure["detail"] == f"No store in {shelf} is of the format other."
    (shelf / "stores.json").write_text('{"x": 1}')
    assert store(place, "read", "--dir", str(shelf), *out) == 2
    assert capsys.readouterr().err == f"serbench: {shelf / 'stores.json'}: the field workload is missing.\n"


def test_a_write_that_fails_leaves_nothing_on_the_shelf(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf, out = place / "shelf", ("--out", str(place / "results"), "--quiet", "--json")
    assert stored(place, "write", "--dir", str(shelf), "--objects", "6", "--codecs", "full", *out) == 1
    assert [path.name for path in shelf.iterdir()] == ["stores.json"]
    assert store(place, "read", "--dir", str(shelf), *out) == 2
    assert f"There are no stores in {shelf}: " in capsys.readouterr().err


def shelved(place: Path, *words: str) -> int:
    """Writes stores of six objects, unless the words say otherwise."""
    given = ("--dir", str(place / "shelf"), "--out", str(place / "results"), "--quiet", "--json")
    return stored(place, "write", *given, "--objects", "6", *words)


def reading(place: Path, *words: str) -> tuple[str, ...]:
    """The words that read the stores of the shelf once."""
    folders = ("--dir", str(place / "shelf"), "--out", str(place / "results"))
    return ("read", *folders, "--repeat", "1", "--json", *words)


def listed(place: Path) -> dict[str, Any]:
    """The content of the list of the stores."""
    fields: dict[str, Any] = json.loads((place / "shelf" / "stores.json").read_text())
    return fields


def names(place: Path) -> list[str]:
    return sorted(path.name for path in (place / "shelf").iterdir())


def test_stores_are_written_beside_those_that_are_there(place: Path) -> None:
    assert shelved(place, "--codecs", "storer") == 0
    kept = (place / "shelf" / "fake-storer.data").stat().st_mtime_ns
    assert shelved(place, "--codecs", "second") == 0
    assert listed(place)["formats"] == {"fake/storer": "fake", "fake/second": "other"}
    assert (place / "shelf" / "fake-storer.data").stat().st_mtime_ns == kept
    # One that is written again and fails is gone, and the other stays.
    assert shelved(place, "--codecs", "full") == 1
    assert names(place) == [
        "fake-second.data",
        "fake-second.index",
        "fake-storer.data",
        "fake-storer.index",
        "stores.json",
    ]
    assert listed(place)["formats"] == {"fake/storer": "fake", "fake/second": "other"}


def test_a_folder_of_stores_of_other_objects_is_refused_and_keeps_them(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shelved(place, "--codecs", "storer,second") == 0
    workload = listed(place)["workload"]
    capsys.readouterr()
    for words in (("--objects", "12"), ("--seed", "2")):
        assert shelved(place, *words) == 2
        assert capsys.readouterr().err == (
            f"serbench: {place / 'shelf'} holds stores of 6 {workload} objects of seed 1"
            " (fake/second, fake/storer): choose another --dir, or remove that folder.\n"
        )
    fields = {**listed(place), "pool": "/elsewhere"}
    (place / "shelf" / "stores.json").write_text(json.dumps(fields))
    assert shelved(place) == 2
    assert (
        f"holds stores of other {workload} objects, of other data or another serbench,"
        in capsys.readouterr().err
    )
    assert len(names(place)) == 5
    # A list without stores binds no store.
    (place / "shelf" / "stores.json").write_text(json.dumps({**fields, "formats": {}}))
    assert shelved(place, "--objects", "12") == 0
    assert (listed(place)["objects"], listed(place)["formats"]) == (12, {"fake/storer": "fake"})


class Killed(BaseException):
    """An exception that nothing catches."""


@pytest.mark.parametrize("stop", [KeyboardInterrupt, Killed])
def test_whole_stores_alone_are_listed_whenever_a_write_ends(
    stop: type[BaseException], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shelved(place, "--codecs", "storer,second") == 0
    lists: list[set[str]] = []

    def stopping(fork: Fork, step: StoreStep) -> str:
        lists.append(set(listed(place)["formats"]))
        if len(lists) == 4:
            raise stop
        return ""

    monkeypatch.setattr(execute, "step_words", stopping)
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
    monkeypatch.setattr(resources, "free_disk", lambda directory: 0)
    assert shelved(place) == 0
    capsys.readouterr()
    assert shelved(place, "--codecs", "second") == 2
    assert "which has 0.0 MiB; about 0 objects fit" in capsys.readouterr().err
    assert listed(place)["formats"] == {"fake/storer": "fake"}


def test_memory_is_asked_for_before_objects_are_kept(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shelved(place) == 0
    monkeypatch.setattr(resources, "free_memory", lambda: 300 * 2**20 + 100)
    capsys.readouterr()
    assert store(place, *reading(place, "--keep-objects")) == 2
    assert "Leave out --keep-objects, or read fewer objects." in capsys.readouterr().err
    assert store(place, *reading(place)) == 0


def test_as_many_objects_are_drawn_as_are_asked_for(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shelved(place) == 0
    for more, count in ((("--random-reads", "9"), 9), ((), 6)):
        capsys.readouterr()
        assert store(place, *reading(place, "--read", "random", "--quiet", *more)) == 0
        assert {row["count"] for row in json.loads(capsys.readouterr().out)["rows"]} == {count}


def test_a_level_that_a_codec_lacks_is_a_failure_of_one_that_was_named(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shelved(place, "--codecs", "storer") == 0
    sentence = "fake/whole has no level access-one and is not read there."
    for levels, rows in (("access-one", set()), ("access-one,decode", {"decode"})):
        capsys.readouterr()
        assert store(place, *reading(place, "--level", levels, "--codecs", "whole")) == 1
        document = json.loads(capsys.readouterr().out)
        assert {row["parameters"]["level"] for row in document["rows"]} == rows
        assert document["failures"] == [
            {"codec": "fake/whole", "workload": "own-tiny", "operation": None, "outcome": "unsupported"}
            | {"detail": sentence}
        ]
    # Its tables and its page have nothing to show but the failure.
    assert store(place, *reading(place)[:-1], "--level", "access-one", "--codecs", "whole") == 1
    assert f"fake/whole on own-tiny: unsupported. {sentence}" in " ".join(capsys.readouterr().out.split())
    assert store(place, *reading(place, "--level", "access-one", "--codecs", "wh*,stor*")) == 0
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert json.loads(captured.out)["failures"] == []
    assert store(place, *reading(place, "--level", "access-one", "--codecs", "wh*")) == 2
    assert "None of these codecs can be read at the levels that were requested." in capsys.readouterr().err
    # A run that writes has its writes all the same.
    assert measured(place, "--level", "access-one", "--codecs", "whole", "--json") == 1
    assert {row["operation"] for row in json.loads(capsys.readouterr().out)["rows"]} == {"write"}


def test_a_run_records_where_its_files_lay(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # What is recorded of a folder is its file system.
    monkeypatch.setattr(
        session,
        "machine_record",
        lambda folders: {"lay": {name: str(path) for name, path in folders.items()}},
    )
    assert (measured(place), shelved(place), store(place, *reading(place, "--quiet"))) == (0, 0, 0)
    records = [json.loads(path.read_text()) for path in sorted((place / "results").glob("*/run.json"))]
    folders = [record["machine"]["lay"] for record in records]
    assert [folder["store"] for folder in folders] == [
        str(place / "stores"),
        str(place / "shelf"),
        str(place / "shelf"),
    ]
    assert {folder["results"] for folder in folders} == {str(place / "results")}
