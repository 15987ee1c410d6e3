"""Findings of strictness: files that are given to the codec again, and files that are none."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from fakes.tiny import runner

from serbench.cli import _strictness
from serbench.cli.main import main
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.facts import measuring

CODEC = "rust/json"


@pytest.fixture(scope="module", autouse=True)
def fakes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Makes every codec the same fake."""

    def built(codecs: Sequence[CodecManifest], *_: object) -> tuple[dict[str, str], list[Runner]]:
        return {}, [runner("parser", codec=codec.name) for codec in codecs]

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SERBENCH_CACHE", str(tmp_path_factory.mktemp("cache")))
        for module in (measuring, _strictness):
            patch.setattr(module, "ready_and_built", built)
        yield


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory, fakes: None) -> Path:
    folder = tmp_path_factory.mktemp("findings") / "found"
    assert main(["facts", CODEC, "--strictness", "--quiet", "--keep", str(folder)]) == 0
    return folder


def test_each_case_that_differs_is_a_file_that_has_all_that_a_replay_needs(found: Path) -> None:
    assert sorted(path.name for path in found.iterdir()) == [
        "rust-json_number-infinity.json",
        "rust-json_number-nan.json",
        "rust-json_number-negative-infinity.json",
        "rust-json_string-escaped-backslash-then-letters.json",
        "rust-json_string-escaped-letter.json",
    ]
    nan = json.loads((found / "rust-json_number-nan.json").read_text())
    assert nan["clause"] == "RFC 8259, section 6"
    assert (nan["says"], nan["outcome"]) == ("must-refuse", "accepted")
    assert nan["checked_by"] == ["json of CPython", "msgspec"]
    assert nan["libraries"] == {"fake library": "1.0"}
    assert b'"number":NaN' in bytes.fromhex(nan["message"])


@pytest.mark.parametrize("name", ["number-nan", "string-escaped-letter"])
def test_a_replay_has_the_outcome_of_the_finding(
    found: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = found / f"rust-json_{name}.json"
    outcome = json.loads(file.read_text())["outcome"]
    assert main(["facts", "replay", str(file), "--quiet"]) == 0
    assert f"The outcome is that of the finding, {outcome}." in capsys.readouterr().out
    assert main(["facts", "replay", str(file), "--quiet", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["codec"], told["case"], told["found"], told["outcome"]) == (CODEC, name, outcome, outcome)


def changed(found: Path, folder: Path, **fields: Any) -> str:
    """A finding with other fields, as another file."""
    file = folder / "finding.json"
    told = json.loads((found / "rust-json_number-nan.json").read_text())
    file.write_text(json.dumps(told | fields))
    return str(file)


def test_a_codec_that_does_otherwise_now_is_told_by_the_status(
    found: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    repaired = changed(found, tmp_path, message=b'{"number":01}'.hex())
    assert main(["facts", "replay", repaired, "--quiet"]) == 1
    assert "The finding has another outcome, accepted." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"message": "0g"}, "does not fit together"),
        ({"object": "00"}, "The bytes of text are not valid"),
        ({"schema": "0" * 64}, "The schema of facts has changed since the finding was made."),
        ({"codec": "rust/jsonn"}, 'No codec or set matches "rust/jsonn"'),
        ({"codec": "rust/*"}, 'codec: "rust/*" is not the name of a codec.'),
        ({"outcome": "fine"}, "outcome: "),
        ({"format": "serbench.strictness/9"}, "format: "),
        ({"message": 7}, "message: "),
    ],
)
def test_a_file_that_is_no_finding_is_refused_in_a_sentence(
    found: Path, tmp_path: Path, fields: dict[str, Any], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["facts", "replay", changed(found, tmp_path, **fields), "--quiet"]) == 2
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["replay"], "replay takes the file of one finding"),
        (["replay", "absent.json"], "There is no finding absent.json."),
        ([CODEC, "--keep", "found"], "--keep saves what --strictness finds; name both."),
    ],
)
def test_what_replay_and_keep_need_is_said(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["facts", *words]) == 2
    assert said in capsys.readouterr().err
