"""A variant of a codec takes from its base what its own folder does not have."""

from pathlib import Path

from serbench.codecs.manifest import CodecManifest, file_of, load_manifest, table_of

MANIFEST = 'library = "L"\nformat = "f"\nlicence = "MIT"\nhomepage = "https://example.org"\n'


def codec_in(folder: Path, more: str = "", files: tuple[str, ...] = ()) -> CodecManifest:
    folder.mkdir()
    (folder / "codec.toml").write_text(MANIFEST + more, encoding="utf-8")
    for name in files:
        (folder / name).touch()
    return load_manifest("java", folder)


def test_a_variant_has_the_files_and_tables_of_its_base_unless_it_has_its_own(tmp_path: Path) -> None:
    base = codec_in(tmp_path / "base", "[plain]\na = 1\n[generator]\nb = 2\n", ("one", "two"))
    variant = codec_in(tmp_path / "variant", 'base = "base"\n[plain]\nc = 3\n', ("two",))
    assert base.folders == (base.folder,)
    assert variant.folders == (variant.folder, base.folder)
    assert [file_of(variant, name).parent for name in ("one", "two")] == [base.folder, variant.folder]
    assert table_of(variant, "plain") == (variant.folder, {"c": 3})
    assert table_of(variant, "generator") == (base.folder, {"b": 2})
    assert table_of(variant, "source") is None


def test_a_codec_without_a_base_is_said_to_lack_its_own_file(tmp_path: Path) -> None:
    alone = codec_in(tmp_path / "alone")
    assert file_of(alone, "missing") == alone.folder / "missing"
