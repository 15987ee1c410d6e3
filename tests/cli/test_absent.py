"""Every command that takes codecs by name says so where one cannot be here, and does not end with 0."""

from pathlib import Path

import pytest
from fakes import packages
from fakes.tiny import own_words

from serbench.cli.main import main

# Each with its words before the codec; those with "own" get data of the user.
COMMANDS = {
    "verify": ("own", "--codecs"),
    "run": ("own", "--codecs"),
    "torture": ("own", "--codecs"),
    "sizes": ("own", "--codecs"),
    "store": ("own", "--codecs"),
    "evolve": ("add-at-end", "--codecs"),
    "build": ("record", "--codecs"),
    "facts": (),
}
# Of the name and of a pattern. Facts that are declared are shown in any case, and without a codec there is no
# store.
STATUS = {"facts": (1, 1), "store": (2, 2)}


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_codec_that_is_not_here_is_told_with_the_reason(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    packages.fakes_only(tmp_path, monkeypatch)
    monkeypatch.setenv("SERBENCH_RESULTS", str(tmp_path / "results"))
    words = [
        each for word in COMMANDS[command] for each in (own_words(tmp_path) if word == "own" else (word,))
    ]
    for codec, status in zip(("absent", "abs*"), STATUS.get(command, (1, 2)), strict=True):
        found = main([command, *words, codec, "--quiet"] if command != "build" else [command, *words, codec])
        said = capsys.readouterr()
        assert (found, "It is not here." in said.out + said.err) == (status, True)
