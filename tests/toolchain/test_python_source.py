"""Source archives of Python packages, by a real pip from a folder in place of an index."""

import hashlib
import io
import tarfile
from pathlib import Path

import pytest

from serbench.errors import SerbenchError
from serbench.toolchain.python_source import fetch_source_archive, fetch_wheel

# Code that must not run: it would raise.
SETUP = b"raise SystemExit('setup.py was run')\n"
PROJECT = b'[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n'


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The source archive of the package five-six 1.0, where pip looks for packages, and only there."""
    folder = tmp_path / "index"
    folder.mkdir()
    path = folder / "five_six-1.0.tar.gz"
    files = {"PKG-INFO": b"Metadata-Version: 2.1\nName: five-six\nVersion: 1.0\n", "setup.py": SETUP}
    with tarfile.open(path, "w:gz") as content:
        for name, data in {**files, "pyproject.toml": PROJECT, "five.c": b"int five;\n"}.items():
            member = tarfile.TarInfo(f"five_six-1.0/{name}")
            member.size = len(data)
            content.addfile(member, io.BytesIO(data))
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    return path


def fetch(folder: Path, sha256: str | None, version: str = "1.0") -> tuple[Path, list[str]]:
    told: list[str] = []
    folder.mkdir()
    return fetch_source_archive("five-six", version, sha256, folder, told.append), told


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.slow
def test_the_archive_is_fetched_and_no_code_of_it_is_run(archive: Path, tmp_path: Path) -> None:
    fetched, told = fetch(tmp_path / "place", sha256_of(archive))
    assert fetched.parent == tmp_path / "place" / "fetched"
    assert fetched.read_bytes() == archive.read_bytes()
    assert told == ["Fetching the source package five-six 1.0 …"]


def test_what_is_to_be_locked_is_fetched_without_a_hash(archive: Path, tmp_path: Path) -> None:
    fetched, _ = fetch(tmp_path / "place", None)
    assert fetched.read_bytes() == archive.read_bytes()
    with pytest.raises(SerbenchError, match=r"^pip says: Could not find a version that satisfies .*1\.0"):
        fetch_wheel("five-six", "1.0", None, tmp_path, lambda _: None)


def test_an_archive_of_another_hash_is_refused(archive: Path, tmp_path: Path) -> None:
    with pytest.raises(SerbenchError) as fault:
        fetch(tmp_path / "place", "0" * 64)
    assert str(fault.value) == "the archive of five-six 1.0 does not have the expected SHA-256."


def test_a_version_that_is_not_there_is_told(archive: Path, tmp_path: Path) -> None:
    with pytest.raises(SerbenchError, match=r"^pip says: Could not find a version that satisfies .*2\.0"):
        fetch(tmp_path / "place", "0" * 64, version="2.0")


def test_an_index_that_cannot_be_reached_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIP_FIND_LINKS", "PIP_NO_INDEX", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    # Nothing listens there.
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    with pytest.raises(SerbenchError) as fault:
        fetch(tmp_path / "place", "0" * 64)
    assert str(fault.value) == "the index of Python packages cannot be reached."
