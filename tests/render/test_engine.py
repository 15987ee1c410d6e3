"""Rendering a folder of templates."""

from pathlib import Path

import pytest

from serbench.errors import SerbenchError
from serbench.render.engine import inherited, render_folder, write_if_changed


def test_each_template_becomes_a_file_and_macros_become_none(tmp_path: Path) -> None:
    (tmp_path / "_shout.j2").write_text("{% macro shout(word) %}{{ word | upper }}!{% endmacro %}")
    (tmp_path / "page.txt.j2").write_text("{% import '_shout.j2' as say %}{{ say.shout(name) }}\n")
    assert render_folder(tmp_path, {"name": "ids"}) == {"page.txt": "IDS!\n"}


def test_a_name_that_is_missing_is_an_error_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "page.txt.j2").write_text("fine\n{{ absent }}\n")
    with pytest.raises(SerbenchError, match=r"page\.txt\.j2.*absent"):
        render_folder(tmp_path, {})


def test_an_equal_file_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.txt"
    write_if_changed(path, "one")
    before = path.stat().st_mtime_ns
    write_if_changed(path, "one")
    assert path.stat().st_mtime_ns == before
    write_if_changed(path, "two")
    assert path.read_text() == "two"


def test_a_template_finds_files_of_a_neighbour_by_its_folder(tmp_path: Path) -> None:
    (tmp_path / "original").mkdir()
    (tmp_path / "variant").mkdir()
    (tmp_path / "original" / "page.txt.j2").write_text("{{ name }} of the original\n")
    (tmp_path / "variant" / "page.txt.j2").write_text('{% include "original/page.txt.j2" %}\n')
    assert render_folder(tmp_path / "variant", {"name": "ids"}) == {"page.txt": "ids of the original\n"}


def test_a_variant_has_its_own_files_in_place_of_its_bases(tmp_path: Path) -> None:
    variant, base = tmp_path / "variant", tmp_path / "base"
    for folder in (variant, base):
        folder.mkdir()
    (base / "_words.j2").write_text("{% macro word() %}word{% endmacro %}")
    (base / "same.txt.j2").write_text(
        '{% import "_words.j2" as words %}{% include "said.txt" %} {{ words.word() }}'
    )
    (base / "other.txt.j2").write_text("of the base")
    (base / "replaced.txt.j2").write_text("of the base")
    (base / "said.txt").write_text("{{ name }} of the base")
    (variant / "other.txt.j2").write_text("of the variant")
    (variant / "replaced.txt").write_text("no template")
    (variant / "said.txt").write_text("{{ name }} of the variant")
    assert render_folder(variant, {"name": "ids"}, base) == {
        "other.txt": "of the variant",
        "same.txt": "ids of the variant word",
    }
    assert [path.name for path in inherited(variant, base)] == ["_words.j2", "same.txt.j2"]
    assert inherited(variant, None) == []
