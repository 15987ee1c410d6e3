"""Which codecs a pattern means."""

from __future__ import annotations

from pathlib import Path

import pytest

from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput
from serbench.selection.choice import choose


def codec(name: str, *, default: bool = True, floor: bool = False) -> CodecManifest:
    traits = ("floor",) if floor else ()
    return CodecManifest(name, Path(), "l", "f", "MIT", "", traits=traits, default=default)


CODECS = (
    codec("cpp/cereal"),
    codec("cpp/memcpy", floor=True, default=False),
    codec("cpp/protobuf"),
    codec("java/memcpy", floor=True),
    codec("java/protobuf", default=False),
)


def chosen(*patterns: str) -> list[str]:
    return [codec.name for codec in choose(CODECS, patterns or None)]


def test_without_patterns_the_default_set_with_its_floors() -> None:
    assert chosen() == ["cpp/cereal", "cpp/memcpy", "cpp/protobuf", "java/memcpy"]


def test_a_bare_name_means_every_language() -> None:
    assert chosen("protobuf") == ["cpp/memcpy", "cpp/protobuf", "java/memcpy", "java/protobuf"]


def test_a_qualified_glob_means_one_language_and_its_floor() -> None:
    assert chosen("cpp/c*") == ["cpp/cereal", "cpp/memcpy"]


def test_all_means_all() -> None:
    assert len(chosen("all")) == 5


@pytest.mark.parametrize(("pattern", "nearest"), [("cereall", "cereal"), ("cpp/protobuff", "cpp/protobuf")])
def test_an_unknown_name_is_refused_with_the_nearest(pattern: str, nearest: str) -> None:
    with pytest.raises(BadInput, match=f'"{pattern}".*did you mean {nearest}'):
        chosen(pattern)


def test_a_name_near_to_nothing_points_to_the_list() -> None:
    with pytest.raises(BadInput, match="serbench list codecs"):
        chosen("zzzzzz")
