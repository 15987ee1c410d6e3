"""Facts of codecs that are all the same fake, and of which nothing was measured before."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from fakes.tiny import runner

from serbench.cli.main import main
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.facts import measuring
from serbench.facts.cases import cases_of

CODEC = "rust/json"


def with_nothing_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves neither records nor measured or published facts."""
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("SERBENCH_RESULTS", str(tmp_path / "results"))
    # What is published changes with each entry of the archive.
    monkeypatch.setattr("serbench.facts.measured.published_facts", lambda *_: {})


def built_as(monkeypatch: pytest.MonkeyPatch, fake: str) -> None:
    """Makes every codec the same fake, and those of Python unavailable."""

    def built(
        codecs: Sequence[CodecManifest], *_: object
    ) -> tuple[dict[str, str], list[Runner | BuildFailure]]:
        here = [codec for codec in codecs if codec.language != "python"]
        absent = {codec.name: "it is not here" for codec in codecs if codec not in here}
        return absent, [runner(fake, codec=codec.name) for codec in here]

    monkeypatch.setattr(measuring, "ready_and_built", built)


def few_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves three cases of JSON, which are asked quickly."""
    cases = [case for case in cases_of("json") if case.name in ("plain", "number-nan", "number-zero")]
    monkeypatch.setattr(measuring, "cases_of", lambda name: cases)


def document(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> dict:  # type: ignore[type-arg]
    assert main([*words, "--json"]) == status
    found: dict = json.loads(capsys.readouterr().out)  # type: ignore[type-arg]
    return found
