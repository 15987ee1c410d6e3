"""The table ``plain`` of a Python codec's manifest."""

from pathlib import Path

import pytest

from serbench.codecs.manifest import CodecManifest, load_manifest
from serbench.errors import SerbenchError
from serbench.languages.python.plain import PlainStyle, plain_style

MANIFEST = 'library = "l"\nformat = "f"\nlicence = "MIT"\nhomepage = "h"\n'
TABLE = '[plain]\nbase = "l.B"\nimports = ["l"]\ntext_keys = ["number"]\n'


def codec_in(folder: Path, manifest: str) -> CodecManifest:
    folder.mkdir()
    (folder / "codec.toml").write_text(MANIFEST + manifest)
    return load_manifest("python", folder)


def test_a_codec_without_the_table_has_dataclasses(tmp_path: Path) -> None:
    style = plain_style(codec_in(tmp_path / "a", ""))
    assert (style, style.absents, style.base) == (PlainStyle(), ("None",), "")


def test_a_table_is_laid_over_that_which_it_is_like(tmp_path: Path) -> None:
    codec_in(tmp_path / "a", TABLE)
    style = plain_style(codec_in(tmp_path / "b", '[plain]\nlike = "a"\ntext_keys = []\n'))
    assert (style.base, style.imports, style.text_keys) == ("l.B", ("l",), ())


def test_an_unknown_field_of_the_table_is_named(tmp_path: Path) -> None:
    codec = codec_in(tmp_path / "a", TABLE + "color = 1\n")
    with pytest.raises(SerbenchError, match=r'codec.toml has the unknown field "plain.color".'):
        plain_style(codec)
