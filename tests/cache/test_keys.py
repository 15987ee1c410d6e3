"""Equal content has an equal key, and nothing else has."""

from pathlib import Path

from serbench.cache.keys import content_key, files_state, folder_contents


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


def test_the_state_of_a_folder_is_that_of_its_files(tmp_path: Path) -> None:
    header = tmp_path / "include" / "one.hpp"
    header.parent.mkdir()
    header.write_text("one")
    state = files_state(tmp_path)
    assert files_state(tmp_path) == state
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "index").write_text("history")
    (tmp_path / "loop").symlink_to(tmp_path)
    linked = files_state(tmp_path)
    assert linked != state
    (tmp_path / "loop").unlink()
    assert files_state(tmp_path) == state
    header.write_text("another")
    assert files_state(tmp_path) != state
