"""Entries of the cache: whole or not there, and known when they are damaged."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from serbench.cache.entries import SUMS, damage, discard, discard_damaged, is_sealed, keep, seal, write_whole
from serbench.cache.products import folder_next_to, keep_product


def entry_in(folder: Path) -> Path:
    place = folder / "entry"
    with folder_next_to(place) as making:
        (making / "bin").mkdir()
        (making / "bin" / "runner").write_bytes(b"machine code")
        (making / "lib").symlink_to("bin")
        keep(making, place)
    return place


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[3] ^= 1
    path.write_bytes(data)


def relink(path: Path) -> None:
    path.unlink()
    path.symlink_to("elsewhere")


@pytest.mark.parametrize(
    ("damaging", "what"),
    [
        (lambda entry: None, None),
        (lambda entry: (entry / "bin" / "runner").unlink(), "bin/runner is missing"),
        (lambda entry: os.truncate(entry / "bin" / "runner", 4), "bin/runner has changed"),
        (lambda entry: flip(entry / "bin" / "runner"), "bin/runner has changed"),
        (lambda entry: relink(entry / "lib"), "lib has changed"),
        (lambda entry: (entry / SUMS).unlink(), "it has no sums"),
        (lambda entry: (entry / SUMS).write_bytes(b"[1]"), "its sums cannot be read: 'list' object has no"),
        (lambda entry: (entry / SUMS).write_bytes(b"\0"), "its sums cannot be read: Expecting value"),
        (discard, "it is missing"),
    ],
)
def test_damage_is_named(tmp_path: Path, damaging: Callable[[Path], object], what: str | None) -> None:
    entry = entry_in(tmp_path)
    damaging(entry)
    found = damage(entry)
    assert found == what or (what is not None and found is not None and found.startswith(what))


def test_what_is_added_later_is_no_damage(tmp_path: Path) -> None:
    entry = entry_in(tmp_path)
    (entry / "bin" / "runner.pyc").write_bytes(b"compiled")
    (entry / "lock").touch()
    assert damage(entry) is None


def test_only_what_is_damaged_goes_with_the_damaged_files_elsewhere(tmp_path: Path) -> None:
    sound, broken = tmp_path / "sound", tmp_path / "broken"
    jars = [tmp_path / "a.jar", tmp_path / "b.jar"]
    for jar in jars:
        jar.write_bytes(b"classes")
    for place in (sound, broken):
        with folder_next_to(place) as making:
            (making / "names").write_text("a.jar b.jar")
            keep(making, place, jars if place == broken else ())
    flip(jars[1])
    assert discard_damaged([sound, broken]) == {broken: f"{jars[1]} has changed"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jar", "sound"]


def test_an_entry_that_another_process_has_made_stays_and_a_damaged_one_is_replaced(tmp_path: Path) -> None:
    executable, product = tmp_path / "made", tmp_path / "runners" / "key" / "runner"
    executable.write_bytes(b"first")
    keep_product(executable, product, 5)
    executable.write_bytes(b"other")
    keep_product(executable, product, 5)
    assert product.read_bytes() == b"first"
    product.unlink()
    keep_product(executable, product, 5)
    assert product.read_bytes() == b"other"
    assert is_sealed(product.parent) and damage(product.parent) is None
    assert [path.name for path in product.parent.parent.iterdir()] == ["key"]


def test_an_entry_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync, rename = os.fsync, Path.rename

    def fsync(file: int) -> None:
        done.append(Path(f"/proc/self/fd/{file}").readlink().name)
        sync(file)

    def renamed(self: Path, target: Path) -> Path:
        done.append(f"rename {Path(target).name}")
        return rename(self, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "rename", renamed)
    entry_in(tmp_path)
    last = done.index("rename entry")
    assert {"runner", "bin", f"rename {SUMS}"} <= set(done[:last])
    assert done[last + 1 :] == [tmp_path.name]


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    write_whole(tmp_path / "answers", b"1")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        write_whole(tmp_path / "folder", b"2")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["answers", "folder"]
    assert (tmp_path / "answers").read_bytes() == b"1"


def test_sums_are_written_again_for_what_is_made_later(tmp_path: Path) -> None:
    entry = entry_in(tmp_path)
    (entry / "numbers").write_bytes(b"1234")
    seal(entry)
    flip(entry / "numbers")
    assert damage(entry) == "numbers has changed"
