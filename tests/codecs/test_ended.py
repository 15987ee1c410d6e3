"""Libraries whose projects have ended: what a manifest says of them, and that no default set has one."""

from pathlib import Path

import pytest

from serbench.codecs.ended import Ended
from serbench.codecs.manifest import load_manifest
from serbench.codecs.sets import DEFAULT, FLOW
from serbench.errors import SerbenchError
from serbench.selection.discovery import find_adapters

CODEC = """
library = "five"
format = "five"
licence = "MIT"
homepage = "https://five.example"
[ended]
"""
SOUND = 'since = "2026-01"\nreason = "archived"\nsource = "https://five.example/end"\n'


def manifest_folder(tmp_path: Path, ended: str) -> Path:
    (tmp_path / "codec.toml").write_text(CODEC + ended, encoding="utf-8")
    return tmp_path


def test_a_manifest_says_since_when_and_why(tmp_path: Path) -> None:
    codec = load_manifest("go", manifest_folder(tmp_path, SOUND + 'advisories = ["CVE-1"]'))
    assert codec.ended == Ended("2026-01", "archived", "https://five.example/end", ("CVE-1",))


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        ('since = "2026-01"', "needs the texts since, reason and source"),
        (SOUND + "more = 1", "needs the texts"),
        (SOUND.replace('"archived"', "7"), "needs the texts"),
        (SOUND.replace("2026-01", "2026-13"), "since is not a month"),
        (SOUND.replace("https://", "http://"), "source does not begin"),
        (SOUND + 'advisories = "CVE-1"', "advisories is not a list"),
    ],
)
def test_a_wrong_table_is_refused_with_its_path(tmp_path: Path, ended: str, said: str) -> None:
    with pytest.raises(SerbenchError, match=rf"codec.toml has a table \[ended\] that is invalid: .*{said}"):
        load_manifest("go", manifest_folder(tmp_path, ended))


def test_what_is_measured_without_a_choice_has_a_future() -> None:
    found = [codec for codec in find_adapters() if codec.ended]
    assert {"go/avro", "rust/bincode"} <= {codec.name for codec in found}
    assert not [codec.name for codec in found if codec.belongs_to(DEFAULT) or codec.belongs_to(FLOW)]


def test_all_codecs_of_a_library_say_the_same_of_its_end() -> None:
    adapters = find_adapters()
    said = {(codec.language, codec.library): codec.ended for codec in adapters if codec.ended}
    for codec in adapters:
        assert codec.ended == said.get((codec.language, codec.library)), codec.name
