"""Archives of crates, from the folder where cargo keeps what it has fetched."""

import hashlib
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from serbench.errors import SerbenchError
from serbench.languages.cpp import crate_source
from serbench.languages.cpp.crate_source import fetch_crate

DATA = b"the sources"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Cargo's folder with one archive, and a cargo that has nothing to do."""
    folder = tmp_path / "home" / "registry" / "cache" / "index"
    folder.mkdir(parents=True)
    (folder / "five-1.0.0+six.crate").write_bytes(DATA)
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    answers(monkeypatch, 0, "")
    return folder


def answers(monkeypatch: pytest.MonkeyPatch, status: int, said: str) -> None:
    def captured(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        assert command[:3] == ["/bin/cargo", "fetch", "--manifest-path"]
        assert '"five" = "=1.0.0"' in Path(command[3]).read_text()
        return subprocess.CompletedProcess(command, status, "", said)

    monkeypatch.setattr(crate_source, "captured", captured)


def fetch(folder: Path, data: bytes = DATA) -> Path:
    return fetch_crate("five", "1.0.0", hashlib.sha256(data).hexdigest(), folder, lambda _: None)


def test_the_archive_is_the_one_that_cargo_keeps(home: Path, tmp_path: Path) -> None:
    assert fetch(tmp_path).read_bytes() == DATA


def test_an_archive_of_another_hash_is_refused(home: Path, tmp_path: Path) -> None:
    with pytest.raises(
        SerbenchError, match=r"^five-1\.0\.0\+six\.crate does not have the expected SHA-256\.$"
    ):
        fetch(tmp_path, b"other sources")


def test_what_cargo_says_is_told(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, 101, "warning: old\nerror: failed to get `five` as a dependency\n\nCaused by: x\n")
    with pytest.raises(SerbenchError, match=r"^cargo says: failed to get `five` as a dependency\.$"):
        fetch(tmp_path)


def test_without_cargo_a_sentence_says_so(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(SerbenchError, match=r"^it is fetched by cargo, which is not installed\.$"):
        fetch(tmp_path)
