"""Where the environment lets CMake and the compiler find libraries."""

from __future__ import annotations

import os
from collections.abc import Mapping

# They choose what is measured, so products are keyed by them.
_SEARCH_PATHS = frozenset(
    """CMAKE_PREFIX_PATH CMAKE_INCLUDE_PATH CMAKE_LIBRARY_PATH CMAKE_PROGRAM_PATH CMAKE_TOOLCHAIN_FILE
    PKG_CONFIG_PATH CPATH CPLUS_INCLUDE_PATH LIBRARY_PATH""".split()
)
# CMake looks for a package in the folder that PACKAGE_ROOT names.
_SEARCH_PATH_SUFFIX = "_ROOT"


def search_paths(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables that say where libraries are, as a part of a product's key."""
    return {
        name: value
        for name, value in environment.items()
        if name in _SEARCH_PATHS or name.endswith(_SEARCH_PATH_SUFFIX)
    }
