"""Jars that Maven fetches for C++."""

import hashlib
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from serbench.errors import SerbenchError
from serbench.languages.cpp import maven_artifact
from serbench.languages.cpp.maven_artifact import fetch_artifact

DATA = b"a jar"


def answers(monkeypatch: pytest.MonkeyPatch, folder: Path, status: int, said: str) -> None:
    """A Maven that copies the jar where it succeeds."""

    def captured(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        assert command[0] == "/bin/mvn" and "--strict-checksums" in command
        assert command[-2:] == ["-Dartifact=org:five:1.0", f"-DoutputDirectory={folder}"]
        if status == 0:
            (folder / "five-1.0.jar").write_bytes(DATA)
        return subprocess.CompletedProcess(command, status, said, "")

    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(maven_artifact, "captured", captured)


def fetch(folder: Path, data: bytes = DATA) -> Path:
    told: list[str] = []
    found = fetch_artifact("org:five", "1.0", hashlib.sha256(data).hexdigest(), folder, told.append)
    assert told == ["Fetching the artifact org:five 1.0 …"]
    return found


def test_the_jar_is_the_one_that_maven_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, tmp_path, 0, "")
    assert fetch(tmp_path) == tmp_path / "five-1.0.jar"


def test_a_jar_of_another_hash_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, tmp_path, 0, "")
    with pytest.raises(SerbenchError, match=r"^five-1\.0\.jar does not have the expected SHA-256\.$"):
        fetch(tmp_path, b"another jar")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "[INFO] x\n[ERROR] Could not find artifact org:five:jar:1-0.\n[ERROR] y\n",
            "Could not find artifact",
        ),
        ("", "it gave no reason"),
    ],
)
def test_what_maven_says_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, told: str
) -> None:
    answers(monkeypatch, tmp_path, 1, said)
    with pytest.raises(SerbenchError, match=rf"^Maven says: {told}[^.]*\.$"):
        fetch(tmp_path)


def test_without_maven_a_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(
        SerbenchError, match=r"^it is fetched by Maven, which is not installed \(Debian: maven\)\.$"
    ):
        fetch_artifact("org:five", "1.0", "00", tmp_path, lambda _: None)
