"""A language that is one folder, and of which no other file knows: every command works with it."""

from pathlib import Path

import pytest
from fakes.toy import TOYS, Ask, own_data

import serbench.languages


def test_a_language_is_found_by_its_folder_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    before = serbench.languages.language_names()
    monkeypatch.setattr(serbench.languages, "__path__", [*serbench.languages.__path__, str(TOYS)])
    assert serbench.languages.language_names() == tuple(sorted((*before, "toy")))
    assert serbench.languages.title_of("toy/plain") == "Toy"


def test_its_codecs_are_listed(ask: Ask) -> None:
    assert [(one["codec"], one["available"]) for one in ask("list", "codecs", "--json")] == [
        ("toy/plain", True)
    ]
    sets = {one["set"]: (one["codecs"], one["unavailable"]) for one in ask("list", "sets", "--json")}
    assert sets["default"] == sets["all"] == (["toy/plain"], [])
    assert sets["study"] == ([], [])
    assert ask("list", "formats", "--json") == [{"format": "toy", "codecs": ["toy/plain"]}]


def test_it_is_run_resumed_reported_and_compared(ask: Ask, tmp_path: Path) -> None:
    words = ["run", *own_data(tmp_path), "--quiet"]
    assert ask(*words, "--dry-run", "--json")["codecs"] == ["toy/plain"]
    first = ask(*words, "--json", "--out", str(tmp_path / "first"))
    assert {row["codec"] for row in first["rows"]} == {"toy/plain"}
    assert {"encode", "decode"} <= {row["operation"] for row in first["rows"]}
    assert first["failures"] == []
    directory = first["directory"]
    again = ask("run", "--resume", directory, "--json", "--quiet")
    assert again["rows"] == first["rows"]
    assert "toy/plain" in ask("report", directory)
    ask("report", directory, "--html", str(tmp_path / "page.html"))
    assert "--toy: #777777" in (tmp_path / "page.html").read_text()
    assert "toy/plain" in ask("compare", directory, directory)


def test_it_is_verified(ask: Ask) -> None:
    assert "toy/plain" in ask("verify", "record", "--codecs", "toy/plain", "--quiet")


@pytest.mark.slow
def test_it_is_stored(ask: Ask, tmp_path: Path) -> None:
    words = ["store", *own_data(tmp_path), "--quiet", "--objects", "20", "--dir", str(tmp_path)]
    assert "toy/plain" in ask(*words, "--dry-run")
    found = ask(*words, "--json", "--out", str(tmp_path / "stored"))
    assert {row["codec"] for row in found["rows"]} == {"toy/plain"}
    assert found["failures"] == []
    ask("store", "--resume", found["directory"], "--json", "--quiet")
