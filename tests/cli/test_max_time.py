"""``--max-time`` that cannot be met: refused by every experiment before anything is built."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cluster.calling import measured as clustered
from fakes import packages
from fakes.tiny import own_words
from relay.calling import relayed
from sort.calling import measured as sorted_
from store.calling import measured as stored

from serbench.cli.main import main
from serbench.engine import session
from serbench.experiments.cluster.flow import ClusterFlow

Command = Callable[..., int]


def ran(place: Path, *words: str) -> int:
    return main(["run", "--codecs", "honest", "--out", str(place / "results"), *own_words(place), *words])


def tortured(place: Path, *words: str) -> int:
    codecs = ("--codecs", "torturer", "--cases", "200", "--out", str(place / "results"))
    return main(["torture", *codecs, *words])


def sized(place: Path, *words: str) -> int:
    return main(["sizes", "--codecs", "honest", "--out", str(place / "results"), *own_words(place), *words])


def evolved(place: Path, *words: str) -> int:
    return main(["evolve", "--codecs", "evolver", "--out", str(place / "results"), *words])


COMMANDS: dict[str, Command] = {
    "run": ran,
    "store": stored,
    "sort": sorted_,
    "relay": relayed,
    "cluster": clustered,
    "evolve": evolved,
    "torture": tortured,
    "sizes": sized,
}


class Built(Exception):
    """Something is made ready or built."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an empty cache, where whatever would be installed or built raises Built."""

    def built(*_: object, **__: object) -> Any:
        raise Built

    packages.fakes_only(tmp_path, monkeypatch, with_floor=True, with_engine=True)
    for name in ("make_ready", "make_allocators_ready", "build_runners"):
        monkeypatch.setattr(session, name, built)
    monkeypatch.setattr(ClusterFlow, "ready", built)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_a_time_that_cannot_be_met_is_refused_before_anything_is_built(
    command: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert COMMANDS[command](place, "--max-time", "0.01s") == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    sentence = shown.err.splitlines()[-1]
    assert sentence.startswith("serbench: Even ")
    assert ", more than --max-time; allow more time" in sentence
    assert not (place / "results").exists()


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("limit", [(), ("--max-time", "2h")], ids=["none", "enough"])
def test_a_time_that_can_be_met_is_not_refused(
    command: str, limit: tuple[str, ...], place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Built):
        COMMANDS[command](place, *limit)


def test_a_refusal_names_the_time_that_usual_operations_take(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The least that is certain takes less than what a codec usually has: only below that it is refused, but
    with a time that will do."""

    def refusal(limit_s: float) -> str:
        assert ran(place, "--max-time", f"{limit_s}s") == 2
        return capsys.readouterr().err.splitlines()[-1]

    assert "take about 2 s, more than --max-time" in refusal(0.1)
    with pytest.raises(Built):
        ran(place, "--max-time", "2.1s")
    with pytest.raises(Built):
        ran(place, "--max-time", "1.5s")
