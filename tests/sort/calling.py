"""Calls the command line of the sort as a user types it."""

import json
from pathlib import Path
from typing import Any

import pytest
from fakes.tiny import own_words

from serbench.cli.main import main

BRIEF = ("--objects", "6", "--memory", "4K", "--repeat", "2", "--quiet")
CODECS = "sorter,floored/plain"


def sort(place: Path, *words: str) -> int:
    return main(["sort", *words])


def sorted_own(place: Path, *words: str) -> int:
    """The same over own data: the numbers of the tiny corpus, unless the words name others."""
    codecs = () if "--codecs" in words else ("--codecs", CODECS)
    return sort(place, *words, *codecs, *(() if "--data" in words else own_words(place)))


def measured(place: Path, *words: str) -> int:
    return sorted_own(place, "--out", str(place / "results"), "--dir", str(place / "files"), *BRIEF, *words)


def document_of(place: Path, capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> Any:
    capsys.readouterr()
    assert measured(place, *words, "--json") == status
    return json.loads(capsys.readouterr().out)
