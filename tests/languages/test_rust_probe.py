"""The facts about a Rust codec in the files of Cargo."""

from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.languages.builder import Availability
from serbench.languages.rust.probe import package_of, probe

LOCK = """
[[package]]
name = "serbench-parcel"
version = "0.0.0"
dependencies = ["parcel"]

[[package]]
name = "parcel"
version = "1.2.3"
checksum = "abc"
"""


def codec_with_tools(folder: Path, *tools: str) -> CodecManifest:
    (folder / "Cargo.lock").write_text(LOCK)
    (folder / "Cargo.toml").write_text(
        '[package]\nname = "serbench-parcel"\n[package.metadata.serbench]\n'
        f'libraries = ["parcel"]\ntools = {list(tools)}\n'
    )
    return CodecManifest("rust/parcel", folder, "parcel", "parcel", "MIT", "")


def test_a_program_that_the_build_starts_is_part_of_what_it_is_built_from(tmp_path: Path) -> None:
    codec = codec_with_tools(tmp_path, "python3", "no-such-program")
    package = package_of(codec)
    assert package.tools == ("python3", "no-such-program")
    assert package.libraries == (("parcel", "1.2.3"),)
    lines = package.built_from
    assert "no-such-program: " in lines
    assert any(line.startswith("python3: Python 3.") for line in lines)
    assert "parcel 1.2.3 abc" in lines


def test_a_codec_is_not_available_without_the_programs_that_its_build_starts(
    tmp_path: Path,
) -> None:
    reason = "The program no-such-program, which its build starts, is not installed"
    assert probe([codec_with_tools(tmp_path, "python3", "no-such-program")]) == {
        "rust/parcel": Availability(False, "", reason)
    }
    assert probe([codec_with_tools(tmp_path, "python3")]) == {"rust/parcel": Availability(True, "1.2.3", "")}
