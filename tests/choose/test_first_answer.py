"""The first answer of a choice and the command: codecs in use, languages, a workload."""

from pathlib import Path

import pytest
from choose.choosing import fakes_only

from serbench.cli.main import main


@pytest.mark.parametrize(
    ("now", "sentence"),
    [
        ("fake/nosuch", "There is no codec fake/nosuch; "),
        ("other/honest", None),
        ("jboss", None),
    ],
)
def test_what_runs_now_is_a_codec_or_no_name_of_one(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    now: str,
    sentence: str | None,
) -> None:
    fakes_only(tmp_path, monkeypatch)
    words = ("--write", "fake", "--read", "fake", "--codecs", "honest", "--dry-run", "--now", now)
    assert main(["choose", *words, "--evolves", "none", "--trusted", "self"]) == (2 if sentence else 0)
    shown = capsys.readouterr()
    assert (sentence or "nothing is known of it here") in shown.err + shown.out


def test_the_languages_of_named_codecs_write_and_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for here, told in ((("python",), "named codecs"), (("go", "python"), "files of this folder")):
        monkeypatch.setattr("serbench.cli.choose.detected", lambda folder, here=here: here)
        assert main(["choose", "--codecs", "go/json,go/protobuf", "--dry-run"]) == 0
        assert f"By the {told}: --write go --read go." in capsys.readouterr().err


def test_a_workload_of_settings_has_the_first_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    ends = ("--write", "rust", "--read", "rust", "--dry-run")
    assert main(["choose", *ends, "--workload", "tuples"]) == 0
    assert "-memory-tuples) of tuples:tuples=1, measured on neither" in capsys.readouterr().out
    # Of a workload that no published run has, the usual one stands in.
    assert main(["choose", *ends, "--workload", "tour-map"]) == 0
    assert "-memory-media), measured on neither" in capsys.readouterr().out
