"""Pins that are behind, and projects, evidence and runtimes that have ended, over registries that are made
up."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from serbench.cli import doctor
from serbench.cli.main import main
from serbench.codecs.ended import Ended
from serbench.codecs.evidence import Evidence
from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages import language_of, languages
from serbench.selection.discovery import find_adapters
from serbench.setup import freshness
from serbench.toolchain.releases import Answer, Pin, Registry, Release
from serbench.toolchain.support import Runtime, support_of

TODAY = date(2026, 11, 26)
PINS = {
    "go/a": (Pin("go", "five", "1.0"), Pin("npm", "six", "2.0")),
    "go/b": (Pin("go", "five", "1.0"),),
}


def codec(name: str, **more: Any) -> CodecManifest:
    return CodecManifest(name, Path(), library="", format="", licence="", homepage="", **more)


ENDED = codec("go/a", ended=Ended("2026-01", "archived", "https://a.example"))
OLD = codec("go/b", evidence=Evidence("first", "https://b.example", date(2024, 11, 25)))
BROKEN = codec("go/c", evidence=Evidence("first", "https://c.example", date(2024, 11, 26)))


@pytest.fixture
def registries(monkeypatch: pytest.MonkeyPatch) -> None:
    def pins(asked: CodecManifest) -> tuple[Pin, ...]:
        if asked.name not in PINS:
            raise SerbenchError("go.mod cannot be read.")
        return PINS[asked.name]

    def of_go(found: Sequence[Pin], folder: Path) -> Answer:
        assert folder.is_dir()
        return Answer(
            {pin.package: Release("1.1", date(2026, 11, 1)) for pin in found}, "no answer about x: y"
        )

    def of_npm(_found: Sequence[Pin], _folder: Path) -> Answer:
        raise SerbenchError("npm cannot be started.")

    first, second = language_of("go/a").builder, language_of("java/a").builder
    go = replace(first, pins=pins, registry=Registry("go", "Go's", of_go))
    other = replace(second, pins=pins, registry=Registry("npm", "npm", of_npm))
    fake, npm = (
        SimpleNamespace(name=name, builder=builder, runtime=lambda found=found: found)
        for name, builder, found in (("go", go, Runtime("Node", "20.1")), ("npm", other, None))
    )
    monkeypatch.setattr(freshness, "language_of", lambda _name: fake)
    monkeypatch.setattr(freshness, "languages", lambda: (fake, npm))
    monkeypatch.setattr(freshness, "registries", lambda: {"go": go.registry, "npm": other.registry})
    monkeypatch.setattr(doctor, "find_adapters", lambda: (ENDED, OLD, BROKEN))


def test_each_kind_is_found_and_each_silence_is_one_sentence(registries: None) -> None:
    found = freshness.examine_freshness((ENDED, OLD, BROKEN), TODAY)
    newest = Release("1.1", date(2026, 11, 1))
    assert found.behind == (freshness.Behind(Pin("go", "five", "1.0"), "Go's", newest, ("go/a", "go/b")),)
    assert (found.pinned, found.ended, found.expired) == (2, (ENDED,), (OLD,))
    node = Runtime("Node", "20.1")
    assert found.runtimes == (("go", node, support_of(node)),)
    assert found.faults == (
        "Go's: no answer about x: y",
        "npm: npm cannot be started.",
        "go/c: go.mod cannot be read.",
    )


def test_a_day_earlier_the_evidence_is_young_enough(registries: None) -> None:
    assert freshness.examine_freshness((OLD,), date(2026, 11, 25)).expired == ()


def test_the_command_tells_it_and_ends_with_zero(
    registries: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--freshness", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert date.fromisoformat(found["date"])
    assert found["pins"] == 2
    assert found["behind"] == [
        {
            "registry": "go",
            "package": "five",
            "pinned": "1.0",
            "newest": "1.1",
            "released": "2026-11-01",
            "codecs": ["go/a", "go/b"],
        }
    ]
    assert [one["codec"] for one in found["ended"]] == ["go/a"]
    assert found["runtimes"][0] | {"supported": False} == {
        "language": "go",
        "product": "Node",
        "version": "20.1",
        "released": None,
        "line": "20",
        "supported_until": "2026-04-30",
        "supported": False,
        "source": "https://github.com/nodejs/release#release-schedule",
    }
    assert len(found["faults"]) == 3


def test_the_command_prints_tables_and_sentences(
    registries: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--freshness"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    at = lines.index("Pins behind their registries")
    assert lines[at + 1] == "package pinned newest released codecs"
    assert lines[at + 2].startswith("five (Go's) 1.0 1.1 2026-11-01 go/a, go/b")
    assert "go/a 2026-01 archived" in lines
    assert "Not found out: npm: npm cannot be started." in lines


def test_every_pin_of_every_codec_is_of_a_known_registry() -> None:
    pins = {
        pin: codec.name for codec in find_adapters() for pin in language_of(codec.name).builder.pins(codec)
    }
    registries = [language.builder.registry for language in languages()]
    assert {pin.registry for pin in pins} == {registry.name for registry in registries if registry}
    assert not [(name, pin) for pin, name in pins.items() if not (pin.package and pin.version[:1].isdigit())]
    by_language = {name.partition("/")[0] for name in pins.values()}
    assert by_language == {"cpp", "go", "java", "javascript", "python", "rust"}
