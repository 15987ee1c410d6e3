"""The builder of Rust for shared code."""

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import find_workloads
from serbench.languages.builder import Builder, Command
from serbench.languages.released import released_as_pinned
from serbench.languages.rust import LANGUAGE
from serbench.languages.rust.build import (
    build_runners,
    build_tree,
    cargo_environment,
    render_codec,
    write_rendered,
)
from serbench.languages.rust.calibration import peer
from serbench.languages.rust.licences import licences_of
from serbench.languages.rust.locks import locked_by
from serbench.languages.rust.no_std import builds_without_std
from serbench.languages.rust.probe import pins_of, probe, runtime
from serbench.languages.rust.programs import build_program
from serbench.languages.rust.registry import REGISTRY
from serbench.languages.rust.sources import home, package_folder
from serbench.languages.rust.toolchains import TOOLCHAINS
from serbench.languages.rust.versions import VERSIONS

# A conformance workload contains every kind of rendered code.
_LINTED_WORKLOAD = "tour-oneof"
_CLIPPY = ("--quiet", "--all-targets", "--", "-D", "warnings")
_STYLE = ("--edition", "2021", "--config-path", "rust/rustfmt.toml")


def linters(checkout: Path, cache: Path, codecs: Sequence[CodecManifest]) -> dict[str, list[Command] | str]:
    """rustfmt, clippy and cargo's tests. Renders what clippy compiles; a codec that cannot be built here is
    left out."""
    LANGUAGE.tools()
    sources = _sources(checkout, codecs)
    shared = ("--manifest-path", "rust/Cargo.toml", "--locked", "--target-dir", str(cache / "rust-target"))
    drivers = [
        ("--manifest-path", str(manifest.relative_to(checkout)), *shared[2:])
        for manifest in _drivers(checkout)
    ]
    clippy = [
        ("cargo", "clippy", *shared, "--workspace", *_CLIPPY),
        *(("cargo", "clippy", *driver, *_CLIPPY) for driver in drivers),
        *_codec_clippy(codecs, cache),
    ]
    return {
        "rustfmt": [("rustfmt", "--check", *_STYLE, *sources)],
        "clippy": clippy,
        "cargo test": [
            ("cargo", "test", *shared, "--quiet", "-p", "serbench-harness"),
            *(("cargo", "test", *driver, "--quiet") for driver in drivers),
        ],
    }


def _drivers(checkout: Path) -> list[Path]:
    """The manifests of programs that are no runners but parts of an experiment."""
    return sorted((checkout / "rust").glob("*-driver/Cargo.toml"))


def _sources(checkout: Path, codecs: Sequence[CodecManifest]) -> list[str]:
    """The paths of all sources. rustfmt follows a main.rs to its modules, so that of a variant is one that
    lies beside those of its base; there is one for these ``codecs``."""
    folder = checkout / "rust"
    paths = [path for path in folder.rglob("*.rs") if "target" not in path.relative_to(folder).parts]
    followed = [path for path in paths if path.name == "main.rs" and _has_base(path.parents[1])]
    together = [
        package_folder(codec, build_tree() / "variants") / "src" / "main.rs"
        for codec in codecs
        if codec.folder / "src" / "main.rs" in followed
    ]
    alone = [path.relative_to(checkout) for path in paths if path not in followed]
    return sorted(str(path) for path in (*alone, *together))


def _has_base(folder: Path) -> bool:
    manifest = folder / "codec.toml"
    return manifest.is_file() and "base" in tomllib.loads(manifest.read_text("utf-8"))


def _codec_clippy(codecs: Sequence[CodecManifest], cache: Path) -> Iterator[Command]:
    """One command a codec: each is a package of its own, over what is rendered for it. It has the folder and
    the flags of the builds, so that what crates run while they are built (one compiles C++ for minutes) is
    made once for both."""
    (workload,) = find_workloads([_LINTED_WORKLOAD])
    found = probe(codecs)
    tree = build_tree()
    target = ("--release", "--locked", "--target-dir", str(tree))
    for codec in codecs:
        if found[codec.name].available:
            rendered = cache / "rust-rendered" / codec.folder.name
            write_rendered(codec, workload, rendered)
            manifest = package_folder(codec, tree / "variants") / "Cargo.toml"
            variables = (
                f"{name}={value}" for name, value in cargo_environment(codec.flags, rendered).items()
            )
            place = ("env", f"--chdir={home(codec)}", *variables)
            yield (*place, "cargo", "clippy", "--manifest-path", str(manifest), *target, *_CLIPPY)


BUILDER = Builder(
    probe=probe,
    build=build_runners,
    render=render_codec,
    linters=linters,
    build_program=build_program,
    released=released_as_pinned(pins_of, runtime),
    pins=pins_of,
    locked=locked_by,
    licences=licences_of,
    registry=REGISTRY,
    versions=VERSIONS,
    runtime=runtime,
    toolchains=TOOLCHAINS,
    peer=peer,
    builds_without_std=builds_without_std,
)
