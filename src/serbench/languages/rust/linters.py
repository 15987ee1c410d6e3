"""The formatter, the linter and the harness's own tests of the Rust workspace, as commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import find_workloads
from serbench.languages.rust import LANGUAGE
from serbench.languages.rust.build import write_rendered
from serbench.languages.rust.probe import package_of, probe
from serbench.languages.workshop import Command
from serbench.toolchain.requirements import MissingToolchain

# A conformance workload shows a linter every kind of rendered code.
_LINTED_WORKLOAD = "tour-oneof"


def linters(checkout: Path, cache: Path, codecs: Sequence[CodecManifest]) -> dict[str, list[Command] | str]:
    """rustfmt, clippy and cargo's tests. Renders what clippy compiles; a codec that cannot be built here is
    left out."""
    tools = LANGUAGE.toolchain()
    if isinstance(tools, MissingToolchain):
        return {LANGUAGE.name: tools.detail}
    rendered = cache / "rust-rendered"
    (workload,) = find_workloads([_LINTED_WORKLOAD])
    write_rendered(codecs, workload, rendered)
    project = ("--manifest-path", "rust/Cargo.toml")
    target = ("--locked", "--target-dir", str(cache / "rust-target"))
    without = tuple(word for name in _unavailable_packages(codecs) for word in ("--exclude", name))
    whole = ("--quiet", "--workspace", "--all-targets")
    clippy: Command = ("cargo", "clippy", *project, *target, *whole, *without)
    return {
        "rustfmt": [("cargo", "fmt", *project, "--all", "--check")],
        "clippy": [("env", f"SERBENCH_RENDERED={rendered}", *clippy, "--", "-D", "warnings")],
        "cargo test": [("cargo", "test", *project, *target, "--quiet", "-p", "serbench-harness")],
    }


def _unavailable_packages(codecs: Sequence[CodecManifest]) -> Iterator[str]:
    found = probe(codecs)
    for codec in codecs:
        if not found[codec.name].available:
            yield package_of(codec.folder).name
