"""Outputs that a user names are written as what they are: files, links, pipes or devices."""

import os
import stat
import threading
from pathlib import Path

import pytest
from report.folders import folder_of

from serbench.cli.main import main
from serbench.errors import SerbenchError
from serbench.record.run_folder import RunFolder
from serbench.terminal.output import write_output


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def mask() -> object:
    before = os.umask(0o027)
    yield
    os.umask(before)


def test_a_new_file_has_the_mode_of_the_mask_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    old.write_text("before")
    old.chmod(0o600)
    for path in (new, old):
        write_output(path, b"after")
    assert (new.read_text(), oct(mode(new))) == ("after", oct(0o640))
    assert (old.read_text(), oct(mode(old))) == ("after", oct(0o600))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "old"]


@pytest.mark.parametrize("exists", [True, False])
def test_the_target_of_a_link_is_written(tmp_path: Path, exists: bool) -> None:
    link, target = tmp_path / "link", tmp_path / "far" / "target"
    target.parent.mkdir()
    link.symlink_to("far/target")
    if exists:
        target.write_text("before")
    write_output(link, b"after")
    assert (str(link.readlink()), target.read_text()) == ("far/target", "after")
    assert not target.is_symlink()


def test_a_file_with_two_names_keeps_both(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("before")
    two.hardlink_to(one)
    write_output(one, b"after")
    assert two.read_text() == "after"


def test_a_pipe_is_written_and_stays(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_output(pipe, b"all of it")
    reader.join()
    assert read == [b"all of it"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_is_written_and_stays(tmp_path: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    write_output(link, b"gone")
    assert link.is_symlink()
    assert stat.S_ISCHR(link.stat().st_mode)


def test_an_open_file_is_written_in_place(tmp_path: Path) -> None:
    place = tmp_path / "open"
    with place.open("w+b") as file:
        write_output(Path(f"/dev/fd/{file.fileno()}"), b"through its number")
        assert os.path.samestat(os.fstat(file.fileno()), place.stat())
    assert place.read_bytes() == b"through its number"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("/dev/full", "/dev/full could not be written: the disk is full."),
        ("nowhere/x", "nowhere/x could not be written: No such file or directory."),
        ("a" * 5000, "could not be written: File name too long."),
    ],
)
def test_what_cannot_be_written_is_one_sentence_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SerbenchError) as caught:
        write_output(Path(name), b"x")
    assert str(caught.value).endswith(sentence)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_costs_nothing_that_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "old"
    old.write_text("before")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(SerbenchError, match="old could not be written: the disk is full"):
        write_output(old, b"after")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["before"]


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    made = folder_of(tmp_path)
    folder = RunFolder.create(tmp_path / "runs", made.record)
    with folder.writing():
        for row in made.rows:
            folder.append_fork([row])
    return folder


def test_a_report_goes_where_it_is_asked_to(
    run: RunFolder, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    page, link = tmp_path / "page", tmp_path / "link"
    page.touch(0o600)
    link.symlink_to(page)
    assert main(["report", str(run.path), "--html", str(link)]) == 0
    assert capsysbinary.readouterr().out.decode() == f"{link}\n"
    assert (link.is_symlink(), oct(mode(page))) == (True, oct(0o600))
    assert main(["report", str(run.path), "--html", "-"]) == 0
    assert capsysbinary.readouterr().out == page.read_bytes()
    assert main(["report", str(run.path), "--html", str(tmp_path)]) == 2
    assert main(["report", str(run.path), "--html", "/dev/full"]) == 2
    assert b"/dev/full could not be written: the disk is full." in capsysbinary.readouterr().err
