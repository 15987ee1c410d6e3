"""The answers of registries' clients, and which version is newer."""

import json
import os
import sys
from datetime import date
from pathlib import Path

import pytest

from serbench.errors import SerbenchError
from serbench.languages import language_named
from serbench.languages.go import registry as go_modules
from serbench.languages.java import registry as maven
from serbench.languages.javascript import registry as npm
from serbench.languages.python import registry as pypi
from serbench.languages.rust import registry as crates
from serbench.toolchain.releases import Pin, Release, ask_each, is_behind


@pytest.mark.parametrize(
    ("pinned", "newest", "behind"),
    [
        ("1.9.0", "1.10.0", True),
        ("1.10.0", "1.9.0", False),
        ("1.2", "1.2.0", False),
        ("v1.2.3", "1.2.4", True),
        ("2.0.0-rc.1", "2.0.0", True),
        ("2.0rc1", "2.0", True),
        ("2.0.0", "2.0.0-rc.1", False),
        ("2.0.0-rc.1", "2.0.0-rc.2", True),
        ("4.36.2-release", "4.36.2", False),
        ("1.0.0+a", "1.0.0+b", False),
        ("newest", "1.0", False),
        ("1.0", "9" * 5000, False),
    ],
)
def test_a_version_is_behind_by_its_numbers(pinned: str, newest: str, behind: bool) -> None:
    assert is_behind(pinned, newest) is behind


def test_packages_without_an_answer_are_one_sentence() -> None:
    def ask(package: str) -> Release:
        if package != "b":
            raise SerbenchError(f"{package} is unknown.")
        return Release("2")

    answer = ask_each([Pin("npm", name, "1") for name in "cba"], ask)
    assert answer.releases == {"b": Release("2")}
    assert answer.fault == "no answer about a, c: a is unknown."


def test_npm_names_the_latest_with_its_day() -> None:
    reply = {
        "dist-tags.latest": "2.1.4",
        "time": {"2.1.4": "2026-11-02T02:52:06+00:00", "3.0.0": "2026-11-03"},
    }
    assert npm.parse(json.dumps(reply)) == Release("2.1.4", date(2026, 11, 2))
    for text in ("", "[]", '{"time": {}}'):
        with pytest.raises(SerbenchError, match="names no newest release"):
            npm.parse(text)


def test_npm_names_the_day_of_a_release() -> None:
    assert npm.day_in('{"2.1.4": "2026-11-02T02:52:06+00:00"}', "2.1.4") == date(2026, 11, 2)
    assert npm.day_in("{}", "2.1.4") is None
    for text in ("", "[]"):
        with pytest.raises(SerbenchError, match="names no days"):
            npm.day_in(text, "2.1.4")


def test_cargo_names_the_newest_that_is_a_release() -> None:
    assert crates.parse("five\nversion: 1.0.229\nlicense: MIT") == "1.0.229"
    assert crates.parse("version: 1.9.0 (latest 2.0.0)") == "2.0.0"
    assert crates.parse("version: 0.22.0 (latest 0.23.0-rc0)") == "0.22.0"
    with pytest.raises(SerbenchError, match="names no newest release"):
        crates.parse("error")


def test_the_index_of_cargo_has_the_day() -> None:
    lines = (b'{"vers": "1.0.0", "pubtime": "2025-01-02T03:04:05Z"}', b'{"vers": "1.1.0"}', b"{broken")
    kept = b"\x03etag\0" + b"\0".join(lines)
    assert crates.day_in(kept, "1.0.0") == date(2025, 1, 2)
    assert crates.day_in(kept, "1.1.0") is None
    assert crates.day_in(kept, "2.0.0") is None


@pytest.mark.parametrize(
    ("name", "place"), [("a", "1/a"), ("ab", "2/ab"), ("abc", "3/a/abc"), ("serde", "se/rd/serde")]
)
def test_a_crate_lies_in_the_index_by_its_first_letters(name: str, place: str) -> None:
    assert crates._place(name) == place


def test_go_names_updates_and_what_it_does_not_know() -> None:
    modules = [
        {
            "Path": "a/v2",
            "Version": "v2.5.0",
            "Update": {"Version": "v2.10.0", "Time": "2026-10-28T15:30:15Z"},
        },
        {"Path": "b", "Version": "v1.0.0", "Time": "2020-01-01T00:00:00Z"},
        {"Path": "c", "Version": "v1.0.0", "Error": {"Err": "first\nno such host"}},
    ]
    answer = go_modules.parse("\n".join(map(json.dumps, modules)))
    assert answer.releases == {
        "a/v2": Release("2.10.0", date(2026, 10, 28)),
        "b": Release("1.0.0", date(2020, 1, 1)),
    }
    assert answer.fault == "no answer about c: no such host"
    with pytest.raises(SerbenchError, match="names no newest releases"):
        go_modules.parse("no JSON")


def test_maven_is_asked_about_the_oldest_pin_of_each_artifact() -> None:
    pins = [Pin("maven", "g:a", version) for version in ("1.10", "1.9")] + [Pin("maven", "g&h:b", "2")]
    text = maven.project(pins)
    assert text.count("<dependency>") == 2
    assert "<artifactId>a</artifactId><version>1.9</version>" in text
    assert "<groupId>g&amp;h</groupId>" in text


def test_maven_names_updates_in_one_line_or_two() -> None:
    text = (
        "The following dependencies in Dependencies have newer versions:\n"
        "  g.h:a ......... 2.20.0 -> 2.23.0\n"
        "  g.h:a-very-long-artifact .....\n                              1 -> 2.0.0-jre\n"
    )
    assert maven.parse(text) == {"g.h:a": "2.23.0", "g.h:a-very-long-artifact": "2.0.0-jre"}
    assert maven.parse("No dependencies in Dependencies have newer versions.\n") == {}


def test_the_notes_of_maven_tell_the_day_of_the_newest_alone() -> None:
    text = (
        "<metadata><versioning><latest>2.1</latest><release>2.0</release>"
        "<lastUpdated>20261123105832</lastUpdated></versioning></metadata>"
    )
    assert maven.day_in(text, "2.1") == maven.day_in(text, "2.0") == date(2026, 11, 23)
    assert maven.day_in(text, "1.0") is None
    assert maven.day_in("<metadata/>", "1.0") is None
    assert maven.day_in("<meta", "1.0") is None


def test_pip_tells_the_index_and_the_index_the_newest_release() -> None:
    assert (
        pypi.index_in("1 location(s)\n* https://index.example/simple/a-b/\nmore")
        == "https://index.example/simple/"
    )
    with pytest.raises(SerbenchError, match="does not tell from where"):
        pypi.index_in("ERROR")
    files = [
        {"filename": "a_b-1.9-py3-none-any.whl", "upload-time": "2026-01-02T00:00:00Z"},
        {"filename": "a_b-1.10-cp311-x.whl", "upload-time": "2026-03-04T00:00:00Z"},
        {"filename": "a_b-1.10.tar.gz", "upload-time": "2026-03-03T00:00:00Z"},
        {"filename": "a_b-1.11.tar.gz", "upload-time": "2026-04-04T00:00:00Z", "yanked": "broken"},
        {"filename": "a_b-2.0rc1.tar.gz", "upload-time": "2026-05-05T00:00:00Z"},
    ]
    page = {"versions": ["1.10", "1.11", "1.9", "2.0rc1"], "files": files}
    assert pypi.newest_in(json.dumps(page)) == Release("1.10", date(2026, 3, 3))
    assert pypi.day_in(json.dumps(page), "1.9") == date(2026, 1, 2)
    assert pypi.day_in(json.dumps(page), "1.0") is None
    for other, said in (("<html>", "PEP 691"), ('{"versions": [], "files": []}', "no release")):
        with pytest.raises(SerbenchError, match=said):
            pypi.newest_in(other)


PACKAGES = {
    "rust": "five",
    "go": "five.example/five",
    "java": "g:five",
    "javascript": "five",
    "python": "five",
}


@pytest.mark.parametrize("language", PACKAGES)
def test_a_client_that_fails_is_a_fault(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it says so at once or as the answer, nothing is raised but SerbenchError."""
    registry = language_named(language).builder.registry
    assert registry is not None
    for name in ("cargo", "go", "mvn", "npm", "python"):
        client = tmp_path / name
        client.write_text("#!/bin/sh\necho 'no such host' >&2\nexit 7\n", encoding="utf-8")
        client.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    folder = tmp_path / "empty"
    folder.mkdir()
    try:
        said = registry.newest([Pin(registry.name, PACKAGES[language], "1.0")], folder).fault
    except SerbenchError as error:
        said = str(error)
    assert said.endswith("ended with 7: no such host")


def test_registries_list_releases_with_the_oldest_first() -> None:
    index = b'\0{"vers": "1.10.0", "pubtime": "2026-02-03T00:00:00Z"}\0{"vers": "1.9.0", "yanked": true}\0x'
    assert crates.releases_in(index + b'\0{"vers": "1.2.0"}') == [
        Release("1.2.0"),
        Release("1.9.0", withdrawn="yanked"),
        Release("1.10.0", date(2026, 2, 3)),
    ]
    reply = {"versions": ["2.0.0", "2.0.0-beta", "1.0.0"], "time": {"1.0.0": "2025-01-02T00:00:00Z"}}
    assert npm.releases_in(json.dumps(reply)) == [
        Release("1.0.0", date(2025, 1, 2)),
        Release("2.0.0-beta"),
        Release("2.0.0"),
    ]
    assert npm.releases_in('{"versions": "1.0.0"}') == [Release("1.0.0")]
    with pytest.raises(SerbenchError, match=r"^npm lists no releases\.$"):
        npm.releases_in("[]")
    metadata = "<metadata><versioning><versions><version>5.6.0</version></versions></versioning></metadata>"
    assert (maven.versions_in(metadata), maven.versions_in("no XML")) == (["5.6.0"], [])
    files = [
        {"filename": "a-2.0-py3-none-any.whl", "upload-time": "2026-03-04T00:00:00Z"},
        {"filename": "a-1.0.tar.gz"},
        {"filename": "a-2.0.tar.gz", "yanked": True},
        {"filename": "a-3.0.tar.gz", "yanked": "broken\n by us"},
        {"filename": "a-3.1.tar.gz", "yanked": True},
    ]
    page = json.dumps({"versions": ["3.1", "3.0", "2.0", "1.0", "0.9"], "files": files})
    assert pypi.releases_in(page) == [
        Release("1.0"),
        # One of its files is still there.
        Release("2.0", date(2026, 3, 4)),
        Release("3.0", withdrawn="yanked: broken by us"),
        Release("3.1", withdrawn="yanked"),
    ]


def test_npm_tells_which_releases_are_deprecated() -> None:
    one = {"name": "a", "version": "1.0.0", "deprecated": "use b"}
    several = [one, {"name": "a", "version": "2.0.0"}, {"name": "a", "version": "3.0.0", "deprecated": ""}]
    assert npm.deprecated_in(json.dumps(several)) == npm.deprecated_in(json.dumps(one))
    assert npm.deprecated_in(json.dumps(one)) == {"1.0.0": "deprecated: use b"}
    # There may be nothing but pre-releases.
    assert npm.deprecated_in("\n") == {}
    for text in ("<html>", '["1.0.0"]'):
        with pytest.raises(SerbenchError, match=r"^npm does not tell which releases are deprecated\.$"):
            npm.deprecated_in(text)


def replying(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, script: str) -> None:
    """Puts a client of a registry first that answers by a script."""
    (folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_npm_lists_releases_with_what_is_deprecated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = '{"versions": ["1.0.0", "2.0.0"], "time": {"1.0.0": "2025-01-02"}}'
    old = '[{"name": "a", "version": "1.0.0", "deprecated": "use 2"}, {"name": "a", "version": "2.0.0"}]'
    one = '{"name": "a", "version": "1.0.0", "deprecated": "use 2"}'
    replies = f"a) echo '{listed}';; 'a@>=0') echo '{old}';; a@1.0.0) echo '{one}';;"
    replying(monkeypatch, tmp_path, "npm", f'case "$2" in {replies} esac')
    assert npm.listed("a", tmp_path) == [
        Release("1.0.0", date(2025, 1, 2), "deprecated: use 2"),
        Release("2.0.0"),
    ]
    assert npm.withdrawn(Pin("npm", "a", "1.0.0"), tmp_path) == "deprecated: use 2"


def test_go_lists_releases_with_what_is_retracted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    every = '{"Path": "a", "Versions": ["v1.0.0", "v1.1.0"]}'
    others = '{"Path": "a", "Versions": ["v1.0.0"]}'
    one = '{"Path": "a", "Version": "v1.1.0", "Retracted": ["It loses\\ndata."]}'
    replies = f"*'-versions -retracted a') echo '{every}';; *'-versions a') echo '{others}';;"
    asked = f"*'-retracted a@v1.1.0') printf '%s' '{one}';;"
    replying(monkeypatch, tmp_path, "go", f'case "$*" in {replies} {asked} esac')
    assert go_modules.listed("a", tmp_path) == [
        Release("1.0.0"),
        Release("1.1.0", withdrawn="retracted: It loses data"),
    ]
    assert go_modules.withdrawn(Pin("go", "a", "1.1.0"), tmp_path) == "retracted: It loses data"
    with pytest.raises(SerbenchError, match=r"^go list does not tell which releases are retracted\.$"):
        go_modules.retracted_in("no JSON")


def test_the_index_of_cargo_tells_what_is_yanked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "registry" / "index" / "some" / ".cache" / "fi" / "ve" / "five"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b'\0{"vers": "1.0.0", "yanked": true}\0{"vers": "1.1.0", "yanked": false}')
    monkeypatch.setenv("CARGO_HOME", str(tmp_path))
    replying(monkeypatch, tmp_path, "cargo", "exit 0")
    assert crates.withdrawn(Pin("crate", "five", "1.0.0"), tmp_path) == "yanked"
    assert crates.withdrawn(Pin("crate", "five", "1.1.0"), tmp_path) == ""
    assert crates.withdrawn(Pin("crate", "five", "2.0.0"), tmp_path) == ""


def test_an_index_of_python_tells_what_is_yanked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = {"versions": ["1.0"], "files": [{"filename": "a_b-1.0.tar.gz", "yanked": "broken"}]}
    monkeypatch.setattr(pypi, "_index", lambda package, folder: "https://index.example/simple/")
    pages = {"https://index.example/simple/a-b/": json.dumps(page)}
    monkeypatch.setattr(pypi, "_page", pages.__getitem__)
    assert pypi.withdrawn(Pin("pypi", "A_B", "1.0"), tmp_path) == "yanked: broken"
    assert pypi.withdrawn(Pin("pypi", "A_B", "1.1"), tmp_path) == ""
