"""Which codec writes a format."""

from collections.abc import Sequence

import pytest
from fakes.tiny import FAKES

from serbench.codecs.ended import Ended
from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput
from serbench.experiments.sizing.choice import one_of_each


def codec(name: str, format_: str, **fields: object) -> CodecManifest:
    given = {"folder": FAKES, "library": "x", "licence": "MIT", "homepage": "", "format": format_, **fields}
    return CodecManifest(name=name, **given)  # type: ignore[arg-type]


CODECS = (
    codec("cpp/memcpy", "plain", traits=("floor",)),
    codec("cpp/hand", "hand", traits=("hand-written",), sets=("default",)),
    codec("cpp/b", "json"),
    codec("cpp/b-fast", "json", base="b", sets=("default",)),
    codec("cpp/z", "json", sets=("default",)),
    codec("java/a", "json", sets=("default",)),
    codec("java/smile", "smile"),
    codec("python/avro", "avro", sets=("default",)),
    codec("rust/avro", "avro", ended=Ended("2026-01", "", "", ())),
)


def chosen(*formats: str, lacking: Sequence[str] = ()) -> list[str]:
    found = one_of_each(CODECS, formats or None, lambda codecs: dict.fromkeys(lacking, "It is not here."))
    return [one.name for one in found]


def test_the_formats_of_several_languages_have_one_codec_each() -> None:
    assert chosen() == ["cpp/z", "rust/avro"]


def test_formats_of_one_language_are_taken_where_there_are_no_others() -> None:
    codecs = [codec for codec in CODECS if codec.language == "cpp"]
    assert [one.name for one in one_of_each(codecs, None, lambda codecs: {})] == ["cpp/z"]


def test_what_cannot_be_had_here_is_written_by_another() -> None:
    assert chosen("json", lacking=["cpp/z"]) == ["cpp/b-fast"]
    assert chosen("json", lacking=["cpp/z", "cpp/b-fast", "cpp/b"]) == ["java/a"]
    # So that the command tells why.
    assert chosen("smile", lacking=["java/smile"]) == ["java/smile"]


def test_all_formats_are_those_of_libraries() -> None:
    assert chosen("all") == ["cpp/z", "java/smile", "rust/avro"]


def test_a_format_that_is_not_known_is_refused() -> None:
    with pytest.raises(BadInput, match="There is no format smil; did you mean smile"):
        chosen("smil")
