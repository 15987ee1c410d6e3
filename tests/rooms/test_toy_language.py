"""A language that is one folder, and of which no other file knows: every command works with it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes import room

import serbench.languages
from serbench.cli.main import main

TOYS = Path(__file__).parents[1] / "toys" / "languages"
SCHEMA = 'syntax = "proto3"; message Order { int64 id = 1; string customer = 2; }'

Ask = Callable[..., Any]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Runs a command where the toy is the only language, with a cache of its own, and gives its document."""
    room.only(TOYS, monkeypatch)
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    (tmp_path / "order.proto").write_text(SCHEMA)
    lines = (json.dumps({"id": str(number), "customer": f"c{number}"}) for number in range(20))
    (tmp_path / "orders.jsonl").write_text("".join(f"{line}\n" for line in lines))

    def asked(*words: str, status: int = 0) -> Any:
        capsys.readouterr()
        done = main(list(words))
        found = capsys.readouterr()
        assert done == status, found.err + found.out[-2000:]
        return json.loads(found.out) if "--json" in words else found.out

    return asked


def own_data(folder: Path) -> list[str]:
    return ["--schema", str(folder / "order.proto"), "--data", str(folder / "orders.jsonl")]


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


def test_it_is_stored(ask: Ask, tmp_path: Path) -> None:
    words = ["store", *own_data(tmp_path), "--quiet", "--objects", "20", "--dir", str(tmp_path)]
    assert "toy/plain" in ask(*words, "--dry-run")
    found = ask(*words, "--json", "--out", str(tmp_path / "stored"))
    assert {row["codec"] for row in found["rows"]} == {"toy/plain"}
    assert found["failures"] == []
    ask("store", "--resume", found["directory"], "--json", "--quiet")
