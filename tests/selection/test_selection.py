"""The codecs that a pattern means."""

from pathlib import Path

import pytest

from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput
from serbench.selection.choice import choose


def codec(name: str, *sets: str, floor: bool = False) -> CodecManifest:
    traits = ("floor",) if floor else ()
    return CodecManifest(name, Path(), "l", "f", "MIT", "", traits=traits, sets=sets)


CODECS = (
    codec("cpp/cereal", "default", "classic"),
    codec("cpp/memcpy", floor=True),
    codec("cpp/protobuf", "default"),
    codec("java/memcpy", floor=True),
    codec("java/protobuf", "study"),
)


def chosen(*patterns: str) -> list[str]:
    return [codec.name for codec in choose(CODECS, patterns or None)]


def test_without_patterns_the_default_set_with_its_floors() -> None:
    assert chosen() == ["cpp/cereal", "cpp/memcpy", "cpp/protobuf"]
    assert chosen("default") == chosen()


def test_a_set_means_its_codecs_and_their_floors() -> None:
    assert chosen("classic") == ["cpp/cereal", "cpp/memcpy"]
    assert chosen("study") == ["java/memcpy", "java/protobuf"]
    assert chosen("fastest") == []


def test_sets_and_globs_add_up() -> None:
    assert chosen("classic", "java/proto*") == ["cpp/cereal", "cpp/memcpy", "java/memcpy", "java/protobuf"]


def test_a_bare_name_means_every_language() -> None:
    assert chosen("protobuf") == ["cpp/memcpy", "cpp/protobuf", "java/memcpy", "java/protobuf"]


def test_a_qualified_glob_means_one_language_and_its_floor() -> None:
    assert chosen("cpp/c*") == ["cpp/cereal", "cpp/memcpy"]


def test_a_language_means_its_usual_codecs() -> None:
    assert chosen("cpp") == ["cpp/cereal", "cpp/memcpy", "cpp/protobuf"]
    assert [codec.name for codec in choose(CODECS, ["cpp"], "classic")] == ["cpp/cereal", "cpp/memcpy"]
    # It has none in the usual set, nor in the default one.
    assert chosen("java") == ["java/memcpy", "java/protobuf"]


def test_all_means_all() -> None:
    assert len(chosen("all")) == 5


@pytest.mark.parametrize(
    ("pattern", "nearest"), [("cereall", "cereal"), ("cpp/protobuff", "cpp/protobuf"), ("clasic", "classic")]
)
def test_an_unknown_name_is_refused_with_the_nearest(pattern: str, nearest: str) -> None:
    with pytest.raises(BadInput, match=f'"{pattern}".*did you mean {nearest}'):
        chosen(pattern)


def test_a_name_near_to_nothing_points_to_the_list() -> None:
    with pytest.raises(BadInput, match=r"`\./serbench list codecs` and `\./serbench list sets`"):
        chosen("zzzzzz")
