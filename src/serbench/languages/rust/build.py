"""Builds Rust runners: one cargo package per codec, built separately, kept under a key of its contents."""

import os
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from serbench.cache.keys import content_key, folder_contents
from serbench.cache.products import keep_product, locked, product_path
from serbench.codecs.flags import USUAL, USUAL_LTO, USUAL_OPTIMIZATION, Flags
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, BuildProgress, Runner
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages.rust.probe import (
    WORKSPACE,
    RustPackage,
    compiler_identity,
    compiler_version,
    package_of,
)
from serbench.languages.rust.sources import (
    HARNESS,
    hand_written,
    home,
    package_folder,
    rendered_files,
)
from serbench.languages.tool import does_not_compile, run_tool
from serbench.locations import cache_directory
from serbench.render.engine import write_if_changed

# Stable rustc aligns functions only through LLVM; 6 is the exponent of 64 bytes. The standard library comes
# compiled and keeps its own alignment.
_FLAGS = "-C llvm-args=-align-all-functions=6"
# Loops begin at multiples of 32 bytes. It applies to the package itself, so crates are shared
# (docs/decisions/0035-noise-floor.md).
_ANOTHER_LAYOUT = "-C llvm-args=-align-all-nofallthru-blocks=5"
# One profile for all codecs, but for what a user asks (``_profile``). Without `lto` a crate is still
# optimised across its own 16 units, and no code of one package is inlined into another but what is generic
# or marked for it, as in any ordinary build.
_PROFILE = {"codegen-units": "16", "lto": "false", "panic": "unwind", "debug": "false"}
# Cargo's word for `off` would also turn off what is optimised across the units of one crate.
_LTO = {USUAL_LTO: "false", "thin": "thin", "fat": "fat"}


@dataclass(frozen=True, slots=True)
class _Target:
    """One executable to build: where its product lies, and what must be rendered for it."""

    codec: CodecManifest
    package: RustPackage
    key: str
    rendered: Mapping[str, str]

    @property
    def product(self) -> Path:
        return product_path(self.key)


def build_runners(
    codecs: Sequence[CodecManifest], workload: Workload, variant: str, jobs: int, progress: BuildProgress
) -> list[Runner | BuildFailure]:
    """The runners of a workload, which serve every experiment; those in the cache are not built again."""
    found: dict[str, Runner | BuildFailure] = {}
    missing: list[_Target] = []
    for codec in codecs:
        try:
            target = _target(codec, workload)
        except SerbenchError as error:
            found[codec.name] = BuildFailure.of(codec.name, workload.name, error)
            continue
        if target.product.exists():
            found[codec.name] = _runner(target, workload)
        else:
            missing.append(target)
    for number, target in enumerate(missing, 1):
        progress(f"Compiling {target.codec.name} for {workload.name}, {number} of {len(missing)}")
        tree = build_tree(target.codec.flags)
        with locked(tree):
            found[target.codec.name] = _build(tree, target, workload, jobs, progress)
    return [found[codec.name] for codec in codecs]


def build_tree(flags: Flags = USUAL) -> Path:
    """The target folder of all codecs and workloads of this checkout: crates are compiled once for all."""
    key = content_key(str(WORKSPACE), compiler_identity(), *flags.key)
    return cache_directory() / "build" / f"rust-{key[:12]}"


def rust_flags(flags: Flags = USUAL) -> str:
    """The flags of every crate."""
    return f"{_FLAGS} -C target-cpu=native" if flags.native else _FLAGS


def _profile(flags: Flags) -> dict[str, str]:
    level = (flags.optimization or USUAL_OPTIMIZATION).removeprefix("O")
    return {"opt-level": level, **_PROFILE, "lto": _LTO[flags.lto or USUAL_LTO]}


def cargo_environment(flags: Flags, rendered: Path) -> dict[str, str]:
    """The variables with which every package is built. The profile is here, because a separate package
    could have another."""
    named = {name.upper().replace("-", "_"): value for name, value in _profile(flags).items()}
    variables = {f"CARGO_PROFILE_RELEASE_{name}": value for name, value in named.items()}
    if flags.program:
        variables["RUSTC"] = flags.program
    return {**variables, "RUSTFLAGS": rust_flags(flags), "SERBENCH_RENDERED": str(rendered)}


def render_codec(codec: CodecManifest, workload: Workload) -> dict[str, str]:
    """The rendered texts of one executable by file name."""
    return rendered_files(codec, workload, _about(codec, workload, package_of(codec)))


def write_rendered(codec: CodecManifest, workload: Workload, folder: Path) -> None:
    """Renders a codec for a workload into the folder that SERBENCH_RENDERED is to name; linters and people
    need it, a build makes its own."""
    for name, text in render_codec(codec, workload).items():
        write_if_changed(folder / name, text)


def rust_text(text: str) -> str:
    """A Rust string literal."""
    escaped = "".join(
        character if character.isprintable() and character not in '\\"' else f"\\u{{{ord(character):x}}}"
        for character in text
    )
    return f'"{escaped}"'


def _about(codec: CodecManifest, workload: Workload, package: RustPackage) -> dict[str, object]:
    """The runner's identity as literals."""
    profile = " ".join(f"{name}={value}" for name, value in _profile(codec.flags).items() if name != "debug")
    return {
        "codec": rust_text(codec.short_name),
        "workload": rust_text(workload.name),
        "libraries": tuple((rust_text(name), rust_text(version)) for name, version in package.libraries),
        "compiler": rust_text(compiler_version()),
        "flags": rust_text(" ".join((profile, rust_flags(codec.flags), *_layout(codec.flags)))),
    }


def _layout(flags: Flags) -> tuple[str, ...]:
    """The flags of the package itself; none for the usual layout."""
    return (_ANOTHER_LAYOUT,) if flags.another_layout else ()


def _target(codec: CodecManifest, workload: Workload) -> _Target:
    package = package_of(codec)
    rendered = render_codec(codec, workload)
    key = content_key(
        _shared_content(),
        "\n".join(package.built_from),
        hand_written(codec),
        *(folder_contents(folder) for folder in package.folders),
        rendered,
        *codec.flags.key,
        *_layout(codec.flags),
        *_conformance_options(package, workload),
    )
    return _Target(codec, package, key, rendered)


def _shared_content() -> str:
    """The key of everything that all executables are made of."""
    return _shared_content_by(compiler_identity())


@cache
def _shared_content_by(compiler: str) -> str:
    return content_key(
        (WORKSPACE / "Cargo.toml").read_bytes(),
        folder_contents(HARNESS),
        compiler,
        rust_flags(),
        _PROFILE,
    )


def _runner(target: _Target, workload: Workload) -> Runner:
    command = (str(target.product),)
    return Runner(command, target.codec.name, workload.name, workload.schema.sha256(), target.key)


def _build(
    tree: Path, target: _Target, workload: Workload, jobs: int, progress: BuildProgress
) -> Runner | BuildFailure:
    """Builds one package. The rendered texts lie under the key, so that their folder's name, which cargo
    watches, changes whenever they do."""
    rendered = tree / "rendered" / target.key
    for name, text in target.rendered.items():
        write_if_changed(rendered / name, text)
    status, log, build_ms = _cargo(tree, target, workload, rendered, jobs, progress, offline=True)
    if status != 0 and "--offline" in log:
        # A crate is not here yet, so this time cargo may fetch.
        status, log, build_ms = _cargo(tree, target, workload, rendered, jobs, progress, offline=False)
    if status != 0:
        path = tree / f"{target.codec.short_name}.log"
        return does_not_compile(target.codec, workload, log, _first_error(log), path)
    keep_product(tree / "release" / target.package.name, target.product, build_ms)
    return _runner(target, workload)


def _conformance_options(package: RustPackage, workload: Workload) -> tuple[str, ...]:
    """Where nothing is timed the package itself is not optimised; its crates are shared with all other codecs
    (docs/decisions/0005)."""
    if not workload.conformance:
        return ()
    return ("--config", f"profile.release.package.{package.name}.opt-level=0")


def _cargo(
    tree: Path,
    target: _Target,
    workload: Workload,
    rendered: Path,
    jobs: int,
    progress: BuildProgress,
    *,
    offline: bool,
) -> tuple[int, str, int | None]:
    """Runs cargo; returns its exit status, its output, and the milliseconds since it reached the package
    itself, after all crates that the package shares with others."""
    layout = _layout(target.codec.flags)
    build = "rustc" if layout else "build"
    command = [os.environ.get("CARGO", "cargo"), build, "--release", "--locked"]
    manifest = package_folder(target.codec, tree / "variants") / "Cargo.toml"
    command += ["--manifest-path", str(manifest), "--target-dir", str(tree), "--jobs", str(jobs)]
    command += ["--color", "never", *(["--offline"] if offline else [])]
    command += _conformance_options(target.package, workload)
    command += ["--", *" ".join(layout).split()] if layout else []
    lines: list[str] = []
    began_s: float | None = None

    def follow(line: str) -> None:
        nonlocal began_s
        lines.append(line)
        step = re.match(r"\s+(Downloading|Downloaded|Compiling) (\S+)", line)
        if step and step.groups() == ("Compiling", target.package.name):
            began_s = time.monotonic()
        if step:
            progress(f"{step[1]} {step[2]} for {target.codec.name}")

    extra = cargo_environment(target.codec.flags, rendered)
    status = run_tool(command, follow, folder=home(target.codec), extra=extra)
    build_ms = None if began_s is None else round(1000 * (time.monotonic() - began_s))
    return status, "".join(lines), build_ms


def _first_error(log: str) -> str:
    """The first line that begins with an error, with the place that rustc names, else the last line."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    for index, line in enumerate(lines):
        if re.match(r"error\b", line):
            place = lines[index + 1] if index + 1 < len(lines) else ""
            return f"{line} ({place.removeprefix('--> ')})" if place.startswith("--> ") else line
    return lines[-1] if lines else "no reason was given"
