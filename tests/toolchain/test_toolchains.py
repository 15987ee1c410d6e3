"""Toolchains, against fakes of the compilers that stand alone on PATH."""

from pathlib import Path

import ninja
import pytest

from serbench.errors import BadInput
from serbench.languages import language_names, toolchain
from serbench.toolchain.requirements import (
    MissingToolchain,
    Requirement,
    Toolchain,
    examine,
    parse_version,
)

GCC_12 = "g++ (Debian 12.2.0-14+deb12u1) 12.2.0"
GCC_9 = "g++ (Ubuntu 9.4.0-1ubuntu1~20.04.2) 9.4.0"
CLANG_14 = "Debian clang version 14.0.6"
CLANG_11 = "Debian clang version 11.0.1-2"
CMAKE = "cmake version 3.25.1"


class Programs:
    """A folder that is all of PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, name: str, version: str, status: int = 0) -> Path:
        path = self.folder / name
        path.write_text(f"#!/bin/sh\necho '{version}'\nexit {status}\n", encoding="utf-8")
        path.chmod(0o755)
        return path


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    monkeypatch.setenv("PATH", str(tmp_path))
    for variable in ("CXX", "RUSTC"):
        monkeypatch.delenv(variable, raising=False)
    made = Programs(tmp_path)
    made.add("apt-get", "")
    made.add("cmake", CMAKE)
    return made


def found(language: str = "cpp") -> Toolchain:
    answer = toolchain(language)
    assert isinstance(answer, Toolchain), answer
    return answer


def missing(language: str = "cpp") -> MissingToolchain:
    answer = toolchain(language)
    assert isinstance(answer, MissingToolchain), answer
    return answer


def test_a_complete_toolchain_names_its_tools(programs: Programs) -> None:
    path = programs.add("g++", GCC_12)
    tools = found()
    assert (tools.tool("compiler").path, tools.tool("compiler").version) == (path, GCC_12)
    assert tools.tool("cmake").version == CMAKE
    assert tools.tool("ninja").path == Path(ninja.BIN_DIR) / "ninja"
    with pytest.raises(KeyError):
        tools.tool("linker")


def test_clang_serves_where_gcc_is_too_old(programs: Programs) -> None:
    programs.add("g++", GCC_9)
    path = programs.add("clang++", CLANG_14)
    assert found().tool("compiler").path == path


def test_a_compiler_too_old_is_named_with_what_is_needed(programs: Programs) -> None:
    programs.add("g++", GCC_9)
    programs.add("clang++", CLANG_11)
    assert missing() == MissingToolchain(
        language="cpp",
        detail="cpp: g++ is version 9.4.0, needed is 10 or later.",
        packages=("g++",),
        command="sudo apt-get install g++",
    )


def test_all_that_is_missing_comes_in_one_command(programs: Programs) -> None:
    programs.add("cmake", "cmake version 3.16.3")
    answer = missing()
    assert answer.command == "sudo apt-get install g++ cmake"
    assert answer.detail == (
        "cpp: g++ or clang++ is not installed; cmake is version 3.16.3, needed is 3.20 or later."
    )


def test_no_command_is_offered_where_there_is_no_apt_get(programs: Programs) -> None:
    (programs.folder / "apt-get").unlink()
    answer = missing()
    assert (answer.packages, answer.command) == (("g++",), "")


def test_cxx_is_honoured_with_its_words(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    programs.add("g++", GCC_12)
    path = programs.add("my clang", CLANG_14)
    monkeypatch.setenv("CXX", f"'{path}' -stdlib=libc++")
    assert found().tool("compiler").command == (str(path), "-stdlib=libc++")


@pytest.mark.parametrize(
    ("chosen", "fault"),
    [
        ("nonesuch", "CXX names nonesuch, which is not there"),
        ("clang++", "CXX names clang++, which is version 11.0.1, needed is 13 or later"),
        ("broken", "CXX names broken, which is of an unknown version (it prints none)"),
        ("'g++", "CXX holds unbalanced quotation marks: 'g++"),
    ],
)
def test_a_cxx_that_will_not_do_is_not_replaced_in_silence(
    programs: Programs, monkeypatch: pytest.MonkeyPatch, chosen: str, fault: str
) -> None:
    programs.add("g++", GCC_12)
    programs.add("clang++", CLANG_11)
    programs.add("broken", "", status=1)
    monkeypatch.setenv("CXX", chosen)
    assert missing() == MissingToolchain("cpp", f"cpp: {fault}.")


def test_java_17_is_needed(programs: Programs) -> None:
    programs.add("mvn", "\x1b[1mApache Maven 3.8.7\x1b[m")
    programs.add("javac", "javac 17.0.15")
    assert found("java").tool("maven").version == "Apache Maven 3.8.7"
    programs.add("javac", "javac 11.0.2")
    assert missing("java").command == "sudo apt-get install openjdk-17-jdk-headless"


def test_rust_needs_cargo_beside_its_compiler(programs: Programs) -> None:
    programs.add("rustc", "rustc 1.85.0")
    assert missing("rust").detail == "rust: cargo is not installed."
    programs.add("cargo", "cargo 1.85.0")
    assert found("rust").tool("compiler").version == "rustc 1.85.0"


def test_a_rust_of_a_distribution_that_is_too_old_is_replaced_by_rusts_own_installer(
    programs: Programs,
) -> None:
    programs.add("rustc", "rustc 1.63.0")
    programs.add("cargo", "cargo 1.65.0")
    lacking = missing("rust")
    assert lacking.detail.startswith("rust: rustc is version 1.63.0, needed is 1.85 or later;")
    assert lacking.packages == ()
    assert lacking.command.endswith("https://sh.rustup.rs | sh")


def test_an_unknown_language_is_bad_input() -> None:
    with pytest.raises(BadInput, match=f'no language "cobol"; there are {", ".join(language_names())}'):
        toolchain("cobol")


def test_versions_are_numbers() -> None:
    assert parse_version("3.20.") == (3, 20)
    assert parse_version("10") > parse_version("9.4.0")


def test_a_program_that_setup_keeps_goes_before_the_machines(programs: Programs, tmp_path: Path) -> None:
    programs.add("node", "v20.1.0")
    kept = tmp_path / "kept"
    requirement = Requirement("runtime", ("node",), ((r"v([\d.]+)", (18,)),), (), kept=lambda: str(kept))

    def version() -> str:
        tools = examine("javascript", (requirement,))
        assert isinstance(tools, Toolchain)
        return tools.tool("runtime").version

    assert version() == "v20.1.0"
    programs.add("kept", "v26.0.0")
    assert version() == "v26.0.0"
    # One that does not start here, as on a machine with another C library.
    programs.add("kept", "none", status=127)
    assert version() == "v20.1.0"
