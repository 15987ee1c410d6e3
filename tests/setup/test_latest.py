"""``setup --latest``: what is built, what is said where that fails, and its exit status."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace

import pytest
from fakes.tiny import codec

from serbench.cli import setup as command
from serbench.cli.main import main
from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.builder import Availability, LatestLibraries
from serbench.selection.discovery import find_adapters
from serbench.setup import latest
from serbench.setup.latest import build_latest, has_latest

FIVE, SIX, SEVEN = codec("five"), codec("six"), replace(codec("seven"), sets=("latest",))
PAGES = (FIVE, SIX, SEVEN)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A world in which registries have a release for five: what was built, or the reason why it cannot be."""
    made: dict[str, str] = {}

    def build(one: CodecManifest, step: Callable[[str], None]) -> None:
        if made.get(one.name):
            raise SerbenchError(made[one.name])
        step(f"Building {one.name}")
        made[one.name] = ""

    def found(_: object = None) -> tuple[CodecManifest, ...]:
        current = replace(FIVE, name="cpp/five@2.0", sets=("latest",))
        return (FIVE, *([current] if made.get(FIVE.name) == "" else []), SIX, SEVEN)

    def available(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
        return {one.name: Availability(True, one.name.partition("@")[2], "") for one in codecs}

    libraries = LatestLibraries(lambda one: one.name == FIVE.name, lambda _: None, build)
    language = SimpleNamespace(builder=SimpleNamespace(latest=libraries))
    monkeypatch.setattr(latest, "language_of", lambda _: language)
    monkeypatch.setattr(latest, "make_ready", lambda codecs, **_: {})
    monkeypatch.setattr(command, "find_adapters", lambda: PAGES)
    monkeypatch.setattr(command, "find_codecs", found)
    monkeypatch.setattr(command, "availability", available)
    return made


def test_a_codec_has_one_by_its_manifest_or_is_one(built: dict[str, str]) -> None:
    assert [one.name for one in PAGES if has_latest(one)] == ["cpp/five", "cpp/seven"]


def test_what_the_machine_lacks_otherwise_is_no_fault(
    built: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = {"cpp/five": "no package", "cpp/seven": "no network"}
    monkeypatch.setattr(latest, "make_ready", lambda codecs, **_: dict(lacking))
    told: list[str] = []
    assert build_latest([FIVE, SEVEN], tell=told.append, step=told.append) == {"cpp/seven": "no network"}
    assert told == ["Building cpp/five"]


def test_all_current_releases_are_built_and_listed(
    built: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["setup", "--latest", "all", "--quiet"]) == 0
    assert capsys.readouterr().out == "cpp/five@2.0: ready (2.0)\ncpp/seven: ready\n"


def test_one_that_cannot_be_built_is_told(built: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    built["cpp/five"] = "Five could not be built: the index of Python packages cannot be reached."
    assert main(["setup", "--latest", "five", "--quiet", "--json"]) == 2
    assert json.loads(capsys.readouterr().out) == [
        {"codec": "cpp/five", "available": False, "version": None, "reason": built["cpp/five"]}
    ]
    # Something else could.
    assert main(["setup", "--latest", "five,seven", "--quiet"]) == 1
    assert capsys.readouterr().out == f"cpp/seven: ready\ncpp/five: not available: {built['cpp/five']}\n"


def test_a_codec_without_one_is_refused(built: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["setup", "--latest", "six", "--quiet"]) == 2
    assert "newer release for these; there are cpp/five, cpp/seven." in capsys.readouterr().err
    assert built == {}


def test_the_codecs_of_the_project_that_have_one() -> None:
    names = {one.name for one in find_adapters() if has_latest(one)}
    assert {"cpp/protobuf", "cpp/flatbuffers", "cpp/simdjson", "cpp/yyjson"} <= names
