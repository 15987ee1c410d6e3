"""Equal content has an equal key, and nothing else has."""

from __future__ import annotations

from pathlib import Path

from serbench.build.keys import content_key, folder_contents


def test_the_key_depends_on_every_part_and_on_where_parts_end() -> None:
    assert content_key("ab", "c") == content_key("ab", "c")
    keys = {
        content_key("ab", "c"),
        content_key("a", "bc"),
        content_key("abc"),
        content_key("abc", ""),
        content_key({"a": "bc"}),
        content_key({"ab": "c"}),
    }
    assert len(keys) == 6
    assert len(content_key()) == 32


def test_prose_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "codec.hpp").write_text("struct Codec {};")
    (tmp_path / "README.md").write_text("why")
    assert folder_contents(tmp_path) == {"codec.hpp": b"struct Codec {};"}
