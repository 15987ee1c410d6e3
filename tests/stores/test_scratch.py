"""Folders for large files: gone at their end, and after a run that was killed."""

from pathlib import Path

import pytest

from serbench.stores.shelf import scratch_folder


def test_a_folder_goes_with_what_is_in_it_however_its_use_ends(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), scratch_folder(tmp_path) as scratch:
        (scratch / "large").write_bytes(b"bytes")
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_run_has_left_goes_before_the_next_begins(tmp_path: Path) -> None:
    left = tmp_path / "serbench-files-killed"
    left.mkdir()
    (left / "large").write_bytes(b"bytes")
    (tmp_path / "mine").mkdir()
    with scratch_folder(tmp_path) as scratch:
        assert sorted(tmp_path.iterdir()) == sorted([tmp_path / "mine", scratch])


def test_what_another_run_uses_stays(tmp_path: Path) -> None:
    with scratch_folder(tmp_path) as first:
        (first / "large").write_bytes(b"bytes")
        with scratch_folder(tmp_path) as second:
            assert first != second
        assert [path.name for path in first.iterdir()] == ["large"]
