"""The questions of ``./serbench choose`` on a terminal."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from serbench.cli._questions import ask, detected
from serbench.cli.main import main
from serbench.errors import BadInput


def answering(*answers: str) -> Iterator[str]:
    yield from answers


def test_five_questions_stand_for_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = answering("2 > 5,6, swift", "media", "?", "2", "1", "go/json 40000")
    found = ask((), lambda prompt: next(said))
    assert dict(found.options) == {
        "write": "go",
        "read": "javascript,python,swift",
        "workload": "media",
        "evolves": "stored",
        "trusted": "self",
        "now": "go/json",
        "rate": 40000.0,
    }
    assert " ".join(found.words) == (
        "--write go --read javascript,python,swift --workload media --evolves stored --trusted self"
        " --now go/json --rate 40000"
    )
    assert "A cache is 1" in capsys.readouterr().err


def test_what_hurts_weighs_twice_or_is_a_constraint() -> None:
    said = answering("6", "media dynamic", "2", "3", "python/json hurts:2,3,4")
    found = ask((), lambda prompt: next(said))
    assert {name: found.options[name] for name in ("weights", "prefer", "refused")} == {
        "weights": "bytes=2",
        "prefer": ("no-build-tool",),
        "refused": True,
    }
    words = " ".join(found.words)
    assert found.options["dynamic"] is True and "--workload media --dynamic " in words
    assert words.endswith("--now python/json --weights bytes=2 --prefer no-build-tool --no-refusals")
    both = answering("6", "media", "2", "3", "hurts:5", "hurts:1,2")
    assert "weights" not in ask((), lambda prompt: next(both)).options


def test_data_are_described_at_once_and_asked_for_again_where_they_cannot_be_read(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = answering("6", "nowhere", "media", "1", "1", "-")

    def describe(found: Mapping[str, Any]) -> str:
        if found["workload"] == "nowhere":
            raise BadInput("There is no workload nowhere.")
        return "300 messages, 1 type"

    found = ask((), lambda prompt: next(said), describe)
    assert found.options["workload"] == "media"
    shown = capsys.readouterr().err
    assert (
        "   There is no workload nowhere. (? explains)\n" in shown and "   300 messages, 1 type.\n" in shown
    )


def test_enter_takes_what_is_usual() -> None:
    found = ask(("rust",), lambda prompt: "")
    assert " ".join(found.words) == "--write rust --read rust --workload media --evolves rolling"


def test_answers_that_are_none_end_the_questions() -> None:
    with pytest.raises(BadInput, match="No answer was understood"):
        ask((), lambda prompt: "99")


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (("pyton > 2",), "Nothing is known of pyton; did you mean python?"),
        (("9",), "There is no program 9: give a number from 1 to 7, or a name."),
        ((">2",), "Say who writes, and behind > who reads."),
        (("6", "nowhere.jsonl"), "nowhere.jsonl is not there."),
        (("6", "x" * 5000 + ".jsonl"), "is not there."),
        (("6", "media", "5"), "Give a number from 1 to 4, not 5."),
        (("6", "media", "3", "\u00b2"), "Give a number from 1 to 3, not \u00b2."),
        (("6", "media", "3", "3", "40,000"), "40,000 is neither a codec, as go/json, nor hurts:1,2, nor"),
        (("6", "media", "3", "3", "hurts:"), "hurts: takes numbers from 1 to 4, as hurts:1,4, not nothing."),
        (("6", "media", "3", "3", "9" * 400), "--rate takes messages per second, from 0 to 1e+12, not inf."),
    ],
)
def test_an_answer_that_is_none_is_asked_again_with_the_reason(
    answers: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = iter(answers)
    ask((), lambda prompt: next(given, ""))
    assert f"{said}" in capsys.readouterr().err


def test_what_options_say_is_not_asked(capsys: pytest.CaptureFixture[str]) -> None:
    said = answering("2 > 6", "python/json go/json,go/sonic 2.5")
    found = ask((), lambda prompt: next(said), given=("data", "evolves", "no_over_allocation", "max_time"))
    assert found.options == {
        "write": "go", "read": "python", "now": "python/json,go/json,go/sonic", "rate": 2.5
    }  # fmt: skip
    assert "\n2. What do you use now" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("ends", "said", "status"), [(EOFError(), "The answers end here", 2), (KeyboardInterrupt(), "", 130)]
)
def test_the_end_of_the_answers_ends_the_command(
    ends: BaseException,
    said: str,
    status: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def read() -> str:
        raise ends

    monkeypatch.setattr("builtins.input", read)
    for name in ("stdin", "stderr"):
        monkeypatch.setattr(f"sys.{name}.isatty", lambda: True)
    assert main(["choose"]) == status
    assert said in capsys.readouterr().err


def test_languages_are_detected_by_the_files_of_projects(tmp_path: Path) -> None:
    for name in ("go.mod", "package.json"):
        (tmp_path / name).touch()
    assert detected(tmp_path) == ("go", "javascript")
