"""Checks whether the crates of a codec build without Rust's standard library.

A small program has the codec's crates with all of their usual features but those that need std, and a panic
handler of its own. std has one too, so if a crate links std the compiler finds two. No standard library of a
target without std is needed for that.
"""

import json
import os
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from serbench.cache.keys import content_key
from serbench.cache.products import locked
from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import SerbenchError
from serbench.languages.rust.locks import pins_of
from serbench.languages.rust.probe import compiler_identity
from serbench.languages.tool import captured, first_error, run_tool
from serbench.locations import cache_directory
from serbench.scratch import scratch_folder

_STD = re.compile(r"(?:.*/)?(?:use-)?std")
# How a feature names an optional crate that it brings.
_CRATE = "dep:"
_TWO_HANDLERS = "duplicate lang item `panic_impl`"
_FEATURES = Mapping[str, Sequence[str]]
_PROGRAM = """\
#![no_std]
#![no_main]

{uses}

struct Nowhere;

unsafe impl core::alloc::GlobalAlloc for Nowhere {{
    unsafe fn alloc(&self, _: core::alloc::Layout) -> *mut u8 {{
        core::ptr::null_mut()
    }}

    unsafe fn dealloc(&self, _: *mut u8, _: core::alloc::Layout) {{}}
}}

#[global_allocator]
static NOWHERE: Nowhere = Nowhere;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {{
    loop {{}}
}}
"""


def builds_without_std(codec: CodecManifest, jobs: int) -> bool | None:
    """Whether the program compiles; None for a codec without crates. Raises SerbenchError where it fails for
    another reason than std, which leaves it unknown."""
    manifest, lock = file_of(codec, "Cargo.toml"), file_of(codec, "Cargo.lock")
    wanted = tomllib.loads(manifest.read_text(encoding="utf-8"))
    name, crates = wanted["package"]["name"], crates_of(wanted.get("dependencies", {}))
    if not crates:
        return None
    tree = cache_directory() / "build" / f"rust-no-std-{content_key(compiler_identity())[:12]}"
    with scratch_folder("no-std") as folder:
        (folder / "src").mkdir()
        (folder / "src" / "main.rs").write_text(program_text(crates))
        names = {pin[0] for pin in pins_of(lock.read_text(encoding="utf-8"))}
        (folder / "Cargo.toml").write_text(package_text(name, crates, {}, names))
        (folder / "Cargo.lock").write_bytes(lock.read_bytes())
        (folder / "Cargo.toml").write_text(package_text(name, crates, _features_in(folder), names))
        # Telling the features, cargo has taken out of the lock what no feature asked for.
        (folder / "Cargo.lock").write_bytes(lock.read_bytes())
        words = ("check", "--offline", "--color", "never", "--jobs", str(jobs), "--target-dir", str(tree))
        log: list[str] = []
        with locked(tree):
            status = run_tool((_cargo(), *words), log.append, folder=folder)
        told = "".join(log)
        if status == 0 and not _is_locked(folder / "Cargo.lock", lock):
            raise SerbenchError(f"{codec.name} needs crates without std that its lock does not have.")
    if status != 0 and _TWO_HANDLERS not in told:
        raise SerbenchError(f"{codec.name} does not compile without std: {first_error(told)}")
    return status == 0


def package_text(
    name: str,
    crates: Mapping[str, Mapping[str, Any]],
    features: Mapping[str, _FEATURES],
    names: Collection[str],
) -> str:
    """The Cargo.toml of the program. It has the name of the codec's package, whose lock with crates of these
    ``names`` it takes. Pure."""
    lines = ["[package]", f"name = {json.dumps(name)}", 'version = "0.0.0"', 'edition = "2021"', ""]
    lines += ["[profile.dev]", 'panic = "abort"', "", "[workspace]", "", "[dependencies]"]
    for crate, table in crates.items():
        known = features.get(str(table.get("package", crate)), {})
        named = {"version": table["version"], "default-features": False}
        named |= {"package": table["package"]} if "package" in table else {}
        named |= {"features": without_std(known, table, names)}
        fields = ", ".join(f"{key} = {json.dumps(value)}" for key, value in named.items())
        lines.append(f"{crate} = {{ {fields} }}")
    return "\n".join(lines) + "\n"


def program_text(crates: Iterable[str]) -> str:
    """The source of the program, which names every crate: one that nobody names is not loaded. Pure."""
    return _PROGRAM.format(uses="\n".join(f"use {name.replace('-', '_')} as _;" for name in crates))


def without_std(known: _FEATURES, table: Mapping[str, Any], names: Collection[str]) -> list[str]:
    """The features of a crate that a dependency takes, the usual ones among them, without those that need std
    or another crate than those of these ``names``; `alloc` where the crate has it, for what stands in for
    std's collections. Pure."""
    taken = list(table.get("features", ()))
    if table.get("default-features", True):
        taken += known.get("default", ())
    wanted = {name for name in [*taken, "alloc"] if name in known and name != "default"}
    return sorted(name for name in wanted if _fits(_reached(name, known), names))


def _reached(name: str, known: _FEATURES) -> set[str]:
    """A feature and all that it switches on."""
    queue, reached = [name], set[str]()
    while queue:
        one = queue.pop()
        if one not in reached:
            reached.add(one)
            queue += known.get(one, ())
    return reached


def _fits(reached: Collection[str], names: Collection[str]) -> bool:
    crates = (one.removeprefix(_CRATE) for one in reached if one.startswith(_CRATE))
    needs_std = any(_STD.fullmatch(one.replace("?/", "/")) for one in reached)
    return not needs_std and all(crate in names for crate in crates)


def crates_of(dependencies: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The dependencies that come from a registry, each as a table. Pure."""
    tables = {name: {"version": one} if isinstance(one, str) else one for name, one in dependencies.items()}
    return {name: table for name, table in tables.items() if "path" not in table}


def _features_in(folder: Path) -> dict[str, _FEATURES]:
    """The features of all crates that a package uses, by their names, as cargo tells them."""
    place = ("--manifest-path", str(folder / "Cargo.toml"))
    words = ("metadata", "--format-version", "1", "--offline", "--filter-platform", _host())
    done = captured([_cargo(), *words, *place])
    if done.returncode != 0:
        raise SerbenchError(f"cargo does not tell the features of crates: {first_error(done.stderr)}")
    return {one["name"]: one["features"] for one in json.loads(done.stdout)["packages"]}


def _host() -> str:
    """The platform of the compiler."""
    found = re.search(r"^host: (\S+)$", compiler_identity(), re.MULTILINE)
    return found[1] if found else ""


def _is_locked(own: Path, lock: Path) -> bool:
    """Whether all crates of a lock are those of another one."""
    pins = pins_of(own.read_text(encoding="utf-8")), pins_of(lock.read_text(encoding="utf-8"))
    return {one for one in pins[0] if one[2]} <= pins[1]


def _cargo() -> str:
    return os.environ.get("CARGO", "cargo")
