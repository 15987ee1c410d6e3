"""Temporary folders and files: gone at their end, and after a process that was killed."""

import ast
import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from serbench.errors import DiskFull, SerbenchError
from serbench.scratch import naming_full_disk, remove_left_behind, scratch_file, scratch_folder

SOURCES = Path(__file__).parents[1] / "src" / "serbench"
_HOLDING = """
import os, sys
from pathlib import Path
from serbench.scratch import scratch_folder
with scratch_folder("files", Path(sys.argv[1])) as folder:
    (folder / "large").write_bytes(b"bytes")
    print(folder, flush=True)
    sys.stdin.read()
"""


def test_a_folder_goes_with_what_is_in_it_however_its_use_ends(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), scratch_folder("files", tmp_path) as scratch:
        (scratch / "large").write_bytes(b"bytes")
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_renamed_stays(tmp_path: Path) -> None:
    with scratch_folder("making", tmp_path) as scratch:
        scratch.rename(tmp_path / "kept")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_what_a_killed_process_has_left_goes_before_the_next_begins(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLDING, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SOURCES.parent)},
    )
    with process:
        assert process.stdout is not None
        left = Path(process.stdout.readline().strip())
        remove_left_behind(tmp_path)
        assert (left / "large").exists()
        process.send_signal(signal.SIGKILL)
    assert (left / "large").exists()
    (tmp_path / "mine").mkdir()
    with scratch_folder("other", tmp_path) as scratch:
        assert sorted(tmp_path.iterdir()) == sorted([tmp_path / "mine", scratch])


def test_what_another_run_uses_stays(tmp_path: Path) -> None:
    with scratch_folder("files", tmp_path) as first:
        (first / "large").write_bytes(b"bytes")
        with scratch_folder("files", tmp_path) as second:
            assert first != second
        assert [path.name for path in first.iterdir()] == ["large"]


def test_a_file_goes_unless_it_is_renamed_and_one_that_was_left_goes_later(tmp_path: Path) -> None:
    (tmp_path / "serbench-file-0.tmp").write_bytes(b"left")
    out = tmp_path / "out"
    with scratch_file(out) as arriving:
        assert [path.name for path in tmp_path.iterdir()] == [arriving.name]
        arriving.write_bytes(b"whole")
        arriving.replace(out)
    with scratch_file(out):
        pass
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("out", b"whole")]


def test_only_our_own_names_are_removed_and_no_link_is_followed(tmp_path: Path) -> None:
    place, foreign = tmp_path / "place", tmp_path / "foreign"
    for folder in (place, foreign, place / "serbench-main", place / "notes.tmp"):
        folder.mkdir()
        (folder / "file").write_bytes(b"bytes")
    (place / "serbench-link-0.tmp").symlink_to(foreign)
    os.mkfifo(place / "serbench-pipe-0.tmp")
    remove_left_behind(place)
    assert sorted(path.name for path in place.iterdir()) == [
        "file",
        "notes.tmp",
        "serbench-link-0.tmp",
        "serbench-main",
        "serbench-pipe-0.tmp",
    ]
    assert (foreign / "file").exists() and (place / "serbench-main" / "file").exists()


def test_a_temporary_folder_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path / "gone"))
    with pytest.raises(SerbenchError) as raised, scratch_folder("files"):
        pass
    assert str(raised.value) == (
        f"The folder for temporary files {tmp_path / 'gone'} cannot be written (No such file or directory);"
        " TMPDIR names another."
    )


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_a_full_temporary_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with pytest.raises(DiskFull) as raised, scratch_folder("files"):
        raise OSError(number, os.strerror(number))
    assert str(raised.value) == (
        f"There is no room in {tmp_path} ({os.strerror(number)}); TMPDIR names another folder."
    )
    assert raised.value.exit_status == 2


def test_a_full_disk_elsewhere_is_not_taken_for_that_of_a_folder(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="elsewhere"), naming_full_disk(tmp_path):
        raise OSError(errno.ENOSPC, "No space left on device", "/elsewhere/file")


def test_nothing_else_makes_temporary_files() -> None:
    """Others would stay after a kill."""
    using = {
        str(path.relative_to(SOURCES))
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Import) and any(name.name == "tempfile" for name in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module == "tempfile")
    }
    assert using == set()
