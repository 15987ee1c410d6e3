"""When a library was released, by a changelog or the archive of its sources."""

import gzip
import tarfile
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from fakes.tiny import codec

from serbench.languages.builder import Availability
from serbench.languages.cpp import released as module
from serbench.languages.cpp.released import note_release, packaged, released, released_in

CHANGELOG = """\
five (1:3.21.12+dfsg1-3+deb12u1) bookworm; urgency=medium

  * Security.

 -- A <a@example.org>  Thu, 02 Jul 2026 22:51:59 +0300

five (1:3.21.12+dfsg1-1) unstable; urgency=medium

  * New upstream release (closes: #1).

 -- B <b@example.org>  Wed, 14 Dec 2022 05:50:55 +0000

five (1:3.21.11-1) unstable; urgency=medium

 -- B <b@example.org>  Sat, 10 Dec 2022 05:50:55 +0000
"""


def test_the_day_is_that_of_the_first_package_of_the_version() -> None:
    assert released_in(CHANGELOG, "3.21.12") == date(2022, 12, 14)
    assert released_in(CHANGELOG, "3.21.12 and 1.1.0") == date(2022, 12, 14)


@pytest.mark.parametrize("version", ["3.21.11", "3.21", "", "35.1"])
def test_a_changelog_of_another_version_tells_nothing(version: str) -> None:
    assert released_in(CHANGELOG, version) is None


def test_the_packages_of_a_codec_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "five-dev").mkdir()
    (tmp_path / "five-dev" / "changelog.Debian.gz").write_bytes(gzip.compress(CHANGELOG.encode()))
    monkeypatch.setattr(module, "_DOCUMENTS", tmp_path)
    monkeypatch.setattr(module, "recipe_of", lambda _: None)
    monkeypatch.setattr(module, "probe", lambda codecs: {codecs[0].name: Availability(True, "3.21.12", "")})
    packages = {"debian": ("four-dev", "five-dev")}
    assert released(codec("five", packages=packages)) == date(2022, 12, 14)
    assert released(codec("five")) is None


@pytest.mark.parametrize(
    ("version", "is_packaged"), [("3.21.12", True), ("3.21", True), ("3.21.1", False), ("4.0", False)]
)
def test_the_distributions_library_is_that_of_its_newest_package(
    version: str, is_packaged: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "five-dev").mkdir()
    (tmp_path / "five-dev" / "changelog.Debian.gz").write_bytes(gzip.compress(CHANGELOG.encode()))
    monkeypatch.setattr(module, "_DOCUMENTS", tmp_path)
    monkeypatch.setattr(module, "probe", lambda codecs: {codecs[0].name: Availability(True, version, "")})
    five = codec("five", packages={"debian": ("five-dev",)})
    assert packaged(five) is is_packaged
    assert not packaged(replace(five, library_path=tmp_path))
    assert not packaged(codec("five"))


def test_a_package_without_a_version_in_its_name_is_told_by_the_one_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("five-dev", "five-defaults (3.21.12.3) unstable\n"), ("five3.21-dev", CHANGELOG)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "changelog.Debian.gz").write_bytes(gzip.compress(text.encode()))
    monkeypatch.setattr(module, "_DOCUMENTS", tmp_path)
    monkeypatch.setattr(module, "recipe_of", lambda _: None)
    monkeypatch.setattr(module, "probe", lambda codecs: {codecs[0].name: Availability(True, "3.21.12", "")})
    five = codec("five", packages={"debian": ("five-dev",)})
    assert released(five) == date(2022, 12, 14)
    assert packaged(five)


@pytest.mark.parametrize(
    ("packed", "noted"), [(datetime(2025, 2, 16, tzinfo=UTC), date(2025, 2, 16)), (None, None)]
)
def test_the_day_of_an_archive_is_that_of_its_newest_file(
    packed: datetime | None, noted: date | None, tmp_path: Path
) -> None:
    archive = tmp_path / "five.tar"
    with tarfile.open(archive, "w") as content:
        for name, age_s in {"old": 86400 * 90, "new": 0}.items():
            member = tarfile.TarInfo(name)
            # Cargo gives every file one day of 2006.
            member.mtime = int(packed.timestamp()) - age_s if packed else 1153704088
            content.addfile(member)
    note_release(archive, tmp_path)
    assert released(replace(codec("five"), library_path=tmp_path)) == noted
