"""Calls the command line of the cluster as a user types it."""

import json
from pathlib import Path
from typing import Any

import pytest
from fakes.tiny import own_words

from serbench.cli.main import main

BRIEF = ("--objects", "6", "--repeat", "2", "--rounds", "2", "--quiet")


def cluster(*words: str) -> int:
    return main(["cluster", *words])


def clustered_own(place: Path, *words: str) -> int:
    """The same over own data: the numbers of the tiny corpus, unless the words name others."""
    return cluster(*words, *(() if "--data" in words else own_words(place)))


def measured(place: Path, *words: str) -> int:
    brief = () if "--objects" in words else BRIEF
    return clustered_own(place, "--out", str(place / "results"), *brief, *words)


def document_of(
    place: Path, capsys: pytest.CaptureFixture[str], *words: str, status: int = 0
) -> dict[str, Any]:
    capsys.readouterr()
    assert measured(place, *words, "--json") == status
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found
