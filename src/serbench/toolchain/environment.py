"""The environment in which compilers run.

What is measured is compiled with the flags that a run records, and with no others: a flag that somebody has
exported would reach the products under a key that does not know it, and stay in the cache.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

_DROPPED = frozenset(
    """CFLAGS CPPFLAGS CXXFLAGS LDFLAGS RUSTFLAGS CARGO_ENCODED_RUSTFLAGS RUSTC_WRAPPER
    RUSTC_WORKSPACE_WRAPPER JDK_JAVAC_OPTIONS JDK_JAVA_OPTIONS JAVA_TOOL_OPTIONS _JAVA_OPTIONS
    MAKEFLAGS NINJAFLAGS""".split()
)
_DROPPED_PREFIXES = ("CARGO_PROFILE_", "CARGO_BUILD_", "CARGO_TARGET_")
# Where headers and libraries are found; they choose what is measured, so products are keyed by them.
_SEARCH_PATHS = frozenset(
    """CMAKE_PREFIX_PATH CMAKE_INCLUDE_PATH CMAKE_LIBRARY_PATH CMAKE_PROGRAM_PATH CMAKE_TOOLCHAIN_FILE
    PKG_CONFIG_PATH CPATH CPLUS_INCLUDE_PATH LIBRARY_PATH""".split()
)
# CMake looks for a package in the folder that PACKAGE_ROOT names.
_SEARCH_PATH_SUFFIX = "_ROOT"


def compiler_environment(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment without the variables that change how code is compiled."""
    return {
        name: value
        for name, value in environment.items()
        if name not in _DROPPED and not name.startswith(_DROPPED_PREFIXES)
    }


def search_paths(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables that say where libraries are, as a part of a product's key."""
    return {
        name: value
        for name, value in environment.items()
        if name in _SEARCH_PATHS or name.endswith(_SEARCH_PATH_SUFFIX)
    }
