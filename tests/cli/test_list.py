"""The output of ``serbench list sets``."""

import json

import pytest
from fakes.tiny import codec

from serbench.cli import list as listing
from serbench.cli.main import main

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
    lines = capsys.readouterr().out.splitlines()
    place = lines.index("classic: The eleven serializers of cpp-serializers.")
    assert [line.rstrip() for line in lines[place + 1 : place + 3]] == [
        "  cpp/near, cpp/far",
        f"  cpp/far is not available: {WHY}",
    ]
