"""The members of the named sets, as the manifests name them."""

import csv
from pathlib import Path

import serbench
from serbench.codecs.sets import DEFAULT, SETS
from serbench.languages import language_names, title_of
from serbench.selection.choice import choose
from serbench.selection.discovery import find_adapters

CODECS = find_adapters()
PUBLISHED = Path(serbench.__file__).parent / "experiments"


def members(name: str) -> list[str]:
    return [codec.name for codec in CODECS if codec.belongs_to(name)]


def test_no_codec_is_called_as_a_set() -> None:
    assert not SETS.keys() & {codec.short_name for codec in CODECS}


def test_the_classic_set_is_what_cpp_serializers_published() -> None:
    with (PUBLISHED / "memory" / "report" / "published" / "cpp_serializers.csv").open(newline="") as file:
        published = {f"{line['language']}/{line['serializer']}" for line in csv.DictReader(file)}
    assert set(members("classic")) == published
    assert len(published) == 11


def test_the_study_set_is_what_the_study_published() -> None:
    with (PUBLISHED / "store" / "published" / "study_write_seconds.csv").open(newline="") as file:
        published = {(line["language"], line["method"]) for line in csv.DictReader(file)}
    ours = [
        (title_of(codec.name), codec.published["study"]["method"])
        for codec in CODECS
        if codec.belongs_to("study")
    ]
    assert len(ours) == 19 and set(ours) == published


def test_the_default_set_has_code_written_by_hand_and_few_libraries_of_each_language() -> None:
    chosen = choose(CODECS, None)
    for language in language_names():
        mine = [codec for codec in chosen if codec.language == language and not codec.floor]
        libraries = [codec for codec in mine if codec.format != "handcoded"]
        assert len(mine) - len(libraries) == 1
        assert {"json", "protobuf"} <= {codec.format for codec in libraries}
        assert 3 <= len(libraries) <= 7
        # The choice is of libraries, not of their configurations.
        assert not [codec.name for codec in libraries if codec.base]
    assert {codec.name for codec in chosen if not codec.floor} == set(members(DEFAULT))


def test_each_language_has_libraries_among_the_fastest() -> None:
    assert language_names()
    for language in language_names():
        assert len([name for name in members("fastest") if name.startswith(f"{language}/")]) >= 3
