"""The formatters and linters of each language, as the commands that run them."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import find_workloads
from serbench.languages.rust.build import write_rendered
from serbench.languages.rust.probe import package_of, probe
from serbench.selection.discovery import find_codecs
from serbench.toolchain.requirements import MissingToolchain, toolchain

Command = tuple[str, ...]

_PYTHON_FOLDERS = ("src", "tests", "workloads", "benchmarks")
# A conformance workload shows a linter every kind of rendered code.
_LINTED_WORKLOAD = "tour-oneof"
_JAVA_FORMAT = "com.google.googlejavaformat:google-java-format:1.28.0:jar:all-deps"
_MAVEN_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
_JAVAC_PACKAGES = ("api", "code", "file", "parser", "tree", "util")


def python_linters(checkout: Path, cache: Path) -> dict[str, list[Command]]:
    """ruff and mypy, each as the commands that together are one check.

    Their caches lie outside the checkout, which need not be writable.
    """
    python = (sys.executable, "-m")
    folders = tuple(name for name in _PYTHON_FOLDERS if any((checkout / name).rglob("*.py")))
    ruff_cache = ("--cache-dir", str(cache / "ruff"))
    mypy = (*python, "mypy", "--cache-dir", str(cache / "mypy"))
    # Each workload has a generate.py, and a module's name must be unique within one call of mypy.
    apart = sorted({path.parent for path in (checkout / "workloads").glob("*/*.py")})
    apart += [checkout / "benchmarks"] if (checkout / "benchmarks").exists() else []
    return {
        "ruff format": [(*python, "ruff", "format", "--check", *ruff_cache, *folders)],
        "ruff check": [(*python, "ruff", "check", *ruff_cache, *folders)],
        "mypy": [mypy, *((*mypy, str(folder.relative_to(checkout))) for folder in apart)],
    }


def cpp_linters(checkout: Path) -> dict[str, list[Command]]:
    """clang-format over the C++ sources; nothing where there are none."""
    sources = sorted(path for suffix in ("hpp", "cpp") for path in (checkout / "cpp").rglob(f"*.{suffix}"))
    if not sources:
        return {}
    clang_format = str(Path(sysconfig.get_path("scripts")) / "clang-format")
    names = (str(path.relative_to(checkout)) for path in sources)
    return {"clang-format": [(clang_format, "--dry-run", "--Werror", *names)]}


def rust_linters(cache: Path) -> dict[str, list[Command]]:
    """rustfmt, clippy and the harness's own tests. Renders what clippy compiles; a codec that cannot be built
    here is left out."""
    rendered = cache / "rust-rendered"
    codecs = [codec for codec in find_codecs() if codec.language == "rust"]
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


def java_linters(checkout: Path, cache: Path) -> dict[str, list[Command]]:
    """google-java-format, which Maven brings once."""
    artifact = _JAVA_FORMAT.split(":")
    jar = cache / f"{artifact[1]}-{artifact[2]}-{artifact[4]}.jar"
    sources = sorted(str(path.relative_to(checkout)) for path in (checkout / "java").rglob("*.java"))
    copy = ("mvn", "-B", "-q", _MAVEN_COPY, f"-Dartifact={_JAVA_FORMAT}", f"-DoutputDirectory={cache}")
    exports = [
        f"--add-exports=jdk.compiler/com.sun.tools.javac.{name}=ALL-UNNAMED" for name in _JAVAC_PACKAGES
    ]
    check = ("java", *exports, "-jar", str(jar), "--dry-run", "--set-exit-if-changed", *sources)
    return {"google-java-format": [check] if jar.exists() else [copy, check]}


def compiled_linters(checkout: Path, cache: Path) -> Iterator[tuple[str, list[Command] | str]]:
    """The linters of the compiled languages; in place of those whose toolchain is missing the reason."""
    yield from cpp_linters(checkout).items()
    for language in ("rust", "java"):
        tools = toolchain(language)
        if isinstance(tools, MissingToolchain):
            yield language, tools.detail
        elif language == "rust":
            yield from rust_linters(cache).items()
        else:
            yield from java_linters(checkout, cache).items()
