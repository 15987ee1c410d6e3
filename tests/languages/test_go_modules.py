"""The content of a codec's go.mod, the generators that it names, and a Go that is too old for it."""

import re
import shutil
from pathlib import Path

import pytest

from serbench.codecs.manifest import CodecManifest, load_manifest
from serbench.errors import SerbenchError
from serbench.languages.generators import generators_of
from serbench.languages.go import LANGUAGE, probe
from serbench.languages.go.builder import with_memory_limit
from serbench.languages.go.modules import parse_module, with_harness
from serbench.toolchain.requirements import MissingToolchain

PATH = Path("go.mod")
TEXT = """module serbench/codec

go 1.24.1

require (
	example.org/fast/v2 v2.1.0
	example.org/other v0.3.0 // indirect
	serbench/harness v0.0.0
)

require example.org/second v1.0.0

replace serbench/harness => ../../harness

tool example.org/fast/v2/cmd/gen
"""
MANIFEST = 'library = "l"\nformat = "f"\nlicence = "MIT"\nhomepage = "h"\n'


def codec_in(folder: Path, manifest: str = "", module: str = TEXT) -> CodecManifest:
    folder.mkdir(exist_ok=True)
    (folder / "codec.toml").write_text(MANIFEST + manifest)
    (folder / "go.mod").write_text(module)
    return load_manifest("go", folder)


def test_the_libraries_are_what_a_module_requires_itself() -> None:
    module = parse_module(TEXT, PATH)
    assert module.libraries == (("example.org/fast/v2", "v2.1.0"), ("example.org/second", "v1.0.0"))
    assert module.least == (1, 24, 1)


def test_a_module_without_the_harness_is_refused() -> None:
    with pytest.raises(
        SerbenchError, match=r"^go\.mod lacks its release of Go or the place of serbench/harness"
    ):
        parse_module("module x\n\ngo 1.24\n", PATH)


def test_a_module_finds_the_harness_from_anywhere() -> None:
    assert f"replace serbench/harness => {LANGUAGE.folder / 'harness'}\n" in with_harness(TEXT)


def test_generators_are_commands_with_pinned_tools(tmp_path: Path) -> None:
    table = '[generator]\nprograms = ["no-such-program"]\ncommands = ["{gen} -file \'a b\'", "x --y={gen}"]\n'
    generators = generators_of(codec_in(tmp_path, table))
    assert generators.tools == ("gen",)
    assert generators.words({"gen": "/g n"}) == [["/g n", "-file", "a b"], ["x", "--y=/g n"]]
    assert generators.missing() == "The program no-such-program, which its build starts, is not installed"


def test_an_unknown_field_of_generators_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SerbenchError, match=re.escape('has the unknown field "generator.tool"')):
        generators_of(codec_in(tmp_path, '[generator]\ntool = "x"\n'))


def test_a_go_that_is_too_old_for_a_codec_measures_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "compiler_version", lambda: "go version go1.24.9 linux/amd64")
    newer = codec_in(tmp_path / "newer", module=TEXT.replace("go 1.24.1", "go 1.25"))
    older = codec_in(tmp_path / "older")
    found = probe.probe([newer, older])
    assert (found["go/older"].available, found["go/older"].version) == (True, "2.1.0")
    assert not found["go/newer"].available
    assert found["go/newer"].reason.startswith("Its library needs Go 1.25 or later, and this is 1.24.9: curl")


def test_a_machine_without_go_says_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    found = LANGUAGE.toolchain()
    assert found == MissingToolchain("go", "go: go is not installed.", (), LANGUAGE.requirements[0].command)


def test_the_memory_limit_is_a_word_of_the_command() -> None:
    first = with_memory_limit(("/runner",), 5)
    assert first == ("/runner", "memory_limit=5")
    assert with_memory_limit(first, 6) == ("/runner", "memory_limit=6")
