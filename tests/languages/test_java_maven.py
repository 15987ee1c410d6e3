"""The jar that Maven fetches and we start ourselves."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from serbench.errors import SerbenchError
from serbench.languages.java import maven
from serbench.languages.java.maven import fetched

DATA = b"a jar"
SHA256 = hashlib.sha256(DATA).hexdigest()
ARTIFACT = "org:five:1.0:jar:all"


def answers(monkeypatch: pytest.MonkeyPatch, fault: str = "") -> list[str]:
    """The artifacts that a Maven is asked for; it copies the jar where it has no fault."""
    asked: list[str] = []

    def call(words: Sequence[str]) -> str:
        _, artifact, folder = words
        asked.append(artifact)
        if not fault:
            (Path(folder.removeprefix("-DoutputDirectory=")) / "five-1.0-all.jar").write_bytes(DATA)
        return fault

    monkeypatch.setattr(maven, "call_maven", call)
    return asked


def test_a_jar_is_fetched_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, place = answers(monkeypatch), tmp_path / "tools" / "five.jar"
    assert [fetched(ARTIFACT, SHA256, place).read_bytes() for _ in range(2)] == [DATA, DATA]
    assert asked == [f"-Dartifact={ARTIFACT}"]


def test_a_jar_of_another_hash_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch)
    with pytest.raises(SerbenchError, match=r"^five-1\.0-all\.jar does not have the expected SHA-256\.$"):
        fetched(ARTIFACT, "0" * 64, tmp_path / "five.jar")
    assert [path.name for path in tmp_path.iterdir()] == ["lock"]


def test_what_maven_says_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "No such artifact.")
    with pytest.raises(SerbenchError, match=rf"^Maven could not fetch {ARTIFACT}: No such artifact\.$"):
        fetched(ARTIFACT, SHA256, tmp_path / "five.jar")
