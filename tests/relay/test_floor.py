"""Relays that pass bytes on against a bare copy loop, over fakes."""

import json
from pathlib import Path

import pytest

from serbench.cli.main import main


def test_rates_and_their_ratios(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["relay-floor", "--codecs", "fake/relayer", "--pairs", "2", "--json", "--quiet"]) == 0
    copy, fake = json.loads(capsys.readouterr().out)["floors"]
    # 400 bytes in 80 and in 100 microseconds.
    assert copy == {"name": "copy", "bytes_per_s": 5_000_000, "ratio": 1, "low": 1, "high": 1}
    assert fake == {"name": "fake/relayer", "bytes_per_s": 4_000_000, "ratio": 0.8, "low": 0.8, "high": 0.8}
    assert main(["relay-floor", "--codecs", "fake/relayer", "--pairs", "1", "--quiet"]) == 0
    assert "0.800" in capsys.readouterr().out


@pytest.mark.slow
def test_a_relay_that_fails_is_one_sentence(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["relay-floor", "--codecs", "fake/crasher", "--pairs", "1", "--quiet"]) != 0
    assert "fake/crasher cannot be measured: " in capsys.readouterr().err
