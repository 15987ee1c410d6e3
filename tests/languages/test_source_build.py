"""Libraries that are built from source packages, with a small project in place of a package."""

import re
import tarfile
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from serbench.errors import SerbenchError
from serbench.languages.cpp import source_build
from serbench.languages.cpp.source_build import build_library
from serbench.languages.cpp.source_recipe import (
    CODECS,
    SourceRecipe,
    built_libraries,
    cmake_arguments,
    recipe_of,
)

MANIFEST = """
library = "Five"

[source]
debian = "five"
version = "1.0-1"
sha256 = "00"
folder = "lang/c"
targets = ["five"]

[source.keeps]
"lib/libfive.a" = "build/libfive.a"
"include" = "api"
"""
PROJECT = """
cmake_minimum_required(VERSION 3.20)
project(five LANGUAGES CXX)
add_library(five STATIC five.cpp)
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("SERBENCH_CACHE", str(folder))
    return folder


@pytest.fixture
def codecs(tmp_path: Path) -> Path:
    folder = tmp_path / "codecs"
    (folder / "five").mkdir(parents=True)
    (folder / "five" / "codec.toml").write_text(MANIFEST)
    (folder / "plain").mkdir()
    (folder / "plain" / "codec.toml").write_text('library = "Plain"\n')
    return folder


def recipe_in(codecs: Path) -> SourceRecipe:
    recipe = recipe_of(codecs / "five")
    assert recipe is not None
    return recipe


def supply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Puts an archive of the project in place of what apt would fetch."""
    source = tmp_path / "five-1.0" / "lang" / "c"
    (source / "api").mkdir(parents=True)
    (source / "api" / "five.hpp").write_text("int five();\n")
    (source / "CMakeLists.txt").write_text(PROJECT)
    (source / "five.cpp").write_text(code)
    archive = tmp_path / "five_1.0.orig.tar.xz"
    with tarfile.open(archive, "w:xz") as content:
        content.add(tmp_path / "five-1.0", "five-1.0")
    monkeypatch.setitem(source_build.FETCHES, "debian", lambda *_: archive)


def test_a_recipe_is_the_table_source_of_a_manifest(codecs: Path) -> None:
    assert recipe_of(codecs / "plain") is None
    assert recipe_in(codecs) == SourceRecipe(
        library="Five",
        debian="five",
        version="1.0-1",
        sha256="00",
        folder="lang/c",
        targets=("five",),
        keeps={"lib/libfive.a": "build/libfive.a", "include": "api"},
    )


def test_an_unknown_word_in_a_recipe_is_refused(codecs: Path) -> None:
    (codecs / "plain" / "codec.toml").write_text('library = "Plain"\n[source]\nubuntu = "x"\n')
    with pytest.raises(SerbenchError, match=r"plain/codec\.toml has a table \[source\] that is invalid"):
        recipe_of(codecs / "plain")


def test_another_recipe_has_another_place(codecs: Path) -> None:
    before = recipe_in(codecs).prefix()
    (codecs / "five" / "codec.toml").write_text(MANIFEST.replace("1.0-1", "1.0-2"))
    assert recipe_in(codecs).prefix() != before


@pytest.mark.parametrize(
    ("package", "said"),
    [
        ('pypi = "five"', "PyPI's source package five 1.0-1"),
        ('wheel = "five"', "PyPI's wheel five 1.0-1"),
        ('crate = "five"', "the crate five 1.0-1"),
        ('debian = "five"', "the source package five 1.0-1"),
        ('maven = "org:five"', "the Maven artifact org:five 1.0-1"),
    ],
)
def test_a_recipe_names_a_package_of_one_registry(codecs: Path, package: str, said: str) -> None:
    table = f'library = "Plain"\n[latest]\n{package}\nversion = "1.0-1"\nsha256 = "00"\n'
    (codecs / "plain" / "codec.toml").write_text(table)
    recipe = recipe_of(codecs / "plain", "latest")
    assert recipe is not None and str(recipe) == said
    assert recipe_of(codecs / "plain") is None


@pytest.mark.parametrize("packages", ["", 'pypi = "five"\ncrate = "five"\n'])
def test_a_recipe_without_one_package_is_refused(codecs: Path, packages: str) -> None:
    table = f'library = "Plain"\n[latest]\n{packages}version = "1.0"\nsha256 = "00"\n'
    (codecs / "plain" / "codec.toml").write_text(table)
    with pytest.raises(
        SerbenchError, match=r"\[latest\] that is invalid: it names not one of debian, pypi, wh"
    ):
        recipe_of(codecs / "plain", "latest")


def test_the_text_of_a_project_is_a_part_of_its_recipe(codecs: Path) -> None:
    (codecs / "five" / "codec.toml").write_text(MANIFEST.replace('targets = ["five"]', 'project = "a.cmake"'))
    (codecs / "five" / "a.cmake").write_text("project(five)\n")
    first = recipe_in(codecs)
    assert first.project == "project(five)\n"
    (codecs / "five" / "a.cmake").write_text("project(six)\n")
    assert recipe_in(codecs).prefix() != first.prefix()


def test_an_archive_that_needs_no_building_is_kept(
    codecs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = '[source]\nmaven = "org:five"\nversion = "1.0"\nsha256 = "00"\narchive = "share/java/five.jar"\n'
    (codecs / "five" / "codec.toml").write_text(f'library = "Five"\n{table}')
    jar = tmp_path / "five-1.0.jar"
    jar.write_bytes(b"five")
    monkeypatch.setitem(source_build.FETCHES, "maven", lambda *_: jar)
    told: list[str] = []
    prefix = build_library(recipe_in(codecs), told.append)
    assert (prefix / "share/java/five.jar").read_bytes() == b"five"
    assert told == [f"Five is built and kept in {prefix}."]
    assert built_libraries(codecs) == {"five": prefix}


def test_a_variant_of_the_same_library_has_the_source_of_its_base(codecs: Path) -> None:
    for name, library in (("five-fast", "Five"), ("plain-five", "Plain")):
        (codecs / name).mkdir()
        (codecs / name / "codec.toml").write_text(f'base = "five"\nlibrary = "{library}"\n')
    assert recipe_of(codecs / "five-fast") == recipe_in(codecs)
    assert recipe_of(codecs / "plain-five") is None
    recipe_in(codecs).prefix().mkdir(parents=True)
    assert built_libraries(codecs).keys() == {"five", "five-fast"}


@pytest.mark.slow
def test_yyjson_is_built_from_its_package(cache: Path) -> None:
    recipe = recipe_of(CODECS / "yyjson")
    assert recipe is not None and recipe.registry == "pypi"
    told: list[str] = []
    prefix = build_library(recipe, told.append)
    assert told[0] == f"Fetching the source package yyjson {recipe.version} …"
    made = sorted(str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file())
    assert made == ["include/yyjson.h", "lib/libyyjson.a", "released", "sums.json"]
    assert date.fromisoformat((prefix / "released").read_text().strip()) > date(2024, 1, 1)
    assert "#define YYJSON_VERSION_MAJOR" in (prefix / "include" / "yyjson.h").read_text()


@pytest.mark.slow
def test_what_a_recipe_keeps_is_built_once(
    codecs: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    supply(tmp_path, monkeypatch, '#include "api/five.hpp"\nint five() { return 5; }\n')
    assert built_libraries(codecs) == {}
    told: list[str] = []
    prefix = build_library(recipe_in(codecs), told.append)
    assert sorted(str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()) == [
        "include/five.hpp",
        "lib/libfive.a",
        "released",
        "sums.json",
    ]
    assert (prefix / "released").read_text() == f"{datetime.now(UTC).date()}\n"
    assert told[-1] == f"Five is built and kept in {prefix}."
    assert any(re.match("Building Five from .* 1.0-1, once: step ", line) for line in told)
    assert cmake_arguments(codecs) == [f"-DSERBENCH_BUILT_five={prefix}"]
    told.clear()
    assert build_library(recipe_in(codecs), told.append) == prefix
    assert told == []


@pytest.mark.slow
def test_a_build_that_fails_leaves_nothing(
    codecs: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    supply(tmp_path, monkeypatch, "int five() { return four; }\n")
    with pytest.raises(SerbenchError) as fault:
        build_library(recipe_in(codecs), lambda _: None)
    start = "Five could not be built from the source package five 1.0-1: it does not compile: "
    assert str(fault.value).startswith(start)
    assert "'four'" in str(fault.value).replace("‘", "'").replace("’", "'")
    assert [path.name for path in (cache / "built").iterdir()] == ["lock"]


def test_a_package_that_cannot_be_fetched_is_told(codecs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Path:
        raise SerbenchError("apt-get says: Unable to find a source package for five.")

    monkeypatch.setitem(source_build.FETCHES, "debian", fail)
    with pytest.raises(SerbenchError, match=r"package five 1\.0-1: apt-get says: Unable to find a source"):
        build_library(recipe_in(codecs), lambda _: None)
