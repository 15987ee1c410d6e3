"""A user's flags of the JVM next to the usual ones."""

import shutil
import subprocess
from pathlib import Path

import pytest

from serbench.codecs.manifest import CodecManifest, load_manifest
from serbench.errors import BadInput, SerbenchError
from serbench.languages.java import LANGUAGE, jvm
from serbench.languages.java.jvm import (
    JVM_FLAGS,
    flags_of_jvm,
    flags_of_library,
    java_program,
    require_startable,
    untimed,
)
from serbench.toolchain.requirements import Tool, Toolchain

_JDK = pytest.mark.skipif(shutil.which("javac") is None, reason="there is no JDK")


def test_other_flags_stand_behind_the_usual_ones() -> None:
    assert flags_of_jvm("") == JVM_FLAGS
    assert flags_of_jvm("-XX:-Inline -Dx=y") == (*JVM_FLAGS, "-XX:-Inline", "-Dx=y")


def test_where_nothing_is_timed_no_heap_is_touched_and_one_compiler_is_enough() -> None:
    assert "-XX:+AlwaysPreTouch" in JVM_FLAGS
    left = tuple(flag for flag in JVM_FLAGS if flag != "-XX:+AlwaysPreTouch")
    found = untimed(("java", *JVM_FLAGS, "-cp", "x"))
    assert found == ("java", "-XX:TieredStopAtLevel=1", *left, "-cp", "x")
    assert untimed(found) == found


def test_another_collector_replaces_ours() -> None:
    found = flags_of_jvm("-XX:+UseG1GC")
    assert [flag for flag in found if "GC" in flag or "Adaptive" in flag] == ["-XX:+UseG1GC"]
    assert "-Xms192m" in found


def test_a_largest_heap_replaces_how_ours_begins() -> None:
    found = flags_of_jvm("-Xmx64m")
    assert [flag for flag in found if flag.startswith(("-Xms", "-Xmn"))] == []
    assert found.index("-Xmx512m") < found.index("-Xmx64m")


def test_the_largest_heap_grows_with_large_corpora_alone() -> None:
    command = ("java", *JVM_FLAGS, "-cp", "x")
    assert LANGUAGE.with_room(command, 10 * 2**20) == command
    grown = LANGUAGE.with_room(command, 100 * 2**20)
    assert [new for old, new in zip(command, grown, strict=True) if old != new] == ["-Xmx3392m"]
    own = ("java", *flags_of_jvm("-Xmx64m"))
    assert LANGUAGE.with_room(own, 100 * 2**20)[-1] == "-Xmx64m"


def test_the_jvm_is_that_of_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jdk, programs = tmp_path / "jdk" / "bin", tmp_path / "bin"
    for folder in (jdk, programs):
        folder.mkdir(parents=True)
        (folder / "java").touch()
    (jdk / "javac").touch()
    (programs / "javac").symlink_to(jdk / "javac")
    found = Toolchain("java", (Tool("compiler", (str(programs / "javac"),), "javac 17"),))
    monkeypatch.setattr(type(LANGUAGE), "tools", lambda self: found)
    assert java_program() == jdk / "java"
    (jdk / "java").unlink()
    assert java_program() == programs / "java"


def test_flags_that_print_where_replies_belong_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    done = subprocess.CompletedProcess(
        [], 0, stdout="[0.009s][info][gc] Using Parallel\n", stderr="openjdk 17"
    )
    monkeypatch.setattr(jvm, "captured", lambda command: done)
    monkeypatch.setattr(jvm, "java_program", lambda: Path("java"))
    with pytest.raises(BadInput, match=r"send this to a file: \[0.009s\]\[info\]\[gc\] Using"):
        require_startable("-Xlog:gc")
    done.stdout = ""
    require_startable("-Xlog:gc:file=x")


def final_flags(users: str) -> dict[str, str]:
    """The flags that a JVM says it runs with, by their names, with a user's flags next to ours."""
    command = [str(java_program()), *flags_of_jvm(users), "-XX:+PrintFlagsFinal", "-version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = (line.split() for line in done.stdout.splitlines())
    return {words[1]: words[3] for words in lines if len(words) > 3 and words[2] in ("=", ":=")}


@_JDK
@pytest.mark.parametrize(
    ("flags", "found"),
    [
        ("-XX:+UseG1GC", {"UseG1GC": "true", "UseParallelGC": "false"}),
        ("-XX:+UseSerialGC -Xmx64m", {"UseSerialGC": "true", "MaxHeapSize": str(64 * 2**20)}),
        ("-Xmx1g", {"UseParallelGC": "true", "MaxHeapSize": str(2**30)}),
    ],
)
def test_jvms_start_with_flags_that_contradict_ours(flags: str, found: dict[str, str]) -> None:
    require_startable(flags)
    assert final_flags(flags).items() >= found.items()


@_JDK
def test_a_jvm_that_does_not_start_says_why() -> None:
    with pytest.raises(BadInput) as error:
        require_startable("-XX:+Bogus")
    assert str(error.value) == (
        "The JVM does not start with --jvm-flags \"-XX:+Bogus\": Unrecognized VM option 'Bogus'."
    )
    with pytest.raises(BadInput, match="Multiple garbage collectors selected"):
        require_startable("-XX:+UseG1GC -XX:+UseZGC")


def codec_with(folder: Path, table: str) -> CodecManifest:
    (folder / "x").mkdir()
    texts = 'library = "X"\nformat = "x"\nlicence = "MIT"\nhomepage = "https://x"\n'
    (folder / "x/codec.toml").write_text(texts + table)
    return load_manifest("java", folder / "x")


def test_the_flags_that_a_library_needs_are_in_its_manifest(tmp_path: Path) -> None:
    codec = codec_with(tmp_path, '[runtime]\nflags = ["--add-opens=java.base/java.nio=ALL-UNNAMED"]\n')
    assert flags_of_library(codec) == ("--add-opens=java.base/java.nio=ALL-UNNAMED",)


def test_a_codec_without_such_flags_needs_none(tmp_path: Path) -> None:
    assert flags_of_library(codec_with(tmp_path, "")) == ()


@pytest.mark.parametrize(
    "table", ['[runtime]\nflags = "-Dx=y"\n', '[runtime]\nflag = ["-Dx=y"]\n', "[runtime]\n"]
)
def test_such_flags_that_are_no_list_are_refused(tmp_path: Path, table: str) -> None:
    codec = codec_with(tmp_path, table)
    with pytest.raises(
        SerbenchError, match=r"codec\.toml has a table \[runtime\] that is not a list called flags"
    ):
        flags_of_library(codec)
