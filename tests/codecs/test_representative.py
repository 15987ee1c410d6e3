"""Which codecs stand for all."""

from __future__ import annotations

from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.selection.discovery import find_codecs, find_pages
from serbench.selection.representative import family, representatives


def codec(
    name: str, format: str, traits: str = "binary", idl: str = "", default: bool = False
) -> CodecManifest:
    return CodecManifest(
        name, Path(name), "", format, "", "", traits=tuple(traits.split()), idl=idl, default=default
    )


def names(*codecs: CodecManifest) -> list[str]:
    return [one.name for one in representatives(codecs)]


def test_a_family_is_how_a_codec_comes_to_its_code_and_its_bytes() -> None:
    families = {
        "hand-written": codec("a/a", "handcoded"),
        "floor": codec("a/b", "handcoded", "binary floor"),
        "zero-copy": codec("a/c", "c", "binary zero-copy", idl="fbs"),
        "text": codec("a/d", "d", "text self-describing"),
        "idl": codec("a/e", "e", idl="proto"),
        "self-describing": codec("a/f", "f", "binary self-describing"),
        "visited": codec("a/g", "g"),
    }
    assert {name: family(one) for name, one in families.items()} == {name: name for name in families}
    assert names(*families.values()) == [one.name for one in families.values()]


def test_a_format_of_more_languages_goes_before_the_default_and_that_before_the_name() -> None:
    assert names(codec("a/x", "x", default=True), codec("a/y", "y"), codec("b/y", "y")) == ["a/y", "b/y"]
    assert names(codec("a/x", "x"), codec("a/y", "y", default=True)) == ["a/y"]
    assert names(codec("a/x", "x"), codec("a/y", "y"), codec("b/x", "x", "text", default=True)) == [
        "a/x",
        "b/x",
    ]
    assert names(codec("a/y", "x"), codec("a/x", "x")) == ["a/x"]


def test_every_family_of_every_language_is_represented_once() -> None:
    chosen = [(one.language, family(one)) for one in representatives(find_pages())]
    assert sorted(chosen) == sorted({(one.language, family(one)) for one in find_codecs()})
