"""The output of ``serbench list sets``."""

import json
from datetime import date

import pytest
from fakes.tiny import codec

from serbench.cli import list as listing
from serbench.cli.main import main
from serbench.languages.builder import Availability
from serbench.toolchain.releases import Release

CODECS = (codec("near", sets=("default", "classic")), codec("far", sets=("classic",)), codec("odd"))
WHY = "It is not here: sudo apt-get install far"


@pytest.fixture(autouse=True)
def codecs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "find_codecs", lambda: CODECS)
    monkeypatch.setattr(listing, "lacks_here", lambda codecs: {"cpp/far": WHY})


def test_each_set_has_its_codecs_and_what_is_lacking_with_the_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["list", "sets", "--json"]) == 0
    found = {one.pop("set"): one for one in json.loads(capsys.readouterr().out)}
    assert list(found) == ["default", "flow", "classic", "study", "fastest", "latest", "all"]
    assert found["classic"] == {
        "summary": "The eleven serializers of cpp-serializers.",
        "codecs": ["cpp/near", "cpp/far"],
        "unavailable": [{"codec": "cpp/far", "reason": WHY}],
    }
    assert (found["default"]["codecs"], found["default"]["unavailable"]) == (["cpp/near"], [])
    assert found["all"]["codecs"] == ["cpp/near", "cpp/far", "cpp/odd"]


def test_people_read_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "sets"]) == 0
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    place = lines.index("classic (2): The eleven serializers of cpp-serializers.")
    assert lines[place + 1 : place + 3] == ["  cpp/near, cpp/far*", ""]
    assert lines[-2:-1] == ["all (3): Every codec; `./serbench list codecs` names them."]
    assert lines[-1] == "* is not available here: `./serbench doctor` says why, and what would help."


@pytest.mark.parametrize("width", [80, 160])
def test_a_codec_is_one_line_at_any_width(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    known = {
        "cpp/near": Availability(True, "1.2", ""),
        "cpp/far": Availability(False, "", WHY),
        "cpp/odd": Availability(False, "", WHY),
    }
    monkeypatch.setattr(listing, "availability", lambda codecs: known)
    assert main(["list", "codecs"]) == 0
    table, _, lacking = capsys.readouterr().out.partition("Not available:\n")
    lines = table.splitlines()
    assert ("library" in lines[0], len(lines)) == (width == 160, 1 + len(CODECS))
    assert [line.split()[0] for line in lines[1:]] == ["cpp/near", "cpp/far", "cpp/odd"]
    assert " ".join(lacking.split()) == f"cpp/far, cpp/odd: {WHY}"


def test_releases_fit_a_terminal_with_what_became_of_each(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    releases = [
        Release("1.0.0", date(2019, 1, 31), "yanked: it loses data"),
        Release("2.0.0b1.post2", date(2020, 2, 29)),
        Release("2.0.0", date(2020, 3, 1)),
    ]
    monkeypatch.setattr(listing, "find_adapters", lambda: CODECS)
    monkeypatch.setattr(listing, "releases_of", lambda codec: ("a-package-of-a-long-name", "2.0.0", releases))
    locked = codec("near@2.0.0")
    monkeypatch.setattr(listing, "locked_versions", lambda codec: [locked])
    assert main(["list", "versions", "cpp/near"]) == 0
    assert [line.rstrip().split(maxsplit=2) for line in capsys.readouterr().out.splitlines()] == [
        ["codec", "released", "state"],
        ["cpp/near@1.0.0", "2019-01-31", "yanked: it loses data"],
        ["cpp/near@2.0.0b1.post2", "2020-02-29"],
        ["cpp/near@2.0.0", "2020-03-01", "pinned, locked"],
    ]
