"""The cargo package of a codec: what was hand-written, and what is rendered for a workload."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from serbench.cache.keys import folder_contents
from serbench.codecs.manifest import CodecManifest, files_of
from serbench.codecs.naming import short_name
from serbench.corpus.workload import Workload
from serbench.languages.lowering import wire_names
from serbench.languages.routing import routing_steps
from serbench.languages.rust.borrowing import BorrowedStyle, lower_to_borrowed
from serbench.languages.rust.lowering import PlainStyle, lower_to_rust
from serbench.languages.rust.probe import WORKSPACE
from serbench.languages.sources import attributes_in, plain_table
from serbench.languages.study_key import study_key_steps
from serbench.render.engine import render_folder, write_if_changed
from serbench.render.idls import render_idl
from serbench.schema.model import Kind

HARNESS = WORKSPACE / "harness"
_BORROWING = HARNESS / "borrowing"
_CRATE_BESIDE = re.compile(r'path = "(\.\./[^"]*)"')
# A package elsewhere belongs to no workspace above it.
_ALONE = "\n[workspace]\n"


def home(codec: CodecManifest) -> Path:
    """The folder in which cargo runs, whose ``.cargo/config.toml`` it reads: the same for a variant and its
    base, so that they share the crates that it configures."""
    return codec.base_folder or codec.folder


def package_folder(codec: CodecManifest, variants: Path) -> Path:
    """The folder of the package to build: that of the codec, or one below ``variants`` in which a variant is
    put together from its own files and its base's, and a codec with another release from its own and that
    release's lock."""
    if codec.base_folder is None and codec.locked_in is None:
        return codec.folder
    folder = variants / short_name(codec.built_name)
    write_package(package_files(codec), folder)
    return folder


def hand_written(codec: CodecManifest) -> dict[str, bytes]:
    """The hand-written files, by path in the package; a variant's replace its base's of the same
    name."""
    # Whoever has worked in the folder by cargo has products there too. Of the manifest only what is rendered
    # changes a product.
    return {
        name: data
        for name, data in files_of(codec).items()
        if name != "codec.toml" and not name.startswith("target/")
    }


def package_files(codec: CodecManifest) -> dict[str, bytes]:
    """The same for a package outside the checkout: it finds the crates of this checkout by absolute paths."""
    files = hand_written(codec)

    def absolute(match: re.Match[str]) -> str:
        return f"path = {json.dumps(str((codec.folder / match[1]).resolve()))}"

    manifest = _CRATE_BESIDE.sub(absolute, files["Cargo.toml"].decode("utf-8"))
    return {**files, "Cargo.toml": (manifest + _ALONE).encode("utf-8")}


def write_package(files: dict[str, bytes], folder: Path) -> None:
    """Writes a package; what does not belong to it is gone afterwards."""
    for name in folder_contents(folder):
        if name not in files:
            (folder / name).unlink()
    for name, data in files.items():
        write_if_changed(folder / name, data.decode("utf-8"))


def rendered_files(codec: CodecManifest, workload: Workload, about: Mapping[str, object]) -> dict[str, str]:
    """The rendered texts of one executable by file name: the plain types, those that borrow, the runner's
    identity (``about``) and what the codec's own templates and those of its base make."""
    idl = wire_names(codec.idl, workload.schema, workload.versions)
    schema = lower_to_rust(workload.schema, plain_style(codec), idl)
    context: dict[str, object] = {
        "schema": schema,
        "routing": routing_steps(workload.schema, schema.messages),
        "study_key": study_key_steps(workload.schema, schema.messages),
        "workload": workload.name,
        "about": about,
    }
    style = borrowed_style(codec)
    if style:
        context["borrowed"] = lower_to_borrowed(workload.schema, style)
    return {
        **render_folder(HARNESS, context),
        **(render_folder(_BORROWING, context) if style else {}),
        **render_idl(codec.idl, context),
        **render_folder(codec.folder, context, codec.base_folder),
    }


def plain_style(codec: CodecManifest) -> PlainStyle:
    """The additions to the plain types."""
    plain = plain_table(codec)
    return PlainStyle(
        attributes_in(plain),
        tuple(plain.get("derives", ())),
        snake_case=plain.get("snake_case", False),
        taken=tuple(plain.get("taken", ())),
    )


def borrowed_style(codec: CodecManifest) -> BorrowedStyle | None:
    """The additions to the types that borrow from a message; None for a codec without such types.
    They come from the table ``plain.borrowed``. It spells ``string`` and ``bytes``, with the lifetime ``'a``,
    and has the ``derives`` of these types. Its ``attributes`` replace those of the same name on plain types.
    It says whether these types may be ``recursive``."""
    plain = plain_table(codec)
    borrowed = plain.get("borrowed")
    if borrowed is None:
        return None
    return BorrowedStyle(
        attributes_in(plain) | attributes_in(borrowed),
        tuple(borrowed.get("derives", ())),
        spelled={kind: borrowed[kind] for kind in (Kind.STRING, Kind.BYTES) if kind in borrowed},
        recursive=borrowed.get("recursive", True),
    )
