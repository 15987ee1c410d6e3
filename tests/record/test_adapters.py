"""The codecs' pages that a run keeps."""

from dataclasses import replace
from pathlib import Path

from serbench.codecs.manifest import load_manifest
from serbench.record.adapters import keep_adapters, kept_adapters
from serbench.record.run_folder import RunFolder

_MANIFEST = 'library = "L"\nformat = "f"\nlicence = "MIT"\nhomepage = "x"\n'


def codec_in(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(parents=True)
    for name, text in {"codec.toml": _MANIFEST, **files}.items():
        (folder / name).write_text(text)


def test_a_variant_is_kept_with_what_it_uses_of_its_base(tmp_path: Path) -> None:
    codec_in(tmp_path / "base", {"codec.hpp": "base", "message.j2": "{{ x }}", "README.md": "why"})
    codec_in(tmp_path / "variant", {"codec.hpp": "own"})
    variant = replace(load_manifest("cpp", tmp_path / "variant"), base="base")
    run = RunFolder.create(tmp_path, {})
    assert kept_adapters(run) == {}
    keep_adapters(run, [variant])
    assert kept_adapters(run) == {
        "cpp/variant": {"codec.toml": _MANIFEST, "codec.hpp": "own", "base/message.j2": "{{ x }}"}
    }
