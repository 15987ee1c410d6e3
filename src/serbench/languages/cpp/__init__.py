"""The package of C++."""

from pathlib import Path

import ninja

from serbench.languages.cpp.names import RESERVED
from serbench.languages.language import Colours, Language
from serbench.locations import CHECKOUT
from serbench.toolchain.requirements import Requirement

# Paths that are searched for headers and libraries stay, and are a part of each key (cpp/probe.py).
_READ_BY_COMPILERS = (
    *("CC", "CFLAGS", "CPPFLAGS", "CXXFLAGS", "LDFLAGS", "ASMFLAGS", "C_INCLUDE_PATH", "LD_RUN_PATH"),
    *("GCC_EXEC_PREFIX", "COMPILER_PATH", "CCC_OVERRIDE_OPTIONS", "SOURCE_DATE_EPOCH", "GNUTARGET"),
    *("LDEMULATION", "DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"),
)
_READ_BY_BUILD_TOOLS = (
    *("MAKEFLAGS", "NINJAFLAGS", "NINJA_STATUS", "DESTDIR", "VERBOSE", "CMAKE_BUILD_TYPE"),
    *("CMAKE_GENERATOR*", "CMAKE_*_LAUNCHER", "CMAKE_CONFIGURATION_TYPES", "CMAKE_INSTALL_*"),
    *("CMAKE_BUILD_PARALLEL_LEVEL", "CMAKE_EXPORT_COMPILE_COMMANDS", "CMAKE_COLOR_DIAGNOSTICS"),
)
_READ_BY_SANITIZERS = ("ASAN_*", "UBSAN_*", "LSAN_*", "TSAN_*", "MSAN_*")

LANGUAGE = Language(
    name="cpp",
    title="C++",
    aliases=("c++",),
    project_file="CMakeLists.txt",
    folder=CHECKOUT / "cpp",
    in_first_thread=True,
    colours=Colours(light="#263fcf", dark="#3f86f0", terminal="blue"),
    shape="circle",
    requirements=(
        Requirement(
            role="compiler",
            programs=("g++", "clang++"),
            # C++20 as the harness uses it.
            versions=((r"clang version (\d[\d.]*)", (13,)), (r"\) (\d[\d.]*)", (10,))),
            packages=("g++",),
            variable="CXX",
        ),
        Requirement("cmake", ("cmake",), ((r"cmake version (\d[\d.]*)", (3, 20)),), ("cmake",)),
        Requirement(
            role="ninja",
            programs=(str(Path(ninja.BIN_DIR) / "ninja"), "ninja"),
            versions=((r"^(\d[\d.]*)", (1, 10)),),
            packages=("ninja-build",),
        ),
    ),
    native=True,
    wide_integers="signed and unsigned machine words",
    sanitizers=("address", "undefined"),
    takes_libraries="an installation, or a checkout of headers",
    adapter_suffixes=frozenset({".hpp", ".cpp"}),
    lexers={".hpp": "cpp", ".cpp": "cpp", ".txt": "cmake"},
    hidden_variables=(*_READ_BY_COMPILERS, *_READ_BY_BUILD_TOOLS, *_READ_BY_SANITIZERS),
    hidden_from_runners=_READ_BY_SANITIZERS,
    reserved=RESERVED,
    sampling_loop="*serbench::sample<*",
)
