"""Calls the command line of the relay as a user types it."""

import json
from pathlib import Path
from typing import Any

import pytest
from fakes.tiny import own_words

from serbench.cli.main import main

BRIEF = ("--repeat", "3", "--quiet")


def relay(*words: str) -> int:
    return main(["relay", *words])


def relayed(place: Path, *words: str) -> int:
    """The same over own data, by the honest fake unless the words name other codecs."""
    codecs = () if "--codecs" in words else ("--codecs", "fake/relayer")
    return relay("--out", str(place / "results"), *BRIEF, *codecs, *words, *own_words(place))


def document_of(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document
