"""The room of C++."""

from pathlib import Path

import ninja

from serbench.languages.cpp.names import RESERVED
from serbench.languages.language import Colours, Language
from serbench.locations import CHECKOUT
from serbench.toolchain.requirements import Requirement

LANGUAGE = Language(
    name="cpp",
    title="C++",
    folder=CHECKOUT / "cpp",
    colours=Colours(ink="#0072b2", light="#0072b2", dark="#5ab4ec", terminal="blue"),
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
    takes_libraries=True,
    page_suffixes=frozenset({".hpp", ".cpp"}),
    lexers={".hpp": "cpp", ".cpp": "cpp", ".txt": "cmake"},
    hidden_variables=("CFLAGS", "CPPFLAGS", "CXXFLAGS", "LDFLAGS", "MAKEFLAGS", "NINJAFLAGS"),
    reserved=RESERVED,
    sampling_loop="*serbench::sample<*",
)
