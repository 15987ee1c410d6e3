"""Compilers and runtimes by name and path, against fakes on PATH."""

import json
from pathlib import Path

import pytest

from serbench.cli.main import main
from serbench.errors import BadInput
from serbench.languages import language_named
from serbench.languages.cpp import toolchains as cpp
from serbench.languages.go.toolchains import newest_of
from serbench.languages.go.toolchains import release_in as release_of_go
from serbench.languages.java.toolchains import release_in as release_of_jdk
from serbench.setup.toolchains import fetch_toolchains, toolchains_here, toolchains_named
from serbench.toolchain.packages import InstallOutcome

CPP = language_named("cpp")
GCC, CLANG, OLD = "g++ (Fake 13.2.0-1) 13.2.0", "Fake clang version 16.0.6", "Fake clang version 9.0.1"


def script(path: Path, version: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{version}'\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all of PATH, with three compilers."""
    folder = tmp_path / "bin"
    for name, version in {"g++-13": GCC, "clang++-16": CLANG, "clang++-9": OLD}.items():
        script(folder / name, version)
    script(folder / "cmake", "cmake version 3.25.1")
    script(folder / "npm", "10.9.4")
    script(folder / "chromium", "Chromium 156.0.8078.108 built on Debian GNU/Linux 12 (bookworm)")
    script(folder / "google-chrome", "Google Chrome 118.0.5993.70")
    monkeypatch.setenv("PATH", f"{folder}")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return folder


def test_names_are_those_of_programs_and_versions_their_own_words(machine: Path) -> None:
    found = toolchains_named(["cpp=clang++-16,g++-13", "cpp=g++-13"])
    assert [(one.name, one.program, one.version) for one in found] == [
        ("clang++-16", str(machine / "clang++-16"), CLANG),
        ("g++-13", str(machine / "g++-13"), GCC),
    ]
    # The newest of several that begin alike.
    assert toolchains_named(["cpp=clang++"])[0].program == str(machine / "clang++-16")


def test_those_that_are_too_old_are_not_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert [one.name for one in toolchains_here(CPP)] == ["clang++-16", "g++-13"]
    assert main(["list", "toolchains", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {one["toolchain"]: one["version"] for one in listed if one["language"] == "cpp"} == {
        "g++-13": GCC,
        "clang++-16": CLANG,
    }


def test_a_path_is_a_program_or_the_folder_of_an_installation(tmp_path: Path) -> None:
    program = script(tmp_path / "own" / "bin" / "g++", GCC)
    assert [(one.name, one.program) for one in toolchains_named([f"cpp={program},{tmp_path / 'own'}"])] == [
        ("g++", str(program)),
        ("own", str(program)),
    ]


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        (
            "cpp=clang++-17",
            "C++ has no toolchain clang++-17 here; there are clang++-16, g++-13. `./serbench setup"
            " --toolchain cpp=clang++-17` fetches the distribution's package clang-17.",
        ),
        (
            "cpp=icc",
            "C++ has no toolchain icc here; there are clang++-16, g++-13. No registry serves it; a path will"
            " do: cpp=PATH.",
        ),
        (
            "javascript=firefox",
            "JavaScript has no toolchain firefox here; there are chromium. `./serbench setup --toolchain"
            " javascript=firefox` fetches the distribution's package firefox-esr.",
        ),
        (
            "javascript={bin}/google-chrome",
            "javascript: {bin}/google-chrome is version 118, needed is 140 or later.",
        ),
        ("cpp=clang++-9", "cpp: {bin}/clang++-9 is version 9.0.1, needed is 13 or later."),
        ("cpp=/none/at/all", "/none/at/all is neither a program nor a folder with bin/g++."),
        ("cpp", '"--toolchain cpp" names no toolchain; use LANGUAGE=NAME,….'),
        ("cpp=g++-13,", '"--toolchain cpp=g++-13," names no toolchain; use LANGUAGE=NAME,….'),
        ("cpp=/tmp/a b", "/tmp/a b cannot be a part of rows' names; link to it under another name."),
    ],
)
def test_what_is_not_here_is_refused_with_what_is(word: str, sentence: str, machine: Path) -> None:
    with pytest.raises(BadInput) as refused:
        toolchains_named([word.replace("{bin}", str(machine))])
    assert str(refused.value) == sentence.replace("{bin}", str(machine))


def test_two_of_one_name_are_refused(tmp_path: Path) -> None:
    one, other = (script(tmp_path / name / "g++", GCC) for name in "ab")
    with pytest.raises(BadInput, match=r"are both called g\+\+; link to one of them"):
        toolchains_named([f"cpp={one},{other}"])


def test_setup_fetches_what_is_not_here(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def require(name: str, tell: object) -> None:
        asked.append(name)
        script(machine / "clang++-17", "Fake clang version 17.0.1")

    monkeypatch.setattr(cpp, "require_package", require)
    found = fetch_toolchains(["cpp=g++-13,clang++-17"], print)
    assert asked == ["clang-17"]
    assert [one.version for one in found] == [GCC, "Fake clang version 17.0.1"]


def test_setup_says_why_it_cannot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = InstallOutcome(missing=("clang-17",), command="sudo apt-get install clang-17", detail="No.")
    monkeypatch.setattr("serbench.toolchain.packages.install_packages", lambda names, tell: outcome)
    assert main(["setup", "--toolchain", "cpp=clang++-17"]) == 2
    told = capsys.readouterr().err
    assert "C++'s clang++-17 cannot be had: No. Install with: sudo apt-get install clang-17" in told


def test_releases_are_read_from_files_of_installations(tmp_path: Path) -> None:
    (tmp_path / "VERSION").write_text("go1.26.8\ntime 2026-08-28T16:20:06Z\n", encoding="utf-8")
    (tmp_path / "release").write_text('IMPLEMENTOR="x"\nJAVA_VERSION="25.0.1"\n', encoding="utf-8")
    assert release_of_go(tmp_path / "VERSION") == "1.26.8"
    assert release_of_jdk(tmp_path / "release") == "25.0.1"
    assert release_of_go(tmp_path / "none") == release_of_jdk(tmp_path / "none") == ""


def test_the_newest_release_of_go_for_this_machine_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    listed = "golang.org/toolchain " + " ".join(
        f"v0.0.1-go{one}" for one in ("1.24.2.linux-amd64", "1.24.11.linux-amd64", "1.24.12.linux-arm64")
    )
    assert newest_of("1.24", listed) == "1.24.11"
    assert newest_of("1.24.2", listed) == "1.24.2"
    assert newest_of("1.2", listed) == ""
