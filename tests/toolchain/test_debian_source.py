"""Lines for the sources of the distribution's own packages."""

from pathlib import Path

import pytest

from serbench.toolchain import debian_source
from serbench.toolchain.debian_source import source_lines

INDEXES = """\
http://deb.debian.org/debian/|bookworm|main|Debian
http://deb.debian.org/debian/|bookworm|main|Debian
http://deb.debian.org/debian/|bookworm-updates|main|Debian
https://deb.nodesource.com/node_20.x/|nodistro|main|. nodistro
"""


@pytest.fixture
def keyrings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(debian_source, "_KEYRINGS", tmp_path)
    return tmp_path


def test_each_list_of_the_distribution_gives_one_line(keyrings: Path) -> None:
    assert source_lines(INDEXES, {"ID": "debian"}) == [
        "deb-src http://deb.debian.org/debian/ bookworm main",
        "deb-src http://deb.debian.org/debian/ bookworm-updates main",
    ]


def test_the_distribution_s_keyring_is_named_where_it_is(keyrings: Path) -> None:
    keyring = keyrings / "ubuntu-archive-keyring.gpg"
    keyring.touch()
    index = "http://archive.ubuntu.com/ubuntu/|noble|universe|Ubuntu"
    assert source_lines(index, {"ID": "linuxmint", "ID_LIKE": "ubuntu debian"}) == [
        f"deb-src [signed-by={keyring}] http://archive.ubuntu.com/ubuntu/ noble universe"
    ]


@pytest.mark.parametrize("indexes", ["", "E: something went wrong\n", "a|b|c\n"])
def test_other_text_gives_no_line(keyrings: Path, indexes: str) -> None:
    assert source_lines(indexes, {"ID": "debian"}) == []
