"""The rows that a run has."""

from pathlib import Path

import pytest

from serbench.errors import BadInput
from serbench.experiments.cluster.rows import choose_rows, find_engine

OWN = ["engine/plain", "engine/words", "engine/raw"]


@pytest.mark.parametrize(
    ("patterns", "codecs", "own"),
    [
        (None, ["engined/fast", "engined/other"], OWN),
        (["default"], ["engined/fast", "engined/other"], OWN),
        (["fast"], ["engined/fast"], OWN),
        (["engined/f*", "engine/plain"], ["engined/fast"], ["engine/plain", "engine/raw"]),
        (["engine/p*"], [], ["engine/plain", "engine/raw"]),
        (["engine/raw", "other"], ["engined/other"], ["engine/raw"]),
    ],
)
def test_patterns_mean_codecs_and_own_rows(
    patterns: list[str] | None, codecs: list[str], own: list[str], place: Path
) -> None:
    found = choose_rows(find_engine(), patterns)
    assert [codec.name for codec in found.codecs] == codecs
    assert [row.name for row in found.own] == own
    assert found.references == {"engine/raw"}


def test_own_rows_that_are_named_in_full_are_known(place: Path) -> None:
    assert choose_rows(find_engine(), ["engine/plain", "engine/w*"]).named == {"engine/plain"}


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("fake/honest", "Engine of fakes only takes serializers of Engined, and fake/honest is not one."),
        ("engine/plane", 'No serializer of the engine matches "engine/plane"; did you mean engine/plain?'),
        ("nowhere", 'No codec or set matches "nowhere"'),
    ],
)
def test_a_pattern_that_means_nothing_is_refused(pattern: str, sentence: str, place: Path) -> None:
    with pytest.raises(BadInput) as refused:
        choose_rows(find_engine(), ["fast", pattern])
    assert sentence in str(refused.value)
