"""A codec's manifest, and what is refused in one."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from corpus.tours import schema_of

from serbench.codecs.manifest import UNORDERED_MAPS, CodecManifest, load_manifest
from serbench.errors import SerbenchError
from serbench.languages import language_names
from serbench.selection.axes import NO_AXES, Axes, varied
from serbench.selection.discovery import find_adapters, find_codecs

GOOD = """
library = "cereal"
format = "cereal"
licence = "BSD-3-Clause"
homepage = "https://uscilab.github.io/cereal/"
"""


def manifest_folder(tmp_path: Path, text: str) -> Path:
    folder = tmp_path / "cereal"
    folder.mkdir()
    (folder / "codec.toml").write_text(text)
    return folder


def test_a_manifest_is_read(tmp_path: Path) -> None:
    text = 'sets = ["default"]\ntraits = ["binary"]\n' + GOOD
    text += (
        '[unsupported]\nnan = "JSON has none"\n[packages]\ndebian = ["d"]\n[published.study]\nmethod = "M"\n'
    )
    codec = load_manifest("cpp", manifest_folder(tmp_path, text))
    assert (codec.name, codec.language, codec.short_name) == ("cpp/cereal", "cpp", "cereal")
    assert codec.sets == ("default", "study") and codec.traits == ("binary",) and not codec.floor
    assert codec.unsupported == {"nan": "JSON has none"} and codec.packages == {"debian": ("d",)}


def test_a_lack_may_end_with_a_release(tmp_path: Path) -> None:
    text = GOOD + '[unsupported]\nnan = "none"\nzero = { before = "7.0.0", reason = "no sign" }\n'
    codec = load_manifest("cpp", manifest_folder(tmp_path, text))
    both, one = {"nan": "none", "zero": "no sign"}, {"nan": "none"}
    # Of a library that does not tell its version nothing is known.
    for version, lacks in (("6.1.1", both), ("", both), ("7.0.0", one), ("7.0.1+local", one), ("10", one)):
        assert codec.of_release(version).unsupported == lacks
    assert codec.unsupported == both
    other = replace(codec, name="cpp/cereal@7.0.0")
    assert (codec.is_pinned, other.is_pinned) == (True, False)
    assert not replace(codec, library_path=tmp_path).is_pinned


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("library = ", "cannot be read"),
        ('library = "x"', 'lacks the text field "format"'),
        (GOOD + 'colour = "red"', 'unknown field "colour"'),
        ('traits = ["quick"]' + GOOD, 'unknown trait "quick"'),
        ('sets = ["classics"]' + GOOD, 'unknown set "classics"'),
        ('sets = ["all"]' + GOOD, 'unknown set "all"'),
        (GOOD + "[published.studies]", 'unknown set "studies"'),
        (GOOD + '[cannot_build]\ncolour = "why"', 'unknown shape "colour"'),
        (GOOD + '[unsupported]\nnan = { before = "2" }', 'unsupported "nan" neither why nor before'),
        (GOOD + "[unsupported]\nnan = 3", 'unsupported "nan" neither why nor before'),
        ('native = "yes"' + GOOD, 'field "native" that is neither true nor false'),
    ],
)
def test_a_wrong_manifest_is_refused_with_its_path(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SerbenchError, match=f"codec.toml.*{said}"):
        load_manifest("cpp", manifest_folder(tmp_path, text))


def test_every_codec_of_the_project_has_a_sound_manifest_and_a_page() -> None:
    codecs = find_codecs()
    assert {"cpp/memcpy", "cpp/handcoded", "cpp/cereal", "cpp/protobuf"} <= {codec.name for codec in codecs}
    for codec in codecs:
        assert codec.licence and codec.homepage, codec.name
        assert (codec.folder / "README.md").is_file(), codec.name


FAMILIES: dict[str, Callable[[CodecManifest], bool]] = {
    "hand-written": lambda codec: codec.format == "handcoded",
    "idl": lambda codec: codec.idl != "" and "zero-copy" not in codec.traits,
    "visited": lambda codec: (
        {*codec.traits} - {UNORDERED_MAPS} in ({"binary"}, {"binary", "schema"})
        and codec.format != "handcoded"
    ),
    "zero-copy": lambda codec: "zero-copy" in codec.traits,
    "text": lambda codec: "text" in codec.traits,
}


def test_one_codec_of_each_family_represents_it_in_each_language() -> None:
    marked = [codec for codec in find_adapters() if codec.representative]
    assert {codec.language for codec in marked} == set(language_names())
    for language in language_names():
        own = [codec for codec in marked if codec.language == language]
        counts = {name: sum(holds(codec) for codec in own) for name, holds in FAMILIES.items()}
        assert counts == dict.fromkeys(FAMILIES, 1), language
        assert len(own) == len(FAMILIES), language


def test_a_codec_says_why_it_cannot_be_built_for_a_schema(tmp_path: Path) -> None:
    text = GOOD + '[cannot_build]\nrecursion = "The compiler says E0391."\n'
    codec = load_manifest("rust", manifest_folder(tmp_path, text))
    assert codec.hindrance(schema_of("message T { T t = 1; }")) == "The compiler says E0391."
    assert codec.hindrance(schema_of("message T { M m = 1; } message M {}")) == ""


def test_a_codec_may_ask_for_the_code_of_the_machine_in_every_run(tmp_path: Path) -> None:
    codec = load_manifest("rust", manifest_folder(tmp_path, "native = true\n" + GOOD))
    assert codec.flags.native and codec.flags.parameters == {"native": True}
    for axes in (NO_AXES, Axes(optimizations=("O2",))):
        assert [one.flags.native for one in varied([codec], axes)] == [True]
