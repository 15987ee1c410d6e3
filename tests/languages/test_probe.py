"""The reply of the C++ project about its libraries."""

from pathlib import Path

import pytest

from serbench.languages.builder import Availability
from serbench.languages.cpp import probe
from serbench.languages.cpp.probe import parse_codecs


def test_lines_are_parsed_and_reasons_decoded() -> None:
    text = (
        "codec name=cereal available=1 version=1.3.2 reason=\n"
        "codec name=yas available=0 version= reason=yas/serialize.hpp%20was%20not%20found\n"
        "another line\n"
    )
    assert parse_codecs(text) == {
        "cpp/cereal": Availability(True, "1.3.2", ""),
        "cpp/yas": Availability(False, "", "yas/serialize.hpp was not found"),
    }


def test_what_is_installed_by_hand_or_by_another_system_asks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "_INSTALLED", (str(tmp_path), str(tmp_path / "absent")))
    monkeypatch.setattr(probe, "compiler_identity", lambda: "g++")
    before = probe._key()
    assert probe._key() == before
    (tmp_path / "include").mkdir()
    assert probe._key() != before
