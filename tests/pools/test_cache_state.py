"""The page cache under a file, on the file system that the tests have."""

import os
from pathlib import Path

import pytest

from serbench.pools import cache_state
from serbench.pools.cache_state import (
    can_drop_all,
    drop_all,
    evict,
    has_direct_access,
    resident_share,
    warm,
)


def test_what_was_read_is_resident(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(os.urandom(1 << 20))
    warm(path)
    assert resident_share(path) == 1.0


def test_an_eviction_changes_no_byte_and_is_told_truly(tmp_path: Path) -> None:
    path = tmp_path / "file"
    content = os.urandom(1 << 20)
    path.write_bytes(content)
    evict(path)
    # A file system that lives in memory keeps its pages; any other has dropped them all.
    assert resident_share(path) in (0.0, 1.0)
    assert path.read_bytes() == content


def test_all_caches_are_dropped_after_everything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    switch = tmp_path / "drop_caches"
    monkeypatch.setattr(cache_state, "_DROP_CACHES", switch)
    monkeypatch.setattr(os, "sync", lambda: done.append("sync" if not switch.read_text() else "late"))
    assert not can_drop_all()
    switch.touch()
    assert can_drop_all()
    drop_all()
    assert done == ["sync"]
    assert switch.read_text() == "3\n"


def test_an_empty_file_has_no_share(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    assert resident_share(path) is None


def test_to_whom_the_kernel_does_not_tell_the_truth_the_share_is_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(os.urandom(1 << 20))
    warm(path)
    owner = path.stat().st_uid
    for user, writes, share in (
        (owner + 1, False, None),
        (owner + 1, True, 1.0),
        (owner, False, 1.0),
        (0, False, 1.0),
    ):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        monkeypatch.setattr(os, "access", lambda path, mode, writes=writes: writes)
        assert resident_share(path) == share


def test_direct_access_leaves_nothing_behind(tmp_path: Path) -> None:
    assert has_direct_access(tmp_path) in (True, False)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").touch()
    assert has_direct_access(tmp_path / "file") == has_direct_access(tmp_path)
    assert not has_direct_access(tmp_path / "missing")
