"""The library that counts allocations when it is preloaded into a native runner (cpp/counting)."""

from __future__ import annotations

import os
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from serbench.build.environment import compiler_environment
from serbench.build.keys import content_key
from serbench.errors import SerbenchError
from serbench.locations import CHECKOUT, cache_directory
from serbench.setup.cpp_probe import compiler_identity, cpp_toolchain

_SOURCE = CHECKOUT / "cpp" / "counting" / "counting.cpp"
_FLAGS = ("-std=c++17", "-O2", "-fPIC", "-shared", "-fno-builtin-malloc")


@cache
def counting_library() -> Path:
    """The library, built now where the cache does not have it; SerbenchError where it cannot be built."""
    key = content_key(_SOURCE.read_bytes(), compiler_identity(), " ".join(_FLAGS))
    product = cache_directory() / "counting" / key / "libserbench-counting.so"
    if not product.exists():
        _build(product)
    return product


def _build(product: Path) -> None:
    try:
        product.parent.mkdir(parents=True, exist_ok=True)
        file, made = tempfile.mkstemp(dir=product.parent)
        os.close(file)
    except OSError as error:
        raise SerbenchError(f"The cache {product.parent} cannot be written: {error.strerror}.") from error
    command = [*cpp_toolchain().tool("compiler").command, *_FLAGS, str(_SOURCE), "-o", made, "-ldl"]
    done = subprocess.run(command, capture_output=True, text=True, env=compiler_environment(), check=False)
    if done.returncode != 0:
        Path(made).unlink(missing_ok=True)
        raise SerbenchError(
            f"The library that counts allocations cannot be built: {done.stderr.strip()[:200]}"
        )
    Path(made).replace(product)
