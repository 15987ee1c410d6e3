"""The command line of a choice over fakes, whose samples and cases are few."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fakes import packages
from fakes.tiny import own_words

from serbench.cli.main import main
from serbench.experiments.memory.plan import PRESETS


def fakes_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a cache, where the command finds fakes and no other codec."""
    packages.fakes_only(tmp_path, monkeypatch)
    brief = replace(PRESETS["quick"], sample_ns=1000, forks=1, twins=0)
    monkeypatch.setattr("serbench.cli.choose.PRESETS", {"quick": brief})
    monkeypatch.setattr("serbench.choose.evidence.DEFAULT_CASES", 100)
    return tmp_path


def chosen(place: Path, capsys: pytest.CaptureFixture[str], codecs: str, *words: str) -> dict[str, Any]:
    """The document of a choice among these codecs, on data of the fakes' own."""
    own, out = own_words(place, range(40)), ["--out", str(place / "results"), "--quiet", "--json"]
    ends = ["--write", "fake", "--read", "fake", "--codecs", codecs]
    assert main(["choose", *own, *ends, *out, *words]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found
