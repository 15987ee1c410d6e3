"""Why codecs are in the set of the fastest, and how old that may be."""

from datetime import date
from pathlib import Path

import pytest

from serbench.codecs.evidence import LOOKED_AT, Evidence, is_older
from serbench.codecs.manifest import CodecManifest, load_manifest
from serbench.codecs.sets import FASTEST
from serbench.errors import SerbenchError
from serbench.languages import language_names
from serbench.selection.discovery import find_adapters

CODEC = """
library = "five"
format = "five"
licence = "MIT"
homepage = "https://five.example"
[evidence]
"""
SOUND = 'says = "First of all."\nsource = "https://five.example"\ndated = 2025-07-03\n'


def loaded(tmp_path: Path, evidence: str) -> CodecManifest:
    (tmp_path / "codec.toml").write_text(CODEC + evidence, encoding="utf-8")
    return load_manifest("go", tmp_path)


def test_a_manifest_says_what_a_benchmark_says_and_when(tmp_path: Path) -> None:
    codec = loaded(tmp_path, SOUND)
    assert codec.evidence == Evidence("First of all.", "https://five.example", date(2025, 7, 3))


@pytest.mark.parametrize(
    ("evidence", "said"),
    [
        ('says = "First."', "needs says, source and dated"),
        (SOUND + "more = 1", "needs says"),
        (SOUND.replace('"First of all."', "1"), "says and source are not texts"),
        (SOUND.replace("2025-07-03", '"2025-07-03"'), "dated is not a date"),
        (SOUND.replace("2025-07-03", "2025-07-03T00:00:00"), "dated is not a date"),
    ],
)
def test_a_wrong_table_is_refused_with_its_path(tmp_path: Path, evidence: str, said: str) -> None:
    with pytest.raises(
        SerbenchError, match=rf"codec.toml has a table \[evidence\] that is invalid: .*{said}"
    ):
        loaded(tmp_path, evidence)


def test_two_years_end_on_the_day() -> None:
    assert not is_older(date(2024, 11, 26), date(2026, 11, 26), 2)
    assert is_older(date(2024, 11, 26), date(2026, 11, 27), 2)
    assert is_older(date(2023, 12, 31), date(2026, 1, 1), 2)


def test_what_says_that_a_codec_is_fast_is_there_and_no_older_than_two_years() -> None:
    members = [one for one in find_adapters() if one.belongs_to(FASTEST)]
    assert len(members) >= 3 * len(language_names())
    lacking = [codec.name for codec in members if codec.evidence is None]
    expired = [codec.name for codec in members if codec.evidence and codec.evidence.expired(LOOKED_AT)]
    assert (lacking, expired) == ([], [])


def test_only_members_have_evidence() -> None:
    assert not [one.name for one in find_adapters() if one.evidence and not one.belongs_to(FASTEST)]
