"""The libraries that count when they are preloaded into a native runner (cpp/counting)."""

from __future__ import annotations

import os
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from serbench.cache.keys import content_key
from serbench.errors import SerbenchError
from serbench.languages.cpp.probe import PROJECT, compiler_identity, cpp_toolchain
from serbench.languages.environment import compiler_environment
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
        _build(source, product)
    return product


def _build(source: Path, product: Path) -> None:
    try:
        product.parent.mkdir(parents=True, exist_ok=True)
        file, made = tempfile.mkstemp(dir=product.parent)
        os.close(file)
    except OSError as error:
        raise SerbenchError(f"The cache {product.parent} cannot be written: {error.strerror}.") from error
    command = [*cpp_toolchain().tool("compiler").command, *_FLAGS, str(source), "-o", made, "-ldl"]
    done = subprocess.run(command, capture_output=True, text=True, env=compiler_environment(), check=False)
    if done.returncode != 0:
        Path(made).unlink(missing_ok=True)
        raise SerbenchError(
            f"The library that counts {source.stem} cannot be built: {done.stderr.strip()[:200]}"
        )
    Path(made).replace(product)
