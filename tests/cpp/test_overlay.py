"""The files of a variant that are compiled: its base's with its own in their place."""

from pathlib import Path

from serbench.builds.rendered import ADAPTER, code_files
from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import Workload, find_workloads
from serbench.languages.cpp.build import rendered_files
from serbench.selection.discovery import find_adapters


def _variant() -> tuple[CodecManifest, Workload]:
    """One that replaces a header of its base, which has other headers and templates."""
    for codec in find_adapters(["cpp"]):
        base = codec.base_folder
        if base and any(base.glob("*.hpp.j2")) and any((base / p.name).exists() for p in _headers(codec)):
            (workload,) = find_workloads(["record"])
            return codec, workload
    raise AssertionError("There is no such variant.")


def _headers(codec: CodecManifest) -> list[Path]:
    return sorted(codec.folder.glob("*.hpp"))


def test_headers_of_the_base_are_copied_unless_the_variant_has_its_own() -> None:
    codec, workload = _variant()
    assert codec.base_folder is not None
    texts = rendered_files(codec, workload)
    place = f"codecs/{codec.folder.name}"
    own = {path.name for path in _headers(codec)}
    for path in codec.base_folder.glob("*.hpp"):
        copy = texts.get(f"{place}/{path.name}")
        assert copy == (None if path.name in own else path.read_text("utf-8"))
    rendered = [path.stem for path in codec.base_folder.glob("*.hpp.j2")]
    assert rendered and all(f"{place}/{name}" in texts for name in rendered)


def test_a_file_of_the_base_is_shown_once() -> None:
    codec, workload = _variant()
    assert codec.base_folder is not None
    own = {path.name for path in _headers(codec)}
    shown = code_files(codec, workload)
    for path in codec.base_folder.glob("*.hpp"):
        if path.name not in own:
            (only,) = [file for file in shown if file.path.endswith(f"/{path.name}")]
            assert (only.path, only.part) == (f"{codec.base}/{path.name}", ADAPTER)
