"""The libraries that count when they are preloaded into a native runner (cpp/counting)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from serbench.cache.keys import content_key
from serbench.cache.products import folder_next_to
from serbench.errors import SerbenchError
from serbench.languages.cpp.probe import PROJECT, compiler_identity, cpp_toolchain
from serbench.languages.tool import captured
from serbench.languages.workshop import Counted
from serbench.locations import cache_directory

_SOURCES = PROJECT / "counting"
_FLAGS = ("-std=c++17", "-O2", "-fPIC", "-shared", "-fno-builtin-malloc")


@cache
def counting_library(counted: Counted) -> Path:
    """The library, built now where the cache does not have it; SerbenchError where it cannot be built."""
    source = _SOURCES / f"{counted}.cpp"
    key = content_key(source.read_bytes(), compiler_identity(), " ".join(_FLAGS))
    product = cache_directory() / "counting" / key / f"libserbench-{counted}.so"
    if not product.exists():
        with folder_next_to(product) as making:
            _build(source, making / product.name)
            (making / product.name).replace(product)
    return product


def _build(source: Path, made: Path) -> None:
    command = [*cpp_toolchain().tool("compiler").command, *_FLAGS, str(source), "-o", str(made), "-ldl"]
    done = captured(command)
    if done.returncode != 0:
        raise SerbenchError(
            f"The library that counts {source.stem} cannot be built: {done.stderr.strip()[:200]}"
        )
