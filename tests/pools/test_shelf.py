"""The list of a folder of stores while it changes."""

from dataclasses import replace
from pathlib import Path

import pytest

from serbench.errors import BadInput
from serbench.pools.shelf import Shelf, ShelfKeeper


def shelf(folder: Path, *codecs: str) -> Shelf:
    return Shelf(folder, "tiny", 1, 6, dict.fromkeys(codecs, "fake"), None, "/pool")


def fill(own: Shelf, codec: str) -> None:
    own.place(codec).data.write_bytes(b"x" * 5000)
    own.place(codec).index.write_bytes(b"index")


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_store_is_listed_once_it_is_whole_and_not_while_it_is_written_again(tmp_path: Path) -> None:
    own = shelf(tmp_path, "cpp/a")
    with ShelfKeeper(own) as keeper:
        keeper.begin("cpp/a")
        with pytest.raises(BadInput, match="There are no stores"):
            Shelf.load(tmp_path)
        fill(own, "cpp/a")
        keeper.end("cpp/a")
        assert Shelf.load(tmp_path) == own
        keeper.begin("cpp/a")
        with pytest.raises(BadInput, match="There are no stores"):
            Shelf.load(tmp_path)


def test_what_a_killed_run_has_left_goes_with_the_next(tmp_path: Path) -> None:
    first = shelf(tmp_path, "cpp/a", "cpp/b")
    with ShelfKeeper(first) as keeper:
        keeper.begin("cpp/a")
        fill(first, "cpp/a")
        keeper.end("cpp/a")
        keeper.begin("cpp/b")
        fill(first, "cpp/b")
    assert Shelf.load(tmp_path).formats == {"cpp/a": "fake"}
    assert files(tmp_path) == ["cpp-a.data", "cpp-a.index", "cpp-b.data", "cpp-b.index", "stores.json"]
    other = shelf(tmp_path, "cpp/c")
    with ShelfKeeper(other) as keeper:
        assert files(tmp_path) == ["cpp-a.data", "cpp-a.index", "stores.json"]
        keeper.begin("cpp/c")
        fill(other, "cpp/c")
        keeper.end("cpp/c")
    assert Shelf.load(tmp_path) == shelf(tmp_path, "cpp/a", "cpp/c")


def test_what_the_first_store_of_a_killed_run_has_left_binds_nobody(tmp_path: Path) -> None:
    first = shelf(tmp_path, "cpp/a")
    with ShelfKeeper(first) as keeper:
        keeper.begin("cpp/a")
        fill(first, "cpp/a")
    with ShelfKeeper(replace(shelf(tmp_path, "cpp/b"), objects=12)):
        assert files(tmp_path) == ["stores.json"]


def test_one_process_at_a_time_writes_to_a_folder(tmp_path: Path) -> None:
    first = shelf(tmp_path, "cpp/a")
    with ShelfKeeper(first):
        fill(first, "cpp/a")
        with (
            pytest.raises(BadInput, match=f"Another process is writing stores to {tmp_path}"),
            ShelfKeeper(first),
        ):
            pass
        assert first.place("cpp/a").index.exists()
    with ShelfKeeper(first):
        assert files(tmp_path) == ["stores.json"]


def test_files_are_counted_in_blocks_of_the_disk(tmp_path: Path) -> None:
    own = shelf(tmp_path, "cpp/a")
    assert own.place("cpp/a").disk_bytes == 0
    fill(own, "cpp/a")
    place = own.place("cpp/a")
    blocks = place.data.stat().st_blocks + place.index.stat().st_blocks
    assert place.disk_bytes == blocks * 512 > 0
