"""When a module of Go or a jar was released, by what their registries gave with them."""

import json
from datetime import date
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import pytest

from serbench.languages.go.released import told_of
from serbench.languages.java.released import packed_on


def test_the_day_of_a_module_is_that_of_the_proxy(tmp_path: Path) -> None:
    place = tmp_path / "cache" / "download" / "github.com" / "!some!one" / "v2" / "@v"
    place.mkdir(parents=True)
    (place / "v2.0.1.info").write_text(json.dumps({"Version": "v2.0.1", "Time": "2026-08-10T13:29:45Z"}))
    assert told_of(tmp_path, "github.com/SomeOne/v2", "v2.0.1") == date(2026, 8, 10)
    assert told_of(tmp_path, "github.com/SomeOne/v2", "v2.0.2") is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"Time": "yesterday"}'])
def test_a_file_that_does_not_tell_is_unknown(text: str, tmp_path: Path) -> None:
    place = tmp_path / "cache" / "download" / "a" / "@v"
    place.mkdir(parents=True)
    (place / "v1.0.0.info").write_text(text)
    assert told_of(tmp_path, "a", "v1.0.0") is None


def jar_of(path: Path, *days: date) -> Path:
    with ZipFile(path, "w") as jar:
        for number, day in enumerate(days):
            jar.writestr(ZipInfo(f"{number}.class", (day.year, day.month, day.day, 12, 0, 0)), b"")
    return path


def test_the_day_of_a_jar_is_that_of_its_newest_class(tmp_path: Path) -> None:
    assert packed_on(jar_of(tmp_path / "a.jar", date(2024, 10, 9), date(2024, 10, 10))) == date(2024, 10, 10)


@pytest.mark.parametrize("fixed", [date(1980, 1, 1), date(1980, 2, 1), date(2010, 1, 1)])
def test_a_time_that_every_archive_has_tells_nothing(fixed: date, tmp_path: Path) -> None:
    assert packed_on(jar_of(tmp_path / "a.jar", fixed)) is None


def test_where_the_time_is_fixed_the_note_of_bnd_tells(tmp_path: Path) -> None:
    jar = jar_of(tmp_path / "a.jar", date(2010, 1, 1))
    with ZipFile(jar, "a") as content:
        text = "Manifest-Version: 1.0\r\nBnd-LastModified: 1789632889624\r\n\r\n"
        content.writestr(ZipInfo("META-INF/MANIFEST.MF", (2010, 1, 1, 0, 0, 0)), text)
    assert packed_on(jar) == date(2026, 9, 17)


def test_what_is_no_archive_tells_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.jar").write_bytes(b"no zip")
    assert packed_on(tmp_path / "a.jar") is None
    assert packed_on(tmp_path / "b.jar") is None
