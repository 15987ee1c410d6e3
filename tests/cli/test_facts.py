"""``serbench facts`` and ``about``: what they print, and that measured facts are kept."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from fakes.tiny import runner

from serbench.cli.main import main
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.facts import measuring
from serbench.facts.measured import measured_facts
from serbench.selection.discovery import find_codecs

CODEC = "rust/json"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))


def built_as(monkeypatch: pytest.MonkeyPatch, fake: str) -> None:
    """Makes every codec the same fake, and those of Python unavailable."""

    def built(
        codecs: Sequence[CodecManifest], *_: object
    ) -> tuple[dict[str, str], list[Runner | BuildFailure]]:
        here = [codec for codec in codecs if codec.language != "python"]
        absent = {codec.name: "it is not here" for codec in codecs if codec not in here}
        return absent, [runner(fake, codec=codec.name) for codec in here]

    monkeypatch.setattr(measuring, "ready_and_built", built)


def document(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> dict:  # type: ignore[type-arg]
    assert main([*words, "--json"]) == status
    found: dict = json.loads(capsys.readouterr().out)  # type: ignore[type-arg]
    return found


def test_measured_facts_come_first_and_are_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built_as(monkeypatch, "parser")
    found = document(capsys, "facts", CODEC)
    assert list(found["codecs"][CODEC])[:2] == ["same_bytes", "types"]
    measured = {"value": "processes", "how": "measured", "command": f"./serbench facts {CODEC}"}
    assert found["codecs"][CODEC]["same_bytes"] == measured
    (codec,) = (one for one in find_codecs() if one.name == CODEC)
    assert measured_facts(codec)["same_bytes"].to_json() == measured
    again = document(capsys, "facts", CODEC, "--declared")
    assert again["codecs"] == found["codecs"]
    about = document(capsys, "about", CODEC)
    assert about["facts"] == found["codecs"][CODEC]


def test_strictness_names_each_case_that_differs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built_as(monkeypatch, "parser")
    found = document(capsys, "facts", CODEC, "--strictness")["strictness"][CODEC]
    differing = {one["case"]: one["outcome"] for one in found if one["differs"]}
    assert differing == {
        "number-infinity": "accepted",
        "number-nan": "accepted",
        "number-negative-infinity": "accepted",
        "string-escaped-backslash-then-letters": "other value",
        "string-escaped-letter": "other value",
    }
    assert (
        bytes.fromhex(next(one["message"] for one in found if one["case"] == "number-nan")).count(b"NaN") == 1
    )
    assert main(["facts", CODEC, "--strictness", "--quiet"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "rust/json, number-nan: accepted (must-refuse, RFC 8259, section 6). NaN." in text


def test_a_codec_that_writes_nothing_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built_as(monkeypatch, "absent")
    (failure,) = document(capsys, "facts", CODEC, status=1)["failures"]
    assert (failure["codec"], failure["outcome"]) == (CODEC, "crashed")


@pytest.mark.parametrize(("pattern", "status"), [("python/json", 1), ("*/json", 0)])
def test_only_a_codec_that_is_named_has_to_be_here(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, pattern: str, status: int
) -> None:
    built_as(monkeypatch, "honest")
    failures = document(capsys, "facts", pattern, status=status)["failures"]
    assert len(failures) == status


def test_about_says_what_is_known_and_what_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "about", "postcard")
    assert found["codec"] == "rust/postcard"
    assert found["facts"]["types"]["value"] == ["serde"]
    assert "same_bytes" in found["unknown"]
    assert found["readme"] == "rust/codecs/postcard/README.md"
    assert "rust/codecs/postcard/src/codec.rs" in found["adapter"]
    assert "./serbench show rust/postcard media" in found["commands"]
    assert main(["about", "postcard"]) == 0
    text = capsys.readouterr().out
    assert "types: serde (declared: https://docs.rs/postcard/1.2.0/postcard/, 2026-11-27)" in text
    assert main(["about", "postcard", "--markdown"]) == 0
    assert "| types | serde | declared: https://docs.rs/postcard/1.2.0/postcard/, 2026-11-27 |" in (
        capsys.readouterr().out
    )


def test_about_takes_one_codec(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["about", "json"]) == 2
    assert "Several codecs are called json: " in capsys.readouterr().err
    assert main(["about", "postcart"]) == 2
    assert "postcard" in capsys.readouterr().err
    assert main(["about", "postcard", "--json", "--markdown"]) == 2
