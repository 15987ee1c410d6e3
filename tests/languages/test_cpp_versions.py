"""Other releases of C++ libraries, whose packages are files of the tests in place of a registry's."""

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from serbench.codecs.manifest import CodecManifest, load_manifest
from serbench.errors import SerbenchError
from serbench.languages.builder import Availability
from serbench.languages.cpp import probe, source_build
from serbench.languages.cpp.released import note_release, released
from serbench.languages.cpp.source_build import build_library_of
from serbench.languages.cpp.source_recipe import entries_of, library_folder, locked_recipe, releases_of
from serbench.languages.cpp.versions import VERSIONS, lock
from serbench.selection.discovery import find_codecs
from serbench.toolchain.archives import sha256_of
from serbench.toolchain.releases import Pin

MANIFEST = """
library = "Five"
format = "f"
licence = "MIT"
homepage = "h"

[source]
pypi = "py-five"
version = "9"
sha256 = "00"
archive = "include/five"

[releases]
like = "source"
"""


def codec(tmp_path: Path, more: str = "", folder: str = "five") -> CodecManifest:
    (tmp_path / folder).mkdir(exist_ok=True)
    (tmp_path / folder / "codec.toml").write_text(MANIFEST + more)
    return load_manifest("cpp", tmp_path / folder)


@pytest.fixture
def fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The questions to PyPI, which has every package: a source package is its version, a wheel one file."""
    asked: list[object] = []

    def sources(package: str, version: str, sha256: str | None, folder: Path, tell: object) -> Path:
        asked.append((package, version, sha256))
        (folder / "five.tar").write_text(version)
        return folder / "five.tar"

    def wheel(package: str, version: str, sha256: str | None, folder: Path, tell: object) -> Path:
        asked.append((package, version, sha256))
        with zipfile.ZipFile(folder / "five.whl", "w") as content:
            content.writestr(zipfile.ZipInfo("five/five.hpp", (2024, 2, 1, 0, 0, 0)), "int five();\n")
        return folder / "five.whl"

    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setitem(source_build.FETCHES, "pypi", sources)
    monkeypatch.setitem(source_build.FETCHES, "wheel", wheel)
    return asked


def locked(codec: CodecManifest, version: str, place: Path) -> CodecManifest:
    place.mkdir()
    lock(codec, version, place)
    return replace(codec, name=f"{codec.name}@{version}", locked_in=place)


def test_a_release_is_fetched_once_and_built_of_what_was_locked(
    fetched: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    five = codec(tmp_path)
    older = locked(five, "8.1", tmp_path / "lock")
    recipe, library = locked_recipe(older), library_folder(older)
    assert recipe is not None and library is not None and library == recipe.prefix()
    assert (recipe.version, recipe.sha256) == ("8.1", sha256_of(tmp_path / "lock/archive/five.tar"))
    assert (locked_recipe(five), library_folder(five), entries_of(older)) == (None, None, ())

    monkeypatch.setattr(probe, "_key", lambda: "key")
    reason = "its library is not built yet from PyPI's source package py-five 8.1"
    assert probe.probe([older])[older.name] == Availability(False, "", reason)
    build_library_of(older, lambda _: None)
    assert fetched == [("py-five", "8.1", None)]
    assert (library / "include/five").read_text() == "8.1"
    assert entries_of(older) == (library,)

    monkeypatch.setattr(probe, "probe_in", lambda *_: Availability(True, "8.1.0", ""))
    assert probe.probe([older])[older.name].available
    monkeypatch.setattr(probe, "probe_in", lambda *_: Availability(True, "8.0", ""))
    reason = "PyPI's source package py-five 8.1 holds release 8.0 of the library"
    assert probe.probe([older])[older.name] == Availability(False, "", reason)


def test_an_archive_that_is_not_the_locked_one_is_not_built(fetched: list[object], tmp_path: Path) -> None:
    older = locked(codec(tmp_path), "8.1", tmp_path / "lock")
    (tmp_path / "lock/archive/five.tar").write_text("another")
    with pytest.raises(SerbenchError, match=r"five\.tar does not have the expected SHA-256\.$"):
        build_library_of(older, lambda _: None)
    (tmp_path / "lock/release.json").write_text("{}")
    with pytest.raises(SerbenchError, match=r"lock is damaged; remove it to lock the release again\.$"):
        locked_recipe(older)


def test_a_package_with_numbers_of_its_own_has_those_that_are_known(
    fetched: list[object], tmp_path: Path
) -> None:
    five = codec(tmp_path, 'numbers = { "0.5" = "1.0", "0.6" = "3.0" }\n')
    older = locked(five, "0.5", tmp_path / "lock")
    assert fetched == [("py-five", "1.0", None)]
    assert VERSIONS.numbers(five) == {"0.5": "1.0", "0.6": "3.0"}
    assert VERSIONS.pin is not None
    assert (VERSIONS.pin(five), VERSIONS.pin(older)) == (
        Pin("pypi", "py-five", ""),
        Pin("pypi", "py-five", "0.5"),
    )
    (tmp_path / "none").mkdir()
    with pytest.raises(SerbenchError, match=r"^py-five is known to have 0\.5, 0\.6\.$"):
        lock(five, "0.7", tmp_path / "none")


def test_releases_may_be_of_another_package_and_serve_the_variants(tmp_path: Path) -> None:
    five = codec(tmp_path, 'wheel = "five-headers"\n')
    releases = releases_of(five)
    assert releases is not None
    assert (releases.recipe.registry, releases.recipe.package) == ("wheel", "five-headers")
    assert releases.recipe.archive == "include/five"
    (tmp_path / "five-fast").mkdir()
    manifest = MANIFEST.partition("[source]")[0]
    (tmp_path / "five-fast/codec.toml").write_text(f'base = "five"{manifest}')
    variant = load_manifest("cpp", tmp_path / "five-fast")
    assert releases_of(variant) == releases and VERSIONS.pin is not None
    (tmp_path / "five-fast/codec.toml").write_text(manifest)
    assert VERSIONS.pin(load_manifest("cpp", tmp_path / "five-fast")) is None


def test_a_wheel_of_headers_tells_its_day(fetched: list[object], tmp_path: Path) -> None:
    five = codec(tmp_path, 'wheel = "five"\n')
    older = locked(five, "8.1", tmp_path / "lock")
    unpacked = source_build._unpacked(tmp_path / "lock/archive/five.whl", tmp_path / "unpacked")
    assert (unpacked / "five/five.hpp").read_text() == "int five();\n"
    library = library_folder(older)
    assert library is not None
    library.mkdir(parents=True)
    note_release(tmp_path / "lock/archive/five.whl", library)
    assert str(released(older)) == "2024-02-01"


def test_manifests_name_packages_of_registries_that_can_be_listed() -> None:
    pins = {codec.name: VERSIONS.pin(codec) for codec in find_codecs(["cpp"]) if VERSIONS.pin}
    packages = {name: pin.package for name, pin in pins.items() if pin}
    assert packages["cpp/msgpack-visitor"] == "msgpack-cxx"
    assert packages["cpp/json-nlohmann"] == packages["cpp/cbor"] == "nlohmann-json"
    assert {pin.registry for pin in pins.values() if pin} == {"maven", "pypi"}
