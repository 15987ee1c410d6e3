"""Sizes that follow from a format's description, in every language."""

from pathlib import Path

import pytest
from runners.conftest import RunnerOf, parameters

from serbench.corpus.container import read_messages
from serbench.corpus.manifest import Corpus
from serbench.runner.process import ask

# A header, the numbers with the size of their group, the strings with theirs and a length each.
RECORD_IN_SBE = 8 + (6 + 1000 * 8) + (6 + 100 * (4 + 86))


@pytest.mark.parametrize(("codec",), parameters([("java/sbe",), ("cpp/sbe",)]))
def test_a_record_has_the_size_that_its_format_describes(
    codec: str, runner_of: RunnerOf, corpora: dict[str, Corpus], tmp_path: Path
) -> None:
    out = tmp_path / "messages.bin"
    asked = ask(runner_of(codec, "record"), "emit", {"corpus": corpora["record"].path, "out": out}, 120.0)
    assert asked.outcome == "ok", asked.sentence
    assert {len(message or b"") for message in read_messages(out)} == {RECORD_IN_SBE}
