"""Measured facts are kept for one content of a codec and of its library."""

from dataclasses import replace
from pathlib import Path

import pytest

from serbench.facts.fact import MEASURED, Fact
from serbench.facts.measured import keep_measured, measured_facts
from serbench.selection.discovery import find_codecs


def test_another_build_at_the_same_path_has_facts_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    library = tmp_path / "library"
    library.mkdir()
    (library / "lib.a").write_bytes(b"one")
    codec = replace(next(one for one in find_codecs() if one.name == "rust/json"), library_path=library)
    fact = Fact("processes", MEASURED, command="c")
    keep_measured(codec, {"same_bytes": fact})
    assert measured_facts(codec) == {"same_bytes": fact}
    (library / "lib.a").write_bytes(b"another")
    assert measured_facts(codec) == {}
    archive = tmp_path / "library.jar"
    archive.write_bytes(b"one")
    codec = replace(codec, library_path=archive)
    keep_measured(codec, {"same_bytes": fact})
    archive.write_bytes(b"two")
    assert measured_facts(codec) == {}
