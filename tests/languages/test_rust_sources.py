"""A codec's cargo package: a variant's is its base's with its own files in their place."""

import tomllib
from pathlib import Path

from serbench.codecs.manifest import CodecManifest, load_manifest
from serbench.corpus.workload import find_workloads
from serbench.languages.rust.probe import WORKSPACE, package_of
from serbench.languages.rust.sources import (
    borrowed_style,
    hand_written,
    home,
    package_folder,
    plain_style,
    rendered_files,
)
from serbench.schema.model import Kind
from serbench.selection.discovery import find_codecs

MANIFEST = 'library = "l"\nformat = "f"\nlicence = "MIT"\nhomepage = "h"\n'
PACKAGE = '[package]\nname = "serbench-base"\n[dependencies]\nshared = { path = "../../shared" }\n'
LOCK = '[[package]]\nname = "serbench-base"\nversion = "0.0.0"\n'


def codec(rust: Path, name: str, manifest: str, **files: str) -> CodecManifest:
    """A codec in rust/codecs; in the names of its files ``__`` stands for a slash."""
    folder = rust / "codecs" / name
    for file, text in {"codec.toml": manifest, **files}.items():
        path = folder / file.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return load_manifest("rust", folder)


def base_and_variant(rust: Path) -> tuple[CodecManifest, CodecManifest]:
    shared = rust / "shared" / "Cargo.toml"
    shared.parent.mkdir(parents=True)
    shared.write_text('[package]\nname = "shared"\n')
    base = codec(
        rust,
        "base",
        MANIFEST + '[plain]\nderives = ["Base"]\n',
        **{"Cargo.toml": PACKAGE, "Cargo.lock": LOCK},
        **{"src__main.rs": "main", "src__mode.rs": "of the base", "same.rs.j2": "{{ workload }}"},
    )
    variant = codec(
        rust,
        "variant",
        MANIFEST + 'base = "base"\n',
        **{"src__mode.rs": "of the variant", "README.md": "why"},
    )
    return base, variant


def test_a_variant_is_put_together_from_its_own_files_and_its_bases(tmp_path: Path) -> None:
    base, variant = base_and_variant(tmp_path / "rust")
    variants = tmp_path / "tree"
    assert package_folder(base, variants) == base.folder
    folder = package_folder(variant, variants)
    assert (folder / "src" / "mode.rs").read_text() == "of the variant"
    assert (folder / "src" / "main.rs").read_text() == "main"
    assert not (folder / "README.md").exists()
    package = tomllib.loads((folder / "Cargo.toml").read_text())
    assert package["dependencies"]["shared"]["path"] == str((tmp_path / "rust" / "shared").resolve())
    assert package["workspace"] == {}
    assert home(variant) == home(base) == base.folder
    assert package_of(variant) == package_of(base)


def test_what_no_longer_belongs_to_a_variant_is_gone_from_its_package(tmp_path: Path) -> None:
    _, variant = base_and_variant(tmp_path / "rust")
    extra = variant.folder / "src" / "extra.rs"
    extra.write_text("")
    assert (package_folder(variant, tmp_path / "tree") / "src" / "extra.rs").exists()
    extra.unlink()
    assert not (package_folder(variant, tmp_path / "tree") / "src" / "extra.rs").exists()


def test_a_change_of_the_base_is_one_of_the_variant_but_where_it_has_a_file_of_its_own(
    tmp_path: Path,
) -> None:
    base, variant = base_and_variant(tmp_path / "rust")
    before = hand_written(variant)
    (base.folder / "src" / "mode.rs").write_text("changed")
    assert hand_written(variant) == before
    (base.folder / "src" / "main.rs").write_text("changed")
    assert hand_written(variant) == {**before, "src/main.rs": b"changed"}


def test_products_of_work_by_hand_are_no_sources(tmp_path: Path) -> None:
    base, _ = base_and_variant(tmp_path / "rust")
    before = hand_written(base)
    (base.folder / "target").mkdir()
    (base.folder / "target" / "product").write_text("")
    assert hand_written(base) == before


def test_templates_and_plain_types_are_those_of_the_base(tmp_path: Path) -> None:
    _, variant = base_and_variant(tmp_path / "rust")
    (workload,) = find_workloads(["tour-oneof"])
    about = {"codec": '""', "workload": '""', "libraries": (), "compiler": '""', "flags": '""'}
    texts = rendered_files(variant, workload, about)
    assert texts["same.rs"] == "tour-oneof"
    assert "Base" in texts["plain.rs"]
    (variant.folder / "same.rs.j2").write_text("own")
    assert rendered_files(variant, workload, about)["same.rs"] == "own"


def test_plain_types_may_be_like_those_of_another_codec(tmp_path: Path) -> None:
    base_and_variant(tmp_path)
    other = codec(tmp_path, "other", MANIFEST + '[plain]\nlike = "base"\n')
    assert plain_style(other).derives == ("Base",)
    assert not other.base


def test_a_codec_like_another_borrows_like_it_unless_it_says_otherwise(tmp_path: Path) -> None:
    base = """[plain]
derives = ["Both"]
[plain.attributes]
field = ["shared"]
message = ["of plain"]
[plain.borrowed]
string = "&'a str"
derives = ["Read"]
[plain.borrowed.attributes]
message = ["of borrowed"]
"""
    names = ("base", "same", "other", "none")
    tables = (base, '[plain]\nlike = "base"\n', '[plain]\nlike = "base"\n[plain.borrowed]\nbytes = "B"\n', "")
    found = [
        borrowed_style(codec(tmp_path, name, MANIFEST + table))
        for name, table in zip(names, tables, strict=True)
    ]
    first, same, other, none = found
    assert first is not None
    assert first.attributes == {"field": ("shared",), "message": ("of borrowed",)}
    assert (first.derives, first.spelled) == (("Read",), {Kind.STRING: "&'a str"})
    assert same == first
    assert other is not None
    assert (other.spelled, other.attributes["message"]) == ({Kind.BYTES: "B"}, ("of plain",))
    assert none is None


def test_what_codecs_share_names_no_codec_and_no_library_of_one() -> None:
    """So that a new codec changes its own folder alone."""
    codecs = [one for one in find_codecs() if one.language == "rust"]
    shared = "".join((WORKSPACE / name).read_text() for name in ("Cargo.toml", "Cargo.lock"))
    libraries = {package_of(one).libraries[0][0] for one in codecs if package_of(one).libraries}
    assert "prost" in libraries
    found = [name for name in libraries | {package_of(one).name for one in codecs} if f'"{name}"' in shared]
    assert found == []
